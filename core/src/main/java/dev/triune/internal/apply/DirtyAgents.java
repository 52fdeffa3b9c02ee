/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.apply;

import com.artemis.utils.BitVector;

/**
 * The agents that have changed since they were examined. Game thread only; allocates only for
 * higher entity ids.
 */
public final class DirtyAgents {
    private final BitVector agents = new BitVector();
    private final DirtyAgents[] others;

    /** Creates a set; agents that it wakes are also marked in others. */
    public DirtyAgents(DirtyAgents... others) {
        this.others = others;
    }

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

    /** Marks all of these agents. */
    public void mark(BitVector all) {
        agents.or(all);
    }

    /** Removes the marks of an agent. */
    public void forget(int agent) {
        if (agents.get(agent)) {
            agents.clear(agent);
        }
    }

    /** Returns the next marked agent, starting at an id; -1 if there is none. */
    public int next(int from) {
        return agents.nextSetBit(from);
    }

    /**
     * Removes the mark of the next agent, starting at an id, and returns it; -1 if there is none.
     */
    public int takeNext(int from) {
        int agent = agents.nextSetBit(from);
        if (agent >= 0) {
            agents.clear(agent);
        }
        return agent;
    }
}
