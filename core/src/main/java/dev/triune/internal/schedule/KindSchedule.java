/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.schedule;

import com.artemis.ComponentMapper;
import com.artemis.World;
import dev.triune.GameClock;
import dev.triune.MindKind;
import dev.triune.component.Conversation;
import dev.triune.component.Layer;
import dev.triune.component.Mind;
import dev.triune.internal.apply.DecisionContext;
import dev.triune.internal.apply.DirtyAgents;
import dev.triune.internal.apply.PendingDecision;
import dev.triune.internal.habit.HabitSystem;
import dev.triune.rule.SelectionRule;
import dev.triune.rule.StandardSelectionRule;
import org.jspecify.annotations.Nullable;

/**
 * Decides which requests the agents of one kind of mind may make, and lets habits act instead of
 * model calls. Game thread only.
 */
@SuppressWarnings("NullAway.Init") // set by initialize
public final class KindSchedule {
    private static final int URGENT = 9;
    private static final Layer[] LAYERS = Layer.values();

    public final MindKind kind;
    public final LayerCooldowns cooldowns;
    public final LayerSelector selector;
    public RequestSubmitter submitter;

    private DecisionContext context;
    private @Nullable HabitSystem habits;
    private int pendingLimit;
    private ComponentMapper<Conversation> mConversation;

    public KindSchedule(GameClock clock, MindKind kind) {
        this.kind = kind;
        this.cooldowns = new LayerCooldowns(clock, kind.config());
        this.selector = new LayerSelector(kind.config(), cooldowns);
    }

    /**
     * Sets the submitter of requests, and lets Artemis fill in all mappers.
     *
     * @param worldHabits null if the world has none
     * @param limit the limit of pending requests of the whole world
     */
    public void initialize(
            World world,
            DecisionContext worldContext,
            RequestSubmitter requestSubmitter,
            @Nullable HabitSystem worldHabits,
            int limit) {
        submitter = requestSubmitter;
        context = worldContext;
        habits = worldHabits;
        pendingLimit = limit;
        mConversation = world.getMapper(Conversation.class);
        selector.inject(world);
        world.inject(requestSubmitter);
        requestSubmitter.snapshots().inject(world);
    }

    // ---- the order of requests

    /** Returns the rank of a request, by urgency, then layer; the greater goes first. */
    long rank(SelectionRule rule, int urgency) {
        return ((long) urgency << Integer.SIZE) + cooldowns.get(rule.layer()).priority();
    }

    /** Returns the lane in which an agent waits for its request. */
    int lane(SelectionRule rule, int urgency, Mind mind) {
        if (rule == StandardSelectionRule.COMPANY) {
            return RequestLanes.COMPANY;
        }
        boolean talk = rule.layer() == Layer.TALKER;
        if (urgency >= URGENT || (talk && cooldowns.isAttended(mind))) {
            return RequestLanes.URGENT;
        }
        return talk ? RequestLanes.TALK : RequestLanes.PLAN;
    }

    /** Returns the tick of the agent's last request in any layer; the earlier goes first. */
    long lastRequested(Mind mind) {
        long last = Mind.NEVER;
        for (Layer layer : LAYERS) {
            if (cooldowns.hasPrompt(layer)) {
                last = Math.max(last, mind.lastInvoked(layer));
            }
        }
        return last;
    }

    /** Returns how urgent a request is; what is overdue is as urgent as a conversation. */
    int agedUrgency(int agent, Mind mind, SelectionRule rule) {
        int urgency = selector.urgencyOf(agent, mind, rule);
        boolean ages = urgency < StandardSelectionRule.CONVERSATION.urgency()
                && rule != StandardSelectionRule.COMPANY
                && cooldowns.isOverdue(mind, rule.layer());
        return ages ? StandardSelectionRule.CONVERSATION.urgency() : urgency;
    }

    // ---- requests

    /**
     * Submits the request of a rule, possibly in place of a pending one, or lets rules decide if
     * the layer has no prompt.
     */
    void invoke(int agent, Mind mind, SelectionRule rule, int urgency) {
        PendingDecision other = mind.ticket == 0 ? null : replaceableRequest(agent);
        if (other != null) {
            context.counters().superseded++;
            if (!other.granted()) {
                other.restoreInvocation(mind);
            }
        }
        long stampBefore = mind.lastInvoked(rule.layer());
        cooldowns.recordInvocation(mind, rule);
        context.counters().selected(rule, urgency);
        submitter.submitFor(agent, mind, rule, urgency, stampBefore);
        context.dirtyAgents().markAt(agent, cooldowns.nextChange(mind, DirtyAgents.NEVER));
        if (mind.ticket != 0) { // its layer now cools down, so another may be more urgent
            context.dirtyAgents().mark(agent);
        }
    }

