/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.gdxai;

/**
 * What a blackboard may tell about its tree besides success and failure. Optional: a blackboard that
 * does not implement it leaves both answers out. Called on the game thread.
 */
public interface TaskReport {
    /**
     * Why the tree failed, in words that people and models understand; asked once, when it has.
     *
     * @return the reason; empty, the default, to name the task that failed
     */
    default String reason() {
        return "";
    }

    /**
     * A measure of how far it has come, in any unit that changes with progress; asked every tick.
     *
     * @return the measure; {@link Double#NaN}, the default, if there is none
     */
    default double progress() {
        return Double.NaN;
    }
}
