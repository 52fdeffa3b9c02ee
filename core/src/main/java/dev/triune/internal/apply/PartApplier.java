/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.apply;

import com.artemis.ComponentMapper;
import dev.triune.MindListener;
import dev.triune.SpeechFilter;
import dev.triune.action.ActionCatalog;
import dev.triune.action.ActionCatalog.SelfActions;
import dev.triune.action.Field;
import dev.triune.action.Step;
import dev.triune.action.Step.InvalidStepException;
import dev.triune.action.Step.RefusedStep;
import dev.triune.action.Wording;
import dev.triune.action.Wording.Text;
import dev.triune.component.Behavior;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.Goals;
import dev.triune.component.Layer;
import dev.triune.component.Mind;
import dev.triune.component.QueuedStep;
import dev.triune.component.Senses;
import dev.triune.internal.behavior.PlanRepair;
import dev.triune.internal.kind.PerKind;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Applies the parts of an answer to its agent: steps, speech, goals and reasoning. A step passes the
 * catalog a second time here, now with what the agent sees in this tick: the decoder on the I/O thread
 * knows the fields of an action, but not the world.
 */
@SuppressWarnings("NullAway.Init") // Artemis fills in the mappers
public final class PartApplier {
    private static final String SPEAKING = "speaking";
    private static final String LATER = "later";
    private static final Set<String> EVERYBODY = Set.of("all", "everybody", "everyone", "*");

    private final DecisionContext context;
    private final PerKind<PlanRepair> repairs;
    private final QueueWriter queues;
    private final MindCounters counters;
    private final MindListener listener;
    private final JournalKeeper journals;

    private ComponentMapper<Behavior> mBehavior;
    private ComponentMapper<BehaviorQueue> mQueue;
    private ComponentMapper<Goals> mGoals;
    private ComponentMapper<Senses> mSenses;

    /** Creates an applier for the answers of a world; Artemis fills in the mappers. */
    public PartApplier(DecisionContext context, PerKind<PlanRepair> repairs, QueueWriter queues) {
        this.context = context;
        this.repairs = repairs;
        this.queues = queues;
        this.counters = context.counters();
        this.listener = context.listener();
        this.journals = context.journals();
    }

    /** Applies a part; false if its words have to wait, so that it is applied again later. */
    public boolean apply(PendingDecision request, Mind mind, PlanPart written) {
        int agent = request.agent;
        PlanPart part = screened(request, resolved(request, written));
        if (part == null) {
            return false;
        }
        if (!mQueue.has(agent) || !mBehavior.has(agent)) {
            return true; // the game's code has removed it, when it was asked about the words
        }
        Layer layer = request.layer();
        if (part instanceof PlanPart.QueueableStep queueable) {
            applyStep(request, mind, queueable);
        } else if (part instanceof PlanPart.RejectedStep rejected) {
            queues.refuse(request, mind, rejected);
        } else if (request.answer.wordsDropped && isSaid(part)) {
            request.answer.repaired = true;
        } else if (part instanceof PlanPart.SpokenText spokenText) {
            return say(request, mind, SpeechFilter.Part.LINE, spokenText.text());
        } else if (part instanceof PlanPart.SpokenPiece piece) {
            return say(request, mind, SpeechFilter.Part.PIECE, piece.delta());
        } else if (part instanceof PlanPart.Addressee to) {
            applyAddressee(request, mind, to.name());
        } else if (part instanceof PlanPart.Later later) {
            return say(request, mind, SpeechFilter.Part.PROMISE, later.text());
        } else if (part instanceof PlanPart.AgreementNumber agreement) {
            if (request.answer.overruled() == null) {
                request.answer.applied = true;
                (agreement.kept() ? request.answer.keeps : request.answer.drops)
                        .add(agreement.number());
            }
        } else if (part instanceof PlanPart.EndOfTalk) {
            request.answer.applied = true;
            listener.endedTalk(agent, layer);
        } else if (part instanceof PlanPart.NewGoal newGoal) {
            if (request.answer.overruled() == null) {
                addGoal(request, mind, newGoal.type(), newGoal.description());
            }
        } else if (part instanceof PlanPart.Thought thought) {
            // An executor stays with its plan; asked for the next one, it gave none.
            request.answer.applied |= !request.ahead && mQueue.get(agent).next() != null;
            if (thought.text().isEmpty()) {
                return true; // the filter let nothing of it pass
            }
            if (layer == Layer.EXECUTOR && request.answer.overruled() == null) {
                QueuedStep last = request.answer.last();
                request.answer.thought = thought.text();
                if (last != null) { // otherwise the plan that goes on keeps its own reason
                    boolean next = mQueue.get(agent).ahead().contains(last);
                    journals.reason(agent, thought.text(), next);
                }
            }
            listener.thought(agent, layer, thought.text());
        } else if (part instanceof PlanPart.UnknownKey unknownKey) {
            request.answer.unknownKey = unknownKey.key();
            listener.unknownKey(agent, layer, unknownKey.key());
        } else if (part instanceof PlanPart.UnreadableRest unreadableRest) {
            request.answer.repaired = true;
            request.answer.error = unreadableRest.reason();
            request.answer.unreadable = true;
            counters.unreadable++;
        }
        return true;
    }

