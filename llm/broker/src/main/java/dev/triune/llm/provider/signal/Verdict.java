/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.provider.signal;

import dev.triune.llm.FailureCode;
import java.time.Duration;

public sealed interface Verdict {
    record Wait(Duration time) implements Verdict {}

    record WaitUnknown() implements Verdict {}

    record Final(FailureCode code) implements Verdict {}

    record NotALimit() implements Verdict {}
}
