/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.action;

import dev.triune.action.Progress;
import dev.triune.action.Step;
import dev.triune.village.people.Errand;
import dev.triune.village.people.WalkingBehavior;
import dev.triune.village.world.FieldPlot;
import dev.triune.village.world.Village;
import java.util.List;

/**
 * Works on as many plots as were ordered, one after the other. If two villagers want the same plot,
 * the second one takes another.
 */
abstract class FieldAction extends WalkingBehavior {
    private final int ticksPerPlot;

    FieldAction(Village village, int ticksPerPlot) {
        super(village);
        this.ticksPerPlot = ticksPerPlot;
    }

    /** Returns whether there is something to do on a plot. */
    abstract boolean isWorkable(FieldPlot fieldPlot);

    /** Works on a plot; returns whether the villager could continue with another one. */
    abstract boolean workPlot(int agent, FieldPlot fieldPlot);

    /** Returns why there is nothing to do, in words. */
    abstract String nothingToDo();

    @Override
    public Progress start(int agent, Step step) {
        mErrand.get(agent).clear();
        mErrand.get(agent).count = step.whole("amount", 1);
        return next(agent) < 0 ? Progress.failed(nothingToDo()) : Progress.RUNNING;
    }

    @Override
    public Progress tick(int agent, Step step) {
        int next = next(agent);
        if (next < 0) {
            return Progress.DONE; // others have done the rest
        }
        FieldPlot fieldPlot = village.fieldPlots().get(next);
        if (!walk(agent, fieldPlot.point()) || !workWithTool(agent, ticksPerPlot)) {
            return Progress.RUNNING;
        }
        Errand errand = mErrand.get(agent);
        errand.count--;
        return workPlot(agent, fieldPlot) && errand.count > 0 ? Progress.RUNNING : Progress.DONE;
    }

    /** Returns the plot to go to: each begins its search elsewhere. Negative if there is none. */
    private int next(int agent) {
        List<FieldPlot> fieldPlots = village.fieldPlots();
        for (int i = 0; i < fieldPlots.size(); i++) {
            int at = (i + mVillager.get(agent).number) % fieldPlots.size();
            if (isWorkable(fieldPlots.get(at))) {
                return at;
            }
        }
        return -1;
    }
}
