/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.action;

import dev.triune.village.action.VillagerAction.Plant;
import dev.triune.village.world.FieldPlot;
import dev.triune.village.world.Resource;

/** {@code plant}: sows carried grain on bare plots, one piece each. */
public final class PlantAction extends FieldAction<Plant> {
    private static final int TICKS = 100;

    /** Creates the runner. */
    public PlantAction() {
        super(TICKS);
    }

    @Override
    boolean isWorkable(FieldPlot fieldPlot) {
        return fieldPlot.bare();
    }

    @Override
    void workPlot(int agent, FieldPlot fieldPlot) {
        mVillager.get(agent).carries.take(Resource.GRAIN, 1);
        fieldPlot.sow();
    }

    @Override
    String obstacle(int agent) {
        return mVillager.get(agent).carries.get(Resource.GRAIN) == 0
                ? "you carry no grain to sow"
                : "";
    }

    @Override
    String nothingToDo() {
        return "no plot of the field is bare";
    }

    @Override
    int amount(Plant action) {
        return action.amount();
    }
}