    /** Reports what is heard of words; false if that is not known yet. */
    private boolean say(
            PendingDecision request, Mind mind, SpeechFilter.Part part, String written) {
        int agent = request.agent;
        Layer layer = request.layer();
        SpeechFilter filter = context.speech();
        String words = written;
        if (filter != null) {
            SpeechFilter.Heard heard = context.faults()
                    .get(
                            "speech filter",
                            filter,
                            agent,
                            () -> filter.filter(agent, layer, request.source(), part, written),
                            SpeechFilter.Heard.NOTHING);
            if (heard.later()) {
                if (!heard.words().isEmpty()) {
                    request.answer.applied = true;
                    request.answer.heard = true;
                    listener.speaking(agent, layer, request.ticket, heard.words());
                }
                return false;
            }
            if (!heard.refusal().isEmpty()) {
                String key = part == SpeechFilter.Part.PROMISE ? LATER : SPEAKING;
                queues.refuse(request, mind, new PlanPart.RejectedStep(key, heard.refusal()));
                return true;
            }
            words = heard.words();
        }
        request.answer.applied |= part != SpeechFilter.Part.PIECE || !words.isEmpty();
        if (words.isEmpty()) {
            return true;
        }
        request.answer.heard |= part != SpeechFilter.Part.PROMISE;
        switch (part) {
            case PIECE -> listener.speaking(agent, layer, request.ticket, words);
            case LINE -> listener.spoke(agent, layer, words);
            case PROMISE -> listener.promised(agent, layer, request.ticket, words);
            case THOUGHT, GOAL, TEXT -> {} // not said
        }
        return true;
    }

    static boolean isSaid(PlanPart part) {
        return part instanceof PlanPart.SpokenText
                || part instanceof PlanPart.SpokenPiece
                || part instanceof PlanPart.Later
                || part instanceof PlanPart.EndOfTalk;
    }

    /** Refuses a deed that failed as soon as it began, before its words are heard. */
    public void judgeDeeds(PendingDecision request, Mind mind) {
        if (request.layer() != Layer.TALKER
                || request.answer.heard
                || request.answer.queued.isEmpty()) {
            return;
        }
        for (QueuedStep queued : List.copyOf(request.answer.queued)) {
            if (queued.state == QueuedStep.State.FAILED && !request.answer.wordsDropped) {
                queues.refuse(
                        request,
                        mind,
                        new PlanPart.RejectedStep(new RefusedStep(
                                queued.step.type(), queued.reason, queued.step.toString(), "")));
            }
        }
    }

    /** Reports the addressee; refuses a name that nobody nearby has. */
    private void applyAddressee(PendingDecision request, Mind mind, String written) {
        if (written.isEmpty()) {
            request.answer.repaired = true; // the filter let nothing of it pass
            return;
        }
        boolean acceptsAnyName = acceptsAnyName(request, written);
        try {
            String name = acceptsAnyName
                    ? written
                    : ActionCatalog.resolveAddressee(written, request.prompt.addressees);
            listener.addressed(request.agent, request.layer(), name);
        } catch (InvalidStepException e) {
            Wording wording = repairs.of(request.agent).catalog().wording();
            RefusedStep refused =
                    new RefusedStep("to", e.reason(wording), written, e.expected(wording));
            queues.refuse(request, mind, new PlanPart.RejectedStep(refused));
        }
    }

    private static boolean acceptsAnyName(PendingDecision request, String written) {
        return request.prompt.addressees.isEmpty()
                || EVERYBODY.contains(written.toLowerCase(Locale.ROOT));
    }

    // ---- texts that pass the filter of speech

