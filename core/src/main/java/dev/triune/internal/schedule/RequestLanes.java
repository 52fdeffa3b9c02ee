/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.schedule;

import com.artemis.utils.IntBag;
import dev.triune.rule.SelectionRule;
import java.util.Arrays;

/**
 * The agents that are ready to call a model, in four lanes: plans have half of the turns, company
 * has at most its share, and every other turn goes to agents that have waited too long. Game thread
 * only.
 *
 * <p>One queue by urgency would not do: talk is more urgent than plans, so a village that talks would
 * stop working, and it would talk about nothing but work left undone. Turns are counted rather than
 * drawn, so that a share holds over any few of them and a save continues with the same one.
 *
 * <p>Invariants: a bit of {@code lanesOf} is set exactly if the heap of that lane holds the agent, or
 * it is set aside from it; an agent is at most in one lane for its rule and in {@link #PLAN} for a
 * plan beside talk; {@code rules} is read only for agents in a lane, so that a stale entry does no
 * harm.
 */
final class RequestLanes {
    /** Requests that the game marks as urgent, and talk with a player. */
    static final int URGENT = 0;

    /** Decisions of the executor, and of the autonomic layer where it has a prompt. */
    static final int PLAN = 1;

    /** Talk among agents. */
    static final int TALK = 2;

    /** Talk whose only reason is that others are nearby. */
    static final int COMPANY = 3;

    /** The rank of agents that have waited too long: above all others, the earliest due first. */
    static final long OVERDUE = Long.MAX_VALUE;

    /** The maximum number of agents of a lane that a pass sets aside. */
    private static final int MOST_ASIDE = 64;

    /** How many of these, the first, come back with the next pass, before all others. */
    private static final int FRONT = 16;

    private final AgentHeap[] lanes = {
        new AgentHeap(), new AgentHeap(), new AgentHeap(), new AgentHeap()
    };
    private final double companyShare;

    /** The first agents that may not have this pass's turn, lane by lane. */
    private final int[] front = new int[4 * FRONT];

    /** By lane: how many this pass has set aside. */
    private final int[] asideCount = new int[4];

    /** By lane: the agents behind the front that may not have a turn in this round. */
    private final IntBag[] skipped = {new IntBag(), new IntBag(), new IntBag(), new IntBag()};

    /** By lane: the passes until the round ends at the latest. */
    private final int[] passesLeft = new int[4];

    /** By entity id: the lanes that an agent is in, one bit each. */
    private byte[] lanesOf = {};

    /** By entity id: the lanes in which an agent is skipped, one bit each. */
    private byte[] skippedIn = {};

    /** By entity id: the pass that last examined an agent. */
    private int[] examined = {};

    /** By lane and entity id: what an agent would make its request for. */
    private final SelectionRule[][] rules = new SelectionRule[4][0];

    private long turn;

    /** Creates empty lanes; company has at most a share of the turns, 0 to 1, while plans wait. */
    RequestLanes(double companyShare) {
        this.companyShare = companyShare;
    }

    /** Adds or moves an agent to a lane, and notes the pass. */
    void offer(int lane, Candidate request, long rank, long since, int examination) {
        int agent = request.agent;
        SelectionRule rule = request.rule;
        if (agent >= lanesOf.length) {
            int capacity = Math.max(agent + 1, lanesOf.length * 3 / 2 + 16);
            lanesOf = Arrays.copyOf(lanesOf, capacity);
            skippedIn = Arrays.copyOf(skippedIn, capacity);
            examined = Arrays.copyOf(examined, capacity);
        }
        lanesOf[agent] |= (byte) (1 << lane);
        examined[agent] = examination;
        if (agent >= rules[lane].length) {
            rules[lane] = Arrays.copyOf(rules[lane], lanesOf.length);
        }
        if (rules[lane][agent] != rule) { // a write costs more than a look
            rules[lane][agent] = rule;
        }
        if ((skippedIn[agent] & 1 << lane) == 0) {
            lanes[lane].offer(agent, rank, since);
        } else {
            lanes[lane].note(agent, rank, since);
        }
    }

