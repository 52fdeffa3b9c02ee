/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.action;

import dev.triune.action.Progress;
import dev.triune.action.Step;
import dev.triune.village.people.WalkingBehavior;
import dev.triune.village.world.Place;
import dev.triune.village.world.Resource;

/** {@code withdraw}: takes a resource from the storehouse. */
public final class WithdrawAction extends WalkingBehavior {
    @Override
    public Progress start(int agent, Step step) {
        return village.store().get(item(step)) == 0 ? none(step) : Progress.RUNNING;
    }

    @Override
    public Progress tick(int agent, Step step) {
        if (!walk(agent, Place.STOREHOUSE)) {
            return Progress.RUNNING;
        }
        int taken = village.store().take(item(step), step.whole("amount", 1));
        mVillager.get(agent).carries.add(item(step), taken);
        return taken == 0 ? none(step) : Progress.DONE;
    }

    private static Resource item(Step step) {
        return Resource.named(step.text("item"));
    }

    private static Progress none(Step step) {
        return Progress.failed("the storehouse has no " + step.text("item"));
    }
}
