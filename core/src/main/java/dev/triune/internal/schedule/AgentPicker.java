/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.schedule;

import com.artemis.ComponentMapper;
import com.artemis.EntitySubscription;
import com.artemis.annotations.SkipWire;
import com.artemis.utils.BitVector;
import dev.triune.GameClock;
import dev.triune.MindConfig;
import dev.triune.component.Conversation;
import dev.triune.component.Layer;
import dev.triune.component.Mind;
import dev.triune.internal.apply.DecisionContext;
import dev.triune.internal.apply.MindCounters;
import dev.triune.internal.apply.PendingDecision;
import dev.triune.internal.habit.HabitSystem;
import dev.triune.internal.kind.PerKind;
import dev.triune.rule.SelectionRule;
import dev.triune.rule.StandardSelectionRule;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Examines agents and has the first that would ask a model do so. Game thread only. */
@SuppressWarnings("NullAway.Init") // Artemis fills in the mappers
public final class AgentPicker {
    /** The most agents that one pass looks at, besides those who stand before the first who asks. */
    public static final int MAX_EXAMINED = 4_096;

    private static final SelectionRule TALK = StandardSelectionRule.CONVERSATION;

    private final GameClock clock;
    private final PerKind<KindSchedule> kinds;
    private final DecisionContext context;
    private final MindCounters counters;

    @SkipWire // there may be none
    private final @Nullable HabitSystem habits;

    private final RoundRobin roundRobin;
    private final RequestLanes lanes;
    private final long gapTicks;
    private final int pendingLimit;
    private long passes;
    private int following;

    /** The tick until which the talk of the agent that is examined holds up its plan. */
    private long heldUntil;

    private long nextRequestAt;

    private ComponentMapper<Mind> mMind;
    private ComponentMapper<Conversation> mConversation;

    public AgentPicker(
            GameClock clock,
            PerKind<KindSchedule> kinds,
            DecisionContext context,
            @Nullable HabitSystem habits) {
        this.clock = clock;
        this.habits = habits;
        this.kinds = kinds;
        this.context = context;
        MindConfig config = kinds.ofDefault().kind.config(); // the world's settings
        this.counters = context.counters();
        this.roundRobin = new RoundRobin(context.dirtyAgents(), config.agentsPerTick());
        this.lanes = new RequestLanes(config.companyShare());
        this.gapTicks = clock.ticks(config.requestInterval());
        this.pendingLimit = config.pendingLimit();
    }

    public long nextRequestAt() {
        return nextRequestAt;
    }

    public long requestTurn() {
        return lanes.turn();
    }

    public void requestTurn(long used) {
        lanes.turn(used);
    }

    public void delayRequestsUntil(long tick) {
        nextRequestAt = tick;
    }

    /** One tick: looks at whom it is time for, and has one agent ask if it is time for that. */
    public void process(EntitySubscription agents) {
        passes++;
        BitVector active = agents.getActiveEntityIds();
        roundRobin.begin(clock.tick(), active);
        examineDirty(active);
        if (clock.tick() >= nextRequestAt) {
            submitFirst();
        }
    }

    /** Examines the marked agents, up to a limit; the next pass goes on after the last one. */
    private void examineDirty(BitVector active) {
        int agent = roundRobin.next(following);
        following = 0;
        for (int looks = 1; agent >= 0; looks++) {
            if (active.get(agent)) {
                examine(agent);
            }
            if (looks == MAX_EXAMINED) {
                following = agent + 1;
                return;
            }
            agent = roundRobin.next(agent + 1);
        }
    }

    /** The game asks for a decision now: the selection, if it took effect. */
    public Optional<SelectionRule> request(int agent, Mind mind) {
        KindSchedule kind = kinds.of(agent);
        if (!mayThink(agent, mind, kind)) {
            return Optional.empty();
        }
        SelectionRule rule = kind.selector.select(agent, mind);
        if (actsByHabit(agent, mind, kind, rule)) {
            return Optional.of(rule);
        }
        int urgency = kind.selector.urgencyOf(agent, mind, rule);
        if (!mayInvoke(agent, mind, kind, rule, urgency)) {
            return Optional.empty();
        }
        invoke(agent, mind, kind, rule, urgency);
        return Optional.of(rule);
    }

    /** Something changes for everybody: the next pass looks at all. */
    public void markAllDirty() {
        roundRobin.markAllDirty();
    }

    /** An agent appears. */
    public void agentAdded(int agent) {
        roundRobin.agentAdded(agent);
    }

    /** An agent is gone. */
    public void agentRemoved(int agent) {
        roundRobin.agentRemoved(agent);
        lanes.retain(agent, 0);
    }

    /** Whether an agent would ask now, and when that may change. */
    private void examine(int agent) {
        Mind mind = mMind.get(agent);
        KindSchedule kind = kinds.of(agent);
        if (!kind.selector.mayThink(agent, mind)) { // of what forbids it, time ends only deferrals
            noteWaiting(mind, kind, 0);
            lanes.retain(agent, 0);
            roundRobin.reexamineAt(agent, kind.cooldowns.deferralEnd(mind));
            return;
        }
        heldUntil = TimingWheel.NEVER;
        kind.selector.beginExamination(agent);
        lanes.retain(agent, offer(agent, mind, kind));
        kind.selector.endExamination();
        roundRobin.reexamineAt(agent, kind.cooldowns.nextChange(mind, heldUntil));
    }

