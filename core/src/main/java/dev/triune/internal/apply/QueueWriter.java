/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.apply;

import com.artemis.ComponentMapper;
import com.artemis.utils.IntBag;
import dev.triune.GameClock;
import dev.triune.MindListener;
import dev.triune.action.ActionCatalog;
import dev.triune.action.ActionCatalog.SelfActions;
import dev.triune.action.Field;
import dev.triune.action.Step;
import dev.triune.action.Wording.Text;
import dev.triune.component.Behavior;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.Conversation;
import dev.triune.component.Layer;
import dev.triune.component.Mind;
import dev.triune.component.QueuedStep;
import dev.triune.internal.behavior.PlanRepair;
import dev.triune.internal.kind.PerKind;
import java.util.List;
import java.util.stream.Stream;

/**
 * Writes steps into queues: the executor's replace the plan, the talker's come before it, those of
 * the next plan wait. Game thread only.
 *
 * <p>Models like to begin the next plan with the step that runs, which their prompt shows. Such a step
 * is left out if others follow it: bringing in what was just brought in fails. Alone it is the plan,
 * as of a guard who goes on with the same round. A new plan that begins with the running step, or a
 * talker that orders it, goes on with what is done of it. Steps at its beginning that the prompt showed
 * as still to be done, and that the plan before it did while the answer was written, are left out, too.
 */
@SuppressWarnings("NullAway.Init") // Artemis fills in the mappers
public final class QueueWriter {
    public static final int STEPS_PER_ANSWER = 16;

    /** The maximum number of conversation steps that wait before a plan. */
    private static final int MAX_CONVERSATION_STEPS = 4;

    private static final String OTHER_REFUSED = "another step of the answer was refused";

    private final GameClock clock;
    private final PerKind<PlanRepair> repairs;
    private final MindCounters counters;
    private final DirtyAgents dirtyAgents;
    private final MindListener listener;
    private final JournalKeeper journals;

    private ComponentMapper<BehaviorQueue> mQueue;
    private ComponentMapper<Behavior> mBehavior;
    private ComponentMapper<Conversation> mConversation;

    public QueueWriter(GameClock clock, DecisionContext context, PerKind<PlanRepair> repairs) {
        this.clock = clock;
        this.repairs = repairs;
        this.counters = context.counters();
        this.dirtyAgents = context.dirtyAgents();
        this.listener = context.listener();
        this.journals = context.journals();
    }

    /** Marks the agent as undisturbed until the plan of a request is done. */
    static void markUndisturbed(PendingDecision request, BehaviorQueue queue) {
        QueuedStep last = request.answer.last();
        boolean inNextPlan = last == null ? request.ahead : queue.ahead().contains(last);
        queue.undisturbed |= request.answer.sleepsUntilQueueComplete && !inNextPlan;
        queue.undisturbedAhead |= request.answer.sleepsUntilQueueComplete && inNextPlan;
    }

    /** Queues or refuses a step of an answer; returns whether it was queued. */
    boolean queue(PendingDecision request, Mind mind, Step step) {
        if (repeats(request, step)) {
            request.answer.repeated = step;
            return true;
        }
        Step repeated = request.answer.repeated;
        if (repeated != null) {
            request.answer.repeated = null;
            leaveOut(request, repeated, "as it runs already");
        }
        if (request.layer() == Layer.EXECUTOR && doneMeanwhile(request, step)) {
            request.answer.applied = true;
            leaveOut(request, step, "as the plan before it did it meanwhile");
            return true;
        }
        return append(request, mind, step);
    }

    /** Leaves out a step of an answer that somebody did for the agent, or a talk, meanwhile. */
    boolean leavesOut(PendingDecision request, Step step) {
        ActionCatalog catalog = repairs.of(request.agent).catalog();
        boolean done = request.prompt.writtenAt != Mind.NEVER
                && counters.steps()
                        .takeDone(
                                request.agent,
                                request.prompt.writtenAt,
                                request.layer() == Layer.EXECUTOR,
                                deed -> includes(catalog, deed, step));
        if (done) {
            request.answer.applied = true;
            leaveOut(request, step, "as it was done meanwhile");
        }
        return done;
    }

