/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.behavior;

import dev.triune.plan.Step;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * A runner of the game, whose faults stay with the step it has under way: an exception or null
 * counts as a failure. The first of them is logged, later ones are not. Game thread only.
 */
final class Contained {
    /** What a step says that ran into a fault: no exception's text, which a model would read. */
    static final Progress BROKE = Progress.failed("it broke");

    private static final Logger LOG = Logger.getLogger(BehaviorSystem.class.getName());

    private final BehaviorRunner runner;
    private boolean logged;

    /** Holds that runner, which has not begun anything. */
    Contained(BehaviorRunner runner) {
        this.runner = runner;
    }

    /** The object that the game registered. */
    Object target() {
        return runner instanceof TypedRunner<?> typed ? typed.target() : runner;
    }

    /** Begins; {@link #BROKE} if it cannot. {@link #stop} follows in any case. */
    Progress start(int agent, Step step) {
        try {
            return orBroke(runner.start(agent, step), agent, step);
        } catch (Exception e) {
            return broke(agent, step, "threw an exception", e);
        }
    }

    /** Goes on by one tick; {@link #BROKE} if it cannot. */
    Progress tick(int agent, Step step) {
        try {
            return orBroke(runner.tick(agent, step), agent, step);
        } catch (Exception e) {
            return broke(agent, step, "threw an exception", e);
        }
    }

    /** What the watchdog says of a step that goes on. */
    Progress look(Watchdog watchdog, Running running, int agent, Step step, long tick) {
        double measure;
        try {
            measure = runner.progress(agent, step);
        } catch (Exception e) {
            return broke(agent, step, "threw an exception", e);
        }
        return watchdog.look(running, measure, tick);
    }

    /** Lets go; what it throws changes nothing. */
    void stop(int agent, Step step) {
        try {
            runner.stop(agent, step);
        } catch (Exception e) {
            broke(agent, step, "threw an exception", e);
        }
    }

    private Progress orBroke(@Nullable Progress said, int agent, Step step) {
        return said == null ? broke(agent, step, "returned null", null) : said;
    }

    private Progress broke(int agent, Step step, String what, @Nullable Exception cause) {
        if (!logged) {
            logged = true;
            String line = "runner " + target().getClass().getName() + " " + what + " at "
                    + step.type() + " of entity " + agent + "; its further faults are not logged";
            LOG.log(Level.WARNING, line, cause);
        }
        return BROKE;
    }
}