    /** Returns the request of an agent that a more urgent one may replace, or null. */
    @Nullable
    PendingDecision replaceableRequest(int agent) {
        PendingDecision request = context.pendingOf(agent);
        return request != null
                        && (!request.granted()
                                || kind.config().supersedesRunningCalls()
                                || playerWaits(agent))
                ? request
                : null;
    }

    /** Whether a player is waiting for an agent's answer, which no less urgent call may delay. */
    private boolean playerWaits(int agent) {
        Conversation conversation = mConversation.get(agent);
        return conversation != null && conversation.playerWaits;
    }

    /** Whether an agent has a request that cannot be replaced. */
    boolean isCalling(int agent, Mind mind) {
        return mind.ticket != 0 && replaceableRequest(agent) == null;
    }

    /** Whether a rule may invoke its layer now; counts those that the cooldown blocks. */
    boolean mayInvoke(int agent, Mind mind, SelectionRule rule, int urgency) {
        if (mind.ticket != 0) {
            return isFree(agent, mind, rule, urgency);
        }
        if (!selector.isReady(agent, mind, rule)) {
            context.counters().blockedByCooldown++;
            return false;
        }
        return selector.mayAsk(mind, rule);
    }

    /** Whether a rule may invoke its layer now, possibly in place of a waiting request. */
    boolean isFree(int agent, Mind mind, SelectionRule rule, int urgency) {
        if (!selector.isReady(agent, mind, rule) || !selector.mayAsk(mind, rule)) {
            return false;
        }
        if (mind.ticket == 0) {
            return true;
        }
        PendingDecision other = replaceableRequest(agent);
        if (other == null || !selector.asksModel(rule)) {
            return false;
        }
        boolean same =
                other.layer() == rule.layer(); // a longer wait does not make it a different request
        return (same ? selector.urgencyOf(agent, mind, rule) : urgency) > other.urgency;
    }

    /** Whether the world has as many pending requests as it may have, besides talk in progress. */
    boolean isFull() {
        return context.pendingCount() >= pendingLimit;
    }

    // ---- habits

    /** Settles small talk with a neighbour instead of a call, if rules can. */
    boolean settlesTalk(int agent, Mind mind, SelectionRule rule) {
        return habits != null
                && rule == StandardSelectionRule.COMPANY
                && selector.isReady(agent, mind, rule)
                && habits.talk().settle(agent);
    }

    /** Orders the plan of a habit if it is the executor's turn, even if its calls fail. */
    boolean actByHabit(int agent, Mind mind) {
        if (habits == null) {
            return false;
        }
        SelectionRule rule = mind.failures(Layer.EXECUTOR) == 0
                ? selector.select(agent, mind)
                : selector.selectForHabit(agent, mind);
        return continuesPlan(agent, mind, rule) || actByHabit(agent, mind, rule);
    }

    /** Whether an agent keeps its plan although it is the executor's turn. */
    boolean continuesPlan(int agent, Mind mind, SelectionRule rule) {
        return habits != null && habits.continuesPlan(agent, mind, rule, mayAskExecutor(mind));
    }

    /** Orders the plan of a habit instead of a call, if one applies. */
    boolean actByHabit(int agent, Mind mind, SelectionRule rule) {
        if (habits == null
                || rule.layer() != Layer.EXECUTOR
                || mind.secondTry == Layer.EXECUTOR
                || !selector.asksModel(rule)
                || !selector.isReadyForHabit(agent, mind, rule)) {
            return false;
        }
        boolean mayAsk = mayAskExecutor(mind);
        boolean ready = mayAsk && cooldowns.ready(mind, Layer.EXECUTOR);
        return habits.order(agent, mind, rule, mayAsk, ready, cooldowns.cooldown(Layer.EXECUTOR));
    }

    private boolean mayAskExecutor(Mind mind) {
        return !isFull()
                && cooldowns.mayAskModel(mind)
                && !cooldowns.isBackingOff(mind, Layer.EXECUTOR);
    }
}
