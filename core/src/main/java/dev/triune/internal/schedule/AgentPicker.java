/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.schedule;

import com.artemis.ComponentMapper;
import com.artemis.EntitySubscription;
import com.artemis.World;
import com.artemis.utils.BitVector;
import dev.triune.GameClock;
import dev.triune.component.Mind;
import dev.triune.internal.apply.DecisionContext;
import dev.triune.internal.apply.DirtyAgents;
import dev.triune.internal.apply.MindCounters;
import dev.triune.internal.kind.PerKind;
import dev.triune.rule.Readiness;
import dev.triune.rule.SelectionRule;
import java.util.Optional;

/** Examines agents and submits the request of the first in line. Game thread only. */
public final class AgentPicker {
    /** The maximum number of agents that one pass examines, besides those first in line. */
    public static final int MAX_EXAMINED = 4_096;

    private final GameClock clock;
    private final PerKind<KindSchedule> kinds;
    private final DirtyAgents dirtyAgents;
    private final MindCounters counters;
    private final ComponentMapper<Mind> mMind;
    private final RequestLanes lanes;
    private final int turns;
    private final long gapTicks;
    private int passes; // compared only for equality, so that it may overflow
    private int continueFrom;
    private int agentCount;
    private int nextInTurn;

    /** The tick until which talk delays the plan of the examined agent. */
    private long planDelayedUntil;

    private long nextRequestAt;

