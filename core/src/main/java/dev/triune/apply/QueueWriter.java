/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.apply;

import com.artemis.ComponentMapper;
import dev.triune.behavior.PlanRepair;
import dev.triune.clock.GameClock;
import dev.triune.component.Behavior;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.Goals;
import dev.triune.component.Layer;
import dev.triune.component.Mind;
import dev.triune.component.QueuedStep;
import dev.triune.component.Senses;
import dev.triune.llm.Ticket;
import dev.triune.plan.InvalidStep;
import dev.triune.plan.PlanPart;
import dev.triune.plan.SelfAction;
import dev.triune.plan.Step;
import java.util.List;

/**
 * Writes the steps of answers into the queues of agents: the executor's replace what was there, the
 * talker's come in between, those that were thought of ahead wait for their turn. Artemis fills the
 * mappers in. Game thread only.
 */
final class QueueWriter {
    static final int STEPS_PER_ANSWER = 16;

    private final GameClock clock;
    private final PlanRepair repair;
    private final Ledger ledger;
    private final DecisionListener listener;

    @SuppressWarnings("NullAway.Init")
    private ComponentMapper<BehaviorQueue> mQueue;

    @SuppressWarnings("NullAway.Init")
    private ComponentMapper<Behavior> mBehavior;

    @SuppressWarnings("NullAway.Init")
    private ComponentMapper<Goals> mGoals;

    @SuppressWarnings("NullAway.Init")
    private ComponentMapper<Senses> mSenses;

    QueueWriter(GameClock clock, Decisions decisions, PlanRepair repair) {
        this.clock = clock;
        this.repair = repair;
        this.ledger = decisions.ledger();
        this.listener = decisions.listener();
    }

    /** Takes a step of an answer: checks its targets, and queues it. */
    void order(UnderWay request, Mind mind, PlanPart.Ordered ordered) {
        Step step = ordered.step();
        if (repair.catalog().isAboutItself(step.type())) {
            orderSelf(request, step);
            return;
        }
        Senses senses = mSenses.get(request.agent());
        try {
            step = repair.aim(step, senses == null ? List.of() : senses.visible);
        } catch (InvalidStep e) {
            refuse(request, mind, step.type(), e.reason());
            return;
        }
        boolean aimedAnew = !step.equals(ordered.step());
        String mended = aimedAnew ? withTarget(ordered.mended()) : ordered.mended();
        if (queue(request, mind, step) && !mended.isEmpty()) {
            request.mended = true;
            ledger.stepMended();
            listener.stepMended(request.agent(), request.layer(), step, mended);
        }
    }

    /** What an agent decides about itself takes effect at once; it is no step. */
    private void orderSelf(UnderWay request, Step step) {
        int agent = request.agent();
        request.applied = true;
        Goals goals = mGoals.get(agent);
        switch (step.type()) {
            case SelfAction.SET_GOAL -> {
                String goal = step.text(SelfAction.DESCRIPTION);
                if (goals != null) {
                    goals.add(step.text(SelfAction.KIND), goal);
                }
                listener.aimed(agent, goal);
            }
            case SelfAction.SET_PRIORITIES -> {
                if (goals != null) {
                    goals.prioritize(step.text(SelfAction.ORDER));
                }
            }
            case SelfAction.CANCEL_PLAN -> {
                giveUp(agent, mQueue.get(agent));
                request.last = null; // what it orders after this is a plan again
            }
            default -> {
                request.sleeps = true;
                letSleep(request, mQueue.get(agent));
            }
        }
    }

    /** The agent is left alone until the plan of that request is done. */
    private static void letSleep(UnderWay request, BehaviorQueue queue) {
        boolean waits = request.last == null ? request.ahead() : queue.ahead.contains(request.last);
        queue.undisturbed |= request.sleeps && !waits;
        queue.undisturbedAhead |= request.sleeps && waits;
    }

    private static String withTarget(String mended) {
        return (mended.isEmpty() ? "" : mended + "; ") + "another target";
    }

    private boolean queue(UnderWay request, Mind mind, Step step) {
        BehaviorQueue queue = mQueue.get(request.agent());
        if (isGivenUp(request, queue)) {
            refuse(request, mind, step.type(), "the plan was given up");
            return false;
        }
        List<QueuedStep> steps = listFor(request, queue);
        if (request.steps == STEPS_PER_ANSWER || !hasRoom(queue)) {
            refuse(request, mind, step.type(), "the plan is too long");
            return false;
        }
        QueuedStep queued = new QueuedStep(step);
        steps.add(steps == queue.ahead ? steps.size() : place(request, queue), queued);
        request.last = queued;
        letSleep(request, queue);
        request.applied = true;
        ledger.stepQueued();
        Ticket ticket = new Ticket(request.ticket());
        int number = request.steps++;
        listener.stepQueued(request.agent(), request.layer(), ticket, step, number);
        return true;
    }

