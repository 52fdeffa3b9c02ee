/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.behavior;

import dev.triune.clock.GameClock;
import dev.triune.component.Behavior;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.Mind;
import dev.triune.component.QueuedStep;
import dev.triune.plan.Step;
import java.util.List;

/**
 * Walks an agent through its queue: begins a step once nothing is in its way, finishes it, and goes
 * on to the next one, in the same tick. Each loop ends: a step is begun, finished or dropped, and
 * bridged once at the most. Game thread only.
 */
final class PlanWalk {
    private final GameClock clock;
    private final BehaviorRegistry registry;
    private final PlanRepair repair;
    private final Watchdog watchdog;
    private final List<BehaviorListener> listeners;

    PlanWalk(
            GameClock clock,
            BehaviorRegistry registry,
            PlanRepair repair,
            Watchdog watchdog,
            List<BehaviorListener> listeners) {
        this.clock = clock;
        this.registry = registry;
        this.repair = repair;
        this.watchdog = watchdog;
        this.listeners = listeners;
    }

    /** Goes on with the queue by one tick; false if there was nothing to do in it. */
    boolean goOn(Actor actor) {
        if (actor.running.queued == null && !beginNext(actor)) {
            return false;
        }
        QueuedStep queued = actor.running.queued;
        BehaviorRunner runner = actor.running.runner;
        if (queued == null || runner == null) {
            return true; // what was there could not be begun
        }
        Progress progress = actor.running.tick(actor.id);
        if (progress.kind() == Progress.Kind.RUNNING) {
            double measure = runner.progress(actor.id, queued.step);
            progress = watchdog.look(actor.running, measure, clock.tick());
        }
        if (progress.kind() != Progress.Kind.RUNNING) {
            finish(actor, queued, progress);
            beginNext(actor);
        }
        return true;
    }

    // ---- beginning

    /** Begins the first step that can be begun; false if there was none to try. */
    private boolean beginNext(Actor actor) {
        BehaviorQueue queue = actor.queue;
        if (queue.next() == null && !queue.ahead.isEmpty()) {
            moveUp(actor);
        }
        boolean tried = queue.next() != null;
        boolean resumed = !queue.pausedBy.isEmpty();
        queue.pausedBy = "";
        for (QueuedStep next = queue.next(); next != null; next = queue.next()) {
            if (begin(actor, next, resumed)) {
                break;
            }
            resumed = false;
        }
        return tried;
    }

    /** Begins a step, or drops, bridges or fails it; true once one runs. */
    private boolean begin(Actor actor, QueuedStep next, boolean resumed) {
        String obstacle = repair.obstacle(actor.id, next.step);
        if (!obstacle.isEmpty()) {
            if (resumed) {
                drop(actor, obstacle);
                return false;
            }
            if (bridge(actor, next, obstacle)) {
                return false;
            }
        }
        BehaviorRunner runner = registry.runner(next.step.type());
        String trouble = obstacle.isEmpty() ? trouble(runner != null, next) : obstacle;
        take(actor, next);
        if (runner == null || !trouble.isEmpty()) {
            finish(actor, next, Progress.failed(trouble));
            return false;
        }
        actor.running.start(actor, runner, next.step, next, clock.tick());
        return true;
    }

    private String trouble(boolean known, QueuedStep step) {
        if (!known) {
            return "nobody can do it";
        }
        return step.starts < watchdog.starts() ? "" : "it was interrupted too often";
    }

    private void take(Actor actor, QueuedStep next) {
        actor.running.stop(actor.id); // a pastime
        next.state = QueuedStep.State.CURRENT;
        next.starts++;
        actor.behavior.begin(
                next.step.type(),
                Behavior.Origin.STEP,
                BehaviorSystem.STEP_PRIORITY,
                true,
                clock.tick());
        listeners.forEach(listener -> listener.stepStarted(actor.id, next.step));
    }

    /** Puts steps before one that cannot be done now. */
    private boolean bridge(Actor actor, QueuedStep step, String obstacle) {
        if (step.bridged) {
            return false;
        }
        step.bridged = true;
        List<Step> way = repair.bridge(actor.id, step.step, obstacle);
        List<QueuedStep> steps = actor.queue.steps;
        if (way.isEmpty() || steps.size() + way.size() > BehaviorQueue.LIMIT) {
            return false;
        }
        int place = steps.indexOf(step);
        for (Step part : way) {
            QueuedStep before = new QueuedStep(part);
            before.bridged = true;
            steps.add(place++, before);
        }
        listeners.forEach(listener -> listener.stepBridged(actor.id, step.step, way.size()));
        return true;
    }

    /** A plan that was interrupted no longer fits: what is left of it is given up. */
    private void drop(Actor actor, String obstacle) {
        List<QueuedStep> steps = actor.queue.steps;
        int before = steps.size();
        steps.removeIf(step -> !step.finished());
        actor.complain("your plan was given up after an interruption: it " + obstacle);
        int left = before - steps.size();
        listeners.forEach(listener -> listener.planDropped(actor.id, left, obstacle));
        endQueue(actor);
    }

    // ---- ending

    private void finish(Actor actor, QueuedStep queued, Progress progress) {
        actor.running.stop(actor.id);
        int agent = actor.id;
        if (progress.kind() == Progress.Kind.DONE) {
            queued.state = QueuedStep.State.DONE;
            listeners.forEach(listener -> listener.stepDone(agent, queued.step));
        } else {
            String reason = progress.reason();
            queued.state = QueuedStep.State.FAILED;
            queued.reason = reason;
            actor.complain(queued.step + ": " + reason);
            listeners.forEach(listener -> listener.stepFailed(agent, queued.step, reason));
        }
        if (actor.queue.next() == null) {
            endQueue(actor);
        } else {
            actor.behavior.end(false, clock.tick());
        }
    }

    /** Nothing is left: the plan that was thought of ahead moves up, or a new one is due. */
    private void endQueue(Actor actor) {
        Mind mind = actor.mind;
        if (mind != null) {
            mind.setbacks = actor.queue.anyDone() ? 0 : Math.min(mind.setbacks + 1, Mind.SETBACKS);
        }
        actor.queue.undisturbed = false;
        if (!actor.queue.ahead.isEmpty()) {
            moveUp(actor);
        }
        actor.behavior.end(actor.queue.next() == null, clock.tick());
        listeners.forEach(listener -> listener.queueDone(actor.id));
    }

    /** Takes the plan that was thought of ahead, unless the world has changed under it. */
    private void moveUp(Actor actor) {
        BehaviorQueue queue = actor.queue;
        int count = queue.ahead.size();
        Step first = queue.ahead.get(0).step;
        String obstacle = repair.obstacle(actor.id, first);
        if (obstacle.isEmpty() || !repair.bridge(actor.id, first, obstacle).isEmpty()) {
            queue.moveUp();
            listeners.forEach(listener -> listener.planMovedUp(actor.id, count));
        } else {
            queue.ahead.clear();
            queue.undisturbedAhead = false;
            actor.complain("the plan that you had made ahead was given up: it " + obstacle);
            listeners.forEach(listener -> listener.aheadDropped(actor.id, count, obstacle));
        }
    }
}
