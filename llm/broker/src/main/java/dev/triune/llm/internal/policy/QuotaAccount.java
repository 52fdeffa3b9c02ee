/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.policy;

import dev.triune.llm.PriceCatalog.TokenPrices;
import dev.triune.llm.QuotaSnapshot;
import dev.triune.llm.QuotaSnapshot.QuotaPolicy;
import dev.triune.llm.Usage;
import java.math.BigDecimal;
import java.math.RoundingMode;

/** The remaining quota of one tenant. Calls are trimmed, never rejected. Not thread-safe. */
public final class QuotaAccount {
    private final int leastTokens;
    private final BigDecimal safety;
    private QuotaSnapshot snapshot;
    private boolean exhaustionReported;

    public QuotaAccount(QuotaSnapshot start, QuotaPolicy policy) {
        this.snapshot = start;
        this.leastTokens = policy.leastTokens();
        this.safety = BigDecimal.valueOf(policy.safety());
    }

    public QuotaSnapshot snapshot() {
        return snapshot;
    }

    /**
     * Trims a call to {@code floor((remaining - cost of input) * 1e6 / weights.output * safety)}
     * tokens, but never below the minimum; not at all if output is free. {@code maxTokens} is at
     * least 1.
     */
    public Trim trim(int maxTokens, long estimatedInputTokens, TokenPrices weights) {
        BigDecimal input = weights.cost(new Usage(estimatedInputTokens, 0, 0, 0));
        if (weights.output().signum() == 0) {
            return new Trim(maxTokens, false, false);
        }
        BigDecimal safe = snapshot.remaining()
                .subtract(input)
                .movePointRight(6)
                .multiply(safety)
                .divide(weights.output(), 0, RoundingMode.FLOOR);
        boolean exhausted = safe.compareTo(BigDecimal.valueOf(leastTokens)) < 0;
        int allowed = exhausted
                ? Math.min(maxTokens, leastTokens)
                : safe.min(BigDecimal.valueOf(maxTokens)).intValueExact();
        return new Trim(allowed, allowed < maxTokens, exhausted);
    }

    /** Whether this is the first report that the quota is used up, which is logged once. */
    public boolean reportExhausted() {
        boolean first = !exhaustionReported;
        exhaustionReported = true;
        return first;
    }

    /** Deducts the cost of a call, at most the remaining quota; returns the cost in USD. */
    public BigDecimal charge(Usage usage, TokenPrices weights) {
        BigDecimal cost = weights.cost(usage);
        BigDecimal left = snapshot.remaining().subtract(cost).max(BigDecimal.ZERO);
        snapshot = new QuotaSnapshot(snapshot.tenant(), left, snapshot.prices(), snapshot.window());
        return cost;
    }

    /** The output tokens, at least 1; whether they were trimmed, and the quota is used up. */
    public record Trim(int maxTokens, boolean applied, boolean exhausted) {}
}