    /**
     * Completes the first step of an agent's queue, or next plan, that a step includes which another has
     * done for it; returns whether there was one.
     */
    public boolean complete(int agent, Mind mind, Step done) {
        ActionCatalog catalog = repairs.of(agent).catalog();
        BehaviorQueue queue = mQueue.get(agent);
        QueuedStep same = Stream.of(queue.steps, queue.ahead())
                .flatMap(List::stream)
                .filter(each -> !each.finished() && includes(catalog, done, each.step))
                .findFirst()
                .orElse(null);
        if (same == null) {
            QueuedStep unplanned = new QueuedStep(done);
            counters.steps().doneByOther(agent, queue, unplanned, clock.tick());
            journals.didUnplanned(agent, done);
            return false;
        }
        counters.steps().settle(agent, queue); // the game may just have queued it
        boolean running = same.current();
        boolean planned = queue.steps.contains(same);
        same.state = QueuedStep.State.DONE;
        same.done = 0; // whatever its own runner had done: all of it
        queue.nextPlan().remove(same);
        queue.finish(same, repairs.of(agent).finishedSteps());
        counters.steps().doneByOther(agent, queue, same, clock.tick());
        listener.stepDone(agent, same.step);
        counters.steps().settle(agent, queue);
        journals.keptUnplanned(agent, same.step);
        if (!planned && !queue.hasNextPlan()) {
            queue.undisturbedAhead = false;
            journals.nextPlanDropped(agent, 0, "");
        }
        Behavior behavior = mBehavior.get(agent);
        boolean last = planned && queue.next() == null;
        if (last) {
            mind.recordPlan(true);
            queue.undisturbed = false;
        }
        if (behavior != null && behavior.origin != Behavior.Origin.REFLEX && (running || last)) {
            behavior.end(last && !queue.hasNextPlan(), clock.tick());
        }
        if (last) {
            listener.queueDone(agent);
        }
        dirtyAgents.wake(agent);
        return true;
    }

    private void leaveOut(PendingDecision request, Step step, String why) {
        request.answer.repaired = true;
        listener.stepRepaired(request.agent, request.layer(), step, "left out, " + why);
    }

    /**
     * Whether a step at the beginning of a plan repeats one that its prompt showed as still to be done, and
     * that is done now.
     */
    private boolean doneMeanwhile(PendingDecision request, Step step) {
        ActionCatalog catalog = repairs.of(request.agent).catalog();
        return request.answer.steps == 0
                && request.prompt.takeDone(done -> includes(catalog, done, step));
    }

    /** Whether a step includes another: but for smaller numbers, or one left out for all, they are the same. */
    private static boolean includes(ActionCatalog catalog, Step whole, Step part) {
        return whole.equals(part)
                || (whole.type().equals(part.type())
                        && catalog.names().contains(part.type())
                        && catalog.fields(part.type()).stream()
                                .allMatch(field -> includes(field, whole, part)));
    }

    private static boolean includes(Field field, Step whole, Step part) {
        String all = whole.text(field.name());
        String some = part.text(field.name());
        return all.equals(some)
                || ((field instanceof Field.Whole || field instanceof Field.Decimal)
                        && (all.isEmpty()
                                || (!some.isEmpty()
                                        && Double.parseDouble(some) <= Double.parseDouble(all))));
    }

    /** Whether a step is the first of a next plan and repeats the one that its prompt showed. */
    private static boolean repeats(PendingDecision request, Step step) {
        return request.answer.steps == 0
                && request.answer.repeated == null
                && step.equals(request.prompt.running);
    }

    /** Queues a step that repeats the one that ran, if no other followed it. */
    void queueRepeated(PendingDecision request, Mind mind) {
        Step repeated = request.answer.repeated;
        if (repeated != null) {
            request.answer.repeated = null;
            append(request, mind, repeated);
        }
    }

