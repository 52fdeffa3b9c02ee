/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.action;

import dev.triune.action.Progress;
import dev.triune.village.action.VillagerAction.Assist;
import dev.triune.village.people.Errand;
import java.util.Set;

/** {@code help}: helps another villager, whose work proceeds twice as fast. */
public final class HelpAction extends PartnerAction<Assist> {
    private static final int TICKS = 400;
    private static final int MAX_WAITING_TICKS = 300;

    /** How long it waits for work that the other has before it, in ticks: an hour. */
    private static final int MAX_WAITING_FOR_WORK = 1_200;

    private static final Set<String> WORK =
            Set.of("gather", "plant", "harvest", "cook", "plan_build", "make_tool");

    @Override
    Progress tickTogether(int agent, int other, Assist action) {
        Errand ownErrand = mErrand.get(agent);
        Errand otherErrand = mErrand.get(other);
        if (otherErrand.work == 0 && !mVillager.get(other).ill) {
            boolean willWork = mQueue.get(other).steps.stream()
                    .anyMatch(queued -> !queued.finished() && WORK.contains(queued.step.type()));
            return ++ownErrand.count > (willWork ? MAX_WAITING_FOR_WORK : MAX_WAITING_TICKS)
                    ? Progress.failed(action.to() + " has no such work to do now")
                    : Progress.RUNNING;
        }
        otherErrand.work++;
        return work(agent, TICKS) ? Progress.DONE : Progress.RUNNING;
    }
}
