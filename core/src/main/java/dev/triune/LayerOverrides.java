/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune;

import dev.triune.component.Layer;
import dev.triune.llm.ConfigSection;
import dev.triune.llm.ModelOptions;
import dev.triune.llm.Priority;
import dev.triune.llm.Reasoning;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;

/** Reads the section {@code layers} of a configuration file. */
final class LayerOverrides {
    private static final Duration YEAR = Duration.ofDays(365);
    private static final long MAX_TOKENS = 1_000_000;

    private LayerOverrides() {}

    /** Returns what the section changes; it reports what is wrong with it. */
    static Consumer<MindKind> read(ConfigSection layers) {
        List<Consumer<MindKind>> changes = new ArrayList<>();
        for (Layer layer : Layer.values()) {
            boolean present = layers.keys().contains(layer.label());
            Consumer<MindKind> change = read(layer, layers.section(layer.label()));
            if (present) {
                changes.add(change);
            }
        }
        return kind -> changes.forEach(change -> change.accept(kind));
    }

    private static Consumer<MindKind> read(Layer layer, ConfigSection file) {
        Optional<Duration> cooldown = file.duration("cooldown", YEAR);
        Optional<Priority> priority = file.priority("priority");
        Optional<Boolean> enabled = file.flag("enabled");
        Optional<String> model = file.text("model");
        long maxTokens = file.integer("max-tokens", 1, MAX_TOKENS).orElse(0);
        Optional<Double> temperature = temperature(file);
        List<String> efforts =
                Arrays.stream(Reasoning.values()).map(Reasoning::label).toList();
        Optional<Reasoning> reasoning = file.choice("reasoning", efforts)
                .map(word -> Reasoning.valueOf(word.toUpperCase(Locale.ROOT)));
        return kind -> {
            LayerConfig before = kind.layer(layer);
            kind.layer(
                    layer,
                    new LayerConfig(
                            cooldown.orElse(before.cooldown()),
                            priority.map(Priority::level).orElse(before.priority()),
                            enabled.orElse(before.enabled())));
            MindConfig config = kind.config();
            model.ifPresent(name -> config.model(layer, name));
            if (maxTokens > 0) {
                config.maxTokens(layer, (int) maxTokens);
            }
            temperature.ifPresent(value -> config.temperature(layer, value));
            reasoning.ifPresent(value -> config.options(
                    layer, ModelOptions.NONE.reasoning(value).orElse(config.options(layer))));
        };
    }

    private static Optional<Double> temperature(ConfigSection layer) {
        Optional<Double> value = layer.decimal("temperature").map(Number::doubleValue);
        if (value.isPresent() && value.get() > 2) {
            layer.reportInvalid("temperature", "is out of range (expected 0 to 2)");
        }
        return value;
    }
}
