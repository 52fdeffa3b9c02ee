/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.schedule;

import dev.triune.component.Layer;
import dev.triune.plan.ActionCatalog;
import dev.triune.prompt.ExecutorPromptBuilder;
import dev.triune.prompt.Perception;
import dev.triune.prompt.PromptBuilder;
import dev.triune.prompt.Surroundings;
import dev.triune.prompt.TalkerPromptBuilder;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * How the agents of a world think: the actions they know, how they perceive, what they are asked.
 * Set up before the world is built. Game thread only.
 */
public final class Thinking {
    private final ActionCatalog catalog;
    private final Map<Layer, PromptBuilder> prompts = new EnumMap<>(Layer.class);
    private final Map<Layer, String> models = new EnumMap<>(Layer.class);
    private Perception perception = agent -> Surroundings.NONE;
    private Duration gap = Duration.ofMillis(250);
    private boolean companyBinds;
    private int maxTokens = 512;

    /** The usual prompts for the talker and the executor; reflexes are left to the rules. */
    public Thinking(ActionCatalog catalog) {
        this.catalog = Objects.requireNonNull(catalog);
        prompts.put(Layer.TALKER, new TalkerPromptBuilder(catalog));
        prompts.put(Layer.EXECUTOR, new ExecutorPromptBuilder(catalog));
    }

    /** Sets how agents perceive; nothing is perceived unless set. */
    public Thinking perceive(Perception value) {
        this.perception = Objects.requireNonNull(value);
        return this;
    }

    /**
     * Sets what a layer is asked. The autonomic layer has no prompt unless one is set here: it
     * lives by rules.
     */
    public Thinking prompt(Layer layer, PromptBuilder builder) {
        prompts.put(layer, Objects.requireNonNull(builder));
        return this;
    }

    /** Sets the model of a layer; the broker's default unless set. */
    public Thinking model(Layer layer, String name) {
        models.put(layer, Objects.requireNonNull(name));
        return this;
    }

    /** Sets the least game time between two requests of the whole game; 250 ms unless set. */
    public Thinking gap(Duration value) {
        if (value.isNegative()) {
            throw new IllegalArgumentException("gap " + value + " (expected zero or more)");
        }
        this.gap = value;
        return this;
    }

    /**
     * Sets whether others nearby hold an agent back from planning even while its talker cools down;
     * off unless set, or a crowd would never plan.
     */
    public Thinking companyBinds(boolean value) {
        this.companyBinds = value;
        return this;
    }

    /** Sets the most tokens of an answer, 1 or more; 512 unless set. */
    public Thinking maxTokens(int value) {
        if (value < 1) {
            throw new IllegalArgumentException("maxTokens " + value + " (expected 1 or more)");
        }
        this.maxTokens = value;
        return this;
    }

    ActionCatalog catalog() {
        return catalog;
    }

    boolean asksModel(Layer layer) {
        return prompts.containsKey(layer);
    }

    Optional<PromptBuilder> prompt(Layer layer) {
        return Optional.ofNullable(prompts.get(layer));
    }

    String model(Layer layer) {
        return models.getOrDefault(layer, "");
    }

    Perception perception() {
        return perception;
    }

    Duration gap() {
        return gap;
    }

    boolean companyBinds() {
        return companyBinds;
    }

    int maxTokens() {
        return maxTokens;
    }
}
