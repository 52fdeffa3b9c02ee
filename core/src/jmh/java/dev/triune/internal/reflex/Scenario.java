/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.reflex;

import java.util.SplittableRandom;

/**
 * Changes a herd, in the same way for every herd of a size. Nine agents in ten execute a step of a
 * plan, the others idle, wander and explore. A part of the herd is in need; in each odd tick one
 * agent in a thousand gets into need, in each even tick those longest in need recover, and resume
 * their steps in the next tick. So the herd stays in the same state however long the measurement
 * is.
 */
public final class Scenario {
    private static final long SEED = 7;
    private static final int IDLE_TICKS = 100;
    private static final int ROAM_TICKS = 200;

    private final Herd herd;
    private final NeedValues values = new NeedValues();
    private final int[] order;
    private final int batch;
    private int first;
    private int end;
    private long tick;

    /**
     * Puts a new herd in its initial state.
     *
     * @param inNeed the percentage of agents in need
     */
    public Scenario(Herd herd, int agents, int inNeed) {
        this.herd = herd;
        this.order = shuffled(agents, SEED);
        this.batch = Math.max(1, agents / 1000);
        this.end = (int) (agents * (long) inNeed / 100);
        for (int i = 0; i < agents; i++) {
            begin(order[i], i < end);
        }
    }

    /** Returns the numbers below a limit in random order. */
    static int[] shuffled(int limit, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int[] order = new int[limit];
        for (int i = 0; i < limit; i++) {
            int other = random.nextInt(i + 1);
            order[i] = order[other];
            order[other] = i;
        }
        return order;
    }

    private static boolean works(int agent) {
        return NeedValues.hash(agent, 20) % 10 != 0;
    }

    private static boolean interruptible(int agent) {
        return NeedValues.hash(agent, 21) % 16 != 0;
    }

    private void begin(int agent, boolean inNeed) {
        herd.setNeeds(agent, inNeed ? values.needy(agent) : values.ordinary(agent));
        if (works(agent)) {
            herd.start(agent, Activity.GATHER, interruptible(agent), 0);
            return;
        }
        int phase = (int) (NeedValues.hash(agent, 22) % (IDLE_TICKS + 2 * ROAM_TICKS));
        if (phase < IDLE_TICKS) {
            herd.start(agent, Activity.IDLE, true, -phase);
        } else if (phase < IDLE_TICKS + ROAM_TICKS) {
            herd.start(agent, Activity.WANDER, true, IDLE_TICKS - phase);
        } else {
            herd.start(agent, Activity.EXPLORE, true, IDLE_TICKS + ROAM_TICKS - phase);
        }
    }

    /** Makes the changes before the next pass; allocates nothing. */
    public void change() {
        tick++;
        boolean odd = tick % 2 != 0;
        for (int i = 0; i < batch; i++) {
            if (odd) {
                resumeSteps(before(first, batch - i));
                becomeNeedy(order[end]);
                end = next(end);
            } else {
                herd.setNeeds(order[first], values.well(order[first]));
                first = next(first);
            }
        }
    }

    private void becomeNeedy(int agent) {
        herd.setNeeds(agent, values.needy(agent));
    }

    private void resumeSteps(int agent) {
        herd.setNeeds(agent, values.ordinary(agent));
        if (works(agent)) {
            herd.resume(agent, interruptible(agent), tick);
        }
    }

    private int next(int place) {
        return place + 1 == order.length ? 0 : place + 1;
    }

    private int before(int place, int by) {
        return order[place < by ? place - by + order.length : place - by];
    }
}