    /**
     * Returns a part as it may be known; null if that is not known yet. What an agent thinks, wants and
     * writes is in inspectors, journals, saves and later prompts, so that it passes the filter as what
     * it says does. Names of things in sight, choices and numbers are the game's.
     */
    private @Nullable PlanPart screened(PendingDecision request, PlanPart part) {
        if (context.speech() == null || request.withoutModel()) {
            return part; // a source of plans has what was let through before
        }
        if (part instanceof PlanPart.QueueableStep queueable) {
            return screenedStep(request, queueable);
        } else if (part instanceof PlanPart.RejectedStep rejected) {
            RefusedStep step = rejected.step();
            String words = screened(request, SpeechFilter.Part.TEXT, step.written());
            return words == null
                    ? null
                    : new PlanPart.RejectedStep(
                            new RefusedStep(step.type(), step.reason(), words, step.expected()));
        } else if (part instanceof PlanPart.Addressee to) {
            if (EVERYBODY.contains(to.name().toLowerCase(Locale.ROOT)) || isNear(request, to)) {
                return part;
            }
            String name = screened(request, SpeechFilter.Part.TEXT, to.name());
            return name == null ? null : new PlanPart.Addressee(name);
        } else if (part instanceof PlanPart.NewGoal goal) {
            String description = screened(request, SpeechFilter.Part.GOAL, goal.description());
            String type = description == null
                    ? null
                    : screened(request, SpeechFilter.Part.GOAL, goal.type());
            if (description == null || type == null) {
                return null;
            }
            return description.isEmpty()
                    ? wordsRefused(request, SelfActions.SET_GOAL)
                    : new PlanPart.NewGoal(type, description);
        } else if (part instanceof PlanPart.Thought thought) {
            String words = screened(request, SpeechFilter.Part.THOUGHT, thought.text());
            return words == null ? null : new PlanPart.Thought(words);
        } else if (part instanceof PlanPart.UnknownKey unknown) {
            String key = screened(request, SpeechFilter.Part.TEXT, unknown.key());
            return key == null ? null : new PlanPart.UnknownKey(key.isEmpty() ? "\u2026" : key);
        }
        return part;
    }

    private @Nullable PlanPart screenedStep(
            PendingDecision request, PlanPart.QueueableStep queueable) {
        if (!request.answer.closeReason.isEmpty()) {
            return queueable; // it is refused without its words
        }
        Step step = queueable.step();
        boolean refused = false;
        for (Field field : repairs.of(request.agent).catalog().fields(step.type())) {
            String text = field instanceof Field.Text ? step.text(field.name()) : "";
            String words = screened(request, SpeechFilter.Part.TEXT, text);
            if (words == null) {
                return null;
            }
            refused |= words.isEmpty() && !text.isEmpty();
            step = words.equals(text) ? step : step.with(field.name(), words);
        }
        return refused
                ? wordsRefused(request, step.type())
                : new PlanPart.QueueableStep(step, queueable.corrections());
    }

    private PlanPart wordsRefused(PendingDecision request, String action) {
        Wording wording = repairs.of(request.agent).catalog().wording();
        return new PlanPart.RejectedStep(action, wording.say(Text.WORDS_REFUSED));
    }

    private static boolean isNear(PendingDecision request, PlanPart.Addressee to) {
        try {
            ActionCatalog.resolveAddressee(to.name(), request.prompt.addressees);
            return true;
        } catch (InvalidStepException e) {
            return false;
        }
    }

    /** Returns what may be known of a text, empty for nothing; null if that is not known yet. */
    private @Nullable String screened(
            PendingDecision request, SpeechFilter.Part part, String words) {
        SpeechFilter filter = context.speech();
        if (filter == null || words.isEmpty()) {
            return words;
        }
        int agent = request.agent;
        SpeechFilter.Heard known = context.faults()
                .get(
                        "speech filter",
                        filter,
                        agent,
                        () -> filter.filter(agent, request.layer(), request.source(), part, words),
                        SpeechFilter.Heard.NOTHING);
        return known.later() ? null : known.words();
    }

    // ---- steps

    /** Returns a part in which the targets of a step are things in sight; a refusal if they are not. */
    private PlanPart resolved(PendingDecision request, PlanPart part) {
        if (!(part instanceof PlanPart.QueueableStep queueable)
                || !request.answer.closeReason.isEmpty()) {
            return part;
        }
        Step step = queueable.step();
        ActionCatalog catalog = repairs.of(request.agent).catalog();
        if (catalog.isSelfAction(step.type())) {
            return part;
        }
        Senses senses = mSenses.get(request.agent);
        try {
            Step aimed = catalog.resolveTargets(step, senses == null ? List.of() : senses.visible);
            return aimed.equals(step)
                    ? part
                    : new PlanPart.QueueableStep(aimed, withNewTarget(queueable.corrections()));
        } catch (InvalidStepException e) {
            Wording wording = catalog.wording();
            return new PlanPart.RejectedStep(new RefusedStep(
                    step.type(), e.reason(wording), step.toString(), e.expected(wording)));
        }
    }

