/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.action;

import dev.triune.action.Progress;
import dev.triune.village.people.WalkingBehavior;
import dev.triune.village.world.FieldPlot;
import java.util.List;

/**
 * Works on the requested number of plots, one after the other. If two villagers want the same plot,
 * the second one takes another.
 */
abstract class FieldAction<A> extends WalkingBehavior<A> {
    private final int ticksPerPlot;

    FieldAction(int ticksPerPlot) {
        this.ticksPerPlot = ticksPerPlot;
    }

    /** Returns the requested number of plots. */
    abstract int amount(A action);

    /** Returns whether there is something to do on a plot. */
    abstract boolean isWorkable(FieldPlot fieldPlot);

    /** Works on a plot; returns whether the villager could continue with another one. */
    abstract boolean workPlot(int agent, FieldPlot fieldPlot);

    /** Returns the reason if no plot is workable. */
    abstract String nothingToDo();

    @Override
    public Progress start(int agent, A action) {
        beginPieces(agent, amount(action));
        return next(agent) >= 0
                ? Progress.RUNNING
                : finishedPieces(agent) > 0 ? Progress.DONE : Progress.failed(nothingToDo());
    }

    @Override
    public Progress tick(int agent, A action) {
        int next = next(agent);
        if (next < 0) {
            return Progress.DONE; // others did the rest
        }
        FieldPlot fieldPlot = village.buildings().fieldPlots().get(next);
        if (!walk(agent, fieldPlot.point()) || !workWithTool(agent, ticksPerPlot)) {
            return Progress.RUNNING;
        }
        boolean more = finishPiece(agent) > 0;
        return workPlot(agent, fieldPlot) && more ? Progress.RUNNING : Progress.DONE;
    }

    /**
     * Returns the next workable plot, searching from a different one for each villager; negative
     * for none.
     */
    private int next(int agent) {
        List<FieldPlot> fieldPlots = village.buildings().fieldPlots();
        for (int i = 0; i < fieldPlots.size(); i++) {
            int at = (i + mVillager.get(agent).number) % fieldPlots.size();
            if (isWorkable(fieldPlots.get(at))) {
                return at;
            }
        }
        return -1;
    }
}
