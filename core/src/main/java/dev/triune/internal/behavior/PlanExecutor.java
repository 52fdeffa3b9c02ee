/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.behavior;

import dev.triune.GameClock;
import dev.triune.MindListener;
import dev.triune.action.InvalidStepException;
import dev.triune.action.Progress;
import dev.triune.action.Step;
import dev.triune.action.Watchdog;
import dev.triune.component.Behavior;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.Mind;
import dev.triune.component.QueuedStep;
import java.util.List;

/**
 * Walks an agent through its queue: begins a step once nothing is in its way, finishes it, and goes
 * on to the next one, in the same tick. Each loop ends: a step is begun, finished or dropped, and
 * bridged once at the most. Game thread only.
 */
public final class PlanExecutor {
    private final GameClock clock;
    private final RunnerRegistry runners;
    private final PlanRepair repair;
    private final Watchdog watchdog;
    private final MindListener listeners;
    private final StepLedger ledger;

    public PlanExecutor(
            GameClock clock,
            RunnerRegistry runners,
            PlanRepair repair,
            Watchdog watchdog,
            MindListener listeners,
            StepLedger ledger) {
        this.clock = clock;
        this.runners = runners;
        this.repair = repair;
        this.watchdog = watchdog;
        this.listeners = listeners;
        this.ledger = ledger;
    }

    /** Returns the runners of its kind. */
    public RunnerRegistry runners() {
        return runners;
    }

    /**
     * Advances the queue of an agent by one tick; false if there was nothing to do in it. The
     * acting agent is turned to it if anything begins or ends.
     */
    public boolean advance(
            ActingAgent actingAgent,
            int agent,
            Behavior behavior,
            BehaviorQueue queue,
            RunnerState runnerState) {
        QueuedStep current = runnerState.queued;
        if (current != null && queue.steps.contains(current)) {
            Progress progress = tick(agent, runnerState);
            if (progress.kind() != Progress.Kind.RUNNING) {
                actingAgent.turnTo(agent, behavior, queue, runnerState);
                conclude(actingAgent, current, progress);
            }
            return true;
        }
        if (current == null && queue.next() == null && queue.ahead.isEmpty()) {
            if (!queue.pausedBy.isEmpty()) {
                queue.pausedBy = "";
            }
            return false;
        }
        actingAgent.turnTo(agent, behavior, queue, runnerState);
        if (current != null) {
            removeStep(actingAgent, current);
        }
        return beginAndAdvance(actingAgent);
    }

    private boolean beginAndAdvance(ActingAgent actingAgent) {
        if (!beginNext(actingAgent)) {
            return false;
        }
        QueuedStep queued = actingAgent.runnerState.queued;
        if (queued == null) {
            return true; // what was there could not be begun
        }
        Progress progress = tick(actingAgent.id, actingAgent.runnerState);
        if (progress.kind() != Progress.Kind.RUNNING) {
            conclude(actingAgent, queued, progress);
        }
        return true;
    }

    /** Ends a step as its runner says, and begins the next. */
    private void conclude(ActingAgent actingAgent, QueuedStep queued, Progress progress) {
        finish(actingAgent, queued, progress);
        beginNext(actingAgent);
    }

    private Progress tick(int agent, RunnerState runnerState) {
        Progress progress = runnerState.tick(agent);
        return progress.kind() == Progress.Kind.RUNNING
                ? runnerState.check(agent, watchdog, clock)
                : progress;
    }

    /** A step that the game took out of the queue ends undone, whatever its runner would say. */
    private void removeStep(ActingAgent actingAgent, QueuedStep gone) {
        actingAgent.runnerState.stop(actingAgent.id);
        ledger.settle(actingAgent.id, actingAgent.queue);
        actingAgent.behavior.end(false, clock.tick());
        listeners.stepRemoved(actingAgent.id, gone.step);
    }

    // ---- beginning

