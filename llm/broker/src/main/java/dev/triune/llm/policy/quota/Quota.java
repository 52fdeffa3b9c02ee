/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.policy.quota;

import dev.triune.llm.QuotaSnapshot;
import dev.triune.llm.TokenWeights;
import dev.triune.llm.Usage;
import java.math.BigDecimal;
import java.math.RoundingMode;

/** The account of one session. Nothing is refused for its sake: answers only get shorter. Not
 * thread-safe. */
public final class Quota {
    private static final BigDecimal MILLION = BigDecimal.valueOf(1_000_000);

    private final Settings settings;
    private QuotaSnapshot now;

    /** An account that begins so. */
    public Quota(QuotaSnapshot start, Settings settings) {
        this.now = start;
        this.settings = settings;
    }

    /**
     * How answers are trimmed.
     *
     * @param safety the share of what is left that an answer may take, more than 0, 1 at the most
     * @param leastTokens that an answer has even when nothing is left, 1 to 5
     */
    public record Settings(double safety, int leastTokens) {
        /** Nine tenths, and five tokens. */
        public static final Settings DEFAULT = new Settings(0.9, 5);

        /** Refuses values out of range. */
        public Settings {
            if (!(safety > 0 && safety <= 1)) {
                throw new IllegalArgumentException(
                        "safety " + safety + " (expected more than 0, at most 1)");
            }
            if (leastTokens < 1 || leastTokens > 5) {
                throw new IllegalArgumentException(
                        "least tokens " + leastTokens + " (expected 1 to 5)");
            }
        }
    }

    /**
     * How long an answer may be.
     *
     * @param maxTokens at the most
     * @param applied whether that is less than was asked for
     * @param exhausted whether the quota would not even pay for that: a warning is due
     */
    public record Trim(int maxTokens, boolean applied, boolean exhausted) {}

    /** What is left now. */
    public QuotaSnapshot snapshot() {
        return now;
    }

    /**
     * Trims an answer to what is left after the prompt is paid:
     * {@code floor((remaining - cost of input) x 1,000,000 / output weight x safety)}.
     *
     * @param maxTokens asked for, 1 or more
     * @param inputTokens that the prompt is expected to take
     */
    public Trim trim(int maxTokens, long inputTokens, TokenWeights weights) {
        if (weights.output().signum() == 0) {
            return new Trim(maxTokens, false, false);
        }
        BigDecimal input = weights.cost(new Usage(inputTokens, 0, 0, 0));
        BigDecimal safe = now.remaining()
                .subtract(input)
                .max(BigDecimal.ZERO)
                .multiply(MILLION)
                .multiply(BigDecimal.valueOf(settings.safety()))
                .divide(weights.output(), 0, RoundingMode.FLOOR);
        int least = Math.min(settings.leastTokens(), maxTokens);
        boolean exhausted = safe.compareTo(BigDecimal.valueOf(least)) < 0;
        int most = exhausted ? least : safe.min(BigDecimal.valueOf(maxTokens)).intValueExact();
        return new Trim(most, most < maxTokens, exhausted);
    }

    /**
     * Takes off what a call cost, down to zero.
     *
     * @return what it cost, in USD
     */
    public BigDecimal charge(Usage usage, TokenWeights weights) {
        BigDecimal cost = weights.cost(usage);
        now = now.withRemaining(now.remaining().subtract(cost).max(BigDecimal.ZERO));
        return cost;
    }
}
