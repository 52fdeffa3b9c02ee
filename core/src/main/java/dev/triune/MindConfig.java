/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune;

import dev.triune.action.ActionCatalog;
import dev.triune.action.AnswerForm;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.Layer;
import dev.triune.internal.check.Ranges;
import dev.triune.prompt.MemoryRetriever;
import dev.triune.prompt.Perception;
import dev.triune.prompt.PromptBuilder;
import dev.triune.prompt.Surroundings;
import dev.triune.rule.DecisionPolicy;
import dev.triune.rule.SelectionRule.UrgencyHint;
import dev.triune.rule.SelectionTable;
import dev.triune.system.LLMSchedulerSystem;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Settings of the minds of one kind; those of the plugin's own kind include the world's: {@link
 * #requestInterval(Duration)}, {@link #pendingLimit(int)}, {@link #agentsPerTick(int)} and {@link
 * #companyShare(double)}, which throw {@link IllegalStateException} for other kinds. Set up before
 * the world is built: setters throw {@link IllegalStateException} afterwards. Game thread only.
 */
public final class MindConfig {
    private final ActionCatalog catalog;
    private PromptBuilder standardExecutor;
    private final Map<Layer, LayerConfig> layers = new EnumMap<>(Layer.class);
    private Perception perception = agent -> Surroundings.NONE;
    private @Nullable MemoryRetriever memoryRetriever;
    private Duration requestInterval = Duration.ofMillis(250);
    private DecisionPolicy policy = SelectionTable.standard();
    private UrgencyHint urgencyHint = UrgencyHint.NONE;
    private Function<String, Optional<String>> keys = name -> Optional.empty();
    private Duration replanAfter = Duration.ofMinutes(1);
    private Duration answerTimeToLive = Duration.ofMinutes(1);
    private int agentsPerTick = 256;
    private int pendingLimit = 50;
    private int finishedSteps = 8;
    private boolean nearbyAgentsDelayPlanning;
    private double companyShare = 0.25;
    private boolean smartCalling = true;
    private boolean thinkAhead = true;
    private boolean supersedesRunningCalls;
    private boolean speechInPlans;
    private boolean streamSpeech;
    private int maxTokens = 512;
    private boolean ofWorld = true;
    private boolean built;

    /**
     * Creates the default settings: talker and executor have prompts, the autonomic layer has
     * rules.
     */
    public MindConfig(ActionCatalog catalog) {
        this.catalog = Objects.requireNonNull(catalog, "catalog");
        standardExecutor = PromptBuilder.executor(catalog);
        layers.put(Layer.AUTONOMIC, new LayerConfig(1, 10, null));
        layers.put(Layer.TALKER, new LayerConfig(5, 5, PromptBuilder.talker(catalog)));
        layers.put(Layer.EXECUTOR, new LayerConfig(10, 1, standardExecutor));
    }

    /** Changes the settings of a layer, such as {@code talker -> talker.withModel("small")}. */
    public MindConfig layer(Layer layer, UnaryOperator<LayerConfig> change) {
        requireNotBuilt();
        LayerConfig changed = Objects.requireNonNull(change, "change").apply(layer(layer));
        layers.put(layer, Objects.requireNonNull(changed, "layer"));
        return this;
    }

    /** Sets how agents perceive; nothing is perceived unless set. */
    public MindConfig perception(Perception value) {
        requireNotBuilt();
        this.perception = Objects.requireNonNull(value, "perception");
        return this;
    }

    /**
     * Sets the retriever that picks memories for prompts; the last episodes, or that of a module,
     * unless set.
     */
    public MindConfig memoryRetriever(MemoryRetriever value) {
        requireNotBuilt();
        this.memoryRetriever = Objects.requireNonNull(value, "memoryRetriever");
        return this;
    }

    /**
     * Sets the least game time between two requests of the whole world, except the answers to
     * players, which do not wait; 250 ms unless set.
     */
    public MindConfig requestInterval(Duration value) {
        requireOfWorld("requestInterval");
        this.requestInterval = Ranges.notNegative("requestInterval", value);
        return this;
    }

    /**
     * Sets how many requests of the whole game may be pending, 1 or more; 50 unless set, half of a
     * provider's usual queue. Beyond that only talk in progress, and what is as urgent, is
     * requested; the executor's agents use habits, even those of similar situations.
     */
    public MindConfig pendingLimit(int value) {
        requireOfWorld("pendingLimit");
        this.pendingLimit = Ranges.within("pendingLimit", value, 1, Integer.MAX_VALUE);
        return this;
    }

    /**
     * Sets how many agents each tick examines in turn, 1 or more, besides those with a change; 256
     * unless set. In a larger world the game reports its own changes with {@link
     * LLMSchedulerSystem#markDirty}.
     */
    public MindConfig agentsPerTick(int value) {
        requireOfWorld("agentsPerTick");
        this.agentsPerTick = Ranges.within("agentsPerTick", value, 1, Integer.MAX_VALUE);
        return this;
    }

    /**
     * Sets how many finished steps of its plan an agent's queue keeps for inspection, 0 to {@value
     * BehaviorQueue#LIMIT}; 8 unless set. The others are counted.
     */
    public MindConfig finishedSteps(int value) {
        requireNotBuilt();
        this.finishedSteps = Ranges.within("finishedSteps", value, 0, BehaviorQueue.LIMIT);
        return this;
    }

    /** Sets whether nearby agents delay planning while the talker cools down; off unless set. */
    public MindConfig nearbyAgentsDelayPlanning(boolean value) {
        requireNotBuilt();
        this.nearbyAgentsDelayPlanning = value;
        return this;
    }

    /**
     * Sets the largest share of requests, 0 to 1, for talk whose only reason is that others are
     * nearby, while any agent is ready to plan; 0.25 unless set.
     */
    public MindConfig companyShare(double value) {
        requireOfWorld("companyShare");
        this.companyShare = Ranges.within("companyShare", value, 0, 1);
        return this;
    }

    /** Sets the maximum tokens of an answer, 1 or more; 512 unless set, here or for its layer. */
    public MindConfig maxTokens(int value) {
        requireNotBuilt();
        this.maxTokens = Ranges.within("maxTokens", value, 1, Integer.MAX_VALUE);
        return this;
    }

    /** Sets how layers are selected; the {@link SelectionTable} unless set. */
    public MindConfig policy(DecisionPolicy value) {
        requireNotBuilt();
        this.policy = Objects.requireNonNull(value, "policy");
        return this;
    }

    /** Sets the game's addition to the urgency of requests; none unless set. */
    public MindConfig urgencyHint(UrgencyHint value) {
        requireNotBuilt();
        this.urgencyHint = Objects.requireNonNull(value, "urgencyHint");
        return this;
    }

    /** Sets the function that finds keys by name, for agents with their own model. */
    public MindConfig keys(Function<String, Optional<String>> value) {
        requireNotBuilt();
        this.keys = Objects.requireNonNull(value, "keys");
        return this;
    }

    /** Sets whether a running plan is left alone for {@link #replanAfter}; on unless set. */
    public MindConfig smartCalling(boolean value) {
        requireNotBuilt();
        this.smartCalling = value;
        return this;
    }

    /**
     * Sets how long a plan runs before the agent may reconsider without a new reason; 60 s unless
     * set.
     */
    public MindConfig replanAfter(Duration value) {
        requireNotBuilt();
        this.replanAfter = Ranges.notNegative("replanAfter", value);
        return this;
    }

    /**
     * Sets how long after rendering its prompt an answer is still applied, in game time; 60 s
     * unless set. Raise it in proportion if the game runs much faster than real time.
     */
    public MindConfig answerTimeToLive(Duration value) {
        requireNotBuilt();
        this.answerTimeToLive = Ranges.notNegative("answerTimeToLive", value);
        return this;
    }

    /**
     * Sets whether the next plan is requested while the last step of a queue runs; on unless set.
     */
    public MindConfig thinkAhead(boolean value) {
        requireNotBuilt();
        this.thinkAhead = value;
        return this;
    }

    /** Returns the function that finds keys by name. */
    public Function<String, Optional<String>> keys() {
        return keys;
    }

    /** Sets whether a more urgent request also ends a call in flight; off unless set. */
    public MindConfig supersedesRunningCalls(boolean value) {
        requireNotBuilt();
        this.supersedesRunningCalls = value;
        return this;
    }

    /**
     * Sets whether plans may also contain speech; off unless set. If on, a game's own prompt
     * builder must ask for {@link AnswerForm#SPOKEN_PLAN}.
     */
    public MindConfig speechInPlans(boolean value) {
        requireNotBuilt();
        this.speechInPlans = value;
        if (layer(Layer.EXECUTOR).prompt() == standardExecutor) {
            standardExecutor = PromptBuilder.executor(catalog, answerForm(Layer.EXECUTOR));
            layer(Layer.EXECUTOR, executor -> executor.withPrompt(standardExecutor));
        }
        return this;
    }

    /** Ends the setup, because a world uses these settings now. */
    void markBuilt() {
        built = true;
    }

    /** Leaves out the settings of the whole world, because these are those of one kind of several. */
    MindConfig ofOneKind() {
        ofWorld = false;
        return this;
    }

    private void requireOfWorld(String setting) {
        requireNotBuilt();
        if (!ofWorld) {
            throw new IllegalStateException("a kind of mind has no " + setting + " of its own: all"
                    + " kinds share the world's (set it with MindPlugin.configure)");
        }
    }

    private void requireNotBuilt() {
        if (built) {
            throw new IllegalStateException(
                    "this MindConfig serves a world already (set before the world is built)");
        }
    }

    public ActionCatalog catalog() {
        return catalog;
    }

    /**
     * Sets whether the talker's words are delivered while its model writes them, by {@link
     * MindListener#speaking}; off unless set, on with conversations. After the first word, no other
     * provider is called.
     */
    public MindConfig streamSpeech(boolean value) {
        requireNotBuilt();
        this.streamSpeech = value;
        return this;
    }

    public boolean streamSpeech() {
        return streamSpeech;
    }

    /** Returns the form of a layer's answers. */
    public AnswerForm answerForm(Layer layer) {
        if (layer == Layer.TALKER) {
            return AnswerForm.TALK;
        }
        return speechInPlans ? AnswerForm.SPOKEN_PLAN : AnswerForm.PLAN;
    }

    /** Returns the settings of a layer when the world is built. */
    public LayerConfig layer(Layer layer) {
        return Objects.requireNonNull(layers.get(layer), "layer");
    }

    public Perception perception() {
        return perception;
    }

    /** Returns the retriever that picks memories for prompts; null unless set. */
    public @Nullable MemoryRetriever memoryRetriever() {
        return memoryRetriever;
    }

    public Duration requestInterval() {
        return requestInterval;
    }

    public int pendingLimit() {
        return pendingLimit;
    }

    public int finishedSteps() {
        return finishedSteps;
    }

    public int agentsPerTick() {
        return agentsPerTick;
    }

    public boolean nearbyAgentsDelayPlanning() {
        return nearbyAgentsDelayPlanning;
    }

    public double companyShare() {
        return companyShare;
    }

    public int maxTokens() {
        return maxTokens;
    }

    public DecisionPolicy policy() {
        return policy;
    }

    public UrgencyHint urgencyHint() {
        return urgencyHint;
    }

    public boolean smartCalling() {
        return smartCalling;
    }

    public Duration replanAfter() {
        return replanAfter;
    }

    public Duration answerTimeToLive() {
        return answerTimeToLive;
    }

    public boolean thinkAhead() {
        return thinkAhead;
    }

    public boolean supersedesRunningCalls() {
        return supersedesRunningCalls;
    }
}
