/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.behavior;

import com.artemis.PooledComponent;
import com.artemis.annotations.Transient;
import dev.triune.component.QueuedStep;
import dev.triune.plan.Step;
import org.jspecify.annotations.Nullable;

/** What {@link BehaviorSystem} has under way for an agent. Its own; not saved. */
@Transient
public class Running extends PooledComponent {
    /** The runner that was started and not stopped yet. */
    @Nullable
    Contained runner;

    /** What it was started with. */
    @Nullable
    Step step;

    /** Its place in the queue; null for a reflex. */
    @Nullable
    QueuedStep queued;

    /** The generation of the behaviour that it carries out. */
    int generation;

    /** What its start said; the first tick heeds it. */
    Progress first = Progress.RUNNING;

    /** The tick in which it was started. */
    long startedAt;

    /** The last measure of progress. */
    double measure = Double.NaN;

    /** The tick in which that measure was first seen. */
    long movedAt;

    /** A reflex that failed is tried again in this tick. */
    long retryAt;

    /** The generation of the behaviour that failed: another reflex does not wait for it. */
    int failedGeneration;

    /** Has a runner begin; the one before was stopped. */
    void start(Actor actor, Contained with, Step what, @Nullable QueuedStep place, long tick) {
        runner = with;
        step = what;
        queued = place;
        generation = actor.behavior.generation;
        startedAt = tick;
        measure = Double.NaN;
        movedAt = tick;
        first = with.start(actor.id, what);
    }

    /** Has the runner go on by one tick. */
    Progress tick(int agent) {
        if (runner == null || step == null) {
            return Progress.failed("nothing runs");
        }
        if (first.kind() == Progress.Kind.RUNNING) {
            return runner.tick(agent, step);
        }
        Progress said = first;
        first = Progress.RUNNING;
        return said;
    }

    /** What the watchdog says after a tick in which the runner went on. */
    Progress look(int agent, Watchdog watchdog, long tick) {
        return runner == null || step == null
                ? Progress.failed("nothing runs")
                : runner.look(watchdog, this, agent, step, tick);
    }

    /** Has the runner, if there is one, let go. */
    void stop(int agent) {
        Contained last = runner;
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
        startedAt = 0;
        measure = Double.NaN;
        movedAt = 0;
        retryAt = 0;
        failedGeneration = 0;
    }
}
