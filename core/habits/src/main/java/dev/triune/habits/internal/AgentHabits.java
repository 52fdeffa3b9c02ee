/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.habits.internal;

import dev.triune.action.Step;
import dev.triune.action.VisibleObject;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.Goals;
import dev.triune.component.Goals.Goal;
import dev.triune.component.Mind;
import dev.triune.component.QueuedStep;
import dev.triune.llm.Ticket;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The open plans of an agent, and the news that it has noticed. Game thread only. */
public final class AgentHabits {
    private static final int MAX_PLANS = 4;

    /** The state of a plan. */
    enum End {
        OPEN,
        COMPLETED,
        FAILED,
        /** Replaced by another plan, which is neither success nor failure. */
        REPLACED
    }

    /**
     * A plan that has not ended.
     *
     * @param situation in which it was ordered
     * @param owner the agent whose habit it would become; empty for all of the kind
     * @param general its steps with slots
     * @param habit the habit it comes from; null if a model ordered it
     * @param steps its steps in the agent's queue
     * @param role the agent's role; empty if it has none, or if a habit ordered the plan
     * @param scene what the agent perceived when the plan was ordered
     */
    record OpenPlan(
            String situation,
            String owner,
            List<Step> general,
            @Nullable LearnedHabit habit,
            List<QueuedStep> steps,
            String role,
            int scene) {}

    final long serial;
    final List<OpenPlan> plans = new ArrayList<>(2);

    /** Since when a call has been wanted; {@link Mind#NEVER} if none is. */
    long callWantedSince = Mind.NEVER;

    /** The situation in which the agent last planned; empty if unknown. */
    String plannedIn = "";

    /** The tick from which its situation is compared with that one again. */
    long nextSituationCheck;

    /** The last request for a plan of which a prompt was written; 0 if there was none. */
    private long promptedTicket;

    private String promptedIn = "";
    private List<VisibleObject> promptedSights = List.of();
    private String promptedRole = "";
    private @Nullable Goal newestGoal;
    private int goals = -1;
    private long playerSeen = Mind.NEVER;

    AgentHabits(long serial) {
        this.serial = serial;
    }

    /**
     * Notes the situation and the agent's role in a prompt, empty if nothing is to be learned, and
     * what it sees.
     */
    void prompted(Ticket request, String situation, String role, List<VisibleObject> sights) {
        promptedTicket = request.number();
        promptedSights = List.copyOf(sights);
        promptedIn = situation;
        promptedRole = role;
    }

    /** Returns the situation in the prompt of a request; empty if it is not known. */
    String situationOf(Ticket request) {
        return request.number() == promptedTicket ? promptedIn : "";
    }

    /** Returns what the agent saw in the last prompt for a plan, the nearest first. */
    List<VisibleObject> promptedSights() {
        return promptedSights;
    }

    /** Returns the agent's role in the last prompt for a plan. */
    String promptedRole() {
        return promptedRole;
    }

    /** Watches a plan, in place of the oldest one if there are too many. */
    void watch(OpenPlan plan) {
        if (plans.size() == MAX_PLANS) {
            plans.remove(0);
        }
        plans.add(plan);
    }

    /**
     * Returns the state of a plan.
     *
     * @param dropped whether steps that have left the queue were dropped because they did not fit
     */
    static End endOf(OpenPlan plan, @Nullable BehaviorQueue queue, boolean dropped) {
        End end = End.COMPLETED;
        for (int i = 0; i < plan.steps().size(); i++) {
            QueuedStep step = plan.steps().get(i);
            if (step.state == QueuedStep.State.FAILED) {
                return End.FAILED;
            }
            if (!step.finished()) {
                boolean queued = queue != null
                        && (queue.steps.contains(step) || queue.ahead().contains(step));
                if (!queued) {
                    return dropped ? End.FAILED : End.REPLACED;
                }
                end = End.OPEN;
            }
        }
        return end;
    }

    /**
     * Whether a player has interacted with the agent, or it has got a goal, since the last check.
     */
    boolean checkForNews(Mind mind, @Nullable Goals now) {
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
