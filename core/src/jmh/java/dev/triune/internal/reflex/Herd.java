/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.reflex;

import dev.triune.rule.ReflexBenchmark;

/**
 * A contender of {@link ReflexBenchmark}: agents with the reflexes of the trigger table in some
 * representation. Agents are numbered from 0; the pass visits them in this order.
 */
public interface Herd {
    /** Sets the activity of an agent since a tick, at the start of the scenario. */
    void start(int agent, Activity activity, boolean interruptible, long since);

    /** Sets the needs of an agent. */
    void setNeeds(int agent, NeedValues values);

    /** Makes an agent resume a step of its plan in a tick. */
    void resume(int agent, boolean interruptible, long tick);

    /** Runs the next tick for all agents, starting with tick 1. */
    void pass();

    /** Describes the state of an agent. */
    String state(int agent);

    /** Formats the {@link #state} of an agent, in the same way for all herds. */
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
