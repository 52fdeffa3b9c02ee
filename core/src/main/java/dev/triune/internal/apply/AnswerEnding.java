/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.apply;

import com.artemis.ComponentMapper;
import com.artemis.EntitySubscription;
import com.artemis.World;
import dev.triune.GameClock;
import dev.triune.MindListener;
import dev.triune.MindListener.AnswerStatus;
import dev.triune.PlanSource.ModelPlan;
import dev.triune.action.Wording;
import dev.triune.action.Wording.Text;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.Conversation;
import dev.triune.component.Journal;
import dev.triune.component.Layer;
import dev.triune.component.Mind;
import dev.triune.component.QueuedStep;
import dev.triune.component.Senses;
import dev.triune.internal.behavior.PlanRepair;
import dev.triune.internal.inject.GameObjects;
import dev.triune.internal.kind.PerKind;
import dev.triune.llm.FailureCode;
import dev.triune.llm.Outcome;
import java.util.EnumSet;
import java.util.Set;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Handles the end of an answer: decides its status and whether a second try or the routine follows.
 */
@SuppressWarnings("NullAway.Init") // Artemis fills in the mappers
public final class AnswerEnding {
    private static final Logger LOG = Logger.getLogger(
            "dev.triune.system.DecisionApplySystem"); // the logger of the public system

    private final Set<FailureCode> failures = EnumSet.noneOf(FailureCode.class);
    private final GameClock clock;
    private final DecisionContext context;
    private final QueueWriter queues;
    private final PerKind<PlanRepair> repairs;
    private final MindCounters counters;
    private final MindListener listener;

    private EntitySubscription entities;
    private ComponentMapper<BehaviorQueue> mQueue;
    private ComponentMapper<Senses> mSenses;
    private ComponentMapper<Conversation> mConversation;
    private ComponentMapper<Journal> mJournal;

    /** Creates an ending for the answers of a world. */
    public AnswerEnding(
            GameClock clock,
            DecisionContext context,
            QueueWriter queues,
            PerKind<PlanRepair> repairs) {
        this.clock = clock;
        this.context = context;
        this.queues = queues;
        this.repairs = repairs;
        this.counters = context.counters();
        this.listener = context.listener();
    }

    /** Begins to serve a world. */
    public void join(World world) {
        world.inject(this);
        entities = GameObjects.entities(world);
    }

    /**
     * Ends an answer; the mind is null if the agent is gone, and may be waiting for another answer.
     */
    public void end(PendingDecision request, @Nullable Mind mind, Outcome outcome) {
        context.end(request);
        if (mind != null && request.isOf(mind) && outcome.kind() == Outcome.Kind.ANSWERED) {
            queues.queueRepeated(request, mind);
        }
        String shortfall = shortfall(request, outcome);
        if (!shortfall.isEmpty()) {
            request.answer.repaired = true;
            request.answer.error = shortfall;
        }
        boolean answered = outcome.kind() == Outcome.Kind.ANSWERED || !shortfall.isEmpty();
        boolean silent = mind != null && isSilence(request, mind, outcome);
        AnswerStatus end = silent ? AnswerStatus.APPLIED : statusOf(request, mind);
        if (wasWithdrawn(outcome)
                && !isCutByTalk(request)
                && entities.getActiveEntityIds().get(request.agent)) {
            queues.withdrawSteps(request, "the rest of it will not come");
        }
        if (answered) {
            counters.answered(end);
            counters.nextPlansWasted += request.ahead && request.answer.steps == 0 ? 1 : 0;
        }
        if (mind == null) { // its agent is gone, or another mind has taken its place
            context.tellEnd(request, outcome);
            return;
        }
        if (!answered || end == AnswerStatus.EXPIRED) {
            restoreUnattended(request);
        }
        if (request.isOf(mind)) {
            mind.ticket = request.isBeside() ? mind.ticket : 0;
            nameAgreements(request, mind);
            recordResult(request, mind, outcome, !silent && isUsed(end));
            if (silent) {
                concludeSilence(request, mind);
            } else if (answered) {
                concludeAnswer(request, mind, end, shortfall);
            } else if (!wasWithdrawn(outcome) && request.answer.overruled() == null) {
                fallBackIfRepeated(request, mind);
            }
            if (shortfall.isEmpty()) { // otherwise the model is told already
                reportBrokenOff(request, mind, outcome);
            }
        }
        if (answered) {
            if (request.answer.wordsDropped) {
                boolean last = request.secondTry || end != AnswerStatus.REJECTED;
                listener.wordsDropped(request.agent, request.layer(), request.ticket, last);
            }
            listener.answerEnded(request.agent, request.layer(), request.ticket, end);
        } else {
            warn(outcome);
            restoreSecondTry(request, mind, outcome);
        }
        context.resumeBeside(request.agent, mind);
        context.tellEnd(request, outcome);
    }

