/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.action;

/**
 * Carries out one kind of step or reflex, for all agents: what differs between agents belongs in
 * components. Called on the game thread.
 *
 * <p>An exception, or null where a {@link Progress} is due, fails the step or the reflex with the
 * reason "it broke", {@link #stop} is called, and all else goes on; the first such fault of each
 * runner is logged with its cause. An {@link Error} goes through to whoever processes the world.
 */
@FunctionalInterface
public interface BehaviorRunner {
    /**
     * Begins, also after an interruption: the place to check preconditions, which may have changed
     * since the step was ordered.
     *
     * @return usually {@link Progress#RUNNING}; then {@link #tick} follows in the same tick
     */
    default Progress start(int agent, Step step) {
        return Progress.RUNNING;
    }

    /** Goes on by one tick. */
    Progress tick(int agent, Step step);

    /**
     * A measure of how far it has come, in any unit that changes with progress: the way that is
     * left, the pieces that are gathered. The {@link Watchdog} fails a step whose measure stands
     * still.
     *
     * @return the measure; {@link Double#NaN}, the default, if there is none
     */
    default double progress(int agent, Step step) {
        return Double.NaN;
    }

    /** Lets go, after the end as well as on an interruption; every start is followed by one. */
    default void stop(int agent, Step step) {}
}
