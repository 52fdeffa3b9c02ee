/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.action;

import dev.triune.behavior.Progress;
import dev.triune.plan.Step;
import dev.triune.village.people.Walking;
import dev.triune.village.places.Building;
import dev.triune.village.places.Resource;
import dev.triune.village.places.Stock;
import dev.triune.village.places.Village;

/**
 * {@code cook}: bakes bread of carried grain and water, in the bakery, or in the ashes of the burning
 * fire as long as there is none.
 */
public final class Cook extends Walking {
    /** The grain in a dough. */
    public static final int GRAIN = 2;

    private static final int LOAVES_OF_THE_BAKERY = 2;
    private static final int LOAVES_OF_THE_FIRE = 1;
    private static final int TICKS_PER_DOUGH = 120;

    /** In that village. */
    public Cook(Village village) {
        super(village);
    }

    /** Whether a villager carries what a dough takes. */
    public static boolean has(Stock carried) {
        return carried.get(Resource.GRAIN) >= GRAIN && carried.get(Resource.WATER) >= 1;
    }

    @Override
    public Progress start(int agent, Step step) {
        mErrand.get(agent).clear();
        mErrand.get(agent).count = step.whole("amount", 1);
        return has(mVillager.get(agent).carries)
                ? Progress.RUNNING
                : Progress.failed("a dough takes grain 2 and water 1, which you do not carry");
    }

    @Override
    public Progress tick(int agent, Step step) {
        if (!walk(agent, village.oven())) {
            return Progress.RUNNING;
        }
        boolean bakery = village.standing(Building.BAKERY) > 0;
        if (!bakery && !village.fires().get(0).burning()) {
            return Progress.failed("the fire is out, and there is no bakery");
        }
        if (!work(agent, TICKS_PER_DOUGH)) {
            return Progress.RUNNING;
        }
        Stock carries = mVillager.get(agent).carries;
        if (!has(carries)) {
            return Progress.DONE;
        }
        carries.take(Resource.GRAIN, GRAIN);
        carries.take(Resource.WATER, 1);
        carries.add(Resource.BREAD, bakery ? LOAVES_OF_THE_BAKERY : LOAVES_OF_THE_FIRE);
        return --mErrand.get(agent).count <= 0 ? Progress.DONE : Progress.RUNNING;
    }
}
