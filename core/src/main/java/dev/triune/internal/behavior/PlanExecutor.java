/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.behavior;

import com.artemis.World;
import dev.triune.GameClock;
import dev.triune.MindKind;
import dev.triune.MindListener;
import dev.triune.action.Progress;
import dev.triune.action.Step;
import dev.triune.action.Wording.Text;
import dev.triune.component.Behavior;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.Layer;
import dev.triune.component.Mind;
import dev.triune.component.QueuedStep;
import java.util.List;

/** Advances an agent through its queue. Game thread only. */
public final class PlanExecutor {
    private final ActingAgent acting;
    private final GameClock clock;
    private final RunnerRegistry runners;
    private final PlanRepair repair;
    private final StepLimits limits;
    private final MindListener listeners;
    private final StepLedger ledger;

    /** Executes plans of one kind of mind; all executors of a system share the acting agent. */
    public PlanExecutor(
            ActingAgent acting,
            GameClock clock,
            MindKind kind,
            StepLimits limits,
            MindListener listeners,
            StepLedger ledger) {
        this.acting = acting;
        this.clock = clock;
        this.runners = new RunnerRegistry(kind.runners(), kind.catalog().wording());
        this.repair = new PlanRepair(kind);
        this.limits = limits;
        this.listeners = listeners;
        this.ledger = ledger;
    }

    /** Has Artemis fill in the mappers and systems that runners and routine have fields for. */
    public void inject(World world) {
        runners.inject(world);
        repair.inject(world);
    }

    public PlanRepair repair() {
        return repair;
    }

    public RunnerRegistry runners() {
        return runners;
    }

    /** Advances the queue of an agent by one tick; false if there was nothing to do in it. */
    public boolean advance(int agent, Behavior behavior, BehaviorQueue queue, RunnerState running) {
        QueuedStep current = running.queued;
        if (current != null && running.isIn(queue)) {
            Progress progress = tick(agent, running);
            if (progress.kind() != Progress.Kind.RUNNING) {
                acting.bindTo(agent, behavior, queue, running);
                finishAndBeginNext(current, progress);
            }
            return true;
        }
        if (current == null && queue.next() == null && !queue.hasNextPlan()) {
            if (queue.paused()) {
                queue.pausedBy = "";
            }
            return false;
        }
        acting.bindTo(agent, behavior, queue, running);
        if (current != null) {
            removeStep(current);
        }
        return beginAndAdvance();
    }

    private boolean beginAndAdvance() {
        if (!beginNext()) {
            return false;
        }
        QueuedStep queued = acting.running.queued;
        if (queued == null) {
            return true; // none of the steps could begin
        }
        Progress progress = tick(acting.id, acting.running);
        if (progress.kind() != Progress.Kind.RUNNING) {
            finishAndBeginNext(queued, progress);
        }
        return true;
    }

    private void finishAndBeginNext(QueuedStep queued, Progress progress) {
        finish(queued, progress);
        beginNext();
    }

    private Progress tick(int agent, RunnerState running) {
        Progress progress = running.tick(agent);
        return progress.kind() == Progress.Kind.RUNNING
                ? running.check(agent, limits, clock.tick())
                : progress;
    }

    /** Ends a step that the game removed from the queue, without a result. */
    private void removeStep(QueuedStep removedStep) {
        acting.running.stop(acting.id);
        ledger.settle(acting.id, acting.queue);
        acting.behavior.end(false, clock.tick());
        listeners.stepRemoved(acting.id, removedStep.step);
    }

    // ---- beginning

    /**
     * Begins the first step that can begin; false if there was none to try. The number of tries is
     * bounded, because a listener may refill the queue when a step fails; the rest waits a tick.
     */
    private boolean beginNext() {
        BehaviorQueue queue = acting.queue;
        if (queue.next() == null && queue.hasNextPlan()) {
            startNextPlan();
        }
        boolean hadNextStep = queue.next() != null;
        queue.pausedBy = "";
        for (int tries = 0; tries < BehaviorQueue.LIMIT; tries++) {
            QueuedStep next = queue.next();
            if (next == null || begin(next)) {
                break;
            }
        }
        return hadNextStep;
    }

    /**
     * Begins a step, bridges or fails it; true if a step now runs. A step that was interrupted may
     * have used up what it needed to begin: it fails alone, and the rest of the plan goes on. One that
     * is current already, as a load may leave it, goes on: it has met its conditions before.
     */
    private boolean begin(QueuedStep next) {
        String invalidReason = repair.correct(next);
        String obstacle = next.current() || !invalidReason.isEmpty()
                ? invalidReason
                : repair.obstacle(acting.id, next.step);
        if (invalidReason.isEmpty() && !obstacle.isEmpty() && next.starts == 0) {
            List<Step> bridgeSteps = bridgeTo(next, obstacle, acting.queue.steps.size());
            if (!bridgeSteps.isEmpty()) {
                insertBefore(next, bridgeSteps);
                return false;
            }
        }
        GuardedRunner runner = runners.find(next.step.type());
        String failureReason = obstacle.isEmpty() ? failureReason(runner != null, next) : obstacle;
        if (!clock.ticking()) {
            return true; // they have disposed of the world
        }
        if (!acting.queue.steps.contains(next)) {
            return false; // a precondition or the routine cancelled the plan
        }
        activate(next);
        if (runner == null || !failureReason.isEmpty()) {
            finish(next, Progress.failed(failureReason));
            return false;
        }
        acting.running.start(acting, runner, next.step, next, clock);
        return true;
    }