    /** Puts an agent into the lanes in which it would ask a model now and returns them, one bit each. */
    private int offer(int agent, Mind mind, KindSchedule kind) {
        if (mind.ticket != 0 && replaceable(agent, kind) == null) {
            actsByHabit(agent, mind, kind); // while a call takes long
            return 0;
        }
        if (actsByHabit(agent, mind, kind)) {
            noteWaiting(mind, kind, 0);
            return 0;
        }
        SelectionRule first = kind.selector.select(agent, mind);
        if (settlesTalk(agent, mind, kind, first)) {
            kind.cooldowns.stamp(mind, first); // as if it had asked
            context.dirtyAgents().mark(agent); // for what it does now
            noteWaiting(mind, kind, 0);
            return 0;
        }
        int urgency = urgencyOf(agent, mind, kind, first);
        boolean asks = mayInvoke(agent, mind, kind, first, urgency)
                && asksOrDecides(agent, mind, kind, first, urgency);
        SelectionRule plan = kind.selector.besides(first, agent, mind);
        plan = plan == null || goesOn(agent, mind, kind, plan) ? null : plan;
        int planUrgency = plan == null ? 0 : urgencyOf(agent, mind, kind, plan);
        boolean planReady = plan != null && isFree(agent, mind, kind, plan, planUrgency);
        noteWaiting(mind, kind, bit(asks, first) | bit(planReady, plan));
        int offered = asks ? offer(agent, mind, kind, first, urgency) : 0;
        boolean free = plan != null && kind.cooldowns.isFreeOf(first, mind, plan.layer());
        boolean silent = !kind.cooldowns.mayAskModel(mind); // no talk holds its plans up
        if (plan != null && (free || silent) && actsByHabit(agent, mind, kind, plan)) {
            return offered;
        }
        if (plan != null && planReady && free) {
            offered |= offer(agent, mind, kind, plan, planUrgency, RequestLanes.PLAN);
        } else if (plan != null && planReady) {
            heldUntil = kind.cooldowns.freeAt(first, mind, plan.layer());
        }
        return offered;
    }

    /** Settles small talk with somebody near in the place of a call, if rules can. */
    private boolean settlesTalk(int agent, Mind mind, KindSchedule kind, SelectionRule rule) {
        return habits != null
                && rule == StandardSelectionRule.COMPANY
                && kind.selector.isReady(agent, mind, rule)
                && habits.talk().settle(agent);
    }

    /** Orders the plan of a habit if the executor's turn has come, whether or not its calls fail. */
    private boolean actsByHabit(int agent, Mind mind, KindSchedule kind) {
        if (habits == null) {
            return false;
        }
        SelectionRule rule = mind.failures[Layer.EXECUTOR.ordinal()] == 0
                ? kind.selector.select(agent, mind)
                : kind.selector.selectForHabit(agent, mind);
        return goesOn(agent, mind, kind, rule) || actsByHabit(agent, mind, kind, rule);
    }

    /** Whether an agent goes on with what it does although the executor's turn has come. */
    private boolean goesOn(int agent, Mind mind, KindSchedule kind, SelectionRule rule) {
        return habits != null && habits.goesOn(agent, mind, rule, mayAskExecutor(mind, kind));
    }

    /** Whether so many requests are pending that one more would only wait. */
    private boolean isFull() {
        return context.pendingCount() >= pendingLimit;
    }

    private boolean mayAskExecutor(Mind mind, KindSchedule kind) {
        return !isFull()
                && kind.cooldowns.mayAskModel(mind)
                && !kind.cooldowns.backsOff(mind, Layer.EXECUTOR);
    }

    /** Orders the plan of a habit in the place of a call, if one applies. */
    private boolean actsByHabit(int agent, Mind mind, KindSchedule kind, SelectionRule rule) {
        if (habits == null
                || rule.layer() != Layer.EXECUTOR
                || mind.secondTry == Layer.EXECUTOR
                || !kind.selector.asksModel(rule)
                || !kind.selector.isReadyForHabit(agent, mind, rule)) {
            return false;
        }
        boolean mayAsk = mayAskExecutor(mind, kind);
        boolean ready = mayAsk && kind.cooldowns.ready(mind, Layer.EXECUTOR);
        return habits.order(agent, mind, rule, mayAsk, ready);
    }

    private int offer(int agent, Mind mind, KindSchedule kind, SelectionRule rule, int urgency) {
        return offer(agent, mind, kind, rule, urgency, kind.lane(rule, urgency, mind));
    }

