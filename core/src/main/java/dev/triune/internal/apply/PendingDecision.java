/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.apply;

import dev.triune.MindListener.AnswerStatus;
import dev.triune.SpeechFilter;
import dev.triune.action.Step;
import dev.triune.action.VisibleObject;
import dev.triune.component.Layer;
import dev.triune.component.Mind;
import dev.triune.component.QueuedStep;
import dev.triune.llm.Outcome;
import dev.triune.llm.Prompt;
import dev.triune.llm.Ticket;
import dev.triune.llm.Update;
import dev.triune.rule.SelectionRule;
import dev.triune.rule.SelectionRule.Purpose;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * An agent's request without an outcome yet. What the scheduler decided is in its own fields; {@link
 * #prompt} is written once, when the request is granted, and {@link #answer} while parts of the
 * answer are applied. Game thread only.
 */
public final class PendingDecision {
    private static final Ticket NO_TICKET = new Ticket(Long.MAX_VALUE);

    /** The broker's ticket, once the request is submitted. */
    public Ticket ticket = NO_TICKET;

    /** The entity id at the time of the request; it may have been recycled since. */
    public final int agent;

    public final long serial;

    /** The urgency, 1 to 10. */
    public final int urgency;

    /** Whether the request is for the plan after the current one. */
    public final boolean ahead;

    /** Whether the request is a second try after an unusable answer. */
    public final boolean secondTry;

    public final SelectionRule rule;

    public final PromptRecord prompt = new PromptRecord();

    public final AnswerProgress answer = new AnswerProgress();

    private final long previousInvocation;
    private boolean granted;

    /** Whether it goes on beside a later request of its agent. */
    boolean beside;

    /** The name of the agent for the broker; empty until the request is submitted. */
    private String name = "";

    /** The provider and model that answer; empty until the call starts. */
    private String model = "";

    /** The rule's reason; empty until the request is submitted. */
    private String reason = "";

    private @Nullable String asks;
    private int lane;
    private long askedAt;

    /** Whether all listeners know that it has begun. */
    boolean beginTold;

    /** The outcome that listeners are told once they know that it has begun; null for none. */
    @Nullable
    Outcome untoldEnd;

    /** Whether listeners know that it has ended. */
    boolean endTold;

    /** Whether the first of what is held waits for what may be known of its words. */
    public boolean judging;

    /** What was received since its words began to wait for the judgement of its deed. */
    public final Deque<Update<PlanPart>> held = new ArrayDeque<>(0);

    /**
     * Creates a request that is about to be submitted.
     *
     * @param previousInvocation the layer's last invocation, restored if nothing is sent
     */
    public PendingDecision(
            int agent, Mind mind, SelectionRule rule, int urgency, long previousInvocation) {
        this.agent = agent;
        this.serial = mind.serial;
        this.rule = rule;
        this.urgency = urgency;
        this.previousInvocation = previousInvocation;
        this.secondTry = mind.secondTry == rule.layer();
        this.ahead = rule.purpose() == Purpose.NEXT_PLAN || (secondTry && mind.secondTryAhead);
    }

    /** Returns a decision without a model: it has steps, but no ticket and no outcome. */
    public static PendingDecision ofSource(int agent, Mind mind, SelectionRule rule) {
        return new PendingDecision(agent, mind, rule, rule.urgency(), 0);
    }

    /** Whether a mind waits for this answer, rather than for a later one only. */
    public boolean isOf(Mind mind) {
        return beside || mind.ticket == ticket.number();
    }

    /** Whether it goes on beside a later request of its agent; see {@link DecisionContext#setAside}. */
    public boolean isBeside() {
        return beside;
    }

    /**
     * Whether a part is said aloud, and has to wait until the deed that was ordered before it in
     * this tick has begun.
     */
    public boolean mustWait(Update<PlanPart> update, long tick) {
        return !held.isEmpty()
                || (layer() == Layer.TALKER
                        && !answer.heard
                        && answer.queuedAt == tick
                        && update instanceof Update.Part<PlanPart> part
                        && PartApplier.isSaid(part.value()));
    }

    boolean withoutModel() {
        return ticket.equals(NO_TICKET);
    }

    public Layer layer() {
        return rule.layer();
    }

    public String reason() {
        return reason;
    }

    /** Whether the only reason of the request was that time had passed. */
    public boolean periodic() {
        return rule.purpose() == Purpose.PERIODIC;
    }

    /** Restores the layer's previous invocation, because nothing is sent. */
    public void restoreInvocation(Mind mind) {
        mind.lastInvoked(layer(), previousInvocation);
    }

    /**
     * Notes that the broker has taken the request in a tick, for a reason in words.
     *
     * @param askedAs the name of the agent for the broker
     * @param model the model that is asked; null for an agent's own address
     * @param ofLane the scheduler's lane of it
     */
    public void submitted(
            Ticket number,
            String askedAs,
            String words,
            @Nullable String model,
            int ofLane,
            long tick) {
        ticket = number;
        name = askedAs;
        reason = words;
        asks = model;
        lane = ofLane;
        askedAt = tick;
    }

