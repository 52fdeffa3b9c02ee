/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.action;

import dev.triune.action.Progress;
import dev.triune.component.Needs;
import dev.triune.village.action.VillagerAction.Assist;
import dev.triune.village.people.Errand;
import dev.triune.village.people.Villager;
import java.util.Set;

/**
 * {@code help}: helps another villager, whose work proceeds twice as fast; whoever has none and is ill
 * or hurt, also asleep, is tended, and wounds heal faster.
 */
public final class HelpAction extends PartnerAction<Assist> {
    private static final int TICKS = 400;
    private static final int MAX_WAITING_TICKS = 300;

    /** How long it waits for work that the other has before it, in ticks: an hour. */
    private static final int MAX_WAITING_FOR_WORK = 1_200;

    /** What heals in a tick: a fifth of all health in the time of a step. */
    private static final float TENDED = 0.2f / TICKS;

    private static final Set<String> WORK =
            Set.of("gather", "plant", "harvest", "cook", "plan_build", "make_tool");

    /** Returns whether a villager is ill or hurt, as everybody sees. */
    private boolean isPatient(int other) {
        return mVillager.get(other).ill || mNeeds.get(other).health < Villager.HURT;
    }

    /** Whether a villager has work, or some before it. */
    private boolean hasWork(int other) {
        return mErrand.get(other).work > 0
                || mQueue.get(other).steps.stream()
                        .anyMatch(
                                queued -> !queued.finished() && WORK.contains(queued.step.type()));
    }

    /** Help that has begun is over when there is nothing left to help with. */
    @Override
    boolean isOver(int agent, int other) {
        return mErrand.get(agent).work > 0 && !isPatient(other) && !hasWork(other);
    }

    @Override
    boolean servesAsleep(int other) {
        return isPatient(other);
    }

    @Override
    Progress tickTogether(int agent, int other, Assist action) {
        Errand ownErrand = mErrand.get(agent);
        Errand otherErrand = mErrand.get(other);
        if (isPatient(other)) {
            Needs needs = mNeeds.get(other);
            needs.health = Math.min(1, needs.health + TENDED);
        } else if (otherErrand.work == 0) {
            return ++ownErrand.count > (hasWork(other) ? MAX_WAITING_FOR_WORK : MAX_WAITING_TICKS)
                    ? Progress.unneeded(action.to() + " is well, and has no work to help with")
                    : Progress.RUNNING;
        }
        otherErrand.work += otherErrand.work > 0 ? 1 : 0; // not that of who has none
        return work(agent, TICKS) ? Progress.DONE : Progress.RUNNING;
    }
}
