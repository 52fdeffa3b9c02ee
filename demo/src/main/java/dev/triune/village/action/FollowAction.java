/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.action;

import dev.triune.action.Progress;
import dev.triune.action.Step;
import dev.triune.village.people.VillagerDirectory;
import dev.triune.village.world.Village;

/** {@code follow}: keeps somebody company for a while. */
public final class FollowAction extends PartnerAction {
    private static final int TICKS = 300;

    /** Creates the runner of a village and its villagers. */
    public FollowAction(Village village, VillagerDirectory villagerDirectory) {
        super(village, villagerDirectory);
    }

    @Override
    Progress tickTogether(int agent, int other, Step step, boolean near) {
        return work(agent, TICKS) ? Progress.DONE : Progress.RUNNING;
    }
}
