/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.habit;

import dev.triune.action.Step;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.Goal;
import dev.triune.component.Goals;
import dev.triune.component.Mind;
import dev.triune.component.QueuedStep;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The plans of one agent whose end is not known yet, and what it has noticed. Game thread only. */
public final class AgentHabits {
    private static final int MAX_PLANS = 4;

    /** How a plan stands. */
    enum End {
        OPEN,
        COMPLETED,
        FAILED,
        /** Something else took its place, which says nothing about it. */
        REPLACED
    }

    /**
     * A plan until its end.
     *
     * @param situation in which it was ordered
     * @param owner the agent whose habit it would be; empty for all of the kind
     * @param general its steps with slots
     * @param habit where it comes from; null if a model ordered it
     * @param steps in its agent's queue
     */
    record OpenPlan(
            String situation,
            String owner,
            List<Step> general,
            @Nullable LearnedHabit habit,
            List<QueuedStep> steps) {}

    final long serial;
    final List<OpenPlan> plans = new ArrayList<>(2);

    /** Since when a call has been wanted; {@link Mind#NEVER} if none is. */
    long callWantedSince = Mind.NEVER;

    /** The situation in which it planned last; empty if it never did, or if that is not known. */
    String plannedIn = "";

    /** The tick from which on its situation is compared with that again. */
    long nextLook;

    /** How many of its conversations were settled by rules. */
    public long settledTalks;

    private @Nullable Goal newestGoal;
    private int goals = -1;
    private long playerSeen = Mind.NEVER;

    AgentHabits(long serial) {
        this.serial = serial;
    }

    /** Watches a plan; the oldest one gives way. */
    void watch(OpenPlan plan) {
        if (plans.size() == MAX_PLANS) {
            plans.remove(0);
        }
        plans.add(plan);
    }

    /**
     * Returns how a plan stands.
     *
     * @param dropped whether what is no longer in the queue was given up because it did not fit
     */
    static End endOf(OpenPlan plan, @Nullable BehaviorQueue queue, boolean dropped) {
        End end = End.COMPLETED;
        for (int i = 0; i < plan.steps().size(); i++) {
            QueuedStep step = plan.steps().get(i);
            if (step.state == QueuedStep.State.FAILED) {
                return End.FAILED;
            }
            if (!step.finished()) {
                boolean queued =
                        queue != null && (queue.steps.contains(step) || queue.ahead.contains(step));
                if (!queued) {
                    return dropped ? End.FAILED : End.REPLACED;
                }
                end = End.OPEN;
            }
        }
        return end;
    }

    /** Whether a player has done something with the agent, or it has got a goal, since the last look. */
    boolean noticesNews(Mind mind, @Nullable Goals now) {
        int count = now == null ? 0 : now.goals.size();
        Goal newest = count == 0 || now == null ? null : now.goals.get(count - 1);
        boolean first = goals < 0;
        boolean newGoal = !first && newest != null && newest != newestGoal && count >= goals;
        boolean player = !first && mind.lastPlayerInteraction != playerSeen;
        goals = count;
        newestGoal = newest;
        playerSeen = mind.lastPlayerInteraction;
        return newGoal || player;
    }
}
