/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.schedule;

import com.artemis.utils.BitVector;
import dev.triune.internal.apply.DirtyAgents;

/**
 * Chooses the agents that a tick examines: those with a change, those that are due, and some of the
 * others in turn. Game thread only; allocates nothing.
 */
final class RoundRobin {
    private final DirtyAgents dirtyAgents;
    private final TimingWheel wheel = new TimingWheel();
    private final int turns;
    private boolean all;
    private int count;
    private long tick;
    private int nextInTurn;

    /** Creates it with a number of turns in each tick, 1 or more. */
    RoundRobin(DirtyAgents dirtyAgents, int turns) {
        this.dirtyAgents = dirtyAgents;
        this.turns = turns;
    }

    /** Makes the next tick examine all agents. */
    void markAllDirty() {
        all = true;
    }

    /** Marks the agents of this tick. */
    void begin(long now, BitVector active) {
        boolean clockWentBack = now < tick; // a save was loaded
        if (all || clockWentBack || count <= turns) {
            dirtyAgents.mark(active);
            all = false;
        } else {
            markNextInTurn(active);
        }
        wheel.advanceTo(now, dirtyAgents);
        tick = now;
    }

    private void markNextInTurn(BitVector active) {
        for (int i = 0; i < turns; i++) {
            int agent = active.nextSetBit(nextInTurn);
            agent = agent < 0 ? active.nextSetBit(0) : agent;
            dirtyAgents.mark(agent);
            nextInTurn = agent + 1;
        }
    }

    /** Returns the next agent to examine, starting at an entity id; -1 if there is none. */
    int next(int from) {
        return dirtyAgents.takeNext(from);
    }

    /** Schedules the next examination of an agent; {@link TimingWheel#NEVER} for none. */
    void reexamineAt(int agent, long at) {
        wheel.set(agent, at);
    }

    /** Adds an agent that appears. */
    void agentAdded(int agent) {
        count++;
        dirtyAgents.mark(agent);
    }

    /** Removes an agent that is gone. */
    void agentRemoved(int agent) {
        count--;
        wheel.set(agent, TimingWheel.NEVER);
        dirtyAgents.forget(agent);
    }
}
