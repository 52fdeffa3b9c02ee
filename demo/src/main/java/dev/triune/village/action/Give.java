/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.action;

import dev.triune.behavior.Progress;
import dev.triune.plan.Step;
import dev.triune.village.people.People;
import dev.triune.village.places.Resource;
import dev.triune.village.places.Village;

/** {@code give}: hands something over to somebody. */
public final class Give extends Meeting {
    /** In that village, among those people. */
    public Give(Village village, People people) {
        super(village, people);
    }

    @Override
    Progress together(int agent, int other, Step step, boolean near) {
        if (!near) {
            return Progress.RUNNING;
        }
        Resource item = Resource.named(step.text("item"));
        int given = mVillager.get(agent).carries.take(item, step.whole("amount", 1));
        mVillager.get(other).carries.add(item, given);
        return given == 0 ? Progress.failed("you carry no " + item.label()) : Progress.DONE;
    }
}
