/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.rule;

import com.artemis.utils.IntBag;
import dev.triune.component.Behavior;
import dev.triune.component.Conversation;
import dev.triune.component.Layer;
import dev.triune.component.Mind;
import dev.triune.component.Needs;
import dev.triune.component.Senses;
import dev.triune.rule.SelectionRule.AgentView;
import org.jspecify.annotations.Nullable;

/** The rows of the selection table, in order: the first one that matches wins. */
public enum StandardSelectionRule implements SelectionRule {
    /** Hunger, energy or temperature below 0.2. Binding, unless a reflex cannot be carried out. */
    CRITICAL_NEEDS(Layer.AUTONOMIC, Purpose.NEED, 10, "critical needs"),
    /** A player waits for an answer: only critical needs come before. Binding. */
    PLAYER(Layer.TALKER, Purpose.PLAYER, 9, "a player waits for an answer"),
    /**
     * In conversation, or speech heard while somebody is near to hear the answer. Binding; in a
     * conversation, only on the agent's turn.
     */
    CONVERSATION(Layer.TALKER, Purpose.TALK, 8, "conversation"),
    /** Other agents nearby who are free to talk. Skipped while the talker cools down. */
    COMPANY(Layer.TALKER, Purpose.COMPANY, 6, "others nearby"),
    /**
     * Something that the agent promised falls due, or the game wants it to look at its plan; but an
     * undisturbed plan ends first.
     */
    DUE(Layer.EXECUTOR, Purpose.DUE, 7, "something is due"),
    /** The behaviour is completed. */
    COMPLETED(Layer.EXECUTOR, Purpose.PLAN, 7, "task completed"),
    /** Idle or wandering. */
    IDLE(Layer.EXECUTOR, Purpose.PLAN, 5, "idle"),
    /** The last step of the queue runs, so the next plan is made ahead. */
    AHEAD(Layer.EXECUTOR, Purpose.NEXT_PLAN, 5, "last step"),
    /** Hunger and energy above 0.7. */
    THRIVING(Layer.EXECUTOR, Purpose.REVIEW, 4, "needs met"),
    /** A long time has passed since the last decision. */
    PERIODIC(Layer.EXECUTOR, Purpose.PERIODIC, 3, "time passed"),
    /** No other rule matches. */
    OTHERWISE(Layer.AUTONOMIC, Purpose.NOTHING, 3, "nothing to decide");

    private static final float CRITICAL = 0.2f;
    private static final float WELL = 0.7f;

    private final Layer layer;
    private final Purpose purpose;
    private final int urgency;
    private final String reason;

    StandardSelectionRule(Layer layer, Purpose purpose, int urgency, String reason) {
        this.layer = layer;
        this.purpose = purpose;
        this.urgency = urgency;
        this.reason = reason;
    }

    /** Returns the first rule that {@link #matches}; the order here must be that of the rows. */
    public static StandardSelectionRule first(AgentView agent) {
        if (critical(agent)) {
            return CRITICAL_NEEDS;
        }
        if (playerWaits(agent)) {
            return PLAYER;
        }
        if (inConversation(agent)) {
            return CONVERSATION;
        }
        return inCompany(agent) ? COMPANY : firstOfPlans(agent);
    }

    /** Returns the first rule that matches an agent of those after the talker's. */
    public static StandardSelectionRule firstOfPlans(AgentView agent) {
        if (isDue(agent)) {
            return DUE;
        }
        if (isFree(agent)) {
            return agent.behavior().completed ? COMPLETED : IDLE;
        }
        if (nearlyDone(agent)) {
            return AHEAD;
        }
        if (undisturbed(agent)) {
            return OTHERWISE;
        }
        if (thriving(agent)) {
            return THRIVING;
        }
        return agent.periodicDue() ? PERIODIC : OTHERWISE;
    }

    @Override
    public Layer layer() {
        return layer;
    }

    @Override
    public Purpose purpose() {
        return purpose;
    }

