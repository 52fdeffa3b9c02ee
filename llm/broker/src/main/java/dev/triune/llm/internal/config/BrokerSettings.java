/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.config;

import dev.triune.llm.BrokerBuilder;
import dev.triune.llm.ProviderSettings;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * What a configuration file says about the broker, checked and with keys resolved. Immutable.
 *
 * @param providers by name, in the order of the file; the first serves models that no rule knows
 * @param allowedHosts hosts at which requests may have models of their own, in lower case, with a
 *     port unless it is the usual one
 * @param others each sets in a builder what the file says of something else
 */
public record BrokerSettings(
        Map<String, ConfiguredProvider> providers,
        List<String> allowedHosts,
        List<Consumer<BrokerBuilder>> others) {
    /** Copies the collections. */
    public BrokerSettings {
        providers = Collections.unmodifiableMap(new LinkedHashMap<>(providers));
        allowedHosts = List.copyOf(allowedHosts);
        others = List.copyOf(others);
    }

    /** One provider of the file: how the broker uses it, and how it is reached. Immutable. */
    public record ConfiguredProvider(ProviderSettings settings, ConnectionSettings connection) {}
}
