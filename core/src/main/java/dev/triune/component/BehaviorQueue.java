/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.component;

import com.artemis.Component;
import com.artemis.annotations.Fluid;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The plan of an agent: steps in order, carried out one after the other. */
@Fluid(exclude = true)
public class BehaviorQueue extends Component {
    /** The maximum number of steps in a queue. */
    public static final int LIMIT = 32;

    /** The steps that are left, in order; the current one is the first. */
    public final List<QueuedStep> steps = new NonNullList<>();

    private List<QueuedStep> finished = Collections.emptyList();

    /** The number of completed steps of the plan. */
    public int done;

    private List<QueuedStep> ahead = Collections.emptyList();

    /** Whether the agent asked to be left alone until the queue is done. */
    public boolean undisturbed;

    /** Whether the agent asked to be left alone until the next plan, made ahead, is done. */
    public boolean undisturbedAhead;

    /** The reflex that pauses the queue; empty if there is none. */
    public String pausedBy = "";

    /** Whether a reflex pauses the queue. */
    public boolean paused() {
        return pausedBy != null && !pausedBy.isEmpty();
    }

    /** Returns the next step that is not finished, or null. */
    public @Nullable QueuedStep next() {
        for (int i = 0; i < steps.size(); i++) {
            if (!steps.get(i).finished()) {
                return steps.get(i);
            }
        }
        return null;
    }

    /**
     * Returns the last finished steps of the plan, for inspection; the setting of a mind says how
     * many. {@link #finish} adds to them.
     */
    public List<QueuedStep> finished() {
        return Collections.unmodifiableList(finished);
    }

    /** Whether there is a next plan, made ahead. */
    public boolean hasNextPlan() {
        return !ahead.isEmpty();
    }

    /**
     * Returns the next plan, made ahead: its steps start when the queue is done. {@link #nextPlan}
     * adds to it.
     */
    public List<QueuedStep> ahead() {
        return Collections.unmodifiableList(ahead);
    }

    /** Returns the finished steps that are kept, and those that are left. */
    public List<QueuedStep> wholePlan() {
        List<QueuedStep> all = new ArrayList<>(finished);
        all.addAll(steps);
        return all;
    }

    /**
     * Counts a step that is completed or failed instead of carrying it along.
     *
     * @param kept how many finished steps the queue keeps, 0 or more
     */
    public void finish(QueuedStep step, int kept) {
        steps.remove(step);
        done += step.state == QueuedStep.State.DONE ? 1 : 0;
        if (kept > 0) {
            finished = finished.isEmpty() ? new ArrayList<>(1) : finished;
            if (finished.size() >= kept) {
                finished.subList(0, finished.size() - kept + 1).clear();
            }
            finished.add(step);
        }
    }

    /** Forgets the finished steps, because another plan begins. */
    public void forgetFinished() {
        steps.removeIf(QueuedStep::finished);
        finished = Collections.emptyList();
        done = 0;
    }

    /** Returns the next plan, made ahead, to change it. */
    public List<QueuedStep> nextPlan() {
        ahead = ahead.isEmpty() ? new NonNullList<>() : ahead;
        return ahead;
    }

    /** Replaces the finished plan with the next plan, made ahead. */
    public void startNextPlan() {
        forgetFinished();
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
}
