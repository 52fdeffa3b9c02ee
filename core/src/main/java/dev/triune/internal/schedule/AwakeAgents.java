/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.schedule;

import com.artemis.utils.BitVector;
import dev.triune.internal.apply.DirtyAgents;

/** The agents that a system processes in a tick: all except the waiting ones. Game thread only. */
public final class AwakeAgents {
    private final DirtyAgents awake;
    private final TimingWheel wheel = new TimingWheel();
    private long tick;

    /** Lets agents wait until they are marked in a set, or their time has come. */
    public AwakeAgents(DirtyAgents awake) {
        this.awake = awake;
    }

    /** Wakes the agents whose time has come. */
    public void begin(long now, BitVector all) {
        if (now < tick) { // a save was loaded
            awake.mark(all);
        }
        wheel.advanceTo(now, awake);
        tick = now;
    }

    /** Takes the next awake agent, starting at an id, and lets it wait; -1 if there is none. */
    public int takeNext(int from) {
        return awake.takeNext(from);
    }

    /** Wakes an agent. */
    public void wake(int agent) {
        awake.mark(agent);
    }

    /** Wakes an agent in a later tick, {@link Long#MAX_VALUE} for no tick at all. */
    public void wakeAt(int agent, long tick) {
        wheel.set(agent, tick);
    }

    /** Removes an agent that left the world. */
    public void remove(int agent) {
        awake.forget(agent);
        wheel.set(agent, TimingWheel.NEVER);
    }
}
