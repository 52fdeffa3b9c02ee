/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.gdxai;

/**
 * What a blackboard can report about its tree beyond its status. Optional: a blackboard that
 * does not implement it leaves both answers out. Called on the game thread.
 */
public interface TaskReport {
    /**
     * Why the tree failed, in words that people and models understand; called once after it.
     *
     * @return the reason; empty, the default, to name the task that failed
     */
    default String reason() {
        return "";
    }

    /**
     * The progress of the tree, in any unit that changes with it; called every tick.
     *
     * @return the progress; {@link Double#NaN}, the default, if there is none
     */
    default double progress() {
        return Double.NaN;
    }
}
