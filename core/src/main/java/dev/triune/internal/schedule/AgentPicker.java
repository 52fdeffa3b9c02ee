/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.schedule;

import com.artemis.ComponentMapper;
import com.artemis.EntitySubscription;
import com.artemis.World;
import com.artemis.utils.BitVector;
import dev.triune.GameClock;
import dev.triune.MindConfig;
import dev.triune.component.Conversation;
import dev.triune.component.Mind;
import dev.triune.internal.apply.DecisionContext;
import dev.triune.internal.habit.HabitSystem;
import dev.triune.internal.kind.PerKind;
import dev.triune.rule.SelectionRule;
import dev.triune.rule.StandardSelectionRule;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Examines agents and submits the request of the first in line. Game thread only. */
public final class AgentPicker {
    /** The maximum number of agents that one pass examines, except those ahead of the first in line. */
    public static final int MAX_EXAMINED = 4_096;

    private static final SelectionRule TALK = StandardSelectionRule.CONVERSATION;

    private final GameClock clock;
    private final PerKind<KindSchedule> kinds;
    private final DecisionContext context;
    private final HabitTurn habits;
    private final RequestTurn requests;
    private final ComponentMapper<Mind> mMind;
    private final RoundRobin roundRobin;
    private final RequestLanes lanes;
    private final long gapTicks;
    private int passes; // compared only for equality, so that it may overflow
    private int continueFrom;

    /** The tick until which talk delays the plan of the examined agent. */
    private long planDelayedUntil;

    private long nextRequestAt;

