/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.schedule;

import com.artemis.ComponentMapper;
import com.artemis.EntitySubscription;
import com.artemis.utils.BitVector;
import dev.triune.apply.Decisions;
import dev.triune.apply.UnderWay;
import dev.triune.clock.GameClock;
import dev.triune.component.Mind;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Who thinks next: looks at agents, keeps those that would ask a model, and has the first of them
 * ask. Artemis fills the mapper in. Game thread only; a look allocates nothing.
 */
final class Choosing {
    /** The most agents that one pass looks at, besides those who stand before the first who asks. */
    static final int MOST_LOOKS = 4_096;

    private final GameClock clock;
    private final Thinking thinking;
    private final Decisions decisions;
    private final Readiness readiness;
    private final Selection selection;
    private final Precedence precedence;
    private final Asking asking;
    private final SchedulerStats stats;
    private final Rota rota;
    private final Candidates candidates = new Candidates();
    private final long gapTicks;
    private long passes;
    private int following;
    private long nextRequestAt;

    @SuppressWarnings("NullAway.Init")
    private ComponentMapper<Mind> mMind;

    Choosing(
            GameClock clock,
            Thinking thinking,
            Decisions decisions,
            Readiness readiness,
            Selection selection,
            Asking asking,
            SchedulerStats stats) {
        this.clock = clock;
        this.thinking = thinking;
        this.decisions = decisions;
        this.readiness = readiness;
        this.selection = selection;
        this.precedence = new Precedence(thinking, readiness);
        this.asking = asking;
        this.stats = stats;
        this.rota = new Rota(decisions.attention(), thinking.turns());
        this.gapTicks = clock.ticks(thinking.gap());
    }

    long nextRequestAt() {
        return nextRequestAt;
    }

    void noRequestBefore(long tick) {
        nextRequestAt = tick;
    }

    /** One tick: looks at whom it is time for, and has one agent ask if it is time for that. */
    void pass(EntitySubscription agents) {
        passes++;
        BitVector active = agents.getActiveEntityIds();
        rota.begin(clock.tick(), active);
        lookAround(active);
        if (clock.tick() >= nextRequestAt) {
            askFirst();
        }
    }

    /**
     * Looks at those who are marked, up to a limit: where a crowd appeared at once, its times come at
     * once, too. The next pass goes on behind the last one that was looked at.
     */
    private void lookAround(BitVector active) {
        int agent = rota.next(following);
        following = 0;
        for (int looks = 1; agent >= 0; looks++) {
            if (active.get(agent)) {
                look(agent);
            }
            if (looks == MOST_LOOKS) {
                following = agent + 1;
                return;
            }
            agent = rota.next(agent + 1);
        }
    }

    /** The game asks for a decision now: the selection, if it took effect. */
    Optional<SelectionRule> request(int agent, Mind mind) {
        if (!mayThink(agent, mind)) {
            return Optional.empty();
        }
        SelectionRule rule = selection.select(agent, mind);
        int urgency = selection.urgencyOf(agent, mind, rule);
        if (!mayInvoke(agent, mind, rule, urgency)) {
            return Optional.empty();
        }
        invoke(agent, mind, rule, urgency);
        return Optional.of(rule);
    }

    /** Something changes for everybody: the next pass looks at all. */
    void lookAtAll() {
        rota.lookAtAll();
    }

    /** An agent appears. */
    void welcome(int agent) {
        rota.welcome(agent);
    }

    /** An agent is gone. */
    void forget(int agent) {
        rota.forget(agent);
        candidates.remove(agent);
    }

    /** Whether an agent would ask now, and when that may change. */
    private void look(int agent) {
        Mind mind = mMind.get(agent);
        if (!stands(agent, mind)) {
            candidates.remove(agent);
        }
        rota.again(agent, readiness.nextChange(mind));
    }

    /** Whether an agent would ask a model now: then it is a candidate. Rules decide at once. */
    private boolean stands(int agent, Mind mind) {
        if (!mayThink(agent, mind)) {
            return false;
        }
        SelectionRule rule = selection.select(agent, mind);
        int urgency = selection.urgencyOf(agent, mind, rule);
        if (!mayInvoke(agent, mind, rule, urgency)) {
            return false;
        }
        if (!thinking.asksModel(rule.layer())) {
            invoke(agent, mind, rule, urgency);
            return false;
        }
        long rank = precedence.rank(rule, urgency);
        candidates.offer(agent, rank, precedence.lastAsked(mind), passes);
        return true;
    }

    /**
     * The first candidate asks. One who was last seen in an earlier pass is looked at again before,
     * and only then stands where it stands; so this ends, at the latest when all have been seen.
     */
    private void askFirst() {
        while (!candidates.isEmpty() && candidates.lookedAt(candidates.first()) != passes) {
            look(candidates.first());
        }
        if (candidates.isEmpty()) {
            return;
        }
        int agent = candidates.first();
        Mind mind = mMind.get(agent);
        SelectionRule rule = selection.select(agent, mind);
        nextRequestAt = clock.tick() + gapTicks;
        invoke(agent, mind, rule, selection.urgencyOf(agent, mind, rule));
    }

    private void invoke(int agent, Mind mind, SelectionRule rule, int urgency) {
        candidates.remove(agent);
        UnderWay other = mind.ticket == 0 ? null : replaceable(agent);
        if (other != null) {
            stats.noteSuperseded();
            if (!other.granted()) {
                mind.lastInvoked[other.layer().ordinal()] = other.stampBefore();
            }
        }
        long stampBefore = mind.lastInvoked[rule.layer().ordinal()];
        readiness.stamp(mind, rule);
        stats.selected(rule, urgency);
        asking.ask(agent, mind, rule, urgency, stampBefore);
        rota.again(agent, readiness.nextChange(mind));
        if (mind.ticket != 0) { // its layer cools down from now on: another may be more urgent
            decisions.attention().mark(agent);
        }
    }

    /** The request of an agent that a more urgent one may take the place of, or null. */
    private @Nullable UnderWay replaceable(int agent) {
        UnderWay request = decisions.ofAgent(agent);
        return request != null && (!request.granted() || thinking.interrupting()) ? request : null;
    }

    /** Whether an agent decides anything: it is alive, awake, not deferred, and nothing binds it. */
    private boolean mayThink(int agent, Mind mind) {
        return selection.mayThink(agent, mind) && (mind.ticket == 0 || replaceable(agent) != null);
    }

    private boolean mayInvoke(int agent, Mind mind, SelectionRule rule, int urgency) {
        boolean ready = selection.isReady(agent, mind, rule);
        if (mind.ticket != 0) {
            UnderWay other = replaceable(agent);
            return ready
                    && other != null
                    && urgency > other.urgency()
                    && thinking.asksModel(rule.layer())
                    && selection.mayAsk(mind, rule);
        }
        if (!ready) {
            stats.blocked();
        }
        return ready && selection.mayAsk(mind, rule);
    }
}