    private String failureReason(boolean known, QueuedStep step) {
        if (!known) {
            return repair.say(Text.NOBODY_CAN);
        }
        boolean mayStart = step.current() || step.starts < limits.watchdog().maxStarts();
        return mayStart ? "" : repair.say(Text.TOO_OFTEN);
    }

    private void activate(QueuedStep next) {
        acting.running.stop(acting.id); // a pastime
        long since = next.current() ? acting.behavior.since : clock.tick();
        next.starts += next.current() ? 0 : 1;
        next.state = QueuedStep.State.CURRENT;
        ledger.settle(acting.id, acting.queue);
        acting.behavior.begin(
                next.step.type(), Behavior.Origin.STEP, Behavior.STEP_PRIORITY, true, since);
        listeners.stepStarted(acting.id, next.step);
    }

    /** Asks the routine, once, for steps around an obstacle. */
    private List<Step> bridgeTo(QueuedStep step, String obstacle, int queuedCount) {
        if (step.bridged) {
            return List.of();
        }
        step.bridged = true;
        List<Step> bridgeSteps = repair.bridge(acting.id, step.step, obstacle);
        return queuedCount + bridgeSteps.size() > BehaviorQueue.LIMIT ? List.of() : bridgeSteps;
    }

    private void insertBefore(QueuedStep step, List<Step> bridgeSteps) {
        List<QueuedStep> steps = acting.queue.steps;
        int index = steps.indexOf(step);
        if (index < 0) {
            return; // the game's routine or listener cancelled the plan meanwhile
        }
        for (Step part : bridgeSteps) {
            QueuedStep before = new QueuedStep(part);
            before.bridged = true;
            before.orderedBy = step.orderedBy;
            steps.add(index++, before);
        }
        ledger.settle(acting.id, acting.queue);
        listeners.stepBridged(acting.id, step.step, bridgeSteps.size());
    }

    // ---- ending

    /** Ends a step with its runner's result, unless the runner or a listener removed it. */
    private void finish(QueuedStep queued, Progress progress) {
        acting.running.stop(acting.id);
        if (!acting.queue.steps.contains(queued)) {
            removeStep(queued);
            return;
        }
        if (progress.kind() == Progress.Kind.DONE) {
            queued.state = QueuedStep.State.DONE;
            queued.reason = progress.reason();
            acting.queue.finish(queued, repair.finishedSteps());
            if (queued.inConversation || queued.orderedBy == Layer.TALKER) {
                ledger.strike(acting.id, acting.queue, queued, clock.tick());
            }
            listeners.stepDone(acting.id, queued.step);
        } else {
            String reason = progress.reason();
            queued.state = QueuedStep.State.FAILED;
            queued.reason = reason;
            acting.queue.finish(queued, repair.finishedSteps());
            acting.addTrouble(queued.orderedBy, queued.step + ": " + reason);
            listeners.stepFailed(acting.id, queued.step, reason);
        }
        ledger.settle(acting.id, acting.queue);
        if (acting.queue.next() == null) {
            endQueue();
        } else {
            acting.behavior.end(false, clock.tick());
        }
    }

    /** Ends an empty queue: the next plan starts, or a new one is due. */
    private void endQueue() {
        Mind mind = acting.mind();
        if (mind != null) {
            mind.recordPlan(acting.queue.done > 0);
        }
        acting.queue.undisturbed = false;
        if (acting.queue.hasNextPlan()) {
            startNextPlan();
        }
        acting.behavior.end(acting.queue.next() == null, clock.tick());
        listeners.queueDone(acting.id);
    }

    /** Starts the next plan, unless the world has changed so that it no longer fits. */
    private void startNextPlan() {
        BehaviorQueue queue = acting.queue;
        QueuedStep first = queue.ahead().get(0);
        // a step outside of the catalog has no obstacle: it starts, and fails alone
        String obstacle =
                repair.correct(first).isEmpty() ? repair.obstacle(acting.id, first.step) : "";
        int count = queue.ahead().size();
        List<Step> bridgeSteps = obstacle.isEmpty() ? List.of() : bridgeTo(first, obstacle, count);
        if (!obstacle.isEmpty() && bridgeSteps.isEmpty()) {
            dropNextPlan(obstacle);
            return;
        }
        queue.startNextPlan();
        listeners.nextPlanStarted(acting.id, count);
        if (!bridgeSteps.isEmpty()) {
            insertBefore(first, bridgeSteps);
        }
    }

    private void dropNextPlan(String obstacle) {
        BehaviorQueue queue = acting.queue;
        int count = queue.ahead().size();
        queue.nextPlan().clear();
        queue.undisturbedAhead = false;
        ledger.settle(acting.id, queue);
        acting.addTrouble(repair.say(Text.AHEAD_DROPPED, obstacle));
        listeners.nextPlanDropped(acting.id, count, obstacle);
    }
}
