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

    /** Works on a plot. */
    abstract void workPlot(int agent, FieldPlot fieldPlot);

    /** Returns why no further plot can be worked on; empty if one can, as far as the plots go. */
    abstract String obstacle(int agent);

    /** Returns the reason if no plot is workable. */
    abstract String nothingToDo();

    @Override
    public Progress start(int agent, A action) {
        beginPieces(agent, amount(action));
        return ready(agent);
    }

    @Override
    public Progress tick(int agent, A action) {
        Progress ready = ready(agent);
        if (ready.kind() != Progress.Kind.RUNNING) {
            return ready;
        }
        FieldPlot fieldPlot = village.buildings().fieldPlots().get(next(agent));
        if (!walk(agent, fieldPlot.point()) || !workWithTool(agent, ticksPerPlot)) {
            return Progress.RUNNING;
        }
        workPlot(agent, fieldPlot);
        return Progress.of(finishPiece(agent) <= 0);
    }

    /** Returns whether a villager can begin a plot; others may have done all meanwhile. */
    private Progress ready(int agent) {
        String obstacle = next(agent) < 0 ? nothingToDo() : obstacle(agent);
        return obstacle.isEmpty() ? Progress.RUNNING : endPieces(agent, obstacle);
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
