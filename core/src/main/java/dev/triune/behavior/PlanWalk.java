/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.behavior;

import dev.triune.clock.GameClock;
import dev.triune.component.Behavior;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.Mind;
import dev.triune.component.QueuedStep;
import dev.triune.plan.InvalidStep;
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
    private final BehaviorListener listeners;

    PlanWalk(
            GameClock clock,
            BehaviorRegistry registry,
            PlanRepair repair,
            Watchdog watchdog,
            BehaviorListener listeners) {
        this.clock = clock;
        this.registry = registry;
        this.repair = repair;
        this.watchdog = watchdog;
        this.listeners = listeners;
    }

    /**
     * Goes on with the queue of an agent by one tick; false if there was nothing to do in it.
     *
     * @param actor turned to the agent if anything begins or ends
     */
    boolean goOn(Actor actor, int agent, Behavior behavior, BehaviorQueue queue, Running running) {
        QueuedStep current = running.queued;
        if (current != null && queue.steps.contains(current)) {
            Progress progress = tick(agent, running);
            if (progress.kind() != Progress.Kind.RUNNING) {
                actor.turnTo(agent, behavior, queue, running);
                finish(actor, current, progress);
                beginNext(actor);
            }
            return true;
        }
        if (current == null && queue.next() == null && queue.ahead.isEmpty()) {
            if (!queue.pausedBy.isEmpty()) {
                queue.pausedBy = "";
            }
            return false;
        }
        actor.turnTo(agent, behavior, queue, running);
        if (current != null) {
            letGoOfWhatIsGone(actor, current);
        }
        return beginAndGoOn(actor);
    }

    private boolean beginAndGoOn(Actor actor) {
        if (!beginNext(actor)) {
            return false;
        }
        QueuedStep queued = actor.running.queued;
        if (queued == null) {
            return true; // what was there could not be begun
        }
        Progress progress = tick(actor.id, actor.running);
        if (progress.kind() != Progress.Kind.RUNNING) {
            finish(actor, queued, progress);
            beginNext(actor);
        }
        return true;
    }

    private Progress tick(int agent, Running running) {
        Progress progress = running.tick(agent);
        return progress.kind() == Progress.Kind.RUNNING
                ? running.look(agent, watchdog, clock.tick())
                : progress;
    }

    /** A step that the game took out of the queue ends undone, whatever its runner would say. */
    private void letGoOfWhatIsGone(Actor actor, QueuedStep gone) {
        actor.running.stop(actor.id);
        actor.behavior.end(false, clock.tick());
        listeners.stepTakenAway(actor.id, gone.step);
    }

    // ---- beginning

    /** Begins the first step that can be begun; false if there was none to try. */
    private boolean beginNext(Actor actor) {
        BehaviorQueue queue = actor.queue;
        if (queue.next() == null && !queue.ahead.isEmpty()) {
            moveUp(actor);
        }
        boolean tried = queue.next() != null;
        boolean paused = !queue.pausedBy.isEmpty();
        queue.pausedBy = "";
        for (QueuedStep next = queue.next(); next != null; next = queue.next()) {
            if (begin(actor, next, paused && next.starts > 0)) {
                break;
            }
            paused = false;
        }
        return tried;
    }

    /** Begins a step, or drops, bridges or fails it; true once one runs. */
    private boolean begin(Actor actor, QueuedStep next, boolean resumed) {
        String misfit = fit(next);
        String obstacle = misfit.isEmpty() ? repair.obstacle(actor.id, next.step) : misfit;
        if (misfit.isEmpty() && !obstacle.isEmpty()) {
            if (resumed) {
                drop(actor, obstacle);
                return false;
            }
            if (bridge(actor, next, obstacle)) {
                return false;
            }
        }
        Contained runner = registry.runner(next.step.type());
        String trouble = obstacle.isEmpty() ? trouble(runner != null, next) : obstacle;
        take(actor, next);
        if (runner == null || !trouble.isEmpty()) {
            finish(actor, next, Progress.failed(trouble));
            return false;
        }
        actor.running.start(actor, runner, next.step, next, clock.tick());
        return true;
    }

    /** Why a step, which may come from a save, is none of the catalog; empty once it is one. */
    private String fit(QueuedStep queued) {
        try {
            queued.step = repair.fit(queued.step);
            return "";
        } catch (InvalidStep e) {
            return e.reason();
        }
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
                next.step.type(), Behavior.Origin.STEP, Behavior.STEP_PRIORITY, true, clock.tick());
        listeners.stepStarted(actor.id, next.step);
    }

    /** Puts steps before one that cannot be done now. */
    private boolean bridge(Actor actor, QueuedStep step, String obstacle) {
        List<Step> way = wayTo(actor, step, obstacle, actor.queue.steps.size());
        if (way.isEmpty()) {
            return false;
        }
        putBefore(actor, step, way);
        return true;
    }

    /**
     * The routine's way around an obstacle, which it is asked for once.
     *
     * @param others how many steps the queue holds
     */
    private List<Step> wayTo(Actor actor, QueuedStep step, String obstacle, int others) {
        if (step.bridged) {
            return List.of();
        }
        step.bridged = true;
        List<Step> way = repair.bridge(actor.id, step.step, obstacle);
        return others + way.size() > BehaviorQueue.LIMIT ? List.of() : way;
    }

    private void putBefore(Actor actor, QueuedStep step, List<Step> way) {
        List<QueuedStep> steps = actor.queue.steps;
        int place = steps.indexOf(step);
        for (Step part : way) {
            QueuedStep before = new QueuedStep(part);
            before.bridged = true;
            steps.add(place++, before);
        }
        listeners.stepBridged(actor.id, step.step, way.size());
    }

    /** A plan that was interrupted no longer fits: what is left of it is given up. */
    private void drop(Actor actor, String obstacle) {
        List<QueuedStep> steps = actor.queue.steps;
        int before = steps.size();
        steps.removeIf(step -> !step.finished());
        actor.complain("your plan was given up after an interruption: it " + obstacle);
        listeners.planDropped(actor.id, before - steps.size(), obstacle);
        endQueue(actor);
    }

    // ---- ending

    private void finish(Actor actor, QueuedStep queued, Progress progress) {
        actor.running.stop(actor.id);
        if (progress.kind() == Progress.Kind.DONE) {
            queued.state = QueuedStep.State.DONE;
            listeners.stepDone(actor.id, queued.step);
        } else {
            String reason = progress.reason();
            queued.state = QueuedStep.State.FAILED;
            queued.reason = reason;
            actor.complain(queued.step + ": " + reason);
            listeners.stepFailed(actor.id, queued.step, reason);
        }
        if (actor.queue.next() == null) {
            endQueue(actor);
        } else {
            actor.behavior.end(false, clock.tick());
        }
    }

    /** Nothing is left: the plan that was thought of ahead moves up, or a new one is due. */
    private void endQueue(Actor actor) {
        Mind mind = actor.mind();
        if (mind != null) {
            mind.setbacks = actor.queue.anyDone() ? 0 : Math.min(mind.setbacks + 1, Mind.SETBACKS);
        }
        actor.queue.undisturbed = false;
        if (!actor.queue.ahead.isEmpty()) {
            moveUp(actor);
        }
        actor.behavior.end(actor.queue.next() == null, clock.tick());
        listeners.queueDone(actor.id);
    }

    /** Takes the plan that was thought of ahead, unless the world has changed under it. */
    private void moveUp(Actor actor) {
        BehaviorQueue queue = actor.queue;
        QueuedStep first = queue.ahead.get(0);
        // a step that is none of the catalog has no obstacle: it moves up, and fails alone
        String obstacle = fit(first).isEmpty() ? repair.obstacle(actor.id, first.step) : "";
        int count = queue.ahead.size();
        List<Step> way = obstacle.isEmpty() ? List.of() : wayTo(actor, first, obstacle, count);
        if (!obstacle.isEmpty() && way.isEmpty()) {
            dropAhead(actor, obstacle);
            return;
        }
        queue.moveUp();
        listeners.planMovedUp(actor.id, count);
        if (!way.isEmpty()) {
            putBefore(actor, first, way);
        }
    }

    private void dropAhead(Actor actor, String obstacle) {
        BehaviorQueue queue = actor.queue;
        int count = queue.ahead.size();
        queue.ahead.clear();
        queue.undisturbedAhead = false;
        actor.complain("the plan that you had made ahead was given up: it " + obstacle);
        listeners.aheadDropped(actor.id, count, obstacle);
    }
}
