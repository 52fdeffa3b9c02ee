/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.schedule;

import java.util.Arrays;

/**
 * The agents that would ask a model, in four lanes: plans have half of the turns, company at most
 * its share, and every other turn belongs to whoever has waited too long. Game thread only.
 */
final class RequestLanes {
    /** What the game calls urgent, and talk with a player. */
    static final int URGENT = 0;

    /** Decisions of the executor, and of the autonomic layer where it has a prompt. */
    static final int PLAN = 1;

    /** Talk among agents. */
    static final int TALK = 2;

    /** Talk for no reason but others nearby. */
    static final int COMPANY = 3;

    /** The rank of those who have waited too long: above all others, the earliest due first. */
    static final long OVERDUE = Long.MAX_VALUE;

    private final AgentHeap[] lanes = {
        new AgentHeap(), new AgentHeap(), new AgentHeap(), new AgentHeap()
    };
    private final double companyShare;

    /** By entity id: the lanes that an agent is in, one bit each. */
    private byte[] lanesOf = {};

    /** By entity id: the pass that last examined an agent. */
    private long[] examined = {};

    private long turn;

    /** Creates empty lanes; company may have a share of turns, 0 to 1, while there are plans. */
    RequestLanes(double companyShare) {
        this.companyShare = companyShare;
    }

    /** Puts an agent into a lane or moves it there; its pass is noted. */
    void offer(int lane, int agent, long rank, long since, long pass) {
        if (agent >= lanesOf.length) {
            int room = Math.max(agent + 1, lanesOf.length * 3 / 2 + 16);
            lanesOf = Arrays.copyOf(lanesOf, room);
            examined = Arrays.copyOf(examined, room);
        }
        lanesOf[agent] |= (byte) (1 << lane);
        examined[agent] = pass;
        lanes[lane].offer(agent, rank, since);
    }

    /** Takes an agent out of all lanes but some, one bit each. */
    void retain(int agent, int kept) {
        int gone = agent < lanesOf.length ? lanesOf[agent] & ~kept : 0;
        for (int lane = 0; gone >> lane != 0; lane++) {
            if ((gone & 1 << lane) != 0) {
                lanes[lane].remove(agent);
                lanesOf[agent] &= (byte) ~(1 << lane);
            }
        }
    }

    /** Returns the agent that goes first in a lane that is not empty. */
    int first(int lane) {
        return lanes[lane].first();
    }

    /** Returns the pass in which the first of a lane was examined. */
    long lastExamined(int lane) {
        return examined[first(lane)];
    }

    /** Returns the lane that has this turn; -1 if all are empty. */
    int next() {
        boolean company = companysTurn();
        boolean shared = company || turn % 2 == 0;
        int best = best(URGENT, company ? COMPANY : TALK);
        if (shared && best >= 0 && lanes[best].firstRank() == OVERDUE) {
            return best;
        }
        if (!lanes[URGENT].isEmpty()) {
            return URGENT;
        }
        boolean plans = !lanes[PLAN].isEmpty();
        if (plans && !shared) {
            return PLAN;
        }
        return best(PLAN, company || !plans ? COMPANY : TALK);
    }

    /** Returns how many turns were used. */
    long turn() {
        return turn;
    }

    /** Goes on after that many turns. */
    void turn(long used) {
        turn = used;
    }

    /** The turn was used. */
    void advance() {
        turn++;
    }

    private boolean companysTurn() {
        return Math.floor((turn + 2) * companyShare) > Math.floor((turn + 1) * companyShare);
    }

    private int best(int from, int to) {
        int best = -1;
        for (int lane = from; lane <= to; lane++) {
            if (!lanes[lane].isEmpty() && (best < 0 || lanes[lane].precedes(lanes[best]))) {
                best = lane;
            }
        }
        return best;
    }
}
