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
    BehaviorRunner runner;

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

    /** A reflex that failed is tried again in this tick. */
    long retryAt;

    /** The generation of the behaviour that failed: another reflex does not wait for it. */
    int failedGeneration;

    @Override
    protected void reset() {
        runner = null;
        step = null;
        queued = null;
        generation = 0;
        first = Progress.RUNNING;
        retryAt = 0;
        failedGeneration = 0;
    }
}
