/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.action;

/** Executes actions of the record {@code A}, like a {@link BehaviorRunner} for steps. */
@FunctionalInterface
public interface ActionRunner<A> {
    /** Begins an action, also after an interruption; see {@link BehaviorRunner#start}. */
    default Progress start(int agent, A action) {
        return Progress.RUNNING;
    }

    /** Continues an action by one tick. */
    Progress tick(int agent, A action);

    /** Returns a measure of progress; see {@link BehaviorRunner#progress}. */
    default double progress(int agent, A action) {
        return Double.NaN;
    }

    /** Cleans up after the end or an interruption; follows once after every start. */
    default void stop(int agent, A action) {}
}
