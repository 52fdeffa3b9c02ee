/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.behavior;

import com.artemis.Component;
import com.artemis.annotations.Fluid;
import com.artemis.annotations.Transient;
import dev.triune.GameClock;
import dev.triune.action.Progress;
import dev.triune.action.Step;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.QueuedStep;
import dev.triune.system.BehaviorSystem;
import org.jspecify.annotations.Nullable;

/** The runner that {@link BehaviorSystem} has started for an agent. Not saved. */
@Fluid(exclude = true)
@Transient
public class RunnerState extends Component {
    /** The runner that was started and has not been stopped. */
    @Nullable
    public GuardedRunner runner;

    @Nullable
    Step step;

    /** The step's entry in the queue; null for a reflex. */
    @Nullable
    public QueuedStep queued;

    public int generation;

    @Nullable
    private GameClock clock;

    /** The result of its start, which the first tick uses. */
    Progress startProgress = Progress.RUNNING;

    /** The tick before which it has nothing to do, by its last result. */
    public long wakeAt;

    /** The tick in which it was started; of a step that goes on after a load, the first time. */
    public long startedAt;

    public double measure = Double.NaN;

    /** The tick in which the measure last changed. */
    public long movedAt;

    /** The tick in which a failed reflex is tried again. */
    public long retryAt;

    /** The generation of the failed behaviour; another reflex does not wait. */
    public int failedGeneration;

    /**
     * Starts a runner, unless the game has disposed of the world in this tick; the previous one was
     * stopped.
     */
    public void start(
            ActingAgent acting,
            GuardedRunner newRunner,
            Step activeStep,
            @Nullable QueuedStep queuedStep,
            GameClock time) {
        if (!time.ticking()) {
            return; // nobody would stop it
        }
        long tick = time.tick();
        clock = time;
        runner = newRunner;
        step = activeStep;
        queued = queuedStep;
        generation = acting.behavior.generation;
        startedAt = queuedStep == null ? tick : acting.behavior.since;
        measure = Double.NaN;
        movedAt = tick;
        wakeAt = 0;
        startProgress = newRunner.start(acting.id, activeStep);
    }

    boolean isIn(BehaviorQueue queue) {
        return queued != null && queue.steps.contains(queued);
    }

    /**
     * Returns the tick of the next call: the runner's, or earlier if the watchdog checks the step.
     */
    public long resumesAt(StepLimits limits) {
        if (queued == null) {
            return wakeAt;
        }
        long watchdogAt = startedAt + limits.longestTicks() + 1;
        if (!Double.isNaN(measure)) {
            watchdogAt = Math.min(watchdogAt, movedAt + limits.stalledTicks());
        }
        return Math.min(wakeAt, watchdogAt);
    }

    public Progress tick(int agent) {
        if (runner == null || step == null || clock == null) {
            return Progress.failed("nothing runs");
        }
        Progress result = startProgress;
        if (result.kind() == Progress.Kind.RUNNING && result.wakeAt() == 0) {
            double seconds = (clock.tick() - startedAt) * clock.secondsPerTick();
            result = runner.tick(agent, step, seconds);
        } else {
            startProgress = Progress.RUNNING;
        }
        wakeAt = result.wakeAt();
        return result;
    }

    /** Returns the watchdog's result after a tick of the runner. */
    Progress check(int agent, StepLimits limits, long tick) {
        return runner == null || step == null
                ? Progress.failed("nothing runs")
                : runner.check(limits, this, agent, step, tick);
    }

    public void stop(int agent) {
        GuardedRunner last = runner;
        Step activeStep = step;
        runner = null;
        step = null;
        queued = null;
        if (last != null && activeStep != null) {
            last.stop(agent, activeStep);
        }
    }
}
