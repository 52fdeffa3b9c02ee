/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.provider.signal;

import dev.triune.llm.FailureCode;
import java.time.Duration;

/** What a refusal means for the next call. Immutable. */
public sealed interface Verdict {
    /**
     * A rate limit that says when to come back.
     *
     * @param duration how long from now, zero to {@link RateLimitSignals#LONGEST}
     */
    record Wait(Duration duration) implements Verdict {}

    /** A rate limit without advice: how long to back off is for the caller to say. */
    record WaitUnknown() implements Verdict {}

    /**
     * A limit that waiting does not lift.
     *
     * @param code what kind of failure it is
     */
    record Final(FailureCode code) implements Verdict {}

    /** Something else than a limit. */
    record NotALimit() implements Verdict {}
}