    /** Begins the first step that can be begun; false if there was none to try. */
    private boolean beginNext(ActingAgent actingAgent) {
        BehaviorQueue queue = actingAgent.queue;
        if (queue.next() == null && !queue.ahead.isEmpty()) {
            startNextPlan(actingAgent);
        }
        boolean tried = queue.next() != null;
        boolean paused = !queue.pausedBy.isEmpty();
        queue.pausedBy = "";
        for (QueuedStep next = queue.next(); next != null; next = queue.next()) {
            if (begin(actingAgent, next, paused && next.starts > 0)) {
                break;
            }
            paused = false;
        }
        return tried;
    }

    /** Begins a step, or drops, bridges or fails it; true once one runs. */
    private boolean begin(ActingAgent actingAgent, QueuedStep next, boolean resumed) {
        String misfit = checkStep(next);
        String obstacle = misfit.isEmpty() ? repair.obstacle(actingAgent.id, next.step) : misfit;
        if (misfit.isEmpty() && !obstacle.isEmpty()) {
            if (resumed) {
                drop(actingAgent, obstacle);
                return false;
            }
            if (bridge(actingAgent, next, obstacle)) {
                return false;
            }
        }
        GuardedRunner runner = runners.find(next.step.type());
        String trouble = obstacle.isEmpty() ? trouble(runner != null, next) : obstacle;
        if (!actingAgent.queue.steps.contains(next)) {
            return false; // a precondition or the routine gave the plan up
        }
        activate(actingAgent, next);
        if (runner == null || !trouble.isEmpty()) {
            finish(actingAgent, next, Progress.failed(trouble));
            return false;
        }
        actingAgent.runnerState.start(actingAgent, runner, next.step, next, clock.tick());
        return true;
    }

    /** Why a step, which may come from a save, is none of the catalog; empty once it is one. */
    private String checkStep(QueuedStep queued) {
        try {
            queued.step = repair.check(queued.step);
            return "";
        } catch (InvalidStepException e) {
            return e.reason();
        }
    }

    private String trouble(boolean known, QueuedStep step) {
        if (!known) {
            return "nobody can do it";
        }
        return step.starts < watchdog.maxStarts() ? "" : "it was interrupted too often";
    }

    private void activate(ActingAgent actingAgent, QueuedStep next) {
        actingAgent.runnerState.stop(actingAgent.id); // a pastime
        next.state = QueuedStep.State.CURRENT;
        next.starts++;
        ledger.settle(actingAgent.id, actingAgent.queue);
        actingAgent.behavior.begin(
                next.step.type(), Behavior.Origin.STEP, Behavior.STEP_PRIORITY, true, clock.tick());
        listeners.stepStarted(actingAgent.id, next.step);
    }

    /** Puts steps before one that cannot be done now. */
    private boolean bridge(ActingAgent actingAgent, QueuedStep step, String obstacle) {
        List<Step> way = bridgeTo(actingAgent, step, obstacle, actingAgent.queue.steps.size());
        if (way.isEmpty()) {
            return false;
        }
        insertBefore(actingAgent, step, way);
        return true;
    }

    /** Asks the routine, once, for a way around an obstacle in a queue of that many steps. */
    private List<Step> bridgeTo(
            ActingAgent actingAgent, QueuedStep step, String obstacle, int others) {
        if (step.bridged) {
            return List.of();
        }
        step.bridged = true;
        List<Step> way = repair.bridge(actingAgent.id, step.step, obstacle);
        return others + way.size() > BehaviorQueue.LIMIT ? List.of() : way;
    }

    private void insertBefore(ActingAgent actingAgent, QueuedStep step, List<Step> way) {
        List<QueuedStep> steps = actingAgent.queue.steps;
        int place = steps.indexOf(step);
        if (place < 0) {
            return; // the game's routine or listener gave the plan up meanwhile
        }
        for (Step part : way) {
            QueuedStep before = new QueuedStep(part);
            before.bridged = true;
            before.orderedBy = step.orderedBy;
            steps.add(place++, before);
        }
        ledger.settle(actingAgent.id, actingAgent.queue);
        listeners.stepBridged(actingAgent.id, step.step, way.size());
    }

