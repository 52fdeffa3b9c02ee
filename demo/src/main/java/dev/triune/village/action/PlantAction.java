/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.action;

import dev.triune.action.Progress;
import dev.triune.action.Step;
import dev.triune.village.world.FieldPlot;
import dev.triune.village.world.Resource;

/** {@code plant}: sows carried grain on bare plots, one piece each. */
public final class PlantAction extends FieldAction {
    private static final int TICKS = 100;

    /** Creates the runner. */
    public PlantAction() {
        super(TICKS);
    }

    @Override
    public Progress start(int agent, Step step) {
        if (mVillager.get(agent).carries.get(Resource.GRAIN) == 0) {
            return Progress.failed("you carry no grain to sow");
        }
        return super.start(agent, step);
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
}
