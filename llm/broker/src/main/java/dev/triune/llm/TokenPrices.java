/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

import java.math.BigDecimal;

/**
 * What the tokens of a model cost, in USD for a million of them. Immutable; equal prices are equal
 * however they were written ({@code 1.0} and {@code 1.00}).
 *
 * @param input price of fresh input, and of input written to the provider's cache; 0 to a trillion
 * @param cached price of input read from that cache; likewise
 * @param output price of output; likewise
 */
public record TokenPrices(BigDecimal input, BigDecimal cached, BigDecimal output) {
    static final int DECIMALS = 18;
    private static final BigDecimal LARGEST = new BigDecimal("1000000000000");

    /** Refuses prices out of range, and those of more than {@value #DECIMALS} decimals. */
    public TokenPrices {
        input = requireAmount("input price", input, DECIMALS);
        cached = requireAmount("cached price", cached, DECIMALS);
        output = requireAmount("output price", output, DECIMALS);
    }

    /** Prices in decimal notation, such as {@code "0.25"}. */
    public static TokenPrices of(String input, String cached, String output) {
        return new TokenPrices(
                new BigDecimal(input), new BigDecimal(cached), new BigDecimal(output));
    }

    /**
     * What a call costs, in USD, exactly. The parts of a usage are disjoint, so that nothing is
     * charged twice.
     */
    public BigDecimal cost(Usage usage) {
        BigDecimal fresh = BigDecimal.valueOf(usage.input())
                .add(BigDecimal.valueOf(usage.cacheWrite()))
                .multiply(input);
        BigDecimal read = BigDecimal.valueOf(usage.cacheRead()).multiply(cached);
        BigDecimal written = BigDecimal.valueOf(usage.output()).multiply(output);
        return fresh.add(read).add(written).movePointLeft(6);
    }

    /** The amount without superfluous zeros. Bounded, so that no sum of amounts grows huge. */
    static BigDecimal requireAmount(String what, BigDecimal amount, int decimals) {
        // by sign and size first: to expand the digits of 1E+999999999 would take all memory
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
