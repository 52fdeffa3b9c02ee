/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.schedule;

import com.artemis.ComponentMapper;
import com.artemis.EntitySubscription;
import com.artemis.utils.BitVector;
import dev.triune.GameClock;
import dev.triune.MindConfig;
import dev.triune.component.Mind;
import dev.triune.internal.apply.DecisionContext;
import dev.triune.internal.apply.MindCounters;
import dev.triune.internal.apply.PendingDecision;
import dev.triune.internal.kind.PerKind;
import dev.triune.rule.SelectionRule;
import dev.triune.rule.StandardSelectionRule;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Who thinks next: looks at agents, keeps those that would ask a model, and has the first of them
 * ask. Artemis fills the mapper in. Game thread only; a look allocates nothing.
 */
public final class AgentPicker {
    /** The most agents that one pass looks at, besides those who stand before the first who asks. */
    public static final int MAX_EXAMINED = 4_096;

    private final GameClock clock;
    private final PerKind<KindSchedule> kinds;
    private final DecisionContext decisionContext;
    private final MindCounters counters;
    private final RoundRobin roundRobin;
    private final AgentHeap agentHeap = new AgentHeap();
    private final long gapTicks;
    private long passes;
    private int following;
    private long nextRequestAt;

    @SuppressWarnings("NullAway.Init")
    private ComponentMapper<Mind> mMind;

    public AgentPicker(
            GameClock clock, PerKind<KindSchedule> kinds, DecisionContext decisionContext) {
        this.clock = clock;
        this.kinds = kinds;
        this.decisionContext = decisionContext;
        MindConfig mindConfig = kinds.ofDefault().kind.config(); // the world's settings
        this.counters = decisionContext.counters();
        this.roundRobin = new RoundRobin(decisionContext.dirtyAgents(), mindConfig.agentsPerTick());
        this.gapTicks = clock.ticks(mindConfig.requestInterval());
    }

    public long nextRequestAt() {
        return nextRequestAt;
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

    /**
     * Looks at those who are marked, up to a limit: where a crowd appeared at once, its times come at
     * once, too. The next pass goes on behind the last one that was looked at.
     */
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
        if (!mayThink(agent, mind)) {
            return Optional.empty();
        }
        SelectionRule rule = kind.selector.select(agent, mind);
        int urgency = kind.selector.urgencyOf(agent, mind, rule);
        if (!mayInvoke(agent, mind, rule, urgency)) {
            return Optional.empty();
        }
        invoke(agent, mind, rule, urgency);
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
        agentHeap.remove(agent);
    }

    /** Whether an agent would ask now, and when that may change. */
    private void examine(int agent) {
        Mind mind = mMind.get(agent);
        if (!isCandidate(agent, mind)) {
            agentHeap.remove(agent);
        }
        roundRobin.reexamineAt(agent, kinds.of(agent).cooldowns.nextChange(mind));
    }

    /** Whether an agent would ask a model now: then it is a candidate. Rules decide at once. */
    private boolean isCandidate(int agent, Mind mind) {
        KindSchedule kind = kinds.of(agent);
        if (!mayThink(agent, mind)) {
            return false;
        }
        SelectionRule rule = kind.selector.select(agent, mind);
        int urgency = kind.selector.urgencyOf(agent, mind, rule);
        if (!mayInvoke(agent, mind, rule, urgency)) {
            return false;
        }
        if (rule == StandardSelectionRule.OTHERWISE && kind.kind.config().hasPrompt(rule.layer())) {
            return false; // whoever has nothing to decide keeps the layer ready
        }
        if (!kind.selector.asksModel(rule)) {
            invoke(agent, mind, rule, urgency);
            return false;
        }
        long rank = kind.ordering.rank(rule, urgency);
        agentHeap.offer(agent, rank, kind.ordering.lastRequested(mind), passes);
        return true;
    }

    /**
     * The first candidate asks. One who was last seen in an earlier pass is looked at again before,
     * and only then stands where it stands; so this ends, at the latest when all have been seen.
     */
    private void submitFirst() {
        while (!agentHeap.isEmpty() && agentHeap.lastExamined(agentHeap.first()) != passes) {
            examine(agentHeap.first());
        }
        if (agentHeap.isEmpty()) {
            return;
        }
        int agent = agentHeap.first();
        Mind mind = mMind.get(agent);
        LayerSelector selector = kinds.of(agent).selector;
        SelectionRule rule = selector.select(agent, mind);
        nextRequestAt = clock.tick() + gapTicks;
        invoke(agent, mind, rule, selector.urgencyOf(agent, mind, rule));
    }

    private void invoke(int agent, Mind mind, SelectionRule rule, int urgency) {
        KindSchedule kind = kinds.of(agent);
        agentHeap.remove(agent);
        PendingDecision other = mind.ticket == 0 ? null : replaceable(agent);
        if (other != null) {
            counters.requestSuperseded();
            if (!other.granted()) {
                mind.lastInvoked[other.layer().ordinal()] = other.previousInvocation();
            }
        }
        long stampBefore = mind.lastInvoked[rule.layer().ordinal()];
        kind.cooldowns.stamp(mind, rule);
        counters.selected(rule, urgency);
        kind.submitter.submitFor(agent, mind, rule, urgency, stampBefore);
        roundRobin.reexamineAt(agent, kind.cooldowns.nextChange(mind));
        if (mind.ticket != 0) { // its layer cools down from now on: another may be more urgent
            decisionContext.dirtyAgents().mark(agent);
        }
    }

    /** The request of an agent that a more urgent one may take the place of, or null. */
    private @Nullable PendingDecision replaceable(int agent) {
        PendingDecision request = decisionContext.pendingOf(agent);
        return request != null
                        && (!request.granted()
                                || kinds.of(agent).kind.config().supersedesRunningCalls())
                ? request
                : null;
    }

    /** Whether an agent decides anything: it is alive, awake, not deferred, and nothing binds it. */
    private boolean mayThink(int agent, Mind mind) {
        return kinds.of(agent).selector.mayThink(agent, mind)
                && (mind.ticket == 0 || replaceable(agent) != null);
    }

    private boolean mayInvoke(int agent, Mind mind, SelectionRule rule, int urgency) {
        KindSchedule kind = kinds.of(agent);
        boolean ready = kind.selector.isReady(agent, mind, rule);
        if (mind.ticket != 0) {
            PendingDecision other = replaceable(agent);
            return ready
                    && other != null
                    && urgency > other.urgency()
                    && kind.selector.asksModel(rule)
                    && kind.selector.mayAsk(mind, rule);
        }
        if (!ready) {
            counters.cooldownBlocked();
        }
        return ready && kind.selector.mayAsk(mind, rule);
    }
}