    private int offer(
            int agent, Mind mind, KindSchedule kind, SelectionRule rule, int urgency, int lane) {
        if (kind.cooldowns.isOverdue(mind, rule.layer())) {
            long due = kind.cooldowns.dueAt(mind, rule.layer());
            lanes.offer(lane, agent, RequestLanes.OVERDUE, due, passes);
        } else {
            long rank = kind.rank(rule, urgency);
            lanes.offer(lane, agent, rank, kind.lastRequested(mind), passes);
        }
        return 1 << lane;
    }

    private static int bit(boolean set, @Nullable SelectionRule rule) {
        return set && rule != null ? 1 << rule.layer().ordinal() : 0;
    }

    /** While a request is pending, what waits besides it goes on waiting. */
    private static void noteWaiting(Mind mind, KindSchedule kind, int layers) {
        if (mind.ticket == 0) {
            kind.cooldowns.noteWaiting(mind, layers);
        }
    }

    /** Whether a rule asks a model; where rules decide, they do so at once. */
    private boolean asksOrDecides(
            int agent, Mind mind, KindSchedule kind, SelectionRule rule, int urgency) {
        boolean asks = kind.selector.asksModel(rule);
        if (!asks && !kind.cooldowns.hasPrompt(rule.layer())) {
            invoke(agent, mind, kind, rule, urgency);
        }
        return asks;
    }

    /** How urgent a request is; whoever has waited too long is as urgent as a conversation. */
    private int urgencyOf(int agent, Mind mind, KindSchedule kind, SelectionRule rule) {
        int urgency = kind.selector.urgencyOf(agent, mind, rule);
        boolean ages = rule != StandardSelectionRule.COMPANY
                && kind.cooldowns.isOverdue(mind, rule.layer());
        return ages ? Math.max(urgency, StandardSelectionRule.CONVERSATION.urgency()) : urgency;
    }

    /** Has the first of a lane ask; one that this pass has not examined is examined before. */
    private void submitFirst() {
        int lane = lanes.next();
        while (lane >= 0 && lanes.lastExamined(lane) != passes) {
            examine(lanes.first(lane));
            lane = lanes.next();
        }
        if (lane < 0) {
            return;
        }
        int agent = lanes.first(lane);
        Mind mind = mMind.get(agent);
        KindSchedule kind = kinds.of(agent);
        SelectionRule rule = kind.selector.select(agent, mind);
        SelectionRule plan =
                lane == RequestLanes.PLAN ? kind.selector.besides(rule, agent, mind) : null;
        rule = plan == null ? rule : plan;
        lanes.advance();
        if (isFull() && mind.ticket == 0 && rule.urgency() < TALK.urgency()) {
            return;
        }
        nextRequestAt = clock.tick() + gapTicks;
        invoke(agent, mind, kind, rule, urgencyOf(agent, mind, kind, rule));
    }

    private void invoke(int agent, Mind mind, KindSchedule kind, SelectionRule rule, int urgency) {
        lanes.retain(agent, 0);
        PendingDecision other = mind.ticket == 0 ? null : replaceable(agent, kind);
        if (other != null) {
            counters.superseded++;
            if (!other.granted()) {
                other.restoreInvocation(mind);
            }
        }
        long stampBefore = mind.lastInvoked[rule.layer().ordinal()];
        kind.cooldowns.stamp(mind, rule);
        counters.selected(rule, urgency);
        kind.submitter.submitFor(agent, mind, rule, urgency, stampBefore);
        roundRobin.reexamineAt(agent, kind.cooldowns.nextChange(mind, TimingWheel.NEVER));
        if (mind.ticket != 0) { // its layer cools down from now on: another may be more urgent
            context.dirtyAgents().mark(agent);
        }
    }

    /** Whether a player waits for an answer of an agent: no call of less urgency may delay it. */
    private boolean playerWaits(int agent) {
        Conversation conversation = mConversation.get(agent);
        return conversation != null && conversation.playerWaits;
    }

    /** The request of an agent that a more urgent one may take the place of, or null. */
    private @Nullable PendingDecision replaceable(int agent, KindSchedule kind) {
        PendingDecision request = context.pendingOf(agent);
        return request != null
                        && (!request.granted()
                                || kind.kind.config().supersedesRunningCalls()
                                || playerWaits(agent))
                ? request
                : null;
    }

    /** Whether an agent decides anything: it is alive, awake, not deferred, and nothing binds it. */
    private boolean mayThink(int agent, Mind mind, KindSchedule kind) {
        return kind.selector.mayThink(agent, mind)
                && (mind.ticket == 0 || replaceable(agent, kind) != null);
    }

    private boolean mayInvoke(
            int agent, Mind mind, KindSchedule kind, SelectionRule rule, int urgency) {
        if (mind.ticket != 0) {
            return isFree(agent, mind, kind, rule, urgency);
        }
        LayerSelector selector = kind.selector;
        if (!selector.isReady(agent, mind, rule)) {
            counters.blockedByCooldown++;
            return false;
        }
        return selector.mayAsk(mind, rule);
    }

    /** Whether a rule may invoke its layer now, if need be in the place of a request that waits. */
    private boolean isFree(
            int agent, Mind mind, KindSchedule kind, SelectionRule rule, int urgency) {
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
}
