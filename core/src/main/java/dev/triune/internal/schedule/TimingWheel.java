/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.schedule;

import dev.triune.internal.apply.DirtyAgents;
import java.util.Arrays;

/**
 * A hashed timing wheel of agents: linked lists in arrays by entity id. Game thread only; allocates
 * only to grow.
 */
final class TimingWheel {
    /** Never: no tick. */
    static final long NEVER = Long.MAX_VALUE;

    /** More than three minutes at 20 ticks a second; later entries wait for another round. */
    private static final int SLOTS = 4_096;

    private static final int NOBODY = -1;

    private final int[] first = new int[SLOTS];
    private int[] next = {};
    private int[] previous = {};
    private long[] due = {};
    private long currentTick;

    TimingWheel() {
        Arrays.fill(first, NOBODY);
    }

    /**
     * Schedules an agent, in place of its earlier tick; {@link #NEVER} removes it.
     */
    void set(int agent, long tick) {
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

    /** Marks all agents that are due by a tick; none is marked twice. */
    void advanceTo(long tick, DirtyAgents dirtyAgents) {
        long from = Math.max(currentTick + 1, tick - SLOTS + 1);
        for (long at = Math.min(from, tick); at <= tick; at++) {
            expire(slot(at), tick, dirtyAgents);
        }
        currentTick = tick;
    }

    private void expire(int slot, long tick, DirtyAgents dirtyAgents) {
        int agent = first[slot];
        while (agent != NOBODY) {
            int following = next[agent];
            if (due[agent] <= tick) {
                set(agent, NEVER);
                dirtyAgents.mark(agent);
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
