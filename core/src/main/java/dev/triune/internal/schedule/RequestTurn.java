/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.schedule;

import com.artemis.ComponentMapper;
import dev.triune.component.Conversation;
import dev.triune.component.Mind;
import dev.triune.internal.apply.DecisionContext;
import dev.triune.internal.apply.PendingDecision;
import dev.triune.rule.SelectionRule;
import dev.triune.rule.StandardSelectionRule;
import org.jspecify.annotations.Nullable;

/**
 * Invokes the layer of an agent, if need be in the place of a request that is pending. Game thread
 * only.
 */
final class RequestTurn {
    private final ComponentMapper<Conversation> mConversation;
    private final DecisionContext context;
    private final RoundRobin roundRobin;
    private final RequestLanes lanes;

    RequestTurn(
            ComponentMapper<Conversation> mConversation,
            DecisionContext context,
            RoundRobin roundRobin,
            RequestLanes lanes) {
        this.mConversation = mConversation;
        this.context = context;
        this.roundRobin = roundRobin;
        this.lanes = lanes;
    }

    /** Asks a model for a rule, or lets the rules decide where a layer has no prompt. */
    void invoke(int agent, Mind mind, KindSchedule kind, SelectionRule rule, int urgency) {
        lanes.retain(agent, 0);
        PendingDecision other = mind.ticket == 0 ? null : replaceable(agent, kind);
        if (other != null) {
            context.counters().superseded++;
            if (!other.granted()) {
                other.restoreInvocation(mind);
            }
        }
        long stampBefore = mind.lastInvoked[rule.layer().ordinal()];
        kind.cooldowns.stamp(mind, rule);
        context.counters().selected(rule, urgency);
        kind.submitter.submitFor(agent, mind, rule, urgency, stampBefore);
        roundRobin.reexamineAt(agent, kind.cooldowns.nextChange(mind, TimingWheel.NEVER));
        if (mind.ticket != 0) { // its layer cools down from now on: another may be more urgent
            context.dirtyAgents().mark(agent);
        }
    }

    /** Returns the request of an agent that a more urgent one may replace, or null. */
    @Nullable
    PendingDecision replaceable(int agent, KindSchedule kind) {
        PendingDecision request = context.pendingOf(agent);
        return request != null
                        && (!request.granted()
                                || kind.kind.config().supersedesRunningCalls()
                                || playerWaits(agent))
                ? request
                : null;
    }

    /** Whether a player waits for an answer of an agent: no call of less urgency may delay it. */
    private boolean playerWaits(int agent) {
        Conversation conversation = mConversation.get(agent);
        return conversation != null && conversation.playerWaits;
    }

    /** Whether an agent decides anything: it is alive, awake, not deferred, and nothing binds it. */
    boolean mayThink(int agent, Mind mind, KindSchedule kind) {
        return kind.selector.mayThink(agent, mind)
                && (mind.ticket == 0 || replaceable(agent, kind) != null);
    }

    /** Whether a rule may invoke its layer now; counts the agents without a request that may not. */
    boolean mayInvoke(int agent, Mind mind, KindSchedule kind, SelectionRule rule, int urgency) {
        if (mind.ticket != 0) {
            return isFree(agent, mind, kind, rule, urgency);
        }
        LayerSelector selector = kind.selector;
        if (!selector.isReady(agent, mind, rule)) {
            context.counters().blockedByCooldown++;
            return false;
        }
        return selector.mayAsk(mind, rule);
    }

    /** Whether a rule may invoke its layer now, if need be in the place of a request that waits. */
    boolean isFree(int agent, Mind mind, KindSchedule kind, SelectionRule rule, int urgency) {
        LayerSelector selector = kind.selector;
        if (!selector.isReady(agent, mind, rule) || !selector.mayAsk(mind, rule)) {
            return false;
        }
        if (mind.ticket == 0) {
            return true;
        }
        PendingDecision other = replaceable(agent, kind);
        if (other == null || !selector.asksModel(rule)) {
            return false;
        }
        boolean same = other.layer() == rule.layer(); // waiting makes it no other request
        return (same ? selector.urgencyOf(agent, mind, rule) : urgency) > other.urgency;
    }

    /** Returns how urgent a request is; what is overdue is as urgent as a conversation. */
    static int urgencyOf(int agent, Mind mind, KindSchedule kind, SelectionRule rule) {
        int urgency = kind.selector.urgencyOf(agent, mind, rule);
        boolean ages = urgency < StandardSelectionRule.CONVERSATION.urgency()
                && rule != StandardSelectionRule.COMPANY
                && kind.cooldowns.isOverdue(mind, rule.layer());
        return ages ? StandardSelectionRule.CONVERSATION.urgency() : urgency;
    }
}
