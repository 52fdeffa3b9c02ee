/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.action;

import dev.triune.behavior.Progress;
import dev.triune.plan.Step;
import dev.triune.village.people.Walking;
import dev.triune.village.places.Place;
import dev.triune.village.places.Resource;
import dev.triune.village.places.Stock;
import dev.triune.village.places.Village;

/** {@code cook}: makes meals of carried berries at the burning fire of the square. */
public final class Cook extends Walking {
    /** The berries in a meal. */
    public static final int BERRIES_PER_MEAL = 2;

    private static final int TICKS_PER_MEAL = 80;

    /** In that village. */
    public Cook(Village village) {
        super(village);
    }

    @Override
    public Progress start(int agent, Step step) {
        mErrand.get(agent).clear();
        mErrand.get(agent).count = step.whole("amount", 1);
        return mVillager.get(agent).carries.get(Resource.BERRIES) < BERRIES_PER_MEAL
                ? Progress.failed("you carry too few berries")
                : Progress.RUNNING;
    }

    @Override
    public Progress tick(int agent, Step step) {
        if (!walk(agent, Place.SQUARE)) {
            return Progress.RUNNING;
        }
        Stock carries = mVillager.get(agent).carries;
        if (!village.fires().get(0).burning()) {
            return Progress.failed("the fire is out");
        }
        if (!work(agent, TICKS_PER_MEAL)) {
            return Progress.RUNNING;
        }
        if (carries.get(Resource.BERRIES) < BERRIES_PER_MEAL) {
            return Progress.DONE;
        }
        carries.take(Resource.BERRIES, BERRIES_PER_MEAL);
        carries.add(Resource.MEALS, 1);
        return --mErrand.get(agent).count <= 0 ? Progress.DONE : Progress.RUNNING;
    }
}
