/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.view;

import dev.triune.llm.BrokerStats;
import dev.triune.llm.Outcome;
import dev.triune.llm.Usage;
import dev.triune.village.sim.RunStats;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The broker's statistics as the page receives them in JSON. Immutable. */
record BrokerView(
        long submitted,
        int waiting,
        int inFlight,
        int maxWaiting,
        long p95WaitMs,
        Map<String, Long> outcomes,
        long rateLimited,
        long fallbacks,
        long retries,
        BrokerTokens tokens,
        double cost,
        List<ProviderView> providers) {
    /** Disjoint parts of all tokens. */
    record BrokerTokens(long input, long cached, long output) {
        static BrokerTokens of(Usage usage) {
            return new BrokerTokens(
                    usage.input(), usage.cacheRead() + usage.cacheWrite(), usage.output());
        }
    }

    /** One provider. */
    record ProviderView(
            String name,
            int waiting,
            int inFlight,
            int permits,
            long coolingMs,
            boolean open,
            long calls,
            long answered,
            long rateLimited,
            long fallbacks) {}

    static BrokerView of(BrokerStats stats) {
        Map<String, Long> outcomes = new LinkedHashMap<>();
        for (Outcome.Kind kind : Outcome.Kind.values()) {
            outcomes.put(kind.name().toLowerCase(Locale.ROOT), stats.requests().count(kind));
        }
        return new BrokerView(
                stats.requests().submitted(),
                stats.queue().waiting(),
                stats.calls().inFlight(),
                stats.queue().maxWaiting(),
                stats.queue().p95Wait().toMillis(),
                outcomes,
                stats.calls().rateLimited(),
                stats.requests().fallbacks(),
                stats.requests().retries(),
                BrokerTokens.of(stats.calls().usage()),
                RunStats.cost(stats),
                stats.providers().stream().map(BrokerView::provider).toList());
    }

    private static ProviderView provider(BrokerStats.ProviderStats provider) {
        return new ProviderView(
                provider.name(),
                provider.waiting(),
                provider.inFlight(),
                provider.permits(),
                provider.cooldown().toMillis(),
                provider.breakerOpen(),
                provider.calls(),
                provider.answered(),
                provider.rateLimited(),
                provider.fallbacks());
    }
}
