/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune;

import dev.triune.component.Layer;
import java.util.Map;

/**
 * Counts of requests, answers and steps since the world was built: a live view. The sums always agree:
 * the ends of answers add up to the answers, and steps that were queued are done, failed, dropped or
 * still in a queue, also where the game itself writes into queues. Reading a count of steps looks at
 * every queue. Game thread only.
 */
public interface MindStats {
    // ---- answers

    /** Returns how many answers ended with that status. */
    long answers(AnswerStatus end);

    /** Returns how many answers there were. */
    long answers();

    /** Returns how many answers could not be read to their end. */
    long unreadableAnswers();

    /** Returns how many keys of answers are not in the schema. */
    long unknownKeys();

    /** Returns how many unusable answers led to a second request. */
    long secondTries();

    /** Returns how often the game's routine replaced a plan. */
    long fallbacks();

    // ---- steps

    /** Returns how many steps were put into a queue. */
    long queued();

    /** Returns how many queued steps were completed. */
    long done();

    /** Returns how many queued steps failed. */
    long failed();

    /** Returns how many queued steps were dropped because the plan was replaced or the agent is gone. */
    long dropped();

    /** Returns how many steps were never queued because the catalog does not allow them. */
    long refused();

    /** Returns the reasons of refused steps, in the catalog's words, each with its count. */
    Map<String, Long> refusals();

    /** Returns how many steps were changed to fit: a synonym, another target, a number in its range. */
    long repaired();

    /** Returns how many steps became possible by steps of the game's routine before them. */
    long bridged();

    /** Returns how many plans made ahead were started. */
    long nextPlansUsed();

    /** Returns how many requests for a next plan were wasted: no plan, or one dropped unused. */
    long nextPlansWasted();

    // ---- requests

    /** Returns how many requests have no outcome yet. */
    int pendingRequests();

    /** Returns how many updates of the broker wait to be applied. */
    int pendingUpdates();

    /**
     * Returns how often a layer was selected and invoked. For a layer without a model, in a world of
     * more agents than are examined in each tick, this is how often it was examined.
     */
    long selections(Layer layer);

    /** Returns how often each layer was selected and invoked. */
    Map<Layer, Long> selections();

    /** Returns the mean urgency of all selections, 1 to 10; 0 if there were none. */
    double meanUrgency();

    /** Returns how often the selected layer of an examined agent was cooling down. */
    long blockedByCooldown();

    /** Returns how many grants were returned unused because the agent no longer needed them. */
    long unusedGrants();

    /** Returns how many requests were replaced by a more urgent one of the same agent. */
    long superseded();

    /** Returns how many requests asked for the next plan while a plan was still running. */
    long plannedAhead();

    /** Returns how many requests were made for no other reason than the time that had passed. */
    long periodic();
}
