/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.behavior;

import dev.triune.plan.Step;

/** Watches steps being carried out. Called on the game thread. */
public interface BehaviorListener {
    /** A step begins, or begins again after an interruption. */
    default void stepStarted(int agent, Step step) {}

    /** A step came to its end. */
    default void stepDone(int agent, Step step) {}

    /** A step could not be carried out. */
    default void stepFailed(int agent, Step step, String reason) {}

    /** The last step of a queue is over. */
    default void queueDone(int agent) {}
}
