/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.reflex;

import dev.triune.rule.ReflexBenchmark;

/**
 * A contender of {@link ReflexBenchmark}: agents with the reflexes of the trigger table, however they
 * are kept. An agent is a number from 0; the pass goes through them in this order.
 */
public interface Herd {
    /** Has an agent do something since a tick, as it does when the scenario begins. */
    void start(int agent, Deed deed, boolean interruptible, long since);

    /** Writes how an agent fares. */
    void fare(int agent, Figures figures);

    /** Has an agent take up a step of its plan in that tick. */
    void resume(int agent, boolean interruptible, long tick);

    /** The next tick: what all agents do now. The first one is tick 1. */
    void pass();

    /** All that the reflexes have made of an agent, in words. */
    String state(int agent);

    /** What {@link #state} says of an agent, for all herds in the same way. */
    static String state(
            String name,
            int priority,
            boolean interruptible,
            boolean completed,
            long since,
            int generation,
            int latched) {
        return name + " " + priority + (interruptible ? " interruptible" : "")
                + (completed ? " completed" : "") + " since " + since + " generation "
                + generation + " latched " + Integer.toBinaryString(latched);
    }
}
