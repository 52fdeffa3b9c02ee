/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune;

import dev.triune.MindListener.AnswerStatus;
import dev.triune.component.Layer;
import dev.triune.component.QueuedStep;
import dev.triune.llm.Usage;
import dev.triune.prompt.AgentSnapshot.Vitals;
import dev.triune.prompt.MemoryRetriever.RetrievedMemory;
import dev.triune.rule.SelectionRule.Purpose;
import dev.triune.rule.SelectionRule.Readiness;
import dev.triune.system.LLMSchedulerSystem;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * All that an agent thinks and feels at one moment, for debug overlays and tools; see {@link
 * LLMSchedulerSystem#inspect}. What the world is like for it, such as its place, its job and what
 * it carries, is the game's to add. Immutable: texts, numbers, lists and records of them, so that any
 * library can write it as JSON.
 *
 * @param agent the entity id
 * @param tick the tick of the inspection
 * @param persona who it is
 * @param life its needs, and what it is doing
 * @param decision what it would think about, and what it waits for
 * @param plan its plan, and the next one
 * @param aims what it wants, and what goes wrong
 * @param memory what it remembers
 * @param talk its conversation
 * @param history what was recorded of its requests
 */
public record AgentInspection(
        int agent,
        long tick,
        PersonaState persona,
        LifeState life,
        DecisionState decision,
        QueueState plan,
        AimState aims,
        MemoryState memory,
        ConversationState talk,
        History history) {
    /** Who an agent is, in words; any of them may be empty. */
    public record PersonaState(String name, String description, List<String> skills) {}

    /**
     * The needs of an agent, and what it is doing.
     *
     * @param needs its needs, 0 to 1
     * @param alive whether its health is above 0
     * @param asleep whether the agent sleeps
     * @param doing its current behaviour, for example {@code seek_food}
     */
    public record LifeState(Vitals needs, boolean alive, boolean asleep, String doing) {}

    /**
     * What an agent would think about, and what it waits for.
     *
     * @param choice the current selection of the rules
     * @param override the layer that thinks whatever the rules say; null for the rules' choice
     * @param pending the request that has no outcome yet; null if there is none
     * @param layers one for each layer
     */
    public record DecisionState(
            Choice choice,
            @Nullable Layer override,
            @Nullable RequestState pending,
            List<LayerState> layers) {}

    /**
     * What the agent would think about, and why it does or does not.
     *
     * @param layer the selected layer
     * @param reason the reason, in words
     * @param urgency 1 to 10
     * @param purpose what the call is for
     * @param readiness whether it may call a model now
     * @param waitMs the game time after which {@code readiness} may change by itself, in
     *     milliseconds; 0 if it does not depend on time
     */
    public record Choice(
            Layer layer,
            String reason,
            int urgency,
            Purpose purpose,
            Readiness readiness,
            long waitMs) {}

    /** A request without an outcome: urgency 1 to 10, and whether a provider is being called. */
    public record RequestState(Layer layer, String reason, int urgency, boolean inFlight) {}

    /** The readiness of a layer; times in milliseconds of game time, 0 if it is ready. */
    public record LayerState(Layer layer, boolean enabled, long readyInMs, long cooldownMs) {}

    /**
     * The plan of an agent, and the next one.
     *
     * @param steps the steps of its queue, after the last finished ones
     * @param ahead the steps of the next plan
     * @param pausedBy the reflex that pauses the plan; empty if there is none
     * @param source a description of what the plan comes from if that is a {@link PlanSource}, such
     *     as habits; empty otherwise
     */
    public record QueueState(
            List<StepState> steps, List<StepState> ahead, String pausedBy, String source) {}

    /** A step in words, its number of starts, and the reason if it failed. */
    public record StepState(String step, QueuedStep.State state, String reason, int starts) {}

    /** A step or plan that was dropped, and the reason. */
    public record Dropped(long tick, String what, String reason) {}

    /**
     * What an agent wants, and what goes wrong.
     *
     * @param goals its goals
     * @param priorities its priorities, the most important first
     * @param troubles the problems that its next prompts report
     */
    public record AimState(List<GoalState> goals, List<String> priorities, List<String> troubles) {}

    /** A goal with its progress, 0 to 1; {@code own} if the model set it, not the game. */
    public record GoalState(String type, String description, float progress, boolean own) {}

    /** All memories of an agent, and its opinions of others. */
    public record MemoryState(List<EpisodeState> episodes, List<RelationState> relations) {}

    /**
     * An episode with its unfaded score, 0 to 1, and the name of its source; empty if the agent
     * lived it.
     */
    public record EpisodeState(String text, String kind, float score, long tick, String source) {}

    /** The agent's opinion of somebody; liking is -1 to 1. */
    public record RelationState(String name, String words, float liking) {}

    /**
     * The conversation of an agent.
     *
     * @param partners the names of the other agents; empty without a conversation
     * @param turn the name of the agent whose turn it is, or empty
     * @param turns the number of turns taken
     * @param settled the number of the agent's conversations that were settled by rules
     */
    public record ConversationState(List<String> partners, String turn, int turns, long settled) {}

    /**
     * What was recorded of an agent's requests; all but {@code recorded} is empty for one that is not
     * {@linkplain LLMSchedulerSystem#record recorded}.
     *
     * @param recorded whether the agent's exchanges and counts are kept
     * @param dropped steps and plans that were refused, failed or given up, the oldest first
     * @param thought the last thought of a model; may be empty
     * @param exchanges the last prompt and answer of each layer that asked
     * @param counts the results of its requests
     */
    public record History(
            boolean recorded,
            List<Dropped> dropped,
            String thought,
            List<Exchange> exchanges,
            Counts counts) {}

    /**
     * A prompt and its answer.
     *
     * @param reason the reason of the request, in words
     * @param urgency 1 to 10
     * @param tick the tick in which the request was submitted
     * @param prompt all messages, each after its role
     * @param digest the {@linkplain dev.triune.llm.Prompt#digest digest} of the prompt
     * @param answer as the model wrote it, as far as it has arrived, which no gate of speech has seen:
     *     not for players; empty from caches and tapes
     * @param model the model that answered; empty until then
     * @param end how the request ended, for example "answered"; empty while it is pending
     * @param memories the memories in the prompt, with the parts of their scores
     */
    public record Exchange(
            Layer layer,
            String reason,
            int urgency,
            long tick,
            String prompt,
            String digest,
            String answer,
            String model,
            String end,
            List<RetrievedMemory> memories) {}

    /**
     * The results of an agent's requests since the recording began.
     *
     * @param answers the number of answers by status
     * @param steps the number of steps: queued, done, failed, refused, repaired, and of the routine
     * @param calls outcomes of requests that used tokens
     * @param usage the tokens of all of them
     */
    public record Counts(
            Map<Layer, Long> requests,
            Map<AnswerStatus, Long> answers,
            Map<String, Long> steps,
            long calls,
            Usage usage) {}
}
