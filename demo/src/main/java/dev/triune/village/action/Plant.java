/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.action;

import dev.triune.behavior.Progress;
import dev.triune.plan.Step;
import dev.triune.village.places.Plot;
import dev.triune.village.places.Resource;
import dev.triune.village.places.Village;

/** {@code plant}: sows carried grain, one piece a plot, on plots that are bare. */
public final class Plant extends FieldWork {
    private static final int TICKS = 100;

    /** In that village. */
    public Plant(Village village) {
        super(village, TICKS);
    }

    @Override
    public Progress start(int agent, Step step) {
        if (mVillager.get(agent).carries.get(Resource.GRAIN) == 0) {
            return Progress.failed("you carry no grain to sow");
        }
        return super.start(agent, step);
    }

    @Override
    boolean wants(Plot plot) {
        return plot.bare();
    }

    @Override
    boolean treat(int agent, Plot plot) {
        if (mVillager.get(agent).carries.take(Resource.GRAIN, 1) == 0) {
            return false; // traded away meanwhile
        }
        plot.sow();
        return mVillager.get(agent).carries.get(Resource.GRAIN) > 0;
    }

    @Override
    String nothing() {
        return "no plot of the field is bare";
    }
}
