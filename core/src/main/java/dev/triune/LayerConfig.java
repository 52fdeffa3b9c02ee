/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune;

import dev.triune.internal.check.Ranges;
import dev.triune.llm.ModelOptions;
import dev.triune.llm.Request;
import dev.triune.prompt.PromptBuilder;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Settings of a layer. Immutable.
 *
 * @param cooldown game time between two invocations for an agent, zero or more; unless set 1 s for
 *     the autonomic layer, 5 s for the talker, 10 s for the executor
 * @param priority the rank of the layer among equally urgent agents: the higher one goes first;
 *     unless set 10, 5 and 1
 * @param enabled whether the layer is ever invoked; true unless set
 * @param prompt builds its prompts; null if rules decide instead, as for the autonomic layer unless
 *     set
 * @param model the name of its model; empty, the default, for the broker's default model
 * @param maxTokens the maximum tokens of its answers; 0, the default, for those of {@link
 *     MindConfig#maxTokens(int)}
 * @param temperature 0 to 2; {@value Request#DEFAULT_TEMPERATURE} unless set
 * @param options further options of its calls, such as reasoning; the provider's unless set
 */
public record LayerConfig(
        Duration cooldown,
        int priority,
        boolean enabled,
        @Nullable PromptBuilder prompt,
        String model,
        int maxTokens,
        double temperature,
        ModelOptions options) {
    /** Refuses numbers out of range, and null. */
    public LayerConfig {
        Ranges.notNegative("cooldown", cooldown);
        Objects.requireNonNull(model, "model");
        Ranges.within("maxTokens", maxTokens, 0, Integer.MAX_VALUE);
        Ranges.within("temperature", temperature, 0, 2);
        Objects.requireNonNull(options, "options");
    }

    LayerConfig(int cooldownSeconds, int priority, @Nullable PromptBuilder prompt) {
        this(
                Duration.ofSeconds(cooldownSeconds),
                priority,
                true,
                prompt,
                "",
                0,
                Request.DEFAULT_TEMPERATURE,
                ModelOptions.NONE);
    }

    /** Returns a copy with another cooldown. */
    public LayerConfig withCooldown(Duration value) {
        return new LayerConfig(
                value, priority, enabled, prompt, model, maxTokens, temperature, options);
    }

    /** Returns a copy with another priority. */
    public LayerConfig withPriority(int value) {
        return new LayerConfig(
                cooldown, value, enabled, prompt, model, maxTokens, temperature, options);
    }

    /** Returns a copy that is enabled or not. */
    public LayerConfig withEnabled(boolean value) {
        return new LayerConfig(
                cooldown, priority, value, prompt, model, maxTokens, temperature, options);
    }

    /** Returns a copy with another prompt. */
    public LayerConfig withPrompt(PromptBuilder value) {
        Objects.requireNonNull(value, "prompt");
        return new LayerConfig(
                cooldown, priority, enabled, value, model, maxTokens, temperature, options);
    }

    /** Returns a copy with another model. */
    public LayerConfig withModel(String value) {
        return new LayerConfig(
                cooldown, priority, enabled, prompt, value, maxTokens, temperature, options);
    }

    /** Returns a copy with another maximum of tokens, 1 or more. */
    public LayerConfig withMaxTokens(int value) {
        Ranges.within("maxTokens", value, 1, Integer.MAX_VALUE);
        return new LayerConfig(
                cooldown, priority, enabled, prompt, model, value, temperature, options);
    }

    /** Returns a copy with another temperature. */
    public LayerConfig withTemperature(double value) {
        return new LayerConfig(
                cooldown, priority, enabled, prompt, model, maxTokens, value, options);
    }

    /** Returns a copy with other options. */
    public LayerConfig withOptions(ModelOptions value) {
        return new LayerConfig(
                cooldown, priority, enabled, prompt, model, maxTokens, temperature, value);
    }
}