    /**
     * Counts consecutive failures, for the layer's backoff, and notes that a periodic call was
     * made.
     */
    private void recordResult(PendingDecision request, Mind mind, Outcome outcome, boolean used) {
        if (wasWithdrawn(outcome) || request.answer.overruled() != null) {
            return;
        }
        mind.recordCall(request.layer(), used);
        mind.lastPeriodic = request.periodic() ? clock.tick() : mind.lastPeriodic;
    }

    /** Applies what the answer says of agreements, once its steps are queued. */
    private void nameAgreements(PendingDecision request, Mind mind) {
        QueuedStep last = request.answer.last();
        BehaviorQueue queue = mQueue.get(request.agent);
        boolean ahead =
                request.ahead && queue != null && (last == null || queue.ahead().contains(last));
        boolean failed = !request.answer.error.isEmpty()
                || request.answer.queued.stream()
                        .anyMatch(step -> step.state == QueuedStep.State.FAILED);
        if (!failed) { // otherwise what it would keep stays open
            request.answer.keeps.forEach(number -> name(request, mind, number, true, ahead));
        }
        request.answer.drops.forEach(number -> name(request, mind, number, false, ahead));
    }

    private void name(PendingDecision request, Mind mind, int number, boolean kept, boolean ahead) {
        String problem = context.journals()
                .agreementNamed(
                        request.agent,
                        number,
                        kept,
                        request.answer.queued,
                        ahead,
                        request.answer.thought,
                        wording(request));
        if (!problem.isEmpty()) {
            mind.addTrouble(request.layer(), problem);
        }
    }

    private static boolean isUsed(AnswerStatus end) {
        return end == AnswerStatus.APPLIED || end == AnswerStatus.REPAIRED;
    }

    /** Whether a whole answer says that there is nothing to say or to do. */
    private static boolean isSilence(PendingDecision request, Mind mind, Outcome outcome) {
        return outcome.kind() == Outcome.Kind.ANSWERED
                && request.isOf(mind)
                && request.answer.overruled() == null
                && !request.answer.applied
                && !request.answer.late
                && request.answer.error.isEmpty()
                && request.answer.unknownKey.isEmpty();
    }

    /**
     * Whether a plan's answer is cut off because somebody speaks to the agent: the steps that came are
     * carried out, as talk destroys no plan.
     */
    private boolean isCutByTalk(PendingDecision request) {
        PendingDecision later = context.pendingOf(request.agent);
        return request.layer() == Layer.EXECUTOR
                && later != null
                && later.layer() == Layer.TALKER
                && later != request;
    }

    /** Whether a request ended before any provider was called. */
    private static boolean wasWithdrawn(Outcome outcome) {
        return outcome.kind() == Outcome.Kind.SUPERSEDED
                || outcome.kind() == Outcome.Kind.CANCELLED;
    }