    @Nullable
    String asks() {
        return asks;
    }

    int lane() {
        return lane;
    }

    /** Returns the name of the agent for the broker. */
    public String name() {
        return name;
    }

    /** Returns the tick in which it was submitted. */
    public long askedAt() {
        return askedAt;
    }

    public boolean granted() {
        return granted;
    }

    void markGranted(String provider, String answers) {
        granted = true;
        model = provider + "/" + answers;
    }

    /** Returns where the words of its answer come from. */
    SpeechFilter.Source source() {
        return new SpeechFilter.Source(ticket, model, prompt.sent);
    }

    /** What the prompt of a request told the model. */
    public static final class PromptRecord {
        /** The troubles that it reported. */
        List<String> troubles = List.of();

        /** The possible addressees of the answer; empty if none are known. */
        public List<VisibleObject> addressees = List.of();

        /** The step that it shows as running, of a prompt for the next plan; null if it shows none. */
        @Nullable
        Step running;

        /** The steps that it shows as still to be done, in order. */
        private List<QueuedStep> toDo = List.of();

        /** The prompt itself, of a talker; null until it is written. */
        @Nullable
        Prompt sent;

        /** The last tick in which the answer is applied. */
        private long expiresAt = Long.MAX_VALUE;

        private int attended;

        /** The tick in which the prompt was written. */
        long writtenAt = Mind.NEVER;

        /** Whether the prompt has been written. */
        public boolean written() {
            return expiresAt != Long.MAX_VALUE;
        }

        /** Whether an answer is too late in a tick. */
        public boolean expired(long tick) {
            return tick > expiresAt;
        }

        /** Notes the step that the prompt shows as running. */
        public void shows(Step step) {
            running = step;
        }

        /** Notes the steps that the prompt shows as still to be done. */
        public void showsToDo(List<QueuedStep> steps) {
            toDo = steps;
        }

        /**
         * Whether a step that the prompt showed as still to be done, of some kind, is done now; once for
         * each, in their order.
         */
        boolean takeDone(Predicate<Step> kind) {
            for (int i = 0; i < toDo.size(); i++) {
                QueuedStep each = toDo.get(i);
                if (each.state == QueuedStep.State.DONE && kind.test(each.step)) {
                    toDo = toDo.subList(i + 1, toDo.size());
                    return true;
                }
            }
            return false;
        }

        /** Keeps the prompt of a talker, so that its lines can tell what they come from. */
        public void keep(Prompt prompt) {
            sent = prompt;
        }

        /**
         * Notes that the prompt is written in a tick: how many heard lines and which troubles it contains.
         */
        public void write(long tick, long until, int heard, List<String> reported) {
            writtenAt = tick;
            expiresAt = until;
            attended = heard;
            troubles = reported;
        }

        /** Returns how many of the heard lines the prompt contains, and resets that to 0. */
        public int takeAttended() {
            int taken = attended;
            attended = 0;
            return taken;
        }
    }

    /** What has become of the answer to a request so far. */
    public static final class AnswerProgress {
        /** The number of steps queued so far. */
        int steps;

        /** The queued steps that count as its plan. */
        final List<QueuedStep> queued = new ArrayList<>(4);

        /** A first step that repeats the one that runs, until another follows; null if there is none. */
        @Nullable
        Step repeated;

        /** The numbers of the agreements that its plan keeps. */
        final List<Integer> keeps = new ArrayList<>(0);

        /** The numbers of the agreements that the agent gives up. */
        final List<Integer> drops = new ArrayList<>(0);

        /** Why no further steps are queued; empty while they are. */
        String closeReason = "";

        /** The reason that it gave so far; empty without one. */
        String thought = "";

        /** Whether any part took effect. */
        boolean applied;

        /** Whether the agent wants no calls until the plan of this answer is done. */
        boolean sleepsUntilQueueComplete;

        /** The tick in which the last step was queued. */
        long queuedAt = Mind.NEVER;

        /** Whether anybody has heard words of it. */
        boolean heard;

        /** Whether its words are dropped, because an action was refused before them. */
        boolean wordsDropped;

        /** Whether any part was corrected or left out. */
        boolean repaired;

        /** Whether any part came too late. */
        public boolean late;

        /** Whether the rest could not be read. */
        boolean unreadable;

        /** The last key that was not understood; empty if there was none. */
        String unknownKey = "";

        /** Why a part could not be used; empty if all could. */
        String error = "";

        private @Nullable AnswerStatus overruled;

        /**
         * Sets the final status, whatever the answer contains, because a later event took
         * precedence, and queues no further steps.
         */
        public void overrule(AnswerStatus end, String reason) {
            overruled = end;
            closeReason = reason;
        }

        /** Returns the status that {@link #overrule} set; null if it did not. */
        public @Nullable AnswerStatus overruled() {
            return overruled;
        }

        public List<QueuedStep> queuedSteps() {
            return List.copyOf(queued);
        }

        /** Returns the last step that was queued; null if there is none. */
        @Nullable
        QueuedStep last() {
            return queued.isEmpty() ? null : queued.get(queued.size() - 1);
        }
    }
}
