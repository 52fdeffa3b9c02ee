/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.engine;

import dev.triune.llm.policy.quota.Quota;
import java.time.Duration;

/**
 * How sessions under a quota are treated.
 *
 * @param maxWait how long a request waits for its session before it is given up, more than zero; 30 s
 *     is usual
 * @param settings how answers are trimmed
 * @param tellRemaining whether the system message says what is left
 */
public record QuotaMode(Duration maxWait, Quota.Settings settings, boolean tellRemaining) {
    /** 30 s, the usual trim, and the model is not told. */
    public static final QuotaMode DEFAULT =
            new QuotaMode(Duration.ofSeconds(30), Quota.Settings.DEFAULT, false);

    /** Refuses values out of range. */
    public QuotaMode {
        if (maxWait.isNegative() || maxWait.isZero()) {
            throw new IllegalArgumentException(
                    "session wait " + maxWait + " (expected more than 0)");
        }
    }
}
