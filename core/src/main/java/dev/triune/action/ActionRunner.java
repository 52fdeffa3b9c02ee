/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.action;

/** Executes actions of the record {@code A}, as a {@link BehaviorRunner} does steps. */
@FunctionalInterface
public interface ActionRunner<A> {
    /** Begins, also after an interruption; see {@link BehaviorRunner#start}. */
    default Progress start(int agent, A action) {
        return Progress.RUNNING;
    }

    /** Goes on by one tick. */
    Progress tick(int agent, A action);

    /** A measure of how far it has come; see {@link BehaviorRunner#progress}. */
    default double progress(int agent, A action) {
        return Double.NaN;
    }

    /** Lets go, after the end as well as on an interruption; every start is followed by one. */
    default void stop(int agent, A action) {}
}
