/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.schedule;

import com.artemis.utils.BitVector;
import dev.triune.internal.apply.DirtyAgents;

/** The agents whose behaviour runs in a tick: all except the waiting ones. Game thread only. */
public final class AwakeAgents {
    private final DirtyAgents awake = new DirtyAgents();
    private final TimingWheel wheel = new TimingWheel();
    private long tick;

    /** Wakes the agents that are due or have changed. */
    public void begin(long now, BitVector all, DirtyAgents changed) {
        if (now < tick) { // a save was loaded
            awake.mark(all);
        }
        changed.moveWokenTo(awake);
        wheel.advanceTo(now, awake);
        tick = now;
    }

    /** Returns the next awake agent, starting at an id; -1 if there is none. */
    public int next(int from) {
        return awake.next(from);
    }

    /** Wakes an agent. */
    public void wake(int agent) {
        awake.mark(agent);
    }

    /** Lets an agent wait until a later tick, {@link Long#MAX_VALUE} for no tick at all. */
    public void park(int agent, long until) {
        awake.forget(agent);
        wheel.set(agent, until);
    }

    /** Removes an agent that left the world. */
    public void remove(int agent) {
        park(agent, TimingWheel.NEVER);
    }
}