    private boolean append(PendingDecision request, Mind mind, Step step) {
        BehaviorQueue queue = mQueue.get(request.agent);
        if (queue == null) {
            return false; // game code that was asked about the step has removed it
        }
        if (isCancelled(request, queue)) {
            refuse(request, mind, step, say(request, Text.GIVEN_UP));
            return false;
        }
        int done = doneOf(queue, step);
        List<QueuedStep> steps = targetList(request, queue);
        if (request.answer.steps == 0 && request.layer() == Layer.EXECUTOR) {
            journals.reason(request.agent, request.answer.thought, steps != queue.steps);
            journals.planBegins(request.agent, steps != queue.steps);
        }
        if (request.answer.steps == STEPS_PER_ANSWER || !hasCapacity(queue)) {
            refuse(request, mind, step, say(request, Text.TOO_LONG_A_PLAN));
            return false;
        }
        boolean inConversation = isInConversation(request);
        if (inConversation && countConversationSteps(queue) == MAX_CONVERSATION_STEPS) {
            refuse(request, mind, step, say(request, Text.TOO_MUCH));
            return false;
        }
        QueuedStep queued = new QueuedStep(step);
        queued.inConversation = inConversation;
        queued.done =
                steps == queue.steps && (inConversation || request.answer.steps == 0) ? done : 0;
        if (inConversation) {
            pauseStep(request.agent, queue);
        }
        steps.add(steps != queue.steps ? steps.size() : insertionIndex(request, queue), queued);
        request.answer.queued.add(queued);
        request.answer.queuedAt = clock.tick();
        queued.orderedBy = request.layer();
        queued.habit = request.withoutModel();
        counters.steps().settle(request.agent, queue);
        markUndisturbed(request, queue);
        request.answer.applied = true;
        int number = request.answer.steps++;
        if (!request.withoutModel()) {
            listener.stepQueued(request.agent, request.layer(), request.ticket, step, number);
        }
        return true;
    }

    /** Returns what is done of the next step of a plan that says the same, 0 of any other. */
    private static int doneOf(BehaviorQueue queue, Step step) {
        QueuedStep next = queue.next();
        return next != null && next.step.equals(step) ? next.done : 0;
    }

    /** Whether a request belongs to a conversation that a module leads. */
    private boolean isInConversation(PendingDecision request) {
        Conversation conversation =
                request.layer() == Layer.TALKER ? mConversation.get(request.agent) : null;
        return conversation != null && conversation.led;
    }

    int conversationSteps(BehaviorQueue queue) {
        return countConversationSteps(queue);
    }

    private static int countConversationSteps(BehaviorQueue queue) {
        int count = 0;
        for (int i = 0; i < queue.steps.size(); i++) {
            QueuedStep step = queue.steps.get(i);
            count += step.inConversation && !step.finished() ? 1 : 0;
        }
        return count;
    }

    /** Pauses the current step of a plan for those of a conversation, if it is interruptible. */
    private void pauseStep(int agent, BehaviorQueue queue) {
        QueuedStep next = queue.next();
        Behavior behavior = mBehavior.get(agent);
        if (next != null
                && next.current()
                && !next.inConversation
                && behavior.origin == Behavior.Origin.STEP
                && behavior.interruptible) {
            next.state = QueuedStep.State.PENDING;
            next.starts--; // an interruption by talk does not count
            behavior.end(false, clock.tick());
            dirtyAgents.wake(agent);
        }
    }

    /** Whether one more step fits, after removing finished ones. */
    private static boolean hasCapacity(BehaviorQueue queue) {
        if (queue.steps.size() + queue.ahead().size() >= BehaviorQueue.LIMIT) {
            queue.steps.removeIf(QueuedStep::finished);
        }
        return queue.steps.size() + queue.ahead().size() < BehaviorQueue.LIMIT;
    }

    /** Appends steps; returns the number that fitted. */
    public int append(int agent, BehaviorQueue queue, List<Step> steps) {
        int appended = 0;
        while (appended < steps.size() && hasCapacity(queue)) {
            queue.steps.add(new QueuedStep(steps.get(appended++)));
        }
        counters.steps().settle(agent, queue);
        return appended;
    }

