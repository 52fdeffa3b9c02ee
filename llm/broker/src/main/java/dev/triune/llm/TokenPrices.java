/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

import java.math.BigDecimal;

/**
 * Prices of a model in USD per million tokens, 0 to a trillion. Immutable; {@code 1.0} equals
 * {@code 1.00}.
 *
 * @param input price of fresh input
 * @param cached price of input read from the provider's cache
 * @param cacheWrite price of input written to that cache
 * @param output price of output
 */
public record TokenPrices(
        BigDecimal input, BigDecimal cached, BigDecimal cacheWrite, BigDecimal output) {
    static final int DECIMALS = 18;
    private static final BigDecimal LARGEST = new BigDecimal("1000000000000");

    public TokenPrices {
        input = requireAmount("input price", input, DECIMALS);
        cached = requireAmount("cached price", cached, DECIMALS);
        cacheWrite = requireAmount("cache-write price", cacheWrite, DECIMALS);
        output = requireAmount("output price", output, DECIMALS);
    }

    /** Creates prices in decimals, such as {@code "0.25"}; cache writes cost as much as input. */
    public static TokenPrices of(String input, String cached, String output) {
        return of(input, cached, input, output);
    }

    /** Creates prices in decimal notation, such as {@code "0.25"}. */
    public static TokenPrices of(String input, String cached, String cacheWrite, String output) {
        return new TokenPrices(
                new BigDecimal(input),
                new BigDecimal(cached),
                new BigDecimal(cacheWrite),
                new BigDecimal(output));
    }

    /** Returns the exact cost of a call in USD. */
    public BigDecimal cost(Usage usage) {
        return cost(usage.input(), input)
                .add(cost(usage.cacheRead(), cached))
                .add(cost(usage.cacheWrite(), cacheWrite))
                .add(cost(usage.output(), output));
    }

    private static BigDecimal cost(long tokens, BigDecimal price) {
        return BigDecimal.valueOf(tokens).multiply(price).movePointLeft(6);
    }

    /** Returns the amount without trailing zeros, limited so that sums stay small. */
    static BigDecimal requireAmount(String what, BigDecimal amount, int decimals) {
        // checked first: the digits of 1E+999999999 would take all memory
        if (amount.signum() < 0 || amount.compareTo(LARGEST) > 0) {
            throw new IllegalArgumentException(
                    what + " " + amount + " (expected 0 to " + LARGEST + ")");
        }
        BigDecimal stripped = amount.stripTrailingZeros();
        if (stripped.scale() > decimals) {
            throw new IllegalArgumentException(
                    what + " " + amount + " (expected at most " + decimals + " decimals)");
        }
        return stripped.setScale(Math.max(0, stripped.scale()));
    }
}
