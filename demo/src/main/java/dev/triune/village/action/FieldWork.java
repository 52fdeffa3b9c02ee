/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.action;

import dev.triune.behavior.Progress;
import dev.triune.plan.Step;
import dev.triune.village.people.Errand;
import dev.triune.village.people.Walking;
import dev.triune.village.places.Plot;
import dev.triune.village.places.Village;
import java.util.List;

/**
 * Goes from plot to plot, as many as were ordered. Two at once may want the same plot: who comes
 * second goes on to the next.
 */
abstract class FieldWork extends Walking {
    private final int ticksPerPlot;

    FieldWork(Village village, int ticksPerPlot) {
        super(village);
        this.ticksPerPlot = ticksPerPlot;
    }

    /** Whether there is something to do on a plot. */
    abstract boolean wants(Plot plot);

    /** Does it; whether the villager could go on with another plot. */
    abstract boolean treat(int agent, Plot plot);

    /** Why there is nothing to do, in words. */
    abstract String nothing();

    @Override
    public Progress start(int agent, Step step) {
        mErrand.get(agent).clear();
        mErrand.get(agent).count = step.whole("amount", 1);
        return next(agent) < 0 ? Progress.failed(nothing()) : Progress.RUNNING;
    }

    @Override
    public Progress tick(int agent, Step step) {
        int next = next(agent);
        if (next < 0) {
            return Progress.DONE; // others have done the rest
        }
        Plot plot = village.plots().get(next);
        if (!walk(agent, plot.point()) || !work(agent, ticksPerPlot)) {
            return Progress.RUNNING;
        }
        Errand errand = mErrand.get(agent);
        errand.count--;
        return treat(agent, plot) && errand.count > 0 ? Progress.RUNNING : Progress.DONE;
    }

    /** The plot to go to: each begins its search elsewhere. Negative if there is none. */
    private int next(int agent) {
        List<Plot> plots = village.plots();
        for (int i = 0; i < plots.size(); i++) {
            int at = (i + mVillager.get(agent).number) % plots.size();
            if (wants(plots.get(at))) {
                return at;
            }
        }
        return -1;
    }
}
