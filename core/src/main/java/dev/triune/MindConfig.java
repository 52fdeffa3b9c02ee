/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune;

import dev.triune.action.ActionCatalog;
import dev.triune.action.ActionCatalog.AnswerForm;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.Layer;
import dev.triune.internal.check.Ranges;
import dev.triune.internal.check.SetupPhase;
import dev.triune.prompt.MemoryRetriever;
import dev.triune.prompt.Perception;
import dev.triune.prompt.PromptBuilder;
import dev.triune.prompt.PromptBuilder.GameTime;
import dev.triune.prompt.Surroundings;
import dev.triune.rule.DecisionPolicy;
import dev.triune.rule.SelectionRule.UrgencyHint;
import dev.triune.rule.SelectionTable;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Settings of the minds of one kind. What all kinds of a world share, such as the interval between
 * requests, is set on the {@link dev.triune.system.MindPlugin}. Set up before the world is built:
 * setters throw {@link IllegalStateException} afterwards. Game thread only.
 */
public final class MindConfig {
    private final ActionCatalog catalog;
    private PromptBuilder standardExecutor;
    private final Map<Layer, LayerConfig> layers = new EnumMap<>(Layer.class);
    private Perception perception = agent -> Surroundings.NONE;
    private boolean hasPerception;
    private @Nullable MemoryRetriever memoryRetriever;
    private DecisionPolicy policy = SelectionTable.standard();
    private UrgencyHint urgencyHint = UrgencyHint.NONE;
    private Function<String, Optional<String>> keys = name -> Optional.empty();
    private Duration replanAfter = Duration.ofMinutes(1);
    private Duration answerTimeToLive = Duration.ofMinutes(1);
    private int finishedSteps = 8;
    private boolean nearbyAgentsDelayPlanning;
    private @Nullable GameTime gameTime;
    private boolean acquainted;
    private boolean smartCalling = true;
    private boolean thinkAhead = true;
    private boolean supersedesRunningCalls;
    private boolean speechInPlans;
    private boolean streamSpeech;
    private int maxTokens = 512;
    private final SetupPhase setup = new SetupPhase("this MindConfig serves");

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
        setup.allowChange();
        LayerConfig changed = Objects.requireNonNull(change, "change").apply(layer(layer));
        layers.put(layer, Objects.requireNonNull(changed, "layer"));
        return this;
    }

    /**
     * Sets how agents perceive; unless set, they perceive what is in their {@link
     * dev.triune.component.Senses}: the names of those nearby, and what is in sight.
     */
    public MindConfig perception(Perception value) {
        setup.allowChange();
        this.perception = Objects.requireNonNull(value, "perception");
        this.hasPerception = true;
        return this;
    }

    /** Sets how prompts say when something was; minutes, hours and days ago unless set. */
    public MindConfig gameTime(GameTime value) {
        setup.allowChange();
        this.gameTime = Objects.requireNonNull(value, "gameTime");
        return this;
    }

    /**
     * Sets whether all agents know the names and roles of all persons from the beginning, as in a
     * village; off unless set: then they know those whom they have met.
     */
    public MindConfig acquainted(boolean value) {
        setup.allowChange();
        this.acquainted = value;
        return this;
    }

    /**
     * Sets the retriever that picks memories for prompts; the last episodes, or that of a module,
     * unless set.
     */
    public MindConfig memoryRetriever(MemoryRetriever value) {
        setup.allowChange();
        this.memoryRetriever = Objects.requireNonNull(value, "memoryRetriever");
        return this;
    }

    /**
     * Sets how many finished steps of its plan an agent's queue keeps for inspection, 0 to {@value
     * BehaviorQueue#LIMIT}; 8 unless set. The others are counted.
     */
    public MindConfig finishedSteps(int value) {
        setup.allowChange();
        this.finishedSteps = Ranges.within("finishedSteps", value, 0, BehaviorQueue.LIMIT);
        return this;
    }

    /** Sets whether nearby agents delay planning while the talker cools down; off unless set. */
    public MindConfig nearbyAgentsDelayPlanning(boolean value) {
        setup.allowChange();
        this.nearbyAgentsDelayPlanning = value;
        return this;
    }

    /** Sets the maximum tokens of an answer, 1 or more; 512 unless set, here or for its layer. */
    public MindConfig maxTokens(int value) {
        setup.allowChange();
        this.maxTokens = Ranges.within("maxTokens", value, 1, Integer.MAX_VALUE);
        return this;
    }

    /** Sets how layers are selected; the {@link SelectionTable} unless set. */
    public MindConfig policy(DecisionPolicy value) {
        setup.allowChange();
        this.policy = Objects.requireNonNull(value, "policy");
        return this;
    }

    /** Sets the game's addition to the urgency of requests; none unless set. */
    public MindConfig urgencyHint(UrgencyHint value) {
        setup.allowChange();
        this.urgencyHint = Objects.requireNonNull(value, "urgencyHint");
        return this;
    }

    /** Sets the function that finds keys by name, for agents with their own model. */
    public MindConfig keys(Function<String, Optional<String>> value) {
        setup.allowChange();
        this.keys = Objects.requireNonNull(value, "keys");
        return this;
    }

    /** Sets whether a running plan is left alone for {@link #replanAfter}; on unless set. */
    public MindConfig smartCalling(boolean value) {
        setup.allowChange();
        this.smartCalling = value;
        return this;
    }

    /**
     * Sets how long a plan runs before the agent may reconsider without a new reason; 60 s unless
     * set.
     */
    public MindConfig replanAfter(Duration value) {
        setup.allowChange();
        this.replanAfter = Ranges.notNegative("replanAfter", value);
        return this;
    }

    /**
     * Sets how long after rendering its prompt an answer is still applied, in game time; 60 s
     * unless set. Raise it in proportion if the game runs much faster than real time.
     */
    public MindConfig answerTimeToLive(Duration value) {
        setup.allowChange();
        this.answerTimeToLive = Ranges.notNegative("answerTimeToLive", value);
        return this;
    }

    /**
     * Sets whether the next plan is requested while the last step of a queue runs; on unless set.
     */
    public MindConfig thinkAhead(boolean value) {
        setup.allowChange();
        this.thinkAhead = value;
        return this;
    }

    /** Returns the function that finds keys by name. */
    public Function<String, Optional<String>> keys() {
        return keys;
    }

    /**
     * Sets whether a more urgent request also ends a call in flight; off unless set. Then an answer to a
     * player replaces a plan that is being written, too, which otherwise goes on beside it.
     */
    public MindConfig supersedesRunningCalls(boolean value) {
        setup.allowChange();
        this.supersedesRunningCalls = value;
        return this;
    }

    /**
     * Sets whether plans may also contain speech; off unless set. If on, a game's own prompt
     * builder must ask for {@link AnswerForm#SPOKEN_PLAN}.
     */
    public MindConfig speechInPlans(boolean value) {
        setup.allowChange();
        this.speechInPlans = value;
        if (layer(Layer.EXECUTOR).prompt() == standardExecutor) {
            standardExecutor = PromptBuilder.executor(catalog, answerForm(Layer.EXECUTOR));
            layer(Layer.EXECUTOR, executor -> executor.withPrompt(standardExecutor));
        }
        return this;
    }

    /** Ends the setup, because a world uses these settings now. */
    void markBuilt() {
        setup.end();
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
        setup.allowChange();
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

    /** Whether the game has set how agents perceive. */
    public boolean hasPerception() {
        return hasPerception;
    }

    /** Returns the retriever that picks memories for prompts; null unless set. */
    public @Nullable MemoryRetriever memoryRetriever() {
        return memoryRetriever;
    }

    /** Returns how prompts say when something was; null unless set. */
    public @Nullable GameTime gameTime() {
        return gameTime;
    }

    public boolean acquainted() {
        return acquainted;
    }

    public int finishedSteps() {
        return finishedSteps;
    }

    public boolean nearbyAgentsDelayPlanning() {
        return nearbyAgentsDelayPlanning;
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
