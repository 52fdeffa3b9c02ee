/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.apply;

import dev.triune.MindListener.AnswerStatus;
import dev.triune.action.VisibleObject;
import dev.triune.component.Layer;
import dev.triune.component.Mind;
import dev.triune.component.QueuedStep;
import dev.triune.llm.Ticket;
import dev.triune.rule.SelectionRule;
import dev.triune.rule.SelectionRule.Purpose;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An agent's request without an outcome yet. Game thread only. */
public final class PendingDecision {
    private static final Ticket NO_TICKET = new Ticket(Long.MAX_VALUE);

    /** The broker's ticket, once the request is submitted. */
    public Ticket ticket = NO_TICKET;

    /** The entity id at the time of the request; it may have been recycled since. */
    public final int agent;

    public final long serial;

    /** The urgency, 1 to 10. */
    public final int urgency;

    /** Whether it requests the plan after the current one. */
    public final boolean ahead;

    /** Whether it is a second try after an unusable answer. */
    public final boolean secondTry;

    public final SelectionRule rule;

    private final long previousInvocation;
    private boolean granted;
    private int attended;

    /** The troubles reported in its prompt. */
    public List<String> reportedTroubles = List.of();

    /** The possible addressees of its answer; empty if none are known. */
    public List<VisibleObject> addressableNames = List.of();

    /** The last tick in which its answer is applied. */
    public long expiresAt = Long.MAX_VALUE;

    /** The number of steps queued so far. */
    public int steps;

    /** The queued steps that count as its plan. */
    final List<QueuedStep> queued = new ArrayList<>(4);

    /** Why no further steps are queued; empty while they are. */
    String closeReason = "";

    /** The status of its answer, whatever it contains, because a later event took precedence. */
    @Nullable
    AnswerStatus overruled;

    /** Whether any part of the answer took effect. */
    public boolean applied;

    /** Whether the agent wants no calls until the plan of this answer is done. */
    boolean sleepsUntilQueueComplete;

    /** Whether any part was corrected or left out. */
    public boolean repaired;

    /** Whether the rest of its answer could not be read. */
    boolean unreadable;

    /** Whether any part came too late. */
    public boolean late;

    /** The last key of its answer that was not understood; empty if there was none. */
    public String unknownKey = "";

    /** Why a part could not be used; empty if all could. */
    public String error = "";

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

    /** Whether a mind waits for this answer, rather than for a later one. */
    public boolean isOf(Mind mind) {
        return mind.ticket == ticket.number();
    }

    boolean withoutModel() {
        return ticket.equals(NO_TICKET);
    }

    public List<QueuedStep> queuedSteps() {
        return List.copyOf(queued);
    }

    public Layer layer() {
        return rule.layer();
    }

    public String reason() {
        return rule.reason();
    }

    /** Whether its only reason was that time had passed. */
    public boolean periodic() {
        return rule.purpose() == Purpose.PERIODIC;
    }

    /** Restores the layer's previous invocation, because nothing is sent. */
    public void restoreInvocation(Mind mind) {
        mind.lastInvoked(layer(), previousInvocation);
    }

    public boolean granted() {
        return granted;
    }

    public boolean rendered() {
        return expiresAt != Long.MAX_VALUE;
    }

    /** Sets the final status of its answer, whatever it contains, and queues no further steps. */
    public void overrule(AnswerStatus end, String reason) {
        overruled = end;
        closeReason = reason;
    }

    /** Returns the status that {@link #overrule} set; null if it did not. */
    public @Nullable AnswerStatus overruled() {
        return overruled;
    }

    /** Returns the last step it queued; null if there is none. */
    @Nullable
    QueuedStep last() {
        return queued.isEmpty() ? null : queued.get(queued.size() - 1);
    }

    /** Returns how many of the heard lines its prompt contains, and resets that to 0. */
    public int takeAttended() {
        int taken = attended;
        attended = 0;
        return taken;
    }

    void markGranted() {
        granted = true;
    }

    /** Notes the contents of its prompt, and the last tick in which its answer is applied. */
    public void grant(long until, int heard, List<String> troubles) {
        expiresAt = until;
        attended = heard;
        reportedTroubles = troubles;
    }
}
