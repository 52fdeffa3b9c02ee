/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.action;

import dev.triune.action.Progress;
import dev.triune.village.action.VillagerAction.Follow;

/** {@code follow}: keeps somebody company for a while. */
public final class FollowAction extends PartnerAction<Follow> {
    private static final int TICKS = 300;

    @Override
    Progress tickTogether(int agent, int other, Follow action) {
        return tickOnTheWay(agent);
    }

    @Override
    Progress tickOnTheWay(int agent) {
        return work(agent, TICKS) ? Progress.DONE : Progress.RUNNING;
    }
}
