/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.action;

import dev.triune.action.Progress;
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
    public Progress start(int agent, Plant action) {
        if (mVillager.get(agent).carries.get(Resource.GRAIN) == 0) {
            return finishedPieces(agent) > 0
                    ? Progress.DONE
                    : Progress.failed("you carry no grain to sow");
        }
        return super.start(agent, action);
    }

    @Override
    boolean isWorkable(FieldPlot fieldPlot) {
        return fieldPlot.bare();
    }

    @Override
    boolean workPlot(int agent, FieldPlot fieldPlot) {
        if (mVillager.get(agent).carries.take(Resource.GRAIN, 1) == 0) {
            return false; // the grain was traded meanwhile
        }
        fieldPlot.sow();
        return mVillager.get(agent).carries.get(Resource.GRAIN) > 0;
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