    /** A plan that was interrupted no longer fits: what is left of it is given up. */
    private void drop(ActingAgent actingAgent, String obstacle) {
        List<QueuedStep> steps = actingAgent.queue.steps;
        int before = steps.size();
        steps.removeIf(step -> !step.finished());
        ledger.settle(actingAgent.id, actingAgent.queue);
        actingAgent.addTrouble("your plan was given up after an interruption: it " + obstacle);
        listeners.planDropped(actingAgent.id, before - steps.size(), obstacle);
        endQueue(actingAgent);
    }

    // ---- ending

    /** Ends a step as its runner says; one that runner or listener took out of the queue is over already. */
    private void finish(ActingAgent actingAgent, QueuedStep queued, Progress progress) {
        actingAgent.runnerState.stop(actingAgent.id);
        if (!actingAgent.queue.steps.contains(queued)) {
            removeStep(actingAgent, queued);
            return;
        }
        if (progress.kind() == Progress.Kind.DONE) {
            queued.state = QueuedStep.State.DONE;
            listeners.stepDone(actingAgent.id, queued.step);
        } else {
            String reason = progress.reason();
            queued.state = QueuedStep.State.FAILED;
            queued.reason = reason;
            actingAgent.addTrouble(queued.orderedBy, queued.step + ": " + reason);
            listeners.stepFailed(actingAgent.id, queued.step, reason);
        }
        ledger.settle(actingAgent.id, actingAgent.queue);
        if (actingAgent.queue.next() == null) {
            endQueue(actingAgent);
        } else {
            actingAgent.behavior.end(false, clock.tick());
        }
    }

    /** Nothing is left: the plan that was thought of ahead moves up, or a new one is due. */
    private void endQueue(ActingAgent actingAgent) {
        Mind mind = actingAgent.mind();
        if (mind != null) {
            mind.setbacks =
                    actingAgent.queue.anyDone() ? 0 : Math.min(mind.setbacks + 1, Mind.SETBACKS);
        }
        actingAgent.queue.undisturbed = false;
        if (!actingAgent.queue.ahead.isEmpty()) {
            startNextPlan(actingAgent);
        }
        actingAgent.behavior.end(actingAgent.queue.next() == null, clock.tick());
        listeners.queueDone(actingAgent.id);
    }

    /** Takes the plan that was thought of ahead, unless the world has changed under it. */
    private void startNextPlan(ActingAgent actingAgent) {
        BehaviorQueue queue = actingAgent.queue;
        QueuedStep first = queue.ahead.get(0);
        // a step that is none of the catalog has no obstacle: it moves up, and fails alone
        String obstacle =
                checkStep(first).isEmpty() ? repair.obstacle(actingAgent.id, first.step) : "";
        int count = queue.ahead.size();
        List<Step> way =
                obstacle.isEmpty() ? List.of() : bridgeTo(actingAgent, first, obstacle, count);
        if (!obstacle.isEmpty() && way.isEmpty()) {
            dropNextPlan(actingAgent, obstacle);
            return;
        }
        queue.startNextPlan();
        listeners.nextPlanStarted(actingAgent.id, count);
        if (!way.isEmpty()) {
            insertBefore(actingAgent, first, way);
        }
    }

    private void dropNextPlan(ActingAgent actingAgent, String obstacle) {
        BehaviorQueue queue = actingAgent.queue;
        int count = queue.ahead.size();
        queue.ahead.clear();
        queue.undisturbedAhead = false;
        ledger.settle(actingAgent.id, queue);
        actingAgent.addTrouble("the plan that you had made ahead was given up: it " + obstacle);
        listeners.nextPlanDropped(actingAgent.id, count, obstacle);
    }
}
