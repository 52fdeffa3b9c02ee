/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.schedule;

import com.artemis.utils.BitVector;
import dev.triune.internal.apply.DirtyAgents;

/**
 * Whom a tick examines: agents to whom something happened, those whose time has come, and some of
 * the others in turn. Game thread only; allocates nothing.
 */
final class RoundRobin {
    private final DirtyAgents dirtyAgents;
    private final TimingWheel wheel = new TimingWheel();
    private final int turns;
    private boolean all;
    private int count;
    private long tick;
    private int following;

    /** Gives so many agents, 1 or more, their turn in each tick. */
    RoundRobin(DirtyAgents dirtyAgents, int turns) {
        this.dirtyAgents = dirtyAgents;
        this.turns = turns;
    }

    /** The next tick is for everybody. */
    void markAllDirty() {
        all = true;
    }

    /** Marks those whom this tick is for. */
    void begin(long now, BitVector active) {
        boolean back = now < tick; // a save was loaded
        if (all || back || count <= turns) {
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
            int agent = active.nextSetBit(following);
            agent = agent < 0 ? active.nextSetBit(0) : agent;
            dirtyAgents.mark(agent);
            following = agent + 1;
        }
    }

    /** The next one to look at, from that entity id on; -1 if there is none. */
    int next(int from) {
        return dirtyAgents.takeNext(from);
    }

    /** Has an agent looked at again in a later tick, {@link TimingWheel#NEVER} for none. */
    void reexamineAt(int agent, long at) {
        wheel.set(agent, at);
    }

    /** An agent appears. */
    void agentAdded(int agent) {
        count++;
        dirtyAgents.mark(agent);
    }

    /** An agent is gone. */
    void agentRemoved(int agent) {
        count--;
        wheel.set(agent, TimingWheel.NEVER);
        dirtyAgents.forget(agent);
    }
}