    private void applyStep(PendingDecision request, Mind mind, PlanPart.QueueableStep queueable) {
        Step step = queueable.step();
        if (!request.answer.closeReason.isEmpty()) {
            queues.refuse(request, mind, step, request.answer.closeReason);
            return;
        }
        ActionCatalog catalog = repairs.of(request.agent).catalog();
        if (catalog.isSelfAction(step.type())) {
            applySelfAction(request, mind, step);
            return;
        }
        if (queues.leavesOut(request, step)) {
            return;
        }
        String obstacle = obstacleToDeed(request, step);
        if (!obstacle.isEmpty()) {
            RefusedStep refused = new RefusedStep(step.type(), obstacle, step.toString(), "");
            queues.refuse(request, mind, new PlanPart.RejectedStep(refused));
            return;
        }
        String corrections = queueable.corrections();
        if (queues.queue(request, mind, step) && !corrections.isEmpty()) {
            request.answer.repaired = true;
            listener.stepRepaired(request.agent, request.layer(), step, corrections);
        }
    }

    /**
     * Returns why the first step of an answer cannot start at once, so that the words of a talker would
     * not be true, and a plan would begin with a failure; later ones may depend on it.
     */
    private String obstacleToDeed(PendingDecision request, Step step) {
        int agent = request.agent;
        if (request.withoutModel()
                || request.ahead
                || request.answer.steps > 0
                || queues.conversationSteps(mQueue.get(agent)) > 0) {
            return "";
        }
        PlanRepair repair = repairs.of(agent);
        String obstacle = repair.obstacle(agent, step);
        return obstacle.isEmpty() || repair.bridge(agent, step, obstacle).isEmpty() ? obstacle : "";
    }

    /** Carries out a self action at once; it is not queued as a step. */
    private void applySelfAction(PendingDecision request, Mind mind, Step step) {
        int agent = request.agent;
        request.answer.applied = true;
        Goals goals = mGoals.get(agent);
        switch (step.type()) {
            case SelfActions.SET_GOAL ->
                addGoal(request, mind, "", step.text(SelfActions.DESCRIPTION));
            case SelfActions.END_GOAL -> endGoal(request, mind, step);
            case SelfActions.SET_PRIORITIES -> {
                if (goals != null) {
                    goals.prioritize(step.text(SelfActions.ORDER));
                }
            }
            case SelfActions.CANCEL_PLAN -> queues.giveUp(request, mQueue.get(agent));
            default -> {
                request.answer.sleepsUntilQueueComplete = true;
                QueueWriter.markUndisturbed(request, mQueue.get(agent));
            }
        }
    }

    private static String withNewTarget(String corrections) {
        return (corrections.isEmpty() ? "" : corrections + "; ") + "another target";
    }

    private void endGoal(PendingDecision request, Mind mind, Step step) {
        Goals goals = mGoals.get(request.agent);
        String ended = goals == null ? null : goals.named(step.text(SelfActions.GOAL));
        Wording wording = repairs.of(request.agent).catalog().wording();
        if (goals == null || ended == null) {
            String known = goals == null
                    ? ""
                    : goals.goals.stream()
                            .map(goal -> goal.description)
                            .collect(Collectors.joining("; "));
            queues.refuse(
                    request,
                    mind,
                    new PlanPart.RejectedStep(new RefusedStep(
                            step.type(), wording.say(Text.NO_SUCH_GOAL), step.toString(), known)));
            return;
        }
        boolean reached = step.text(SelfActions.HOW).equals(SelfActions.REACHED);
        QueuedStep last = lastBefore(request);
        if (reached && last != null && !last.finished()) {
            last.reaches = ended; // it is not true yet
            return;
        }
        goals.end(ended);
        journals.happened(
                request.agent,
                wording.say(reached ? Text.GOAL_REACHED : Text.GOAL_GIVEN_UP, ended));
    }

    /** Returns the step before what an answer orders next: of a plan ahead, the last of the current one. */
    private @Nullable QueuedStep lastBefore(PendingDecision request) {
        QueuedStep last = request.answer.last();
        BehaviorQueue queue = mQueue.get(request.agent);
        boolean current = last == null && request.ahead && queue != null && !queue.steps.isEmpty();
        return current ? queue.steps.get(queue.steps.size() - 1) : last;
    }

    private void addGoal(PendingDecision request, Mind mind, String type, String description) {
        Goals goals = mGoals.get(request.agent);
        if (goals != null && goals.hasEnded(description)) {
            request.answer.applied = true;
            Wording wording = repairs.of(request.agent).catalog().wording();
            mind.addTrouble(request.layer(), wording.say(Text.GOAL_ENDED, description));
            return;
        }
        if (goals != null) {
            goals.addOwn(type, description);
        }
        request.answer.applied = true;
        listener.goalSet(request.agent, description);
    }
}
