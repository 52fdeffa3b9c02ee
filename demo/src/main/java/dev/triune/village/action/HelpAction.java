/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.action;

import dev.triune.action.Progress;
import dev.triune.village.action.VillagerAction.Assist;
import dev.triune.village.people.Errand;

/** {@code help}: helps another villager, whose work proceeds twice as fast. */
public final class HelpAction extends PartnerAction<Assist> {
    private static final int TICKS = 400;
    private static final int MAX_WAITING_TICKS = 300;

    @Override
    Progress tickTogether(int agent, int other, Assist action) {
        Errand ownErrand = mErrand.get(agent);
        Errand otherErrand = mErrand.get(other);
        if (otherErrand.work == 0 && !mVillager.get(other).ill) {
            return ++ownErrand.count > MAX_WAITING_TICKS
                    ? Progress.failed(action.to() + " does no such work now")
                    : Progress.RUNNING;
        }
        otherErrand.work++;
        return work(agent, TICKS) ? Progress.DONE : Progress.RUNNING;
    }
}
