/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import dev.triune.llm.Ageing;
import dev.triune.llm.BrokerListener;
import dev.triune.llm.ModelRoutes;
import dev.triune.llm.PriceCatalog;
import dev.triune.llm.ProviderSettings;
import dev.triune.llm.QuotaPolicy;
import dev.triune.llm.SharedLimits;
import dev.triune.llm.SharingPolicy;
import dev.triune.llm.Ticker;
import dev.triune.llm.provider.Provider;
import dev.triune.llm.provider.ProviderFactory;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * What a {@link dev.triune.llm.BrokerBuilder} was told, checked there. Immutable.
 *
 * @param keys the keys of each provider, by its name
 * @param callTimeout how long a call may take
 * @param sessionCallTimeout how long a call of a session under a quota may take
 * @param endpoints opens models of the callers' own; null if they are refused
 * @param cacheCharacters size of the cache of answers; 0 without a cache
 */
public record BrokerOptions(
        List<ProviderSettings> providers,
        Map<String, List<Provider>> keys,
        List<BrokerListener> listeners,
        Ticker ticker,
        RandomGenerator random,
        Ageing ageing,
        Duration callTimeout,
        Duration sessionCallTimeout,
        int retryRounds,
        int maxEventsPerCycle,
        int maxCallsPerCycle,
        int inboxCapacity,
        ModelRoutes routes,
        String defaultModel,
        boolean fallback,
        boolean queuePerProvider,
        SharingPolicy sharing,
        Map<String, Double> tenantWeights,
        int tokensPerRequest,
        Duration heartbeatTimeout,
        QuotaPolicy quotaPolicy,
        PriceCatalog prices,
        SharedLimits sharedLimits,
        Runnable onWorkAvailable,
        @Nullable ProviderFactory endpoints,
        long cacheCharacters,
        Duration cacheAge) {
    /** Copies the collections. */
    public BrokerOptions {
        providers = List.copyOf(providers);
        keys = Map.copyOf(keys);
        listeners = List.copyOf(listeners);
    }
}
