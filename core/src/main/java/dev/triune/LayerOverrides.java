/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune;

import dev.triune.component.Layer;
import dev.triune.llm.ConfigSection;
import dev.triune.llm.ModelOptions;
import dev.triune.llm.ModelOptions.Reasoning;
import dev.triune.llm.Priority;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Reads the section {@code layers} of a configuration file. */
final class LayerOverrides {
    private static final Duration YEAR = Duration.ofDays(365);
    private static final long MAX_TOKENS = 1_000_000;

    private static final LayerConfig ANY = new LayerConfig(0, 0, null);

    private LayerOverrides() {}

    /** Returns what the section changes; it reports what is wrong with it. */
    static Map<Layer, UnaryOperator<LayerConfig>> read(ConfigSection layers) {
        Map<Layer, UnaryOperator<LayerConfig>> changes = new EnumMap<>(Layer.class);
        for (Layer layer : Layer.values()) {
            changes.put(layer, readLayer(layers.section(layer.label())));
        }
        readBudget(layers);
        readAnswersLive(layers);
        return changes;
    }

    /** Returns how long answers are of use, if the section says so; reports what is wrong with it. */
    static Optional<Duration> readAnswersLive(ConfigSection layers) {
        return layers.duration("answer-time-to-live", YEAR);
    }

    /** Returns the budget of the section, if it has one; reports what is wrong with it. */
    static Optional<MindBudget> readBudget(ConfigSection layers) {
        if (!layers.keys().contains("budget")) {
            layers.expect(List.of("budget"));
            return Optional.empty();
        }
        ConfigSection budget = layers.section("budget");
        Optional<MindBudget> usd = amount(budget, "usd").map(MindBudget::usd);
        Optional<MindBudget> tokens = amount(budget, "tokens").map(MindBudget::tokens);
        Optional<MindBudget> calls = amount(budget, "calls").map(MindBudget::calls);
        Optional<Duration> time = budget.duration("per", YEAR);
        long units = Stream.of("usd", "tokens", "calls")
                .filter(budget.keys()::contains)
                .count();
        if (units != 1) {
            budget.reportProblem(
                    units + " amounts (expected one: usd, tokens or calls, as in usd: 0.05)");
        }
        return usd.or(() -> tokens)
                .or(() -> calls)
                .map(each -> time.map(each::per).orElse(each));
    }

    private static Optional<Double> amount(ConfigSection budget, String unit) {
        return budget.decimal(unit).map(Number::doubleValue).filter(value -> {
            if (value > 0) {
                return true;
            }
            budget.reportProblem(unit, "0 (expected more than 0; without a budget, delete it)");
            return false;
        });
    }

    private static UnaryOperator<LayerConfig> readLayer(ConfigSection file) {
        Optional<Duration> cooldown = file.duration("cooldown", YEAR);
        Optional<Priority> priority = file.priority("priority");
        Optional<Boolean> enabled = file.flag("enabled");
        Optional<String> model = file.text("model");
        int maxTokens = (int) file.integer("max-tokens", 1, MAX_TOKENS).orElse(0);
        Optional<Double> temperature = temperature(file);
        List<String> efforts =
                Arrays.stream(Reasoning.values()).map(Reasoning::label).toList();
        ModelOptions options = file.choice("reasoning", efforts)
                .map(word -> Reasoning.valueOf(word.toUpperCase(Locale.ROOT)))
                .map(ModelOptions.NONE::reasoning)
                .orElse(ModelOptions.NONE);
        return before -> new LayerConfig(
                cooldown.orElse(before.cooldown()),
                priority.map(Priority::level).orElse(before.priority()),
                enabled.orElse(before.enabled()),
                before.prompt(),
                model.orElse(before.model()),
                maxTokens > 0 ? maxTokens : before.maxTokens(),
                temperature.orElse(before.temperature()),
                options.orElse(before.options()));
    }

    /** Reads the temperature; the settings of a layer judge it. */
    private static Optional<Double> temperature(ConfigSection layer) {
        return layer.decimal("temperature").map(Number::doubleValue).filter(value -> {
            try {
                ANY.withTemperature(value);
                return true;
            } catch (IllegalArgumentException refused) {
                layer.reportProblem("temperature", String.valueOf(refused.getMessage()));
                return false;
            }
        });
    }
}
