/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune;

import dev.triune.llm.ConfigSection;
import dev.triune.llm.Priority;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What a configuration file changes about one layer of a mind. A game applies it to its {@link
 * LayerConfig}. Immutable.
 *
 * @param cooldown the least time between two requests of the layer
 * @param model that it asks
 * @param priority of its requests
 */
public record LayerOverrides(
        Optional<Duration> cooldown, Optional<String> model, Optional<Priority> priority) {
    private static final Duration YEAR = Duration.ofDays(365);

    /**
     * Reads a section of layers.
     *
     * @param layers the section {@code layers} of a file
     * @return by the names of the layers, in the order of the file
     */
    public static Map<String, LayerOverrides> read(ConfigSection layers) {
        Map<String, LayerOverrides> overrides = new LinkedHashMap<>();
        layers.sections()
                .forEach((name, layer) -> overrides.put(
                        name,
                        new LayerOverrides(
                                layer.duration("cooldown", YEAR),
                                layer.text("model"),
                                layer.priority("priority"))));
        return overrides;
    }
}
