/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune;

import dev.triune.component.Layer;
import dev.triune.llm.BrokerConfig;
import dev.triune.llm.ConfigSection;
import dev.triune.llm.ModelOptions;
import dev.triune.llm.Priority;
import dev.triune.llm.Reasoning;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * What the section {@code layers} of a configuration file changes about one layer of a mind;
 * {@link MindPlugin#layers} and {@link MindKind#layers} apply it. Immutable.
 *
 * @param cooldown game time between two requests of an agent
 * @param priority orders the layers of equally urgent agents, 1 to 10
 * @param enabled whether the layer is ever invoked
 * @param model that it asks
 * @param maxTokens the most tokens of an answer
 * @param temperature the sampling temperature, 0 to 2
 * @param reasoning how much the model may think
 */
public record LayerOverrides(
        Optional<Duration> cooldown,
        Optional<Priority> priority,
        Optional<Boolean> enabled,
        Optional<String> model,
        Optional<Integer> maxTokens,
        Optional<Double> temperature,
        Optional<Reasoning> reasoning) {
    private static final Duration YEAR = Duration.ofDays(365);
    private static final long MAX_TOKENS = 1_000_000;

    /**
     * Reads a section of layers. A name that is none of a layer's is a problem of the file, which
     * {@link ConfigSection#throwIfInvalid} reports.
     *
     * @param layers the section {@code layers}, as {@link BrokerConfig#layers} returns it
     * @return only those layers that the file has
     */
    public static Map<Layer, LayerOverrides> read(ConfigSection layers) {
        Map<Layer, LayerOverrides> overrides = new EnumMap<>(Layer.class);
        for (Layer layer : Layer.values()) {
            boolean present = layers.keys().contains(layer.label());
            LayerOverrides read = of(layers.section(layer.label()));
            if (present) {
                overrides.put(layer, read);
            }
        }
        return overrides;
    }

    private static LayerOverrides of(ConfigSection layer) {
        return new LayerOverrides(
                layer.duration("cooldown", YEAR),
                layer.priority("priority"),
                layer.flag("enabled"),
                layer.text("model"),
                layer.integer("max-tokens", 1, MAX_TOKENS).stream()
                        .mapToObj(tokens -> (int) tokens)
                        .findFirst(),
                temperature(layer),
                layer.choice(
                                "reasoning",
                                Arrays.stream(Reasoning.values())
                                        .map(Reasoning::label)
                                        .toList())
                        .map(word -> Reasoning.valueOf(word.toUpperCase(Locale.ROOT))));
    }

    private static Optional<Double> temperature(ConfigSection layer) {
        Optional<Double> value = layer.decimal("temperature").map(Number::doubleValue);
        if (value.isPresent() && value.get() > 2) {
            layer.reportInvalid("temperature", "is out of range (expected 0 to 2)");
            return Optional.empty();
        }
        return value;
    }

    /** Changes a layer of a kind of mind that is being set up. */
    void applyTo(MindKind kind, Layer layer) {
        LayerConfig before = kind.layer(layer);
        kind.layer(
                layer,
                new LayerConfig(
                        cooldown.orElse(before.cooldown()),
                        priority.map(Priority::level).orElse(before.priority()),
                        enabled.orElse(before.enabled())));
        MindConfig config = kind.config();
        model.ifPresent(name -> config.model(layer, name));
        maxTokens.ifPresent(most -> config.maxTokens(layer, most));
        temperature.ifPresent(value -> config.temperature(layer, value));
        reasoning.ifPresent(value -> config.options(
                layer, ModelOptions.NONE.reasoning(value).orElse(config.options(layer))));
    }
}
