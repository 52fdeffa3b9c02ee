/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.apply;

import dev.triune.AnswerStatus;
import dev.triune.action.VisibleObject;
import dev.triune.component.Layer;
import dev.triune.component.Mind;
import dev.triune.component.QueuedStep;
import dev.triune.llm.Ticket;
import dev.triune.rule.SelectionRule;
import dev.triune.rule.StandardSelectionRule;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A request of an agent that has no outcome yet. Game thread only. */
public final class PendingDecision {
    private static final Ticket NO_TICKET = new Ticket(Long.MAX_VALUE);

    /** The broker's ticket, once the request is submitted. */
    public Ticket ticket = NO_TICKET;

    /** The entity id at the time of asking: a hint where to look, proof of nothing. */
    public final int agent;

    /** The agent's own number. */
    public final long serial;

    /** How urgent it is, 1 to 10. */
    public final int urgency;

    /** Whether it asks for the plan after the one that is being carried out. */
    public final boolean ahead;

    /** Whether it is asked once more because the answer before was unusable. */
    public final boolean secondTry;

    /** Why which layer asks. */
    public final SelectionRule rule;

    private final long previousInvocation;
    private boolean granted;
    private int attended;

    /** The situation that its prompt tells, for habits; empty if none is to be learned. */
    public String situation = "";

    /** The troubles that its prompt tells. */
    public List<String> reportedTroubles = List.of();

    /** The names that its answer may address; empty if none are known. */
    public List<VisibleObject> names = List.of();

    /** The last tick in which its answer is applied. */
    public long expiresAt = Long.MAX_VALUE;

    /** Steps of this answer that were queued so far. */
    public int steps;

    /** Those steps, as far as they count as its plan. */
    final List<QueuedStep> queued = new ArrayList<>(4);

    /** Why no more of its steps are queued; empty while they are. */
    String closed = "";

    /** How its answer ends whatever it holds: something that came after the request counts more. */
    @Nullable
    AnswerStatus overruled;

    /** Whether anything of this answer took effect so far. */
    public boolean applied;

    /** Whether the agent wants to be left alone until the plan of this answer is done. */
    boolean sleeps;

    /** Whether anything of it had to be changed or left out. */
    public boolean repaired;

    /** Whether anything of it came too late. */
    public boolean late;

    /** Why something of it could not be used; empty if nothing. */
    public String error = "";

    /**
     * Creates a request that is about to be submitted.
     *
     * @param previousInvocation the layer's last invocation, restored if nothing is sent
     */
    public PendingDecision(
            int agent,
            Mind mind,
            SelectionRule rule,
            int urgency,
            long previousInvocation,
            boolean ahead) {
        this.agent = agent;
        this.serial = mind.serial;
        this.rule = rule;
        this.urgency = urgency;
        this.previousInvocation = previousInvocation;
        this.ahead = ahead;
        this.secondTry = mind.secondTry == rule.layer();
    }

    /** Returns a decision of a habit: it has steps as an answer has, but no ticket and no outcome. */
    public static PendingDecision ofHabit(int agent, Mind mind, SelectionRule rule, boolean ahead) {
        return new PendingDecision(agent, mind, rule, rule.urgency(), 0, ahead);
    }

    /** Whether a habit decides, not a model: there is no ticket. */
    boolean byHabit() {
        return ticket.equals(NO_TICKET);
    }

    /** Returns the steps that were queued so far, as far as they count as its plan. */
    public List<QueuedStep> queuedSteps() {
        return List.copyOf(queued);
    }

    /** Which layer asked. */
    public Layer layer() {
        return rule.layer();
    }

    /** Why, in words. */
    public String reason() {
        return rule.reason();
    }

    /** Whether nothing but time called for it. */
    public boolean periodic() {
        return rule == StandardSelectionRule.PERIODIC;
    }

    /** Puts back the layer's last invocation before this one: nothing is sent. */
    public void restoreInvocation(Mind mind) {
        mind.lastInvoked[layer().ordinal()] = previousInvocation;
    }

    /** Whether a provider is being called, or was. */
    public boolean granted() {
        return granted;
    }

    /** Whether its prompt was rendered. */
    public boolean rendered() {
        return expiresAt != Long.MAX_VALUE;
    }

    /** Queues no more of its steps, for that reason. */
    public void close(String reason) {
        closed = reason;
    }

    /** Ends its answer with that status, whatever it holds. */
    public void overrule(AnswerStatus end, String reason) {
        overruled = end;
        close(reason);
    }

    /** Returns the status that {@link #overrule} set; null if it did not. */
    public @Nullable AnswerStatus overruled() {
        return overruled;
    }

    /** Returns the last step that it queued; null if there is none. */
    @Nullable
    QueuedStep last() {
        return queued.isEmpty() ? null : queued.get(queued.size() - 1);
    }

    /** How much of what was heard its prompt tells; nothing from now on. */
    public int takeAttended() {
        int taken = attended;
        attended = 0;
        return taken;
    }

    /** A provider is called. */
    void begin() {
        granted = true;
    }

    /** Notes what its prompt tells, and the last tick in which its answer is applied. */
    public void grant(long until, int heard, List<String> troubles) {
        expiresAt = until;
        attended = heard;
        reportedTroubles = troubles;
    }
}
