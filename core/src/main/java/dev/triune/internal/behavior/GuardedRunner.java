/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.behavior;

import dev.triune.GameClock;
import dev.triune.action.ActionRunner;
import dev.triune.action.BehaviorRunner;
import dev.triune.action.Progress;
import dev.triune.action.Step;
import dev.triune.action.Watchdog;
import java.time.Duration;
import java.util.Objects;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * A runner of the game, whose faults stay with the step that it runs: an exception or null
 * counts as a failure. The first of them is logged, later ones are not. Game thread only.
 */
public final class GuardedRunner {
    /** What a step says that ran into a fault: no exception's text, which a model would read. */
    static final Progress FAULT = Progress.failed("it broke");

    private static final Logger LOG = Logger.getLogger(ActionRunner.class.getName());

    private final BehaviorRunner runner;
    private final Step reflexStep;
    private boolean logged;

    /** Guards the runner of that type of step or behaviour. */
    public GuardedRunner(String name, BehaviorRunner runner) {
        this.runner = Objects.requireNonNull(runner);
        this.reflexStep = Step.of(name);
    }

    /** Returns the step without arguments that stands for a reflex. */
    public Step reflexStep() {
        return reflexStep;
    }

    /** The object that the game registered. */
    public Object target() {
        return runner instanceof ActionRunnerAdapter<?> typed ? typed.target() : runner;
    }

    /** Begins; {@link #FAULT} if it cannot. {@link #stop} follows in any case. */
    Progress start(int agent, Step step) {
        try {
            return orFault(runner.start(agent, step), agent, step);
        } catch (Exception e) {
            return fault(agent, step, "threw an exception", e);
        }
    }

    /** Goes on by one tick; {@link #FAULT} if it cannot. */
    Progress tick(int agent, Step step) {
        try {
            return orFault(runner.tick(agent, step), agent, step);
        } catch (Exception e) {
            return fault(agent, step, "threw an exception", e);
        }
    }

    /** What the watchdog says of a step that goes on. */
    Progress check(
            Watchdog watchdog, RunnerState runnerState, int agent, Step step, GameClock clock) {
        long tick = clock.tick();
        double measure;
        try {
            measure = runner.progress(agent, step);
        } catch (Exception e) {
            return fault(agent, step, "threw an exception", e);
        }
        if (Double.compare(measure, runnerState.measure) != 0) {
            runnerState.measure = measure;
            runnerState.movedAt = tick;
        }
        if (!Double.isNaN(measure)
                && tick - runnerState.movedAt >= clock.ticks(watchdog.stalled())) {
            return Progress.failed("no progress for " + seconds(watchdog.stalled()));
        }
        return tick - runnerState.startedAt > clock.ticks(watchdog.longest())
                ? Progress.failed("it took longer than " + seconds(watchdog.longest()))
                : Progress.RUNNING;
    }

    /** A time as models read it; ticks mean nothing to them. */
    static String seconds(Duration time) {
        return Math.max(1, time.toSeconds()) + " s";
    }

    /** Lets go; what it throws changes nothing. */
    void stop(int agent, Step step) {
        try {
            runner.stop(agent, step);
        } catch (Exception e) {
            fault(agent, step, "threw an exception", e);
        }
    }

    private Progress orFault(@Nullable Progress said, int agent, Step step) {
        return said == null ? fault(agent, step, "returned null", null) : said;
    }

    private Progress fault(int agent, Step step, String what, @Nullable Exception cause) {
        if (!logged) {
            logged = true;
            String line = "runner " + target().getClass().getName() + " " + what + " at "
                    + step.type() + " of entity " + agent + "; its further faults are not logged";
            LOG.log(Level.WARNING, line, cause);
        }
        return FAULT;
    }
}