    /** Whether earlier steps of the answer were dropped, so that the rest must not be queued. */
    private static boolean isCancelled(PendingDecision request, BehaviorQueue queue) {
        QueuedStep last = request.answer.last();
        return last != null
                && !last.finished()
                && !queue.steps.contains(last)
                && !queue.ahead().contains(last);
    }

    /** Returns the list for the steps of an answer; the first step clears it. */
    private List<QueuedStep> targetList(PendingDecision request, BehaviorQueue queue) {
        if (request.answer.steps > 0) {
            QueuedStep last = request.answer.last();
            boolean inNextPlan = last != null && queue.ahead().contains(last);
            return inNextPlan ? queue.nextPlan() : queue.steps;
        }
        if (request.ahead && queue.next() != null) {
            cancelNextPlan(request.agent, queue);
            return queue.nextPlan();
        }
        if (request.ahead) {
            counters.nextPlansUsed++;
        }
        clearReplacedSteps(request, queue);
        return queue.steps;
    }

    /** Clears the queue for the executor's plan; the talker's steps leave the plan in place. */
    private void clearReplacedSteps(PendingDecision request, BehaviorQueue queue) {
        if (request.layer() != Layer.EXECUTOR) {
            queue.forgetFinished();
        } else if (countConversationSteps(queue) == 0) {
            cancel(request.agent, queue);
        } else { // promises to others remain
            cancelNextPlan(request.agent, queue);
            QueuedStep next = queue.next();
            boolean planStepRunning = next != null && next.current() && !next.inConversation;
            queue.forgetFinished();
            queue.steps.removeIf(step -> !step.inConversation);
            counters.steps().settle(request.agent, queue);
            queue.undisturbed = false;
            if (planStepRunning) {
                endStep(request.agent);
            }
        }
    }

    /** Drops all that an agent still had to do before an answer: its own steps stay. */
    void giveUp(PendingDecision request, BehaviorQueue queue) {
        drop(request.agent, queue, List.copyOf(request.answer.queued));
    }

    /** Drops all unfinished steps of an agent. */
    public void cancel(int agent, BehaviorQueue queue) {
        drop(agent, queue, List.of());
    }

    private void drop(int agent, BehaviorQueue queue, List<QueuedStep> kept) {
        boolean running = kept.stream().anyMatch(QueuedStep::current);
        if (kept.stream().noneMatch(queue.ahead()::contains)) {
            cancelNextPlan(agent, queue);
        }
        queue.forgetFinished();
        queue.steps.retainAll(kept);
        counters.steps().settle(agent, queue);
        queue.undisturbed = false;
        queue.pausedBy = "";
        if (!running) {
            endStep(agent);
        }
    }

    /** Removes the unfinished steps of an incomplete answer, so that no half plan remains. */
    void withdrawSteps(PendingDecision request, String reason) {
        int agent = request.agent;
        BehaviorQueue queue = mQueue.get(agent);
        if (queue == null || request.answer.queued.isEmpty()) {
            return;
        }
        request.answer.queued.removeIf(QueuedStep::finished);
        boolean running = request.answer.queued.stream().anyMatch(QueuedStep::current);
        int removedAhead = queue.ahead().size();
        queue.nextPlan().removeAll(request.answer.queued);
        removedAhead -= queue.ahead().size();
        int removedSteps = queue.steps.size();
        queue.steps.removeAll(request.answer.queued);
        removedSteps -= queue.steps.size();
        counters.steps().settle(agent, queue);
        if (removedSteps > 0) {
            if (ownsUndisturbed(request)) {
                queue.undisturbed = false;
            }
            if (running) {
                endStep(agent);
            }
            listener.planDropped(agent, removedSteps, reason);
        }
        if (removedAhead > 0) {
            queue.undisturbedAhead = false;
            listener.nextPlanDropped(agent, removedAhead, reason);
        }
    }

    /** Whether the agent is undisturbed, if it is, for the plan of a request and for no other. */
    private static boolean ownsUndisturbed(PendingDecision request) {
        return request.layer() == Layer.EXECUTOR || request.answer.sleepsUntilQueueComplete;
    }

