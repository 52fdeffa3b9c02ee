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
 * Invokes the layer of an agent, possibly in place of a pending request. Game thread only.
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

    /** Submits the request of a rule, or lets rules decide if the layer has no prompt. */
    void invoke(int agent, Mind mind, KindSchedule kind, SelectionRule rule, int urgency) {
        lanes.retain(agent, 0);
        PendingDecision other = mind.ticket == 0 ? null : replaceableRequest(agent, kind);
        if (other != null) {
            context.counters().superseded++;
            if (!other.granted()) {
                other.restoreInvocation(mind);
            }
        }
        long stampBefore = mind.lastInvoked(rule.layer());
        kind.cooldowns.recordInvocation(mind, rule);
        context.counters().selected(rule, urgency);
        kind.submitter.submitFor(agent, mind, rule, urgency, stampBefore);
        roundRobin.reexamineAt(agent, kind.cooldowns.nextChange(mind, TimingWheel.NEVER));
        if (mind.ticket != 0) { // its layer now cools down, so another may be more urgent
            context.dirtyAgents().mark(agent);
        }
    }

    /** Returns the request of an agent that a more urgent one may replace, or null. */
    @Nullable
    PendingDecision replaceableRequest(int agent, KindSchedule kind) {
        PendingDecision request = context.pendingOf(agent);
        return request != null
                        && (!request.granted()
                                || kind.kind.config().supersedesRunningCalls()
                                || playerWaits(agent))
                ? request
                : null;
    }

    /** Whether a player is waiting for an agent's answer, which no less urgent call may delay. */
    private boolean playerWaits(int agent) {
        Conversation conversation = mConversation.get(agent);
        return conversation != null && conversation.playerWaits;
    }

    /** Whether an agent may think, and has no request or one that can be replaced. */
    boolean mayThink(int agent, Mind mind, KindSchedule kind) {
        return kind.selector.mayThink(agent, mind)
                && (mind.ticket == 0 || replaceableRequest(agent, kind) != null);
    }

    /** Whether a rule may invoke its layer now; counts those that the cooldown blocks. */
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

    /** Whether a rule may invoke its layer now, possibly in place of a waiting request. */
    boolean isFree(int agent, Mind mind, KindSchedule kind, SelectionRule rule, int urgency) {
        LayerSelector selector = kind.selector;
        if (!selector.isReady(agent, mind, rule) || !selector.mayAsk(mind, rule)) {
            return false;
        }
        if (mind.ticket == 0) {
            return true;
        }
        PendingDecision other = replaceableRequest(agent, kind);
        if (other == null || !selector.asksModel(rule)) {
            return false;
        }
        boolean same =
                other.layer() == rule.layer(); // a longer wait does not make it a different request
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
