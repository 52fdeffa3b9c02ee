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
 * @param answersByStatus how many answers ended with each status
 * @param unreadableAnswers answers that could not be read to their end
 * @param unknownKeys keys of answers that are not in the schema
 * @param secondTries unusable answers that led to a second request
 * @param fallbacks how often the game's routine replaced a plan
 * @param queued steps that were put into a queue
 * @param done queued steps that were completed
 * @param failed queued steps that failed
 * @param dropped queued steps whose plan was replaced or whose agent is gone
 * @param refused steps that were never queued because the catalog does not allow them
 * @param refusals the reasons of refused steps, in the catalog's words, each with its count
 * @param repaired steps that were changed to fit: a synonym, another target, a number in its range
 * @param bridged steps that became possible by steps of the game's routine before them
 * @param nextPlansUsed plans made ahead that were started
 * @param nextPlansWasted requests for a next plan that brought none, or one that was dropped unused
 * @param orderedPlans plans of a {@link PlanSource}, such as habits: calls that were saved
 * @param orderedSteps the results of their steps, which the counts above include
 * @param settledTalks conversations that a {@link TurnSource} settled, without a call
 * @param repeatedLines lines that were said again in settled conversations
 * @param pendingRequests requests without an outcome
 * @param pendingUpdates updates of the broker that wait to be applied
 * @param selections how often each layer was selected and invoked. For a layer without a model in a
 *     crowded world, this counts examinations instead
 * @param meanUrgency the mean urgency of all selections, 1 to 10; 0 if there were none
 * @param blockedByCooldown how often the selected layer of an examined agent was cooling down
 * @param unusedGrants grants that were returned because the agent no longer needed them
 * @param superseded requests that were replaced by a more urgent one of the same agent
 * @param plannedAhead requests for the next plan while a plan was running
 * @param periodic requests whose only reason was the time that had passed
 */
public record MindStats(
        Map<AnswerStatus, Long> answersByStatus,
        long unreadableAnswers,
        long unknownKeys,
        long secondTries,
        long fallbacks,
        long queued,
        long done,
        long failed,
        long dropped,
        long refused,
        Map<String, Long> refusals,
        long repaired,
        long bridged,
        long nextPlansUsed,
        long nextPlansWasted,
        long orderedPlans,
        StepCounts orderedSteps,
        long settledTalks,
        long repeatedLines,
        int pendingRequests,
        int pendingUpdates,
        Map<Layer, Long> selections,
        double meanUrgency,
        long blockedByCooldown,
        long unusedGrants,
        long superseded,
        long plannedAhead,
        long periodic) {
    /**
     * The results of steps.
     *
     * @param queued all queued steps; those neither done, failed nor dropped are still in a queue
     */
    public record StepCounts(long queued, long done, long failed, long dropped) {}

    /** Returns how many answers ended with a status. */
    public long answers(AnswerStatus end) {
        return answersByStatus.getOrDefault(end, 0L);
    }

    /** Returns how many answers there were. */
    public long answers() {
        return answersByStatus.values().stream().mapToLong(Long::longValue).sum();
    }

    /** Returns how often a layer was selected and invoked. */
    public long selections(Layer layer) {
        return selections.getOrDefault(Objects.requireNonNull(layer, "layer"), 0L);
    }
}
