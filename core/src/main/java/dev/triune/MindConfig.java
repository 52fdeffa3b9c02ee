/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune;

import dev.triune.action.ActionCatalog;
import dev.triune.action.AnswerForm;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.Layer;
import dev.triune.llm.ModelOptions;
import dev.triune.llm.Request;
import dev.triune.memory.MemoryConfig;
import dev.triune.memory.MemoryRetriever;
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
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Settings of the minds of one kind. Set up before the world is built. Game thread only. */
public final class MindConfig {
    private final ActionCatalog catalog;
    private PromptBuilder standardExecutor;
    private final Map<Layer, PromptBuilder> prompts = new EnumMap<>(Layer.class);
    private final Map<Layer, String> models = new EnumMap<>(Layer.class);
    private final Map<Layer, Integer> maxTokensOf = new EnumMap<>(Layer.class);
    private final Map<Layer, Double> temperatures = new EnumMap<>(Layer.class);
    private final Map<Layer, ModelOptions> options = new EnumMap<>(Layer.class);
    private Perception perception = agent -> Surroundings.NONE;
    private final MemoryConfig memory = new MemoryConfig();
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

    /**
     * Creates the default settings: talker and executor have prompts, the autonomic layer has
     * rules.
     */
    public MindConfig(ActionCatalog catalog) {
        this.catalog = Objects.requireNonNull(catalog, "catalog");
        prompts.put(Layer.TALKER, PromptBuilder.talker(catalog));
        standardExecutor = PromptBuilder.executor(catalog);
        prompts.put(Layer.EXECUTOR, standardExecutor);
    }

    /** Sets how agents perceive; nothing is perceived unless set. */
    public MindConfig perception(Perception value) {
        this.perception = Objects.requireNonNull(value, "perception");
        return this;
    }

    /** Changes which memories prompts contain, and how agents reflect on them. */
    public MindConfig memory(Consumer<MemoryConfig> change) {
        change.accept(memory);
        return this;
    }

    /**
     * Sets the retriever that picks memories for prompts; {@link MemoryRetriever#episodes} unless
     * set.
     */
    public MindConfig memoryRetriever(MemoryRetriever value) {
        this.memoryRetriever = Objects.requireNonNull(value, "memoryRetriever");
        return this;
    }

    /** Sets the prompt of a layer; unless set, the autonomic layer has none and follows rules. */
    public MindConfig prompt(Layer layer, PromptBuilder builder) {
        prompts.put(layer, Objects.requireNonNull(builder, "builder"));
        return this;
    }

    /** Sets the model of a layer; the broker's default unless set. */
    public MindConfig model(Layer layer, String name) {
        models.put(layer, Objects.requireNonNull(name, "name"));
        return this;
    }

    /** Sets the least game time between two requests of the whole game; 250 ms unless set. */
    public MindConfig requestInterval(Duration value) {
        this.requestInterval = notNegative("requestInterval", value);
        return this;
    }

    /**
     * Sets how many requests of the whole game may be pending, 1 or more; 50 unless set, half of a
     * provider's usual queue. Beyond that only talk in progress, and what is as urgent, is
     * requested; the executor's agents use habits, even those of similar situations.
     */
    public MindConfig pendingLimit(int value) {
        this.pendingLimit = atLeastOne("pendingLimit", value, "");
        return this;
    }

    /**
     * Sets how many agents each tick examines in turn, 1 or more, besides those with a change; 256
     * unless set. In a larger world the game reports its own changes with {@link
     * LLMSchedulerSystem#markDirty}.
     */
    public MindConfig agentsPerTick(int value) {
        this.agentsPerTick = atLeastOne("agentsPerTick", value, "");
        return this;
    }

    /**
     * Sets how many finished steps of its plan an agent's queue keeps for inspection, 0 to {@value
     * BehaviorQueue#LIMIT}; 8 unless set. The others are counted.
     */
    public MindConfig finishedSteps(int value) {
        if (value < 0 || value > BehaviorQueue.LIMIT) {
            throw new IllegalArgumentException(
                    "finishedSteps " + value + " (expected 0 to " + BehaviorQueue.LIMIT + ")");
        }
        this.finishedSteps = value;
        return this;
    }

    /** Sets whether nearby agents delay planning while the talker cools down; off unless set. */
    public MindConfig nearbyAgentsDelayPlanning(boolean value) {
        this.nearbyAgentsDelayPlanning = value;
        return this;
    }

    /**
     * Sets the largest share of requests, 0 to 1, for talk whose only reason is that others are
     * nearby, while any agent is ready to plan; 0.25 unless set.
     */
    public MindConfig companyShare(double value) {
        this.companyShare = upTo(1, "companyShare", value, "");
        return this;
    }

    /** Sets the maximum tokens of an answer, 1 or more; 512 unless set. */
    public MindConfig maxTokens(int value) {
        this.maxTokens = atLeastOne("maxTokens", value, "");
        return this;
    }

    /**
     * Sets the maximum tokens of a layer's answer, 1 or more; {@link #maxTokens(int)} unless set.
     */
    public MindConfig maxTokens(Layer layer, int value) {
        maxTokensOf.put(layer, atLeastOne("maxTokens", value, " of the " + layer.label()));
        return this;
    }

