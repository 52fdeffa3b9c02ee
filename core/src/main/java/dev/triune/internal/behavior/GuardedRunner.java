/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.behavior;

import dev.triune.action.ActionRunner;
import dev.triune.action.Progress;
import dev.triune.action.Step;
import dev.triune.action.Wording;
import dev.triune.action.Wording.Text;
import dev.triune.internal.inject.ActionRunnerAdapter;
import dev.triune.internal.inject.GameFaults;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Wraps a runner of the game: what it throws counts as a failed step. Game thread only. */
public final class GuardedRunner {
    private final ActionRunner<Step> runner;
    private final Step reflexStep;
    private final Wording wording;
    private final GameFaults faults;

    /**
     * The result of a step whose runner threw; without the exception's text, because models read
     * it.
     */
    private final Progress broken;

    GuardedRunner(String name, ActionRunner<Step> runner, Wording wording, GameFaults faults) {
        this.runner = runner;
        this.reflexStep = Step.of(name);
        this.wording = wording;
        this.faults = faults;
        this.broken = Progress.failed(wording.say(Text.BROKE));
    }

    /** Returns the step without arguments that represents a reflex. */
    public Step reflexStep() {
        return reflexStep;
    }

    /** Returns the behaviour of the reflex by its name, or in a game's own words. */
    String nameInPrompts() {
        return wording.behavior(reflexStep.type(), reflexStep.type());
    }

    /** Returns the object that the game registered as a runner. */
    static Object target(ActionRunner<Step> runner) {
        return runner instanceof ActionRunnerAdapter<?> typed ? typed.target() : runner;
    }

    /**
     * Starts a step; fails it if the runner throws. {@link #stop} follows in any
     * case.
     */
    Progress start(int agent, Step step) {
        try {
            return orFault(runner.start(agent, step), agent, step);
        } catch (Throwable e) {
            return fault(agent, step, e);
        }
    }

    /** Continues by one tick; fails it if the runner throws. */
    Progress tick(int agent, Step step, double seconds) {
        try {
            return orFault(runner.tick(agent, step, seconds), agent, step);
        } catch (Throwable e) {
            return fault(agent, step, e);
        }
    }

    /**
     * Returns a failure if the step made no progress or took too long, otherwise {@code RUNNING}.
     */
    Progress check(StepLimits limits, RunnerState running, int agent, Step step, long tick) {
        double measure;
        try {
            measure = runner.progress(agent, step);
        } catch (Throwable e) {
            return fault(agent, step, e);
        }
        if (Double.compare(measure, running.measure) != 0) {
            running.measure = measure;
            running.movedAt = tick;
        }
        if (!Double.isNaN(measure) && tick - running.movedAt >= limits.stalledTicks()) {
            return Progress.failed(
                    wording.say(Text.NO_PROGRESS, seconds(limits.watchdog().stalled())));
        }
        return tick - running.startedAt > limits.longestTicks()
                ? Progress.failed(
                        wording.say(Text.TOO_LONG, seconds(limits.watchdog().longest())))
                : Progress.RUNNING;
    }

    static long seconds(Duration time) {
        return Math.max(1, time.toSeconds());
    }

    /** Stops the runner; ignores its exceptions, except that they are logged. */
    void stop(int agent, Step step) {
        try {
            runner.stop(agent, step);
        } catch (Throwable e) {
            fault(agent, step, e);
        }
    }

    private Progress orFault(@Nullable Progress result, int agent, Step step) {
        return result == null ? fault(agent, step, null) : result;
    }

    /** Logs an exception, or a null result if there is none. */
    private Progress fault(int agent, Step step, @Nullable Throwable cause) {
        String problem = cause == null ? "returned null" : "threw an exception";
        String subject = "runner " + target(runner).getClass().getName() + " of " + step.type();
        faults.reportFault(subject, problem, agent, cause);
        return broken;
    }
}
