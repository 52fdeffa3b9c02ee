/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.config;

import dev.triune.llm.BrokerBuilder;
import dev.triune.llm.PriceCatalog;
import dev.triune.llm.ProviderSettings;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The broker's part of a configuration file, validated and with resolved keys. Immutable.
 *
 * @param providers the providers by name, in the order of the file
 * @param allowedHosts the hosts of custom endpoints, in lower case, with any non-default port
 * @param prices the prices of models; nothing is known of the others
 * @param others settings to apply to a builder
 */
public record BrokerSettings(
        Map<String, ConfiguredProvider> providers,
        List<String> allowedHosts,
        PriceCatalog prices,
        List<Consumer<BrokerBuilder>> others) {
    public BrokerSettings {
        providers = Collections.unmodifiableMap(new LinkedHashMap<>(providers));
        allowedHosts = List.copyOf(allowedHosts);
        others = List.copyOf(others);
    }

    public record ConfiguredProvider(ProviderSettings settings, ConnectionSettings connection) {}
}
