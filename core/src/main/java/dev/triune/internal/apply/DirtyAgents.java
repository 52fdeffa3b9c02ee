/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.apply;

import com.artemis.utils.BitVector;

/**
 * The agents to whom something happened since the scheduler examined them. Game thread only;
 * allocates only to make room for a higher entity id.
 */
public final class DirtyAgents {
    private final BitVector agents = new BitVector();
    private final BitVector woken = new BitVector();

    /** Has the scheduler examine an agent, which may be gone, in its next pass. */
    public void mark(int agent) {
        agents.set(agent);
    }

    /** Has the scheduler examine an agent, and what carries out its behaviour look at it, too. */
    public void wake(int agent) {
        agents.set(agent);
        woken.set(agent);
    }

    /** Marks those who were woken in another set, and forgets that they were. */
    public void moveWokenTo(DirtyAgents other) {
        if (!woken.isEmpty()) {
            other.agents.or(woken);
            woken.clear();
        }
    }

    /** Has the scheduler look at all of these in its next pass. */
    public void mark(BitVector all) {
        agents.or(all);
    }

    /** Nobody needs to look at that agent any more. */
    public void forget(int agent) {
        if (agents.get(agent)) {
            agents.clear(agent);
        }
    }

    /** Returns the next marked agent from an id on; -1 if there is none. */
    public int next(int from) {
        return agents.nextSetBit(from);
    }

    /** Takes the mark of the next agent from an id on and returns its id; -1 if there is none. */
    public int takeNext(int from) {
        int agent = agents.nextSetBit(from);
        if (agent >= 0) {
            agents.clear(agent);
        }
        return agent;
    }
}
