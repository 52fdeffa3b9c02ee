/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.action;

import dev.triune.behavior.Progress;
import dev.triune.plan.Step;
import dev.triune.village.people.People;
import dev.triune.village.places.Village;

/** {@code follow}: keeps somebody company for a while. */
public final class Follow extends Meeting {
    private static final int TICKS = 300;

    /** In that village, among those people. */
    public Follow(Village village, People people) {
        super(village, people);
    }

    @Override
    Progress together(int agent, int other, Step step, boolean near) {
        return work(agent, TICKS) ? Progress.DONE : Progress.RUNNING;
    }
}
