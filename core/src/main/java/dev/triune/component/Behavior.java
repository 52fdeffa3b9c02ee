/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.component;

import com.artemis.PooledComponent;
import com.artemis.annotations.Fluid;

/** What an agent is doing. All that the reflexes change is here. */
@Fluid(exclude = true)
public class Behavior extends PooledComponent {
    /** The name of doing nothing. */
    public static final String IDLE = "idle";

    /** The name of strolling about, which comes of boredom. */
    public static final String WANDER = "wander";

    /** The name of strolling far, which comes of wandering for long. */
    public static final String EXPLORE = "explore";

    /** The name of falling asleep where one stands, which comes of exhaustion. */
    public static final String FORCED_SLEEP = "forced_sleep";

    /** The priority of a step: reflexes above it interrupt, pastimes, which are below it, do not. */
    public static final int STEP_PRIORITY = 20;

    /** Where a behaviour comes from. */
    public enum Origin {
        /** Nowhere: the agent does nothing. */
        NONE,
        /** A reflex. */
        REFLEX,
        /** A step of the behaviour queue. */
        STEP
    }

    /** What it is doing, for example {@code seek_food} or {@code gather}. */
    public String name = IDLE;

    /** Where that comes from. */
    public Origin origin = Origin.NONE;

    /** How important it is: a reflex of a higher priority interrupts it. */
    public int priority;

    /** Whether a reflex may interrupt it at all. */
    public boolean interruptible = true;

    /** Whether it comes of boredom, not of a need: the agent is free to plan. */
    public boolean pastime;

    /** The tick in which it began. */
    public long since;

    /** Grows with each new behaviour, so that whoever carries it out sees the change. */
    public int generation;

    /** Whether the one before came to its end and nothing new has begun. */
    public boolean completed;

    /** Whether the agent sleeps. Whoever carries out the behaviour sets it. */
    public boolean asleep;

    /** The needs that hold until they are well met, one bit a reflex: the memory of hysteresis. */
    public int latched;

    /** Set by whoever carries out a reflex that cannot go on: it is given up for a while. */
    public boolean failed;

    /** The reflexes that were given up for a while, one bit each as in {@link #latched}. */
    public int backedOff;

    /** The tick from which on those are tried again. */
    public long retryAt;

    /** How often in a row reflexes could not be carried out: each doubles the wait. */
    public int reflexFailures;

    /** Begins something new. */
    public void begin(String what, Origin from, int rank, boolean mayBeInterrupted, long tick) {
        name = what;
        origin = from;
        priority = rank;
        interruptible = mayBeInterrupted;
        pastime = false;
        since = tick;
        generation++;
        completed = false;
        asleep = false;
        failed = false;
    }

    /** Ends what is being done: the agent is idle, and a decision is due if it was completed. */
    public void end(boolean wasCompleted, long tick) {
        if (wasCompleted && origin == Origin.REFLEX) {
            backedOff = 0;
            reflexFailures = 0;
        }
        begin(IDLE, Origin.NONE, 0, true, tick);
        completed = wasCompleted;
    }

    /** Whether the agent sleeps, or has collapsed whether or not anybody sets {@link #asleep}. */
    public boolean unconscious() {
        return asleep || (origin == Origin.REFLEX && name.equals(FORCED_SLEEP));
    }

    /** Whether nothing is being done. */
    public boolean idle() {
        return origin == Origin.NONE;
    }

    @Override
    protected void reset() {
        begin(IDLE, Origin.NONE, 0, true, 0);
        generation = 0;
        latched = 0;
        backedOff = 0;
        retryAt = 0;
        reflexFailures = 0;
    }
}