    /** Whether one more step fits; what is over makes room for it. */
    private static boolean hasRoom(BehaviorQueue queue) {
        if (queue.steps.size() + queue.ahead.size() >= BehaviorQueue.LIMIT) {
            queue.steps.removeIf(QueuedStep::finished);
        }
        return queue.steps.size() + queue.ahead.size() < BehaviorQueue.LIMIT;
    }

    /** Puts steps behind the others; how many there was room for. */
    int append(BehaviorQueue queue, List<Step> steps) {
        int appended = 0;
        while (appended < steps.size() && hasRoom(queue)) {
            queue.steps.add(new QueuedStep(steps.get(appended++)));
            ledger.stepQueued();
        }
        return appended;
    }

    /** Whether the steps before were dropped while the rest still came: half a plan is none. */
    private static boolean isGivenUp(UnderWay request, BehaviorQueue queue) {
        QueuedStep last = request.last;
        return last != null
                && !last.finished()
                && !queue.steps.contains(last)
                && !queue.ahead.contains(last);
    }

    /** Where the steps of an answer go; its first step makes room for it. */
    private List<QueuedStep> listFor(UnderWay request, BehaviorQueue queue) {
        if (request.steps > 0) {
            boolean waits = request.last != null && queue.ahead.contains(request.last);
            return waits ? queue.ahead : queue.steps;
        }
        if (request.ahead() && queue.next() != null) {
            giveUpAhead(queue);
            return queue.ahead;
        }
        if (request.ahead()) {
            ledger.noteAheadUsed();
        }
        makeRoom(request, queue);
        return queue.steps;
    }

    /** A plan of the executor replaces the one before; the talker's steps come in between. */
    private void makeRoom(UnderWay request, BehaviorQueue queue) {
        if (request.layer() == Layer.EXECUTOR) {
            giveUp(request.agent(), queue);
        } else {
            queue.steps.removeIf(QueuedStep::finished);
        }
    }

    /** Gives up all that an agent still has to do. */
    void giveUp(int agent, BehaviorQueue queue) {
        giveUpAhead(queue);
        queue.steps.removeIf(QueuedStep::finished); // what is over is not dropped
        ledger.stepsDropped(queue.steps.size());
        queue.steps.clear();
        queue.undisturbed = false;
        queue.pausedBy = "";
        Behavior behavior = mBehavior.get(agent);
        if (behavior != null && behavior.origin == Behavior.Origin.STEP) {
            behavior.end(false, clock.tick());
        }
    }

    private void giveUpAhead(BehaviorQueue queue) {
        if (!queue.ahead.isEmpty()) {
            ledger.stepsDropped(queue.ahead.size());
            ledger.noteAheadWasted();
            queue.ahead.clear();
        }
        queue.undisturbedAhead = false; // also where an order to sleep came and no step followed
    }

    /** The executor's steps go to the end, the talker's before all that is still to be done. */
    private static int place(UnderWay request, BehaviorQueue queue) {
        if (request.layer() == Layer.EXECUTOR) {
            return queue.steps.size();
        }
        int behindLast = request.last == null ? 0 : queue.steps.indexOf(request.last) + 1;
        return Math.max(behindLast, queue.firstPending());
    }

    /** Leaves an action out, and tells why. */
    void refuse(UnderWay request, Mind mind, String type, String reason) {
        request.mended = true;
        request.error = type + ": " + reason;
        mind.trouble(request.error);
        ledger.stepRefused(type, reason);
        listener.stepRefused(request.agent(), request.layer(), type, reason);
    }

    /** Puts the routine in the place of a plan that no model could make. */
    void fallBack(UnderWay request, Mind mind) {
        int agent = request.agent();
        BehaviorQueue queue = mQueue.get(agent);
        if (request.layer() != Layer.EXECUTOR || queue.next() != null) {
            return; // what it has to do stands
        }
        mind.setbacks = Math.min(mind.setbacks + 1, Mind.SETBACKS);
        queue.steps.clear();
        append(queue, repair.fallback(agent));
        if (!queue.steps.isEmpty()) {
            ledger.fellBack();
            listener.fellBack(agent, queue.steps.size());
        }
    }
}
