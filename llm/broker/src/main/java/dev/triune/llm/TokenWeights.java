/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

import java.math.BigDecimal;

/**
 * What a model's tokens cost, in USD for a million. Immutable.
 *
 * @param input fresh input, and input written to a cache; 0 or more
 * @param cached input read from a cache; 0 or more
 * @param output output; 0 or more
 */
public record TokenWeights(BigDecimal input, BigDecimal cached, BigDecimal output) {
    /** Costs nothing. */
    public static final TokenWeights FREE =
            new TokenWeights(BigDecimal.ZERO, BigDecimal.ZERO, BigDecimal.ZERO);

    private static final int MILLION = 6;

    /** Refuses negative prices. */
    public TokenWeights {
        if (input.signum() < 0 || cached.signum() < 0 || output.signum() < 0) {
            throw new IllegalArgumentException("token weights " + input + ", " + cached + ", "
                    + output + " (expected 0 or more each)");
        }
    }

    /** Prices as they are written, for example {@code of("0.15", "0.075", "0.60")}. */
    public static TokenWeights of(String input, String cached, String output) {
        return new TokenWeights(
                new BigDecimal(input), new BigDecimal(cached), new BigDecimal(output));
    }

    /** What that usage costs, in USD, exactly. */
    public BigDecimal cost(Usage usage) {
        BigDecimal fresh = times(input, usage.input() + usage.cacheWrite());
        BigDecimal sum =
                fresh.add(times(cached, usage.cacheRead())).add(times(output, usage.output()));
        return sum.movePointLeft(MILLION).stripTrailingZeros();
    }

    private static BigDecimal times(BigDecimal price, long tokens) {
        return price.multiply(BigDecimal.valueOf(tokens));
    }
}
