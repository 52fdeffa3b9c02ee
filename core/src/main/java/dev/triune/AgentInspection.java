/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune;

import dev.triune.component.Layer;
import dev.triune.component.QueuedStep;
import dev.triune.llm.Usage;
import dev.triune.memory.RetrievedMemory;
import dev.triune.system.LLMSchedulerSystem;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Everything that an agent thinks at one moment, for debug overlays and tools; see {@link
 * LLMSchedulerSystem#inspect}. Immutable: texts, numbers, lists and records of them, so that any
 * library can write it as JSON. {@link #dropped}, {@link #exchanges}, {@link #thought} and {@link
 * #counts} are empty unless the agent is {@linkplain LLMSchedulerSystem#record recorded}.
 *
 * @param agent the entity id
 * @param tick when this was
 * @param name of its persona; may be empty
 * @param alive whether its health is above 0
 * @param asleep whether it sleeps
 * @param recorded whether its exchanges and counts are kept
 * @param doing its current behaviour, for example {@code seek_food}
 * @param pausedBy the reflex that holds its plan up; empty if none does
 * @param choice what the rules select now
 * @param override the layer that thinks whatever the rules say; null for the rules' choice
 * @param pending the request that has no outcome yet; null if there is none
 * @param layers one for each layer
 * @param plan the steps of its queue, finished ones included
 * @param ahead the plan after that
 * @param dropped steps and plans that were refused, failed or given up, the oldest first
 * @param goals what it wants
 * @param priorities what matters to it, the most important first
 * @param troubles what its next prompts report
 * @param memories all that it remembers
 * @param relations what it thinks of others
 * @param thought the last thought of a model; may be empty
 * @param exchanges the last prompt and answer of each layer that asked
 * @param counts what came of its requests
 * @param habit the record of the habit that its plan comes from; empty if it comes from none
 */
public record AgentInspection(
        int agent,
        long tick,
        String name,
        boolean alive,
        boolean asleep,
        boolean recorded,
        String doing,
        String pausedBy,
        Choice choice,
        @Nullable Layer override,
        @Nullable PendingRequest pending,
        List<LayerState> layers,
        List<StepState> plan,
        List<StepState> ahead,
        List<Dropped> dropped,
        List<GoalState> goals,
        List<String> priorities,
        List<String> troubles,
        List<MemoryState> memories,
        List<RelationState> relations,
        String thought,
        List<Exchange> exchanges,
        Counts counts,
        String habit) {
    /** A layer and why it thinks, with an urgency of 1 to 10. */
    public record Choice(Layer layer, String reason, int urgency) {}

    /** A request without an outcome: urgency 1 to 10, and whether a provider is being called. */
    public record PendingRequest(Layer layer, String reason, int urgency, boolean inFlight) {}

    /** When a layer may think again; times in milliseconds of game time, 0 if it is ready. */
    public record LayerState(Layer layer, boolean enabled, long readyInMs, long cooldownMs) {}

    /** A step in words, how often it was begun, and the reason if it failed. */
    public record StepState(String step, QueuedStep.State state, String reason, int starts) {}

    /** A step or a plan that will not be done, and why. */
    public record Dropped(long tick, String what, String reason) {}

    /** A goal with its progress, 0 to 1, and whether its model set it, not the game. */
    public record GoalState(String type, String description, float progress, boolean own) {}

    /** An episode with its unfaded score, 0 to 1, and who told it; empty if the agent lived it. */
    public record MemoryState(String text, String kind, float score, long tick, String source) {}

    /** What it thinks of somebody; liking is -1 to 1. */
    public record RelationState(String name, String words, float liking) {}

    /**
     * A prompt and its answer.
     *
     * @param reason why the layer asked, in words
     * @param urgency 1 to 10
     * @param tick when the request was submitted
     * @param prompt all messages, each after its role
     * @param answer as the model wrote it, as far as it has arrived; empty from caches and tapes
     * @param model the model that answered; empty until then
     * @param end how the request ended, for example "answered"; empty while it is pending
     * @param memories those in the prompt, with the parts of their scores
     */
    public record Exchange(
            Layer layer,
            String reason,
            int urgency,
            long tick,
            String prompt,
            String answer,
            String model,
            String end,
            List<RetrievedMemory> memories) {}

    /**
     * What came of an agent's requests since it is recorded.
     *
     * @param answers by how they ended
     * @param steps queued, done, failed, refused, repaired, and of the routine
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