    /**
     * Describes for the model what its answer lacked; empty if it was complete or there was none.
     */
    private String shortfall(PendingDecision request, Outcome outcome) {
        if (!(outcome instanceof Outcome.Incomplete incomplete)) {
            return "";
        }
        return wording(request)
                .say(
                        switch (incomplete.finishReason()) {
                            case LENGTH -> Text.ANSWER_TOO_LONG;
                            case CONTENT_FILTER -> Text.ANSWER_FILTERED;
                            case REFUSAL -> Text.ANSWER_DECLINED;
                            case STOP, TOOL_CALLS, PAUSED, EMPTY -> Text.ANSWER_EMPTY;
                        });
    }

    private static AnswerStatus statusOf(PendingDecision request, @Nullable Mind mind) {
        if (mind == null) {
            return AnswerStatus.ORPHANED;
        }
        if (request.answer.overruled() != null) {
            return request.answer.overruled();
        }
        if (!request.isOf(mind)) {
            return AnswerStatus.SUPERSEDED;
        }
        if (!request.answer.applied) {
            return request.answer.late ? AnswerStatus.EXPIRED : AnswerStatus.REJECTED;
        }
        return request.answer.repaired ? AnswerStatus.REPAIRED : AnswerStatus.APPLIED;
    }

    private void notifySources(PendingDecision request) {
        if (!context.plans().isEmpty()) {
            ModelPlan plan = new ModelPlan(
                    request.ticket,
                    request.rule,
                    request.answer.queuedSteps(),
                    !request.answer.error.isEmpty());
            context.plans().forEach(source -> source.modelPlanned(request.agent, plan));
        }
    }

    /** Handles what an answer leaves to do: news for the model, a second try, or the routine. */
    private void concludeAnswer(
            PendingDecision request, Mind mind, AnswerStatus end, String shortfall) {
        if (request.answer.overruled() == null) { // otherwise its prompt's news still counts
            mind.forgetTroubles(request.layer(), request.prompt.troubles);
            switch (end) {
                case APPLIED, REPAIRED -> {
                    decided(request, mind);
                    notifySources(request);
                }
                case REJECTED -> concludeRejected(request, mind);
                case EXPIRED, SUPERSEDED, ORPHANED -> fallBackIfRepeated(request, mind);
            }
        }
        if (request.answer.applied && !shortfall.isEmpty()) {
            mind.addTrouble(request.layer(), wording(request).say(Text.ANSWER_CUT, shortfall));
        }
    }

    /** Notes that an answer took effect; a plan has seen what was due when its prompt was written. */
    private void decided(PendingDecision request, Mind mind) {
        mind.lastDecision = clock.tick();
        if (request.layer() != Layer.EXECUTOR) {
            return;
        }
        long seen = request.prompt.writtenAt;
        mind.owesSince = mind.owesSince <= seen ? Mind.NEVER : mind.owesSince;
        if (mind.reviewAt <= seen) {
            Journal journal = mJournal.get(request.agent);
            mind.reviewAt = journal == null ? Mind.NEVER : journal.nextDue(seen);
        }
    }

    /**
     * Tells the model that an answer broke off of which a part took effect: words may have been
     * heard whose deeds were lost.
     */
    private void reportBrokenOff(PendingDecision request, Mind mind, Outcome outcome) {
        boolean brokeOff = request.answer.unreadable || outcome.kind() == Outcome.Kind.FAILED;
        if (brokeOff && request.answer.applied && request.answer.overruled() == null) {
            mind.addTrouble(
                    request.layer(),
                    request.answer.steps == 0
                            ? wording(request).say(Text.ANSWER_BROKE_OFF)
                            : wording(request)
                                    .say(Text.ANSWER_BROKE_OFF_AFTER, request.answer.steps));
        }
    }

    /** An agent that wants nothing goes on as before; one without a plan is asked less often. */
    private void concludeSilence(PendingDecision request, Mind mind) {
        mind.forgetTroubles(request.layer(), request.prompt.troubles);
        decided(request, mind);
        fallBackIfRepeated(request, mind);
    }

