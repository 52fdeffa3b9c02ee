/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.schedule;

import com.artemis.utils.BitVector;
import dev.triune.apply.Attention;

/**
 * Whom the scheduler looks at in a tick: the agents to whom something happened, those whose time has
 * come, and a few of all the others in turn, which finds in the end what nobody told of. So a pass
 * costs what happens, not what there is. Game thread only; allocates nothing.
 */
final class Rota {
    private final Attention attention;
    private final TimingWheel wheel = new TimingWheel();
    private final int turns;
    private boolean everybody;
    private int count;
    private long tick;
    private int following;

    /**
     * Nobody is due.
     *
     * @param turns how many agents have their turn in each tick, 1 or more
     */
    Rota(Attention attention, int turns) {
        this.attention = attention;
        this.turns = turns;
    }

    /** The next tick is for everybody. */
    void lookAtAll() {
        everybody = true;
    }

    /** Marks those whom this tick is for. */
    void begin(long now, BitVector active) {
        boolean back = now < tick; // a save was loaded
        if (everybody || back || count <= turns) {
            attention.mark(active);
            everybody = false;
        } else {
            takeTurns(active);
        }
        wheel.turnTo(now, attention);
        tick = now;
    }

    private void takeTurns(BitVector active) {
        for (int i = 0; i < turns; i++) {
            int agent = active.nextSetBit(following);
            agent = agent < 0 ? active.nextSetBit(0) : agent;
            attention.mark(agent);
            following = agent + 1;
        }
    }

    /** The next one to look at, from that entity id on; -1 if there is none. */
    int next(int from) {
        return attention.take(from);
    }

    /** Has an agent looked at again in a later tick, {@link TimingWheel#NEVER} for none. */
    void again(int agent, long at) {
        wheel.set(agent, at);
    }

    /** An agent appears. */
    void welcome(int agent) {
        count++;
        attention.mark(agent);
    }

    /** An agent is gone. */
    void forget(int agent) {
        count--;
        wheel.set(agent, TimingWheel.NEVER);
        attention.forget(agent);
    }
}
