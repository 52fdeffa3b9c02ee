/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * What a session may still spend. Immutable.
 *
 * @param session whose quota it is, not empty
 * @param remaining in USD, 0 or more
 * @param weights what its tokens cost
 * @param window what the quota is for, for example {@code day}; may be empty
 */
public record QuotaSnapshot(
        String session, BigDecimal remaining, TokenWeights weights, String window) {
    /** The currency of {@link #remaining} and {@link #weights}. */
    public static final String CURRENCY = "USD";

    /** The unit of {@link #weights}. */
    public static final String UNIT = "per_1M_tokens";

    /** Refuses a quota of nobody, and debts. */
    public QuotaSnapshot {
        if (session.isEmpty()) {
            throw new IllegalArgumentException("a quota without a session");
        }
        if (remaining.signum() < 0) {
            throw new IllegalArgumentException("quota of " + remaining + " USD of session "
                    + session + " (expected 0 or more)");
        }
    }

    /** The same with so much remaining. */
    public QuotaSnapshot withRemaining(BigDecimal usd) {
        return new QuotaSnapshot(session, usd, weights, window);
    }

    /**
     * All of it in one line for people, with the words "weighted tokens" that older readers look
     * for.
     */
    public String line() {
        String of = window.isEmpty() ? "" : ", window " + window;
        return "quota: " + remaining.toPlainString() + " USD left, or "
                + tokens(weights.input()) + " input or " + tokens(weights.output())
                + " output weighted tokens (input " + weights.input().toPlainString()
                + ", cached " + weights.cached().toPlainString() + ", output "
                + weights.output().toPlainString() + " USD per 1M tokens" + of + ")";
    }

    private String tokens(BigDecimal weight) {
        return weight.signum() == 0
                ? "unlimited"
                : remaining
                        .movePointRight(6)
                        .divide(weight, 0, RoundingMode.FLOOR)
                        .toPlainString();
    }
}
