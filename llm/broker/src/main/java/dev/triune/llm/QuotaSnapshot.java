/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

import dev.triune.llm.PriceCatalog.TokenPrices;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;

/**
 * The remaining quota of a tenant. Immutable.
 *
 * @param tenant the tenant's name, not blank, without control characters
 * @param remaining the remaining amount in USD, 0 to a trillion
 * @param window the period of the quota, such as {@code "day"}; not blank, without control
 *     characters
 */
public record QuotaSnapshot(
        String tenant, BigDecimal remaining, TokenPrices prices, String window) {
    private static final int LEAST_DECIMALS = 4;
    private static final int MOST_DECIMALS = 6;

    public QuotaSnapshot {
        checkName("tenant", tenant);
        checkName("window", window);
        // charged accounts have six more decimals than prices
        remaining =
                TokenPrices.requireAmount("remaining quota", remaining, 2 * TokenPrices.DECIMALS);
    }

    /** Returns the currency of all amounts. */
    public String currency() {
        return "USD";
    }

    /** Returns the unit of the weights. */
    public String unit() {
        return "per_1M_tokens";
    }

    /** Returns one line, with the "weighted tokens" that the remainder buys, rounded down. */
    public String summary() {
        return "quota: " + amount() + " " + currency() + " left of session " + tenant + " = "
                + buys(prices.input()) + " input or " + buys(prices.output())
                + " output weighted tokens (input " + price(prices.input()) + ", cached "
                + price(prices.cached()) + ", output " + price(prices.output()) + " "
                + currency() + " per 1M tokens; window " + window + ")";
    }

    private String amount() {
        int decimals = Math.max(LEAST_DECIMALS, Math.min(MOST_DECIMALS, remaining.scale()));
        return remaining.setScale(decimals, RoundingMode.DOWN).toPlainString();
    }

    private String buys(BigDecimal price) {
        return price.signum() == 0
                ? "unlimited"
                : remaining
                        .movePointRight(6)
                        .divide(price, 0, RoundingMode.DOWN)
                        .toPlainString();
    }

    private static String price(BigDecimal price) {
        return price.setScale(Math.max(2, price.scale())).toPlainString();
    }

    /** Checks a name, which must not break the line of text that contains it. */
    private static void checkName(String what, String name) {
        if (name.isBlank() || name.chars().anyMatch(Character::isISOControl)) {
            throw new IllegalArgumentException(
                    what + " '" + name + "' (expected a name without control characters)");
        }
    }

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
        private static final Duration MAX_WAIT = Duration.ofDays(365);
        private static final int MIN_LEAST = 1;
        private static final int MAX_LEAST = 5;

        /** Waits 30 s; nine tenths of the quota, at least 5 tokens; does not state the remainder. */
        public static final QuotaPolicy DEFAULT =
                new QuotaPolicy(Duration.ofSeconds(30), 0.9, MAX_LEAST, false);

        public QuotaPolicy {
            if (maxWait.isNegative() || maxWait.isZero() || maxWait.compareTo(MAX_WAIT) > 0) {
                throw new IllegalArgumentException(
                        "quota wait " + maxWait + " (expected more than 0, at most a year)");
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
}