    public AgentPicker(
            World world,
            GameClock clock,
            PerKind<KindSchedule> kinds,
            DecisionContext context,
            @Nullable HabitSystem habits) {
        this.clock = clock;
        this.kinds = kinds;
        this.context = context;
        MindConfig config = kinds.ofDefault().kind.config(); // the world's settings
        this.mMind = world.getMapper(Mind.class);
        this.habits = new HabitTurn(habits, context, config.pendingLimit());
        this.roundRobin = new RoundRobin(context.dirtyAgents(), config.agentsPerTick());
        this.lanes = new RequestLanes(config.companyShare());
        this.gapTicks = clock.ticks(config.requestInterval());
        this.requests =
                new RequestTurn(world.getMapper(Conversation.class), context, roundRobin, lanes);
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

    /** Processes a tick: examines the due agents, and submits one request if the interval has passed. */
    public void process(EntitySubscription agents) {
        passes++;
        BitVector active = agents.getActiveEntityIds();
        roundRobin.begin(clock.tick(), active);
        examineDirty(active);
        if (clock.tick() >= nextRequestAt) {
            submitFirst();
        }
    }

    /** Examines the marked agents, up to a limit; the next pass continues after the last one. */
    private void examineDirty(BitVector active) {
        int agent = roundRobin.next(continueFrom);
        continueFrom = 0;
        for (int looks = 1; agent >= 0; looks++) {
            if (active.get(agent)) {
                examine(agent);
            }
            if (looks == MAX_EXAMINED) {
                continueFrom = agent + 1;
                return;
            }
            agent = roundRobin.next(agent + 1);
        }
    }

    /** Requests a decision for the game; returns the selection if it took effect. */
    public Optional<SelectionRule> request(int agent, Mind mind) {
        KindSchedule kind = kinds.of(agent);
        if (!requests.mayThink(agent, mind, kind)) {
            return Optional.empty();
        }
        SelectionRule rule = kind.selector.select(agent, mind);
        if (habits.actByHabit(agent, mind, kind, rule)) {
            return Optional.of(rule);
        }
        int urgency = kind.selector.urgencyOf(agent, mind, rule);
        if (!requests.mayInvoke(agent, mind, kind, rule, urgency)) {
            return Optional.empty();
        }
        requests.invoke(agent, mind, kind, rule, urgency);
        return Optional.of(rule);
    }

    /** Makes the next pass examine all agents. */
    public void markAllDirty() {
        roundRobin.markAllDirty();
    }

    /** Adds an agent that appears. */
    public void agentAdded(int agent) {
        roundRobin.agentAdded(agent);
    }

    /** Removes an agent that is gone. */
    public void agentRemoved(int agent) {
        roundRobin.agentRemoved(agent);
        lanes.retain(agent, 0);
    }

    /** Examines whether an agent is ready for a request, and when that may change. */
    private void examine(int agent) {
        KindSchedule kind = kinds.of(agent);
        Mind mind = kind.selector.beginExamination(agent);
        if (!kind.selector.mayExaminedThink(mind)) { // time ends only deferrals
            kind.selector.endExamination();
            recordWaiting(mind, kind, 0);
            lanes.retain(agent, 0);
            roundRobin.reexamineAt(agent, kind.cooldowns.deferralEnd(mind));
            return;
        }
        planDelayedUntil = TimingWheel.NEVER;
        lanes.retain(agent, offer(agent, mind, kind));
        kind.selector.endExamination();
        roundRobin.reexamineAt(agent, kind.cooldowns.nextChange(mind, planDelayedUntil));
    }

    /** Adds an agent to the lanes of its ready requests and returns them, one bit each. */
    private int offer(int agent, Mind mind, KindSchedule kind) {
        if (mind.ticket != 0 && requests.replaceableRequest(agent, kind) == null) {
            habits.actByHabit(agent, mind, kind); // during a long call
            return 0;
        }
        if (habits.actByHabit(agent, mind, kind)) {
            recordWaiting(mind, kind, 0);
            return 0;
        }
        SelectionRule first = kind.selector.select(agent, mind);
        if (habits.settlesTalk(agent, mind, kind, first)) {
            kind.cooldowns.recordInvocation(mind, first); // as if it had called a model
            context.dirtyAgents().mark(agent); // to examine its new plan
            recordWaiting(mind, kind, 0);
            return 0;
        }
        int urgency = RequestTurn.urgencyOf(agent, mind, kind, first);
        boolean asks = requests.mayInvoke(agent, mind, kind, first, urgency)
                && asksOrDecides(agent, mind, kind, first, urgency);
        SelectionRule plan = kind.selector.concurrentPlanRule(first, agent, mind);
        plan = plan == null || habits.continuesPlan(agent, mind, kind, plan) ? null : plan;
        int planUrgency = plan == null ? 0 : RequestTurn.urgencyOf(agent, mind, kind, plan);
        boolean planReady = plan != null && requests.isFree(agent, mind, kind, plan, planUrgency);
        recordWaiting(mind, kind, bit(asks, first) | bit(planReady, plan));
        int offered = asks ? offer(agent, mind, kind, first, urgency) : 0;
        boolean free = plan != null && kind.cooldowns.mayPlanDespite(first, mind, plan.layer());
        boolean silent = !kind.cooldowns.mayAskModel(mind); // then talk delays no plans
        if (plan != null && (free || silent) && habits.actByHabit(agent, mind, kind, plan)) {
            return offered;
        }
        if (plan != null && planReady && free) {
            offered |= offer(agent, mind, kind, plan, planUrgency, RequestLanes.PLAN);
        } else if (plan != null && planReady) {
            planDelayedUntil = kind.cooldowns.planAllowedAt(first, mind, plan.layer());
        }
        return offered;
    }

    private int offer(int agent, Mind mind, KindSchedule kind, SelectionRule rule, int urgency) {
        return offer(agent, mind, kind, rule, urgency, kind.lane(rule, urgency, mind));
    }

    private int offer(
            int agent, Mind mind, KindSchedule kind, SelectionRule rule, int urgency, int lane) {
        if (kind.cooldowns.isOverdue(mind, rule.layer())) {
            long due = kind.cooldowns.overdueAt(mind, rule.layer());
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

    /** Notes waiting layers while a request is pending. */
    private static void recordWaiting(Mind mind, KindSchedule kind, int layers) {
        if (mind.ticket == 0) {
            kind.cooldowns.recordWaiting(mind, layers);
        }
    }

    /** Whether a rule calls a model; if rules decide, that happens at once. */
    private boolean asksOrDecides(
            int agent, Mind mind, KindSchedule kind, SelectionRule rule, int urgency) {
        boolean asks = kind.selector.asksModel(rule);
        if (!asks && !kind.cooldowns.hasPrompt(rule.layer())) {
            requests.invoke(agent, mind, kind, rule, urgency);
        }
        return asks;
    }

    /** Submits the request of the first agent of a lane, after examining it if this pass has not. */
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
        SelectionRule plan = lane == RequestLanes.PLAN
                ? kind.selector.concurrentPlanRule(rule, agent, mind)
                : null;
        rule = plan == null ? rule : plan;
        lanes.advance();
        if (habits.isFull() && mind.ticket == 0 && rule.urgency() < TALK.urgency()) {
            return;
        }
        nextRequestAt = clock.tick() + gapTicks;
        requests.invoke(agent, mind, kind, rule, RequestTurn.urgencyOf(agent, mind, kind, rule));
    }
}