    /**
     * Drops the words of a talker whose deed is refused before anybody heard them, and withdraws its
     * other steps: the model is asked again, knowing why. What it does to itself, such as the end of a
     * goal, is no deed that its words are about.
     */
    private void dropWords(PendingDecision request, PlanPart.RejectedStep rejected) {
        String type = rejected.step().type();
        boolean deed = request.layer() == Layer.TALKER
                && !type.equals("to")
                && !type.equals("later")
                && !SelfActions.NAMES.contains(type);
        if (!deed || request.answer.heard || request.answer.overruled() != null) {
            return;
        }
        boolean begun = request.answer.queued.stream()
                .anyMatch(step -> step.state == QueuedStep.State.DONE);
        request.answer.applied &= begun || request.answer.steps == 0;
        withdrawSteps(request, OTHER_REFUSED);
        request.answer.wordsDropped = true;
        request.answer.closeReason = OTHER_REFUSED;
    }

    private void endStep(int agent) {
        Behavior behavior = mBehavior.get(agent);
        if (behavior != null && behavior.origin == Behavior.Origin.STEP) {
            behavior.end(false, clock.tick());
            dirtyAgents.wake(agent);
        }
    }

    /** Starts plans made ahead in games that execute steps themselves. */
    public void startNextPlans(IntBag agents) {
        for (int i = 0, n = agents.size(); i < n && clock.ticking(); i++) {
            BehaviorQueue queue = mQueue.get(agents.get(i));
            boolean complete = queue != null; // else a listener has removed it in this tick
            if (complete && queue.hasNextPlan() && queue.next() == null) {
                startNextPlan(agents.get(i), queue);
                dirtyAgents.mark(agents.get(i));
            }
        }
    }

    /** Starts the next plan, unless the world has changed so that it no longer fits. */
    private void startNextPlan(int agent, BehaviorQueue queue) {
        int count = queue.ahead().size();
        String obstacle = repairs.of(agent).obstacle(agent, queue.ahead().get(0).step);
        if (obstacle.isEmpty()) {
            queue.startNextPlan();
            listener.nextPlanStarted(agent, count);
        } else {
            queue.nextPlan().clear();
            queue.undisturbedAhead = false;
            counters.steps().settle(agent, queue);
            listener.nextPlanDropped(agent, count, obstacle);
        }
    }

    private void cancelNextPlan(int agent, BehaviorQueue queue) {
        if (queue.hasNextPlan()) {
            counters.nextPlansWasted++;
            queue.nextPlan().clear();
            counters.steps().settle(agent, queue);
        }
        queue.undisturbedAhead = false; // even if no step followed
    }

    /** Returns a step's index: the end for the executor, before pending steps for the talker. */
    private int insertionIndex(PendingDecision request, BehaviorQueue queue) {
        if (request.layer() == Layer.EXECUTOR) {
            return queue.steps.size();
        }
        QueuedStep last = request.answer.last();
        int indexAfterLast = last == null ? 0 : queue.steps.indexOf(last) + 1;
        if (last == null && isInConversation(request)) {
            for (int i = 0; i < queue.steps.size(); i++) {
                indexAfterLast = queue.steps.get(i).inConversation ? i + 1 : indexAfterLast;
            }
        }
        return Math.max(indexAfterLast, queue.firstPending());
    }

    private String say(PendingDecision request, Text text) {
        return repairs.of(request.agent).catalog().wording().say(text);
    }

    void refuse(PendingDecision request, Mind mind, Step step, String reason) {
        refuse(request, mind, new PlanPart.RejectedStep(step.type(), reason));
    }

    void refuse(PendingDecision request, Mind mind, PlanPart.RejectedStep rejected) {
        if (request.answer.wordsDropped) { // for a reason that the model hears of
            listener.stepRefused(request.agent, request.layer(), rejected.step());
            return;
        }
        dropWords(request, rejected);
        request.answer.repaired = true;
        request.answer.error =
                rejected.words(repairs.of(request.agent).catalog().wording());
        if (request.answer.overruled() == null) { // otherwise it is not the model's fault
            mind.addTrouble(request.layer(), request.answer.error);
        }
        listener.stepRefused(request.agent, request.layer(), rejected.step());
    }
}
