/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune;

import dev.triune.MindListener.AnswerStatus;
import dev.triune.component.Layer;
import java.util.Map;
import java.util.Objects;

/**
 * Counts of requests, answers and steps since the world was built, at one moment. The sums agree:
 * the ends of answers add up to the answers, and queued steps are done, failed, dropped or still in
 * a queue, even if the game itself changes queues. Immutable.
 *
 * @param requests what the scheduler selected and requested
 * @param answers how answers ended
 * @param steps the results of all queued steps
 * @param repairs steps that were refused or changed before they were queued
 * @param plans plans made ahead, and plans without a model
 * @param talk conversations without a model
 */
public record MindStats(
        RequestCounts requests,
        AnswerCounts answers,
        StepCounts steps,
        RepairCounts repairs,
        PlanCounts plans,
        TalkCounts talk) {
    /**
     * What the scheduler selected and requested.
     *
     * @param pending requests without an outcome
     * @param pendingUpdates updates of the broker that wait to be applied
     * @param selections how often each layer was selected and invoked. For a layer without a model in
     *     a crowded world, this counts examinations instead
     * @param meanUrgency the mean urgency of all selections, 1 to 10; 0 if there were none
     * @param blockedByCooldown how often the selected layer of an examined agent was cooling down
     * @param unusedGrants grants that were returned because the agent no longer needed them
     * @param superseded requests that were replaced by a more urgent one of the same agent
     * @param plannedAhead requests for the next plan while a plan was running
     * @param periodic requests whose only reason was the time that had passed
     */
    public record RequestCounts(
            int pending,
            int pendingUpdates,
            Map<Layer, Long> selections,
            double meanUrgency,
            long blockedByCooldown,
            long unusedGrants,
            long superseded,
            long plannedAhead,
            long periodic) {
        /** Returns how often a layer was selected and invoked. */
        public long selections(Layer layer) {
            return selections.getOrDefault(Objects.requireNonNull(layer, "layer"), 0L);
        }
    }

    /**
     * How answers ended.
     *
     * @param byStatus how many answers ended with each status
     * @param unreadable answers that could not be read to their end
     * @param unknownKeys keys of answers that are not in the schema
     * @param secondTries unusable answers that led to a second request
     * @param fallbacks how often the game's routine replaced a plan
     */
    public record AnswerCounts(
            Map<AnswerStatus, Long> byStatus,
            long unreadable,
            long unknownKeys,
            long secondTries,
            long fallbacks) {
        /** Returns how many answers ended with a status. */
        public long count(AnswerStatus status) {
            return byStatus.getOrDefault(Objects.requireNonNull(status, "status"), 0L);
        }

        /** Returns how many answers there were. */
        public long total() {
            return byStatus.values().stream().mapToLong(Long::longValue).sum();
        }
    }

    /**
     * The results of steps.
     *
     * @param queued steps that were put into a queue; those neither done, failed nor dropped are
     *     still there
     * @param done steps that were completed
     * @param failed steps that failed
     * @param dropped steps whose plan was replaced or whose agent is gone
     */
    public record StepCounts(long queued, long done, long failed, long dropped) {}

    /**
     * Steps that were refused or changed before they were queued.
     *
     * @param refused steps that were never queued because the catalog does not allow them
     * @param refusals the reasons of refused steps, in the catalog's words, each with its count
     * @param repaired steps that were changed to fit: a synonym, another target, a number in its
     *     range
     * @param bridged steps that became possible by steps of the game's routine before them
     */
    public record RepairCounts(
            long refused, Map<String, Long> refusals, long repaired, long bridged) {}

    /**
     * Plans made ahead, and plans without a model.
     *
     * @param nextUsed plans made ahead that were started
     * @param nextWasted requests for a next plan that brought none, or one that was dropped unused
     * @param ordered plans of a {@link PlanSource}, such as habits: calls that were saved
     * @param orderedSteps the results of their steps, which {@link MindStats#steps} includes
     */
    public record PlanCounts(
            long nextUsed, long nextWasted, long ordered, StepCounts orderedSteps) {}

    /**
     * Conversations without a model.
     *
     * @param settled conversations that a {@link TurnSource} settled, without a call
     * @param repeatedLines lines that were said again in settled conversations
     */
    public record TalkCounts(long settled, long repeatedLines) {}
}
