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
import dev.triune.rule.SelectionRule;
import dev.triune.rule.SelectionRule.Readiness;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Examines agents and submits the request of the first in line. Game thread only.
 *
 * <p>A pass examines whoever is marked, at most {@link #MAX_EXAMINED}; if a change of settings has
 * marked a crowd, the next pass continues where this one stopped, so that no tick is long. An
 * examination puts the agent into the lanes of the requests that it is ready to make, takes it out of
 * the others, and says when time alone may change that.
 *
 * <p>What the lanes hold may have become untrue since, because most changes are writes to public
 * fields that nobody reports. So the first in line is examined again unless this pass has done so, and
 * whoever then comes first is asked in its place. A request is therefore never submitted for a reason
 * that does not hold in its tick, although not all agents are looked at.
 */
public final class AgentPicker {
    /** The maximum number of agents that one pass examines, besides those first in line. */
    public static final int MAX_EXAMINED = 4_096;

    /** The maximum number of agents that begin to wait for their memories in a tick. */
    private static final int MOST_WAITING = 4;

    private final GameClock clock;
    private final PerKind<KindSchedule> kinds;
    private final DirtyAgents dirtyAgents;
    private final MindCounters counters;
    private final ComponentMapper<Mind> mMind;
    private final RequestLanes lanes;
    private final Candidate candidate = new Candidate();
    private final Candidate besideTalk = new Candidate();
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
            int waiting = 0;
            while (waiting < MOST_WAITING && !submitFirst()) {
                waiting++;
            }
            lanes.takeBack();
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
        Candidate request = new Candidate().set(agent, mind, kind.choose(agent, mind));
        if (kind.isCalling(request)) {
            return Optional.empty();
        }
        if (kind.ordersPlan(request)) {
            return Optional.of(request.rule);
        }
        request.urgency = kind.urgencyOf(request); // the game has decided: no wait counts
        if (!readiness(request, kind).mayDecide()) {
            return Optional.empty();
        }
        invoke(request, kind);
        return Optional.of(request.rule);
    }

    private void invoke(Candidate request, KindSchedule kind) {
        lanes.retain(request.agent, 0);
        if (kind.isComplete(request.agent)) { // unless the urgency hint has changed that
            kind.invoke(request);
        }
    }

    /** Returns the readiness of a candidate, and counts those that wait for their layer. */
    private Readiness readiness(Candidate request, KindSchedule kind) {
        Readiness readiness = kind.readiness(request);
        if (request.mind.ticket == 0 && readiness.blockedByLayer()) {
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
        long again = Math.min(planDelayedUntil, kind.makeRoom(agent));
        dirtyAgents.markAt(agent, kind.cooldowns.nextChange(mind, again));
    }

    /**
     * Adds an agent to the lanes of the requests that it is ready to make, unless no model is
     * needed: that of its rule, and a plan beside talk. Returns these lanes, one bit each.
     */
    private int enterLanes(int agent, Mind mind, KindSchedule kind) {
        Candidate turn = candidate.set(agent, mind, kind.choose(agent, mind));
        SelectionRule beside = kind.planBeside(turn.rule, agent, mind, null);
        Candidate plan = beside == null ? null : besideTalk.set(agent, mind, beside);
        if (needsNoCall(turn, plan, kind)) {
            return 0;
        }
        Readiness readiness = readiness(kind.age(turn), kind);
        if (readiness == Readiness.BY_RULES) { // which decide at once
            invoke(turn, kind);
        }
        boolean ready = readiness == Readiness.READY;
        if (plan != null && kind.keepsPlan(plan)) {
            plan = null;
        }
        boolean planReady = plan != null && kind.readiness(kind.age(plan)) == Readiness.READY;
        int waiting = ready ? turn.bit() : 0;
        recordWaiting(mind, kind, plan != null && planReady ? waiting | plan.bit() : waiting);
        int entered = ready ? enter(turn, kind, kind.lane(turn)) : 0;
        boolean silent = readiness == Readiness.TOO_DEAR || !kind.cooldowns.mayAskModel(mind);
        return plan != null && mayPlanNow(turn.rule, plan, planReady, silent, kind)
                ? entered | enter(plan, kind, RequestLanes.PLAN)
                : entered;
    }

    /** Whether an agent keeps its plan, gets one from a source, calls already, or settles its talk. */
    private boolean needsNoCall(Candidate turn, @Nullable Candidate plan, KindSchedule kind) {
        if (kind.plansWithoutCall(turn, plan) || kind.isCalling(turn)) {
            recordWaiting(turn.mind, kind, 0);
            return true;
        }
        if (!kind.settlesTalk(turn)) {
            return false;
        }
        kind.cooldowns.recordInvocation(turn.mind, turn.layer); // as if it had called a model
        turn.mind.waitingSince(turn.layer, Mind.NEVER); // its plan waits on
        dirtyAgents.mark(turn.agent); // to examine its new plan
        return true;
    }

    /**
     * Whether a ready plan beside talk may be requested now: talk no longer delays it, and no plan
     * source makes it. Talk that no model can be asked for, {@code silent}, delays no plans.
     */
    private boolean mayPlanNow(
            SelectionRule talk, Candidate plan, boolean ready, boolean silent, KindSchedule kind) {
        boolean undelayed = silent || kind.cooldowns.mayPlanDespite(talk, plan.mind, plan.layer);
        if (undelayed && kind.ordersPlan(plan)) {
            return false;
        }
        if (ready && !undelayed) {
            planDelayedUntil = kind.cooldowns.planAllowedAt(talk, plan.mind, plan.layer);
        }
        return ready && undelayed;
    }

    /**
     * Adds an agent to a lane, by how long it has waited or else by urgency; returns the lane's
     * bit.
     */
    private int enter(Candidate request, KindSchedule kind, int lane) {
        Mind mind = request.mind;
        if (request.overdue) {
            long due = kind.cooldowns.overdueAt(mind, request.layer);
            lanes.offer(lane, request, RequestLanes.OVERDUE, due, passes);
        } else {
            long last = kind.cooldowns.lastInvoked(mind);
            lanes.offer(lane, request, kind.rank(request), last, passes);
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
     * Submits the request of the first agent of a lane that no limit holds back, after examining it if
     * this pass has not. Returns false if it waits for its memories instead, so that another may go
     * first.
     */
    private boolean submitFirst() {
        int lane = nextLane();
        if (lane < 0) {
            return true;
        }
        Candidate first = first(lane);
        int agent = first.agent;
        KindSchedule kind = kinds.of(agent);
        if (waitsForMemories(first, kind)) {
            return false;
        }
        lanes.advance();
        nextRequestAt = clock.tick() + gapTicks;
        try {
            invoke(kind.age(first), kind);
        } catch (Throwable e) {
            dirtyAgents.mark(agent);
            kind.reportRule(agent, e);
        }
        return true;
    }

    /**
     * Returns the lane that has this turn, and whose first agent this pass has examined; -1 if none.
     * Sets aside those whom a limit holds back.
     */
    private int nextLane() {
        for (int lane = lanes.next(); lane >= 0; lane = lanes.next()) {
            int agent = lanes.first(lane);
            KindSchedule kind = kinds.of(agent);
            if (kind.isComplete(agent) && kind.exceedsLimit(first(lane), lane)) {
                lanes.setAside(lane);
            } else if (!kind.isComplete(agent) || lanes.lastExamined(lane) != passes) {
                examine(agent);
            } else {
                return lane;
            }
        }
        return -1;
    }

    /** Returns what the first of a lane would make its request for. */
    private Candidate first(int lane) {
        int agent = lanes.first(lane);
        return candidate.set(agent, mMind.get(agent), lanes.firstRule(lane));
    }

    /** Defers the request of an agent once, if its memories ask for it; see MemoryRetriever. */
    private boolean waitsForMemories(Candidate first, KindSchedule kind) {
        Mind mind = first.mind;
        long ticks =
                mind.deferredUntil == clock.tick() ? 0 : kind.submitter.recallTicks(first.agent);
        if (ticks > 0) {
            mind.deferredUntil = clock.tick() + ticks;
            lanes.retain(first.agent, 0);
            dirtyAgents.markAt(first.agent, mind.deferredUntil);
        }
        return ticks > 0;
    }
}
