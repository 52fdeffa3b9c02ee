/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.config;

import dev.triune.llm.ModelRoutes.Route;
import dev.triune.llm.TokenPrices;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a configuration file says about the broker, checked and with keys resolved. Immutable.
 *
 * @param defaultModel the model of requests that name none
 * @param providers by name, in the order of the file; the first serves models that no rule knows
 * @param routes by model, besides the well-known ones
 * @param queue how requests wait
 * @param retry what follows a rate limit
 * @param sharing how games share the broker
 * @param calls call timeout, and sessions under a quota
 * @param prices by model, in USD per million tokens
 * @param cache of answers, if there is to be one
 * @param allowedHosts hosts at which requests may have models of their own, in lower case, with a
 *     port unless it is the usual one
 */
public record BrokerSettings(
        Optional<String> defaultModel,
        Map<String, ConfiguredProvider> providers,
        Map<String, Route> routes,
        QueueSettings queue,
        RetrySettings retry,
        SharingSettings sharing,
        CallSettings calls,
        Map<String, TokenPrices> prices,
        Optional<CacheSettings> cache,
        List<String> allowedHosts) {
    /** Copies the collections. */
    public BrokerSettings {
        providers = copy(providers);
        routes = copy(routes);
        prices = copy(prices);
        allowedHosts = List.copyOf(allowedHosts);
    }

    private static <V> Map<String, V> copy(Map<String, V> map) {
        return Collections.unmodifiableMap(new LinkedHashMap<>(map));
    }
}
