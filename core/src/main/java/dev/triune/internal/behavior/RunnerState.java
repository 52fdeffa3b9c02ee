/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.behavior;

import com.artemis.PooledComponent;
import com.artemis.annotations.Fluid;
import com.artemis.annotations.Transient;
import dev.triune.GameClock;
import dev.triune.action.Progress;
import dev.triune.action.Step;
import dev.triune.action.Watchdog;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.QueuedStep;
import dev.triune.system.BehaviorSystem;
import org.jspecify.annotations.Nullable;

/** The runner that {@link BehaviorSystem} has started for an agent. Not saved. */
@Fluid(exclude = true)
@Transient
public class RunnerState extends PooledComponent {
    /** The runner that was started and not stopped yet. */
    @Nullable
    public GuardedRunner runner;

    /** What it was started with. */
    @Nullable
    Step step;

    /** Its place in the queue; null for a reflex. */
    @Nullable
    public QueuedStep queued;

    /** The generation of the behaviour that it carries out. */
    public int generation;

    /** What its start said; the first tick heeds it. */
    Progress first = Progress.RUNNING;

    /** The tick before which it has nothing to do, as it said last. */
    public long wakeAt;

    /** The tick in which it was started. */
    public long startedAt;

    /** The last measure of progress. */
    public double measure = Double.NaN;

    /** The tick in which that measure was first seen. */
    public long movedAt;

    /** A reflex that failed is tried again in this tick. */
    public long retryAt;

    /** The generation of the behaviour that failed: another reflex does not wait for it. */
    public int failedGeneration;

    /** Has a runner begin; the one before was stopped. */
    public void start(
            ActingAgent acting,
            GuardedRunner with,
            Step what,
            @Nullable QueuedStep place,
            long tick) {
        runner = with;
        step = what;
        queued = place;
        generation = acting.behavior.generation;
        startedAt = tick;
        measure = Double.NaN;
        movedAt = tick;
        wakeAt = 0;
        first = with.start(acting.id, what);
    }

    /** Whether the step that it was started for is still in a queue. */
    boolean isIn(BehaviorQueue queue) {
        return queued != null && queue.steps.contains(queued);
    }

    /** The tick in which to go on: the runner's, or earlier where the watchdog checks its step. */
    public long resumesAt(Watchdog watchdog, GameClock clock) {
        if (queued == null) {
            return wakeAt;
        }
        long checked = startedAt + clock.ticks(watchdog.longest()) + 1;
        if (!Double.isNaN(measure)) {
            checked = Math.min(checked, movedAt + clock.ticks(watchdog.stalled()));
        }
        return Math.min(wakeAt, checked);
    }

    /** Has the runner go on by one tick. */
    public Progress tick(int agent) {
        if (runner == null || step == null) {
            return Progress.failed("nothing runs");
        }
        boolean ticks = first.kind() == Progress.Kind.RUNNING && first.wakeAt() == 0;
        Progress said = ticks ? runner.tick(agent, step) : first;
        first = Progress.RUNNING;
        wakeAt = said.wakeAt();
        return said;
    }

    /** What the watchdog says after a tick in which the runner went on. */
    Progress check(int agent, Watchdog watchdog, GameClock clock) {
        return runner == null || step == null
                ? Progress.failed("nothing runs")
                : runner.check(watchdog, this, agent, step, clock);
    }

    /** Has the runner, if there is one, let go. */
    public void stop(int agent) {
        GuardedRunner last = runner;
        Step what = step;
        runner = null;
        step = null;
        queued = null;
        if (last != null && what != null) {
            last.stop(agent, what);
        }
    }

    @Override
    protected void reset() {
        runner = null;
        step = null;
        queued = null;
        generation = 0;
        first = Progress.RUNNING;
        wakeAt = 0;
        startedAt = 0;
        measure = Double.NaN;
        movedAt = 0;
        retryAt = 0;
        failedGeneration = 0;
    }
}
