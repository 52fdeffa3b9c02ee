/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.action;

import dev.triune.village.places.Plot;
import dev.triune.village.places.Resource;
import dev.triune.village.places.Village;

/** {@code harvest}: reaps plots whose grain is ripe. */
public final class Harvest extends FieldWork {
    private static final int TICKS = 150;

    /** In that village. */
    public Harvest(Village village) {
        super(village, TICKS);
    }

    @Override
    boolean wants(Plot plot) {
        return plot.ripe();
    }

    @Override
    boolean treat(int agent, Plot plot) {
        mVillager.get(agent).carries.add(Resource.GRAIN, plot.reap());
        return mVillager.get(agent).carries.total() < Gather.CARRY_LIMIT;
    }

    @Override
    String nothing() {
        return "no grain is ripe";
    }
}
