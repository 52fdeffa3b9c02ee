/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.action;

/**
 * Executes one kind of step or reflex, for all agents: what differs between agents belongs in
 * components. Called on the game thread.
 *
 * <p>An exception, or null in place of a {@link Progress}, fails the step or reflex with the reason
 * "it broke"; {@link #stop} is called, and the first such fault is logged. An {@link Error} is not
 * caught.
 */
@FunctionalInterface
public interface BehaviorRunner {
    /**
     * Begins or resumes a step. If this returns {@link Progress#RUNNING}, {@link #tick} follows at
     * once.
     */
    default Progress start(int agent, Step step) {
        return Progress.RUNNING;
    }

    /** Continues a step by one tick. */
    Progress tick(int agent, Step step);

    /**
     * Returns a measure of progress in any unit: the way that is left, the pieces gathered. The
     * {@link Watchdog} fails a step whose measure does not change. {@link Double#NaN}, the default,
     * means that there is none.
     */
    default double progress(int agent, Step step) {
        return Double.NaN;
    }

    /** Cleans up after the end or an interruption; follows once after every start. */
    default void stop(int agent, Step step) {}
}