    /** Tells the model why nothing of its answer was usable; a faulty one gets a second try. */
    private void concludeRejected(PendingDecision request, Mind mind) {
        if (request.answer.error.isEmpty()) {
            if (plannerHasNoSteps(request)) {
                mind.addTrouble(wording(request)
                        .say(Text.ANSWER_WITHOUT_ACTION, request.answer.unknownKey));
            }
            fallBackIfRepeated(request, mind);
            return;
        }
        mind.addTrouble(
                request.layer(),
                request.answer.wordsDropped
                        ? wording(request).say(Text.ANSWER_UNHEARD)
                        : wording(request).say(Text.ANSWER_USELESS, error(request)));
        if (request.secondTry) {
            fallBack(request);
            return;
        }
        counters.secondTries++;
        if (request.answer.wordsDropped && speaksInTurn(request.agent)) {
            restoreUnattended(request);
        } else {
            scheduleSecondTry(request, mind);
        }
    }

    /** Whether an agent is asked again for its words when it is its turn, not at once. */
    private boolean speaksInTurn(int agent) {
        Conversation conversation = mConversation.get(agent);
        return conversation != null && (conversation.led || !conversation.active);
    }

    /** Returns why nothing of an answer was of use, in the words of prompts. */
    private String error(PendingDecision request) {
        return request.answer.unreadable
                ? wording(request).say(Text.ANSWER_UNREADABLE, request.answer.error)
                : request.answer.error;
    }

    private Wording wording(PendingDecision request) {
        return repairs.of(request.agent).catalog().wording();
    }

    private boolean plannerHasNoSteps(PendingDecision request) {
        BehaviorQueue queue = mQueue.get(request.agent); // a listener may have removed it
        return request.layer() == Layer.EXECUTOR && queue != null && queue.next() == null;
    }

    /** Lets the routine take over after two consecutive calls without a plan. */
    private void fallBackIfRepeated(PendingDecision request, Mind mind) {
        if (request.secondTry || mind.failures(request.layer()) > 1) {
            fallBack(request);
        }
    }

    private void fallBack(PendingDecision request) {
        if (request.layer() == Layer.EXECUTOR) {
            followRoutine(request.agent);
        }
    }

    /**
     * Queues the routine's steps in place of a plan, unless the agent has steps to do; returns whether
     * there are any.
     */
    public boolean followRoutine(int agent) {
        BehaviorQueue queue = mQueue.get(agent);
        if (queue == null || queue.next() != null) {
            return false;
        }
        queue.forgetFinished();
        context.journals().reason(agent, "", false);
        queues.append(agent, queue, repairs.of(agent).fallback(agent));
        if (!queue.steps.isEmpty()) {
            listener.fallbackQueued(agent, queue.steps.size());
        }
        return !queue.steps.isEmpty();
    }

    private static void scheduleSecondTry(PendingDecision request, Mind mind) {
        mind.secondTry = request.layer();
        mind.secondTryAhead = request.ahead;
    }

    /** Keeps a second try due if it was never made. */
    private static void restoreSecondTry(PendingDecision request, Mind mind, Outcome outcome) {
        boolean neverMade = wasWithdrawn(outcome) && request.answer.overruled() == null;
        if (neverMade && request.secondTry && mind.secondTry == null) {
            scheduleSecondTry(request, mind);
        }
    }

    /** Logs the first failed call of each kind. */
    private void warn(Outcome outcome) {
        if (outcome instanceof Outcome.Failed failed && failures.add(failed.code())) {
            LOG.log(
                    Level.WARNING,
                    "a model could not be asked: {0} (said once for each kind of failure;"
                            + " MindListener.requestEnded reports each)",
                    failed.message());
        }
    }

    /** Makes speech that was never answered count as unheard again. */
    private void restoreUnattended(PendingDecision request) {
        Senses senses = mSenses.get(request.agent);
        if (senses != null) {
            senses.unattended += request.prompt.takeAttended();
        }
    }
}