    public AgentPicker(
            World world,
            GameClock clock,
            PerKind<KindSchedule> kinds,
            WorldPace pace,
            DecisionContext context) {
        this.clock = clock;
        this.kinds = kinds;
        this.dirtyAgents = context.dirtyAgents();
        this.counters = context.counters();
        this.mMind = world.getMapper(Mind.class);
        this.turns = pace.agentsPerTick();
        this.lanes = new RequestLanes(pace.companyShare());
        this.gapTicks = clock.ticks(pace.requestInterval());
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

    /**
     * Processes a tick: examines the due agents, and submits one request if the interval has
     * passed.
     */
    public void process(EntitySubscription agents) {
        passes++;
        BitVector active = agents.getActiveEntityIds();
        dirtyAgents.begin(clock.tick(), active);
        if (agentCount <= turns) {
            dirtyAgents.mark(active);
        } else {
            markNextInTurn(active);
        }
        examineDirty(active);
        if (clock.tick() >= nextRequestAt && clock.ticking()) {
            submitFirst();
        }
    }

    private void markNextInTurn(BitVector active) {
        for (int i = 0; i < turns; i++) {
            int agent = active.nextSetBit(nextInTurn);
            agent = agent < 0 ? active.nextSetBit(0) : agent;
            dirtyAgents.mark(agent);
            nextInTurn = agent + 1;
        }
    }

    /** Examines the marked agents, up to a limit; the next pass continues after the last one. */
    private void examineDirty(BitVector active) {
        int agent = dirtyAgents.takeNext(continueFrom);
        continueFrom = 0;
        for (int looks = 1; agent >= 0 && clock.ticking(); looks++) {
            if (active.get(agent)) {
                examine(agent);
            }
            if (looks == MAX_EXAMINED) {
                continueFrom = agent + 1;
                return;
            }
            agent = dirtyAgents.takeNext(agent + 1);
        }
    }

    /** Requests a decision for the game; returns the selection if it took effect. */
    public Optional<SelectionRule> request(int agent, Mind mind) {
        KindSchedule kind = kinds.of(agent);
        try {
            return request(agent, mind, kind);
        } catch (Throwable e) {
            kind.reportRule(agent, e);
            return Optional.empty();
        }
    }

    private Optional<SelectionRule> request(int agent, Mind mind, KindSchedule kind) {
        if (!kind.mayThink(agent, mind)) {
            return Optional.empty();
        }
        SelectionRule rule = kind.choose(agent, mind);
        if (kind.isCalling(agent, mind, rule)) {
            return Optional.empty();
        }
        if (kind.ordersPlan(agent, mind, rule)) {
            return Optional.of(rule);
        }
        int urgency = kind.urgencyOf(agent, mind, rule);
        if (!readiness(agent, mind, kind, rule, urgency).mayDecide()) {
            return Optional.empty();
        }
        invoke(agent, mind, kind, rule, urgency);
        return Optional.of(rule);
    }

    private void invoke(int agent, Mind mind, KindSchedule kind, SelectionRule rule, int urgency) {
        lanes.retain(agent, 0);
        if (kind.isComplete(agent)) { // unless the urgency hint has changed that
            kind.invoke(agent, mind, rule, urgency);
        }
    }

    /** Returns the readiness for a rule, and counts the rules that wait for their layer. */
    private Readiness readiness(
            int agent, Mind mind, KindSchedule kind, SelectionRule rule, int urgency) {
        Readiness readiness = kind.readiness(agent, mind, rule, urgency);
        if (mind.ticket == 0 && readiness.blockedByLayer()) {
            counters.blockedByCooldown++;
        }
        return readiness;
    }

    public void agentAdded(int agent) {
        agentCount++;
        dirtyAgents.mark(agent);
    }

    public void agentRemoved(int agent) {
        agentCount--;
        dirtyAgents.forget(agent);
        lanes.retain(agent, 0);
    }

    // ---- an examination

    /**
     * Examines whether an agent is ready for a request, and when that may change. If a rule of the
     * game throws, that changes with its next examination.
     */
    private void examine(int agent) {
        KindSchedule kind = kinds.of(agent);
        try {
            examine(agent, kind);
        } catch (Throwable e) {
            kind.endExamination();
            lanes.retain(agent, 0);
            dirtyAgents.mark(agent);
            kind.reportRule(agent, e);
        }
    }

    private void examine(int agent, KindSchedule kind) {
        Mind mind = kind.beginExamination(agent);
        if (mind == null) {
            lanes.retain(agent, 0);
            return;
        }
        if (kind.stateOfExamined(mind) != Readiness.READY) { // time ends only deferrals
            kind.endExamination();
            recordWaiting(mind, kind, 0);
            lanes.retain(agent, 0);
            dirtyAgents.markAt(agent, kind.cooldowns.deferralEnd(mind));
            return;
        }
        planDelayedUntil = DirtyAgents.NEVER;
        lanes.retain(agent, enterLanes(agent, mind, kind));
        kind.endExamination();
        dirtyAgents.markAt(agent, kind.cooldowns.nextChange(mind, planDelayedUntil));
    }

    /**
     * Adds an agent to the lanes of the requests that it is ready to make, unless no model is
     * needed: that of its rule, and a plan beside talk. Returns these lanes, one bit each.
     */
    private int enterLanes(int agent, Mind mind, KindSchedule kind) {
        SelectionRule rule = kind.choose(agent, mind);
        SelectionRule plan = kind.planBeside(rule, agent, mind, null);
        if (kind.plansWithoutCall(agent, mind, rule, plan) || kind.isCalling(agent, mind, rule)) {
            recordWaiting(mind, kind, 0);
            return 0;
        }
        if (kind.settlesTalk(agent, mind, rule)) {
            kind.cooldowns.recordInvocation(mind, rule); // as if it had called a model
            dirtyAgents.mark(agent); // to examine its new plan
            recordWaiting(mind, kind, 0);
            return 0;
        }
        int urgency = kind.agedUrgency(agent, mind, rule);
        Readiness readiness = readiness(agent, mind, kind, rule, urgency);
        if (readiness == Readiness.BY_RULES) { // which decide at once
            invoke(agent, mind, kind, rule, urgency);
        }
        int waiting = readiness == Readiness.READY ? 1 << rule.layer().ordinal() : 0;
        if (plan == null || kind.keepsPlan(agent, mind, plan)) {
            recordWaiting(mind, kind, waiting);
            return waiting == 0 ? 0 : enter(agent, mind, kind, rule, urgency);
        }
        int planUrgency = kind.agedUrgency(agent, mind, plan);
        boolean planReady = kind.readiness(agent, mind, plan, planUrgency) == Readiness.READY;
        recordWaiting(mind, kind, planReady ? waiting | 1 << plan.layer().ordinal() : waiting);
        int entered = waiting == 0 ? 0 : enter(agent, mind, kind, rule, urgency);
        return mayPlanNow(agent, mind, kind, rule, plan, planReady)
                ? entered | enter(agent, mind, kind, plan, planUrgency, RequestLanes.PLAN)
                : entered;
    }

    /**
     * Whether a ready plan beside talk may be requested now: talk no longer delays it, and no plan
     * source makes it.
     */
    private boolean mayPlanNow(
            int agent,
            Mind mind,
            KindSchedule kind,
            SelectionRule talk,
            SelectionRule plan,
            boolean ready) {
        boolean undelayed = kind.cooldowns.mayPlanDespite(talk, mind, plan.layer());
        boolean silent = !kind.cooldowns.mayAskModel(mind); // then talk delays no plans
        if ((undelayed || silent) && kind.ordersPlan(agent, mind, plan)) {
            return false;
        }
        if (ready && !undelayed) {
            planDelayedUntil = kind.cooldowns.planAllowedAt(talk, mind, plan.layer());
        }
        return ready && undelayed;
    }

    private int enter(int agent, Mind mind, KindSchedule kind, SelectionRule rule, int urgency) {
        return enter(agent, mind, kind, rule, urgency, kind.lane(rule, urgency, mind));
    }

    /**
     * Adds an agent to a lane, by how long it has waited or else by urgency; returns the lane's
     * bit.
     */
    private int enter(
            int agent, Mind mind, KindSchedule kind, SelectionRule rule, int urgency, int lane) {
        if (kind.cooldowns.isOverdue(mind, rule.layer())) {
            long due = kind.cooldowns.overdueAt(mind, rule.layer());
            lanes.offer(lane, agent, rule, RequestLanes.OVERDUE, due, passes);
        } else {
            long last = kind.cooldowns.lastInvoked(mind);
            lanes.offer(lane, agent, rule, kind.rank(rule, urgency), last, passes);
        }
        return 1 << lane;
    }

    /** Notes waiting layers, one bit each, while no request is pending. */
    private static void recordWaiting(Mind mind, KindSchedule kind, int layers) {
        if (mind.ticket == 0) {
            kind.cooldowns.recordWaiting(mind, layers);
        }
    }

    // ---- the turn

    /**
     * Submits the request of the first agent of a lane, after examining it if this pass has not.
     */
    private void submitFirst() {
        int lane = lanes.next();
        while (lane >= 0
                && (lanes.lastExamined(lane) != passes
                        || !kinds.of(lanes.first(lane)).isComplete(lanes.first(lane)))) {
            examine(lanes.first(lane));
            lane = lanes.next();
        }
        if (lane < 0) {
            return;
        }
        int agent = lanes.first(lane);
        SelectionRule rule = lanes.firstRule(lane);
        Mind mind = mMind.get(agent);
        KindSchedule kind = kinds.of(agent);
        lanes.advance();
        if (kind.exceedsLimit(mind, rule)) {
            return;
        }
        nextRequestAt = clock.tick() + gapTicks;
        try {
            invoke(agent, mind, kind, rule, kind.agedUrgency(agent, mind, rule));
        } catch (Throwable e) {
            dirtyAgents.mark(agent);
            kind.reportRule(agent, e);
        }
    }
}
