/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

import java.time.Duration;

/**
 * The treatment of tenants under a quota. Immutable.
 *
 * @param maxWait the maximum time a request waits for its tenant's turn, more than zero; usually 30
 *     s
 * @param safety the part of the quota that one call may use, more than 0, at most 1; usually 0.9
 * @param leastTokens the tokens that a call may always use, {@value #MIN_LEAST} to {@value
 *     #MAX_LEAST}
 * @param includeRemaining whether the system message states the remaining quota
 */
public record QuotaPolicy(
        Duration maxWait, double safety, int leastTokens, boolean includeRemaining) {
    private static final int MIN_LEAST = 1;
    private static final int MAX_LEAST = 5;

    /** Waits 30 s; nine tenths of the quota, at least 5 tokens; does not state the remainder. */
    public static final QuotaPolicy DEFAULT =
            new QuotaPolicy(Duration.ofSeconds(30), 0.9, MAX_LEAST, false);

    public QuotaPolicy {
        if (maxWait.isNegative() || maxWait.isZero()) {
            throw new IllegalArgumentException(
                    "session wait " + maxWait + " (expected more than 0)");
        }
        if (!(safety > 0 && safety <= 1)) {
            throw new IllegalArgumentException(
                    "safety " + safety + " (expected more than 0, at most 1)");
        }
        if (leastTokens < MIN_LEAST || leastTokens > MAX_LEAST) {
            throw new IllegalArgumentException("leastTokens " + leastTokens + " (expected "
                    + MIN_LEAST + " to " + MAX_LEAST + ")");
        }
    }
}