    /** Sets the temperature of a layer, 0 to 2; {@value Request#DEFAULT_TEMPERATURE} unless set. */
    public MindConfig temperature(Layer layer, double value) {
        temperatures.put(layer, upTo(2, "temperature", value, " of the " + layer.label()));
        return this;
    }

    /** Sets further options of a layer's calls, such as reasoning; the provider's unless set. */
    public MindConfig options(Layer layer, ModelOptions value) {
        options.put(layer, Objects.requireNonNull(value, "value"));
        return this;
    }

    /** Sets how layers are selected; the {@link SelectionTable} unless set. */
    public MindConfig policy(DecisionPolicy value) {
        this.policy = Objects.requireNonNull(value, "policy");
        return this;
    }

    /** Sets the game's addition to the urgency of requests; none unless set. */
    public MindConfig urgencyHint(UrgencyHint value) {
        this.urgencyHint = Objects.requireNonNull(value, "urgencyHint");
        return this;
    }

    /** Sets the function that finds keys by name, for agents with their own model. */
    public MindConfig keys(Function<String, Optional<String>> value) {
        this.keys = Objects.requireNonNull(value, "keys");
        return this;
    }

    /** Sets whether a running plan is left alone for {@link #replanAfter}; on unless set. */
    public MindConfig smartCalling(boolean value) {
        this.smartCalling = value;
        return this;
    }

    /**
     * Sets how long a plan runs before the agent may reconsider without a new reason; 60 s unless
     * set.
     */
    public MindConfig replanAfter(Duration value) {
        this.replanAfter = notNegative("replanAfter", value);
        return this;
    }

    /**
     * Sets how long after rendering its prompt an answer is still applied, in game time; 60 s
     * unless set. Raise it in proportion if the game runs much faster than real time.
     */
    public MindConfig answerTimeToLive(Duration value) {
        this.answerTimeToLive = notNegative("answerTimeToLive", value);
        return this;
    }

    /**
     * Sets whether the next plan is requested while the last step of a queue runs; on unless set.
     */
    public MindConfig thinkAhead(boolean value) {
        this.thinkAhead = value;
        return this;
    }

    /** Returns the function that finds keys by name. */
    public Function<String, Optional<String>> keys() {
        return keys;
    }

    /** Sets whether a more urgent request also ends a call in flight; off unless set. */
    public MindConfig supersedesRunningCalls(boolean value) {
        this.supersedesRunningCalls = value;
        return this;
    }

    /**
     * Sets whether plans may also contain speech; off unless set. If on, a game's own prompt
     * builder must ask for {@link AnswerForm#SPOKEN_PLAN}.
     */
    public MindConfig speechInPlans(boolean value) {
        if (prompts.get(Layer.EXECUTOR) == standardExecutor) {
            standardExecutor = PromptBuilder.executor(
                    catalog, value ? AnswerForm.SPOKEN_PLAN : AnswerForm.PLAN);
            prompts.put(Layer.EXECUTOR, standardExecutor);
        }
        this.speechInPlans = value;
        return this;
    }

    private static int atLeastOne(String name, int value, String of) {
        if (value < 1) {
            throw new IllegalArgumentException(name + " " + value + of + " (expected 1 or more)");
        }
        return value;
    }

    private static double upTo(int most, String name, double value, String of) {
        if (!(value >= 0 && value <= most)) {
            throw new IllegalArgumentException(
                    name + " " + value + of + " (expected 0 to " + most + ")");
        }
        return value;
    }

    private static Duration notNegative(String name, Duration value) {
        if (Objects.requireNonNull(value, name).isNegative()) {
            throw new IllegalArgumentException(name + " " + value + " (expected zero or more)");
        }
        return value;
    }

    public ActionCatalog catalog() {
        return catalog;
    }

    public boolean hasPrompt(Layer layer) {
        return prompts.containsKey(layer);
    }

    public @Nullable PromptBuilder prompt(Layer layer) {
        return prompts.get(layer);
    }

    /**
     * Sets whether the talker's words are delivered while its model writes them, by {@link
     * MindListener#speaking}; off unless set, on with conversations. After the first word, no other
     * provider is called.
     */
    public MindConfig streamSpeech(boolean value) {
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

    public String model(Layer layer) {
        return models.getOrDefault(layer, "");
    }

    public Perception perception() {
        return perception;
    }

    public MemoryConfig memory() {
        return memory;
    }

    /** Returns the retriever that picks memories for prompts. */
    public MemoryRetriever memoryRetriever() {
        return memoryRetriever == null ? MemoryRetriever.episodes(memory) : memoryRetriever;
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

    public int maxTokens(Layer layer) {
        return maxTokensOf.getOrDefault(layer, maxTokens);
    }

    public double temperature(Layer layer) {
        return temperatures.getOrDefault(layer, Request.DEFAULT_TEMPERATURE);
    }

    public ModelOptions options(Layer layer) {
        return options.getOrDefault(layer, ModelOptions.NONE);
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
