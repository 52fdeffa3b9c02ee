/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.provider.signal;

import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

public final class RateLimitSignals {
    public RateLimitSignals(@Nullable InstantSource clock) {}

    public Verdict read(Refusal refusal) {
        return new Verdict.WaitUnknown();
    }
}
