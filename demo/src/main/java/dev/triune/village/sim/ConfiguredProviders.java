/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.sim;

import dev.triune.llm.BrokerConfig;
import java.util.stream.Collectors;

/**
 * The providers that a configuration file names. Immutable.
 *
 * @param file its name, for people
 * @param broker what it says of the broker; holds keys, but shows none
 */
public record ConfiguredProviders(String file, BrokerConfig broker) {
    /** The providers with their models; no key. */
    @Override
    public String toString() {
        return "providers of " + file + ": "
                + broker.providers().entrySet().stream()
                        .map(entry -> entry.getKey()
                                + model(entry.getValue().settings().model()))
                        .collect(Collectors.joining(", "));
    }

    private static String model(String name) {
        return name.isEmpty() ? "" : " (" + name + ")";
    }
}
