/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.component;

import com.artemis.PooledComponent;
import com.artemis.annotations.Fluid;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The plan of an agent: steps in order, carried out one after the other. */
@Fluid(exclude = true)
public class BehaviorQueue extends PooledComponent {
    /** The maximum number of steps in a queue. */
    public static final int LIMIT = 32;

    /** The steps, finished ones included, in order. */
    public final List<QueuedStep> steps = new ArrayList<>();

    /** The next plan, made ahead: its steps start when the queue is done. */
    public final List<QueuedStep> ahead = new ArrayList<>();

    /** Whether the agent asked to be left alone until the queue is done. */
    public boolean undisturbed;

    /** Whether the agent asked to be left alone until the next plan, made ahead, is done. */
    public boolean undisturbedAhead;

    /** The reflex that pauses the queue; empty if there is none. */
    public String pausedBy = "";

    /** Returns the next step that is not finished, or null. */
    public @Nullable QueuedStep next() {
        for (int i = 0; i < steps.size(); i++) {
            if (!steps.get(i).finished()) {
                return steps.get(i);
            }
        }
        return null;
    }

    /** Whether any step was completed. */
    public boolean anyDone() {
        for (int i = 0; i < steps.size(); i++) {
            if (steps.get(i).state == QueuedStep.State.DONE) {
                return true;
            }
        }
        return false;
    }

    /** Replaces the finished plan with the next plan, made ahead. */
    public void startNextPlan() {
        steps.removeIf(QueuedStep::finished);
        steps.addAll(ahead);
        ahead.clear();
        undisturbed = undisturbedAhead;
        undisturbedAhead = false;
    }

    /** Whether the step that is being carried out is the last one that is not finished. */
    public boolean atLastStep() {
        QueuedStep next = next();
        return next != null
                && next.state == QueuedStep.State.CURRENT
                && next == steps.get(steps.size() - 1);
    }

    /** Returns the index of the first pending step; the size if there is none. */
    public int firstPending() {
        int place = 0;
        while (place < steps.size() && steps.get(place).state != QueuedStep.State.PENDING) {
            place++;
        }
        return place;
    }

    @Override
    protected void reset() {
        steps.clear();
        ahead.clear();
        undisturbed = false;
        undisturbedAhead = false;
        pausedBy = "";
    }
}
