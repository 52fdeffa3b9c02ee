/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.memory;

import dev.triune.internal.check.Ranges;
import dev.triune.internal.check.SetupPhase;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Settings of the memories and reflections of agents. Set up before the world is built: setters
 * throw {@link IllegalStateException} afterwards. Game thread only.
 */
public final class MemoryConfig {
    /** The maximum number of pieces of lore. */
    public static final int MOST_LORE = 1_000;

    /** A piece of lore; see {@link MemoryConfig#lore(String, IntPredicate, double)}. */
    public record Lore(String text, IntPredicate condition, float weight) {}

    private Relevance relevance = Relevance.lexical();
    private float relevanceWeight = 3;
    private float importanceWeight = 1;
    private float recencyWeight = 0.25f;
    private final List<Lore> lore = new ArrayList<>();
    private float reflectionBound;
    private @Nullable String reflectionModel;
    private double reflectionShare = 0.05;
    private final SetupPhase setup = new SetupPhase("this MemoryConfig serves");

    /** Creates the default settings. */
    public MemoryConfig() {}

    /** Sets the measure of how well memories fit a cue; {@link Relevance#lexical()} unless set. */
    public MemoryConfig relevance(Relevance value) {
        setup.allowChange();
        this.relevance = Objects.requireNonNull(value, "relevance");
        return this;
    }

    /** Sets the weights of relevance, importance and recency, 0 to 1000; 3, 1, 0.25 unless set. */
    public MemoryConfig weights(double relevance, double importance, double recency) {
        setup.allowChange();
        this.relevanceWeight =
                (float) Ranges.within("weight of relevance in memories", relevance, 0, 1_000);
        this.importanceWeight =
                (float) Ranges.within("weight of importance in memories", importance, 0, 1_000);
        this.recencyWeight =
                (float) Ranges.within("weight of recency in memories", recency, 0, 1_000);
        return this;
    }

    /**
     * Adds a piece of lore: knowledge that agents have from the game while a condition holds. There
     * are at most {@value #MOST_LORE} pieces.
     *
     * @param text the knowledge in words
     * @param condition whether an agent, by its entity id, has the knowledge; called for each
     *     prompt, so it must be quick
     * @param weight the importance, 0 to 1
     */
    public MemoryConfig lore(String text, IntPredicate condition, double weight) {
        setup.allowChange();
        Objects.requireNonNull(condition, "condition");
        if (Objects.requireNonNull(text, "text").isBlank()) {
            throw new IllegalArgumentException("lore without text (expected words)");
        }
        Ranges.within("weight of lore \"" + text + '"', weight, 0, 1);
        if (lore.size() == MOST_LORE) {
            throw new IllegalArgumentException(
                    MOST_LORE + 1 + " pieces of lore (expected at most " + MOST_LORE + ")");
        }
        lore.add(new Lore(text, condition, (float) weight));
        return this;
    }

    /**
     * Enables reflection: when the scores of new episodes add up to a bound, an agent that sleeps
     * or has nothing to do draws at most three {@linkplain dev.triune.component.Episode#INSIGHT
     * insights} from the most important ones. Rules do so unless there is a {@linkplain
     * #reflectionModel model}. Off unless set. The settings of the default kind of mind count for
     * all.
     *
     * @param bound more than 0; with scores of 0.5 a bound of 10 takes twenty episodes
     */
    public MemoryConfig reflection(double bound) {
        setup.allowChange();
        this.reflectionBound = Ranges.positive("bound of reflection", bound);
        return this;
    }

    /**
     * Has a model reflect instead of rules, which take its place when a call fails. An empty name
     * stands for the default model.
     */
    public MemoryConfig reflectionModel(String model) {
        setup.allowChange();
        this.reflectionModel = Objects.requireNonNull(model, "model");
        return this;
    }

    /** Sets the largest share of reflections among requests, 0 to 1; 0.05 unless set. */
    public MemoryConfig reflectionShare(double value) {
        setup.allowChange();
        this.reflectionShare = Ranges.within("share of reflections", value, 0, 1);
        return this;
    }

    /** Ends the setup, because a world uses these settings now. */
    void markBuilt() {
        setup.end();
    }

    /** Returns the measure of how well memories fit a cue. */
    public Relevance relevance() {
        return relevance;
    }

    /** Returns the weight of relevance. */
    public float relevanceWeight() {
        return relevanceWeight;
    }

    /** Returns the weight of importance. */
    public float importanceWeight() {
        return importanceWeight;
    }

    /** Returns the weight of recency. */
    public float recencyWeight() {
        return recencyWeight;
    }

    /** Returns the knowledge of the game. */
    public List<Lore> lore() {
        return Collections.unmodifiableList(lore);
    }

    /** Returns the bound of reflection; 0 if it is off. */
    public float reflectionBound() {
        return reflectionBound;
    }

    /** Returns the model that reflects; null if rules do. */
    public @Nullable String reflectionModel() {
        return reflectionModel;
    }

    /** Returns the largest share of reflections among all requests. */
    public double reflectionShare() {
        return reflectionShare;
    }
}
