/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.component;

import com.artemis.Component;
import com.artemis.annotations.Fluid;

/** The current behaviour of an agent. Reflexes change only this component. */
@Fluid(exclude = true)
public class Behavior extends Component {
    /** The name of doing nothing. */
    public static final String IDLE = "idle";

    /** The name of strolling about, out of boredom. */
    public static final String WANDER = "wander";

    /** The name of strolling far, after a long time of wandering. */
    public static final String EXPLORE = "explore";

    /** The name of falling asleep on the spot, out of exhaustion. */
    public static final String FORCED_SLEEP = "forced_sleep";

    /**
     * The priority of a step. Reflexes of a higher priority interrupt a step; pastimes have a lower
     * one, and do not.
     */
    public static final int STEP_PRIORITY = 20;

    /** The origin of a behaviour. */
    public enum Origin {
        /** No origin: the agent does nothing. */
        NONE,
        /** A reflex. */
        REFLEX,
        /** A step of the behaviour queue. */
        STEP
    }

    /** The name of the behaviour, for example {@code seek_food} or {@code gather}. */
    public String name = IDLE;

    /** The origin of the behaviour. */
    public Origin origin = Origin.NONE;

    /** The priority of the behaviour: a reflex of a higher priority interrupts it. */
    public int priority;

    /** Whether a reflex may interrupt the behaviour at all. */
    public boolean interruptible = true;

    /** Whether boredom, not a need, causes the behaviour, so that the agent is free to plan. */
    public boolean pastime;

    /** The tick in which the behaviour began. */
    public long since;

    /** A counter that grows with each new behaviour, so that its executor notices the change. */
    public int generation;

    /** True from the completion of one behaviour until the next begins. */
    public boolean completed;

    /** Whether the agent sleeps; the executor of the behaviour sets this. */
    public boolean asleep;

    /** Reflexes that started and have not reached their leaving threshold, one bit each. */
    public int latched;

    /** Whether the reflex cannot go on; set by its executor. It is then given up for a while. */
    public boolean failed;

    /** The reflexes that were given up for a while, one bit each as in {@link #latched}. */
    public int backedOff;

    /** The tick from which on the reflexes in {@link #backedOff} are tried again. */
    public long retryAt;

    /** The number of failures of reflexes in a row: each doubles the wait. */
    public int reflexFailures;

    /**
     * Whether no reflex begins, because the game directs the agent; see {@link
     * dev.triune.system.LLMSchedulerSystem#direct}.
     */
    public boolean directed;

    /** Begins a new behaviour. */
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

    /** Ends the behaviour: the agent is idle, and a decision is due if it was completed. */
    public void end(boolean wasCompleted, long tick) {
        if (wasCompleted && origin == Origin.REFLEX) {
            backedOff = 0;
            reflexFailures = 0;
        }
        begin(IDLE, Origin.NONE, 0, true, tick);
        completed = wasCompleted;
    }

    /** Whether the agent sleeps or has collapsed, even if nobody sets {@link #asleep}. */
    public boolean unconscious() {
        return asleep || (origin == Origin.REFLEX && name.equals(FORCED_SLEEP));
    }

    /** Whether the agent does nothing. */
    public boolean idle() {
        return origin == Origin.NONE;
    }
}
