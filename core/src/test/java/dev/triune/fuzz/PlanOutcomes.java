/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.artemis.ComponentMapper;
import dev.triune.action.Step;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.QueuedStep;
import java.util.ArrayList;
import java.util.List;

/** Each step of each accepted plan, by identity, and the one outcome that it must have. */
final class PlanOutcomes {
    private final ComponentMapper<BehaviorQueue> mQueue;
    private final boolean notified;
    private final List<Accepted> open = new ArrayList<>();
    private final List<Accepted> ended = new ArrayList<>();

    /** What becomes of a step. */
    enum Outcome {
        DONE,
        FAILED,
        DROPPED
    }

    /** A step of an answer that was put into a queue. */
    private static final class Accepted {
        final int agent;
        final QueuedStep queued;
        Outcome outcome = Outcome.DROPPED;
        int done;
        int failed;

        Accepted(int agent, QueuedStep queued) {
            this.agent = agent;
            this.queued = queued;
        }

        @Override
        public String toString() {
            return queued + " of " + agent + ", done " + done + ", failed " + failed;
        }
    }

    /**
     * Watches the plans of a world.
     *
     * @param notified whether listeners hear of the ends of steps: our system carries them out
     */
    PlanOutcomes(ComponentMapper<BehaviorQueue> mQueue, boolean notified) {
        this.mQueue = mQueue;
        this.notified = notified;
    }

    /** A step of an answer was queued: it must be in a queue, once. */
    void queued(int agent, Step step) {
        BehaviorQueue queue = mQueue.get(agent);
        List<QueuedStep> found = new ArrayList<>(queue.steps);
        found.addAll(queue.ahead());
        found.removeIf(queued -> queued.step != step);
        assertThat(found).as("%s in the queue of %s", step, agent).hasSize(1);
        open.add(new Accepted(agent, found.get(0)));
    }

    /** A step was completed. */
    void done(int agent, Step step) {
        notifiedOf(agent, step).forEach(accepted -> accepted.done++);
    }

    /** A step failed. */
    void failed(int agent, Step step) {
        notifiedOf(agent, step).forEach(accepted -> accepted.failed++);
    }

    private List<Accepted> notifiedOf(int agent, Step step) {
        assertThat(ended).as("an end after the end").noneMatch(each -> each.queued.step == step);
        return open.stream()
                .filter(each -> each.agent == agent && each.queued.step == step)
                .toList();
    }

    /** After a tick: notes who has ended; an end stays what it was. */
    void check() {
        for (Accepted each : ended) {
            assertThat(outcomeOf(each.queued)).as("%s", each).isEqualTo(each.outcome);
        }
        open.removeIf(this::hasEnded);
    }

    private boolean hasEnded(Accepted each) {
        Outcome outcome = outcomeOf(each.queued);
        if (notified) {
            assertThat(each.done).as("done: %s", each).isEqualTo(outcome == Outcome.DONE ? 1 : 0);
            assertThat(each.failed)
                    .as("failed: %s", each)
                    .isEqualTo(outcome == Outcome.FAILED ? 1 : 0);
        }
        if (outcome == Outcome.DROPPED && isHeld(each)) {
            return false;
        }
        each.outcome = outcome;
        ended.add(each);
        return true;
    }

    private boolean isHeld(Accepted each) {
        BehaviorQueue queue = mQueue.get(each.agent);
        return queue != null
                && (queue.steps.contains(each.queued) || queue.ahead().contains(each.queued));
    }

    private static Outcome outcomeOf(QueuedStep step) {
        return switch (step.state) {
            case DONE -> Outcome.DONE;
            case FAILED -> Outcome.FAILED;
            case PENDING, CURRENT -> Outcome.DROPPED;
        };
    }
}
