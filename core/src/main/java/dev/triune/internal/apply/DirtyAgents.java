/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.apply;

import com.artemis.utils.BitVector;
import java.util.Arrays;

/**
 * The agents that have changed since they were examined, or whose time has come. The times are a
 * hashed timing wheel: linked lists in arrays by entity id. Game thread only; allocates only for
 * higher entity ids.
 *
 * <pre>
 *  slot    0   1   2  …  4095            a tick's slot is the tick modulo their number
 *          │   │
 *          7   3 ⇄ 12 ⇄ 40               next[], previous[]: agents due in some tick of that slot
 * </pre>
 *
 * <p>Setting, moving and removing a time takes constant time, which matters because each examination
 * sets one. A slot also holds agents that are due whole rounds later; they stay when it comes up. If the
 * clock jumps ahead, each slot is visited once at most; if it goes back, with a save, all agents are
 * marked. Invariant: {@code due[a]} is NEVER exactly if no list contains {@code a}.
 */
public final class DirtyAgents {
    /** Never: no tick. */
    public static final long NEVER = Long.MAX_VALUE;

    /** More than three minutes at 20 ticks a second; later entries wait for another round. */
    private static final int SLOTS = 4_096;

    private static final int NOBODY = -1;

    private final BitVector agents = new BitVector();
    private final DirtyAgents[] others;
    private final int[] first = new int[SLOTS];
    private int[] next = {};
    private int[] previous = {};
    private long[] due = {};
    private long currentTick;

    /** Creates a set; agents that it wakes are also marked in others. */
    public DirtyAgents(DirtyAgents... others) {
        this.others = others;
        Arrays.fill(first, NOBODY);
    }

    // ---- marks

    /** Marks an agent, which may be gone, for the next pass. */
    public void mark(int agent) {
        agents.set(agent);
    }

    /** Marks an agent here and in the other sets. */
    public void wake(int agent) {
        agents.set(agent);
        for (DirtyAgents other : others) {
            other.mark(agent);
        }
    }

    public void mark(BitVector all) {
        agents.or(all);
    }

    /** Removes the marks of an agent, also the one to come. */
    public void forget(int agent) {
        agents.clear(agent);
        markAt(agent, NEVER);
    }

    /** Returns the next marked agent, starting at an id; -1 if there is none. */
    public int nextMarked(int from) {
        return agents.nextSetBit(from);
    }

    /** Removes the mark of an agent, but not the one to come. */
    public void unmark(int agent) {
        agents.clear(agent);
    }

    /**
     * Removes the mark of the next agent, starting at an id, and returns it; -1 if there is none.
     */
    public int takeNext(int from) {
        int agent = nextMarked(from);
        if (agent >= 0) {
            unmark(agent);
        }
        return agent;
    }

    // ---- times

    /** Marks an agent in a tick, in place of an earlier such tick; in none if {@link #NEVER}. */
    public void markAt(int agent, long tick) {
        if (agent >= due.length) {
            if (tick == NEVER) {
                return;
            }
            grow(agent);
        }
        if (due[agent] == tick) {
            return;
        }
        unlink(agent);
        due[agent] = tick;
        if (tick != NEVER) {
            link(agent, slot(tick));
        }
    }

    /** Begins a tick: marks the agents that are due by then, or all if the clock went back. */
    public void begin(long tick, BitVector all) {
        if (tick < currentTick) { // a save was loaded
            mark(all);
        }
        long from = Math.max(currentTick + 1, tick - SLOTS + 1);
        for (long at = Math.min(from, tick); at <= tick; at++) {
            expire(slot(at), tick);
        }
        currentTick = tick;
    }

    private void expire(int slot, long tick) {
        int agent = first[slot];
        while (agent != NOBODY) {
            int following = next[agent];
            if (due[agent] <= tick) {
                markAt(agent, NEVER);
                mark(agent);
            }
            agent = following;
        }
    }

    private static int slot(long tick) {
        return (int) (tick & (SLOTS - 1));
    }

    private void link(int agent, int slot) {
        int before = first[slot];
        next[agent] = before;
        previous[agent] = NOBODY;
        if (before != NOBODY) {
            previous[before] = agent;
        }
        first[slot] = agent;
    }

    private void unlink(int agent) {
        if (due[agent] == NEVER) {
            return;
        }
        if (previous[agent] == NOBODY) {
            first[slot(due[agent])] = next[agent];
        } else {
            next[previous[agent]] = next[agent];
        }
        if (next[agent] != NOBODY) {
            previous[next[agent]] = previous[agent];
        }
    }

    private void grow(int agent) {
        int before = due.length;
        int size = Math.max(agent + 1, before + before / 2 + 16);
        next = Arrays.copyOf(next, size);
        previous = Arrays.copyOf(previous, size);
        due = Arrays.copyOf(due, size);
        Arrays.fill(due, before, size, NEVER);
    }
}