    /** Returns "free" for an agent that has nothing to do now or soon, otherwise the reason. */
    @Override
    public String situation() {
        return purpose == Purpose.PLAN || purpose == Purpose.NEXT_PLAN ? "free" : reason;
    }

    @Override
    public int urgency() {
        return urgency;
    }

    @Override
    public String reason() {
        return reason;
    }

    @Override
    public boolean matches(AgentView agent) {
        return switch (this) {
            case CRITICAL_NEEDS -> critical(agent);
            case PLAYER -> playerWaits(agent);
            case CONVERSATION -> inConversation(agent);
            case COMPANY -> inCompany(agent);
            case DUE -> isDue(agent);
            case COMPLETED -> agent.behavior().completed && isFree(agent);
            case IDLE -> isFree(agent);
            case AHEAD -> nearlyDone(agent);
            case THRIVING -> thriving(agent) && !undisturbed(agent);
            case PERIODIC -> agent.periodicDue() && !undisturbed(agent);
            case OTHERWISE -> true;
        };
    }

    private static boolean critical(AgentView agent) {
        Needs needs = agent.needs();
        boolean critical =
                needs.hunger < CRITICAL || needs.energy < CRITICAL || needs.temperature < CRITICAL;
        return critical && agent.behavior().backedOff == 0; // else no reflex helps: a plan may
    }

    private static boolean playerWaits(AgentView agent) {
        Conversation conversation = agent.conversation();
        return conversation != null && conversation.playerWaits && agent.enabled(Layer.TALKER);
    }

    private static boolean inConversation(AgentView agent) {
        Conversation conversation = agent.conversation();
        Senses senses = agent.senses();
        if (!agent.enabled(Layer.TALKER)) {
            return false; // nobody waits for a layer that is off
        }
        if (conversation != null && conversation.led) {
            return conversation.hasFloor; // of those that talk, one at a time
        }
        return (conversation != null && conversation.active)
                || (senses != null && senses.hasNews() && agent.hasCompany());
    }

    private static boolean inCompany(AgentView agent) {
        Senses senses = agent.senses();
        return senses != null
                && meetsSomebody(senses.nearby, agent.conversation(), agent.tick())
                && agent.available(Layer.TALKER)
                && agent.hasCompany();
    }

    /**
     * Whether an agent in no conversation that a module leads is near one it has not just talked with.
     */
    private static boolean meetsSomebody(
            IntBag nearby, @Nullable Conversation conversation, long tick) {
        if (conversation == null) {
            return !nearby.isEmpty();
        }
        boolean meets = false;
        for (int i = 0; i < nearby.size() && !conversation.led && !meets; i++) {
            meets = !conversation.restsFrom(nearby.get(i), tick);
        }
        return meets;
    }

    private static boolean isDue(AgentView agent) {
        long reviewAt = agent.mind().reviewAt;
        return reviewAt != Mind.NEVER
                && reviewAt <= agent.tick()
                && agent.enabled(Layer.EXECUTOR)
                && !undisturbed(agent);
    }

    /** Whether an agent has nothing to do, and no plan that a reflex interrupted. */
    private static boolean isFree(AgentView agent) {
        Behavior behavior = agent.behavior();
        return (behavior.completed || behavior.idle() || wandering(behavior))
                && agent.queue().next() == null
                && !agent.queue().hasNextPlan();
    }

    private static boolean wandering(Behavior behavior) {
        return behavior.origin == Behavior.Origin.REFLEX
                && (behavior.pastime
                        || behavior.name.equals(Behavior.WANDER)
                        || behavior.name.equals(Behavior.EXPLORE));
    }

    private static boolean nearlyDone(AgentView agent) {
        return agent.plansAhead()
                && !agent.queue().hasNextPlan()
                && agent.queue().atLastStep()
                && !agent.queue().undisturbed;
    }

    private static boolean thriving(AgentView agent) {
        return agent.needs().hunger > WELL && agent.needs().energy > WELL;
    }

    /** Whether an agent asked to be left alone until its queue is done, which it is not. */
    private static boolean undisturbed(AgentView agent) {
        return agent.queue().undisturbed && agent.queue().next() != null;
    }
}