    /** Removes an agent from all lanes except some, one bit each. */
    void retain(int agent, int kept) {
        int gone = agent < lanesOf.length ? lanesOf[agent] & ~kept : 0;
        for (int lane = 0; gone >> lane != 0; lane++) {
            if ((gone & 1 << lane) != 0) {
                lanes[lane].remove(agent);
                lanesOf[agent] &= (byte) ~(1 << lane);
            }
        }
    }

    /**
     * Sets the first agent of a lane aside, so that one behind it may go first; after as many of it, the
     * whole lane. The first few come back with {@link #takeBack}, the others at the end of the round: so
     * each pass begins with the first of the lane, and looks at others than the last one.
     */
    void setAside(int lane) {
        int agent = first(lane);
        lanes[lane].remove(agent);
        int before = asideCount[lane]++;
        if (before < FRONT) {
            front[lane * FRONT + before] = agent;
            return;
        }
        if (skipped[lane].isEmpty()) {
            passesLeft[lane] = 2 + 2 * lanes[lane].size() / (MOST_ASIDE - FRONT);
        }
        skipped[lane].add(agent);
        skippedIn[agent] |= (byte) (1 << lane);
    }

    /**
     * Ends a pass: puts agents that were set aside in their places again, except those that left the lane
     * meanwhile. A round ends when nothing of its lane is left, or after twice the passes that it takes to
     * look at all of it: half of them are for those at its end.
     */
    void takeBack() {
        for (int lane = 0; lane < lanes.length; lane++) {
            boolean ends =
                    !skipped[lane].isEmpty() && (lanes[lane].isEmpty() || --passesLeft[lane] <= 0);
            for (int i = Math.min(asideCount[lane], FRONT) - 1; i >= 0; i--) {
                putBack(front[lane * FRONT + i], lane);
            }
            asideCount[lane] = 0;
            while (ends && !skipped[lane].isEmpty()) {
                int agent = skipped[lane].removeIndex(skipped[lane].size() - 1);
                skippedIn[agent] &= (byte) ~(1 << lane);
                putBack(agent, lane);
            }
        }
    }

    private void putBack(int agent, int lane) {
        if ((lanesOf[agent] & 1 << lane) != 0) {
            lanes[lane].putBack(agent);
        }
    }

    private boolean hasTurn(int lane) {
        return !lanes[lane].isEmpty() && asideCount[lane] < MOST_ASIDE;
    }

    /** Returns the first agent of a lane, which must not be empty. */
    int first(int lane) {
        return lanes[lane].first();
    }

    /** Returns what the first agent of a lane would make its request for. */
    SelectionRule firstRule(int lane) {
        return rules[lane][first(lane)];
    }

    /** Returns the pass that last examined the first agent of a lane. */
    int lastExamined(int lane) {
        return examined[first(lane)];
    }

    /** Returns the lane that has this turn; -1 if all are empty. */
    int next() {
        boolean company = isCompanyTurn();
        boolean shared = company || turn % 2 == 0;
        int best = best(URGENT, company ? COMPANY : TALK);
        if (shared && best >= 0 && lanes[best].firstRank() == OVERDUE) {
            return best;
        }
        if (hasTurn(URGENT)) {
            return URGENT;
        }
        boolean plans = hasTurn(PLAN);
        if (plans && !shared) {
            return PLAN;
        }
        return best(PLAN, company || !plans ? COMPANY : TALK);
    }

    long turn() {
        return turn;
    }

    void turn(long used) {
        turn = used;
    }

    void advance() {
        turn++;
    }

    private boolean isCompanyTurn() {
        return Math.floor((turn + 2) * companyShare) > Math.floor((turn + 1) * companyShare);
    }

    private int best(int from, int to) {
        int best = -1;
        for (int lane = from; lane <= to; lane++) {
            if (hasTurn(lane) && (best < 0 || lanes[lane].precedes(lanes[best]))) {
                best = lane;
            }
        }
        return best;
    }
}
