/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

import dev.triune.llm.internal.policy.QuotaAccount;
import java.time.Duration;

/**
 * How sessions under a quota are treated.
 *
 * @param maxWait how long a request waits for its session before it is given up, more than zero; 30 s
 *     is usual
 * @param trimming how answers are trimmed
 * @param includeRemaining whether the system message says what is left
 */
public record QuotaPolicy(
        Duration maxWait, QuotaAccount.TrimSettings trimming, boolean includeRemaining) {
    /** 30 s, the usual trim, and the model is not told. */
    public static final QuotaPolicy DEFAULT =
            new QuotaPolicy(Duration.ofSeconds(30), QuotaAccount.TrimSettings.DEFAULT, false);

    /** Refuses values out of range. */
    public QuotaPolicy {
        if (maxWait.isNegative() || maxWait.isZero()) {
            throw new IllegalArgumentException(
                    "session wait " + maxWait + " (expected more than 0)");
        }
    }
}
