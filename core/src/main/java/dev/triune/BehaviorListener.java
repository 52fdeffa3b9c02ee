/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune;

import dev.triune.action.Step;
import dev.triune.system.BehaviorSystem;

/**
 * Watches steps and reflexes being carried out. Called on the game thread. An exception is logged the
 * first time and changes nothing: the other listeners are told, and the step goes on.
 */
public interface BehaviorListener {
    /** A step begins, or begins again after an interruption. */
    default void stepStarted(int agent, Step step) {}

    /** A step came to its end. */
    default void stepDone(int agent, Step step) {}

    /** A step could not be carried out. */
    default void stepFailed(int agent, Step step, String reason) {}

    /** A step that was being carried out was taken out of the queue by the game: it ends undone. */
    default void stepRemoved(int agent, Step step) {}

    /** A step could not be done at once: these are to be done before it. */
    default void stepBridged(int agent, Step step, int steps) {}

    /** What was left of a queue was given up because it no longer fits the world. */
    default void planDropped(int agent, int steps, String reason) {}

    /** The plan that was thought of ahead no longer fits the world and was given up. */
    default void nextPlanDropped(int agent, int steps, String reason) {}

    /** The plan that was thought of ahead moves up: the agent goes on without a pause. */
    default void nextPlanStarted(int agent, int steps) {}

    /** The last step of a queue is over. */
    default void queueDone(int agent) {}

    /** What a reflex began was carried out to its end. */
    default void reflexDone(int agent, String behavior) {}

    /**
     * A reflex could not be carried out. While it holds it is tried again every {@value
     * BehaviorSystem#REFLEX_RETRY} ticks; one that outranks steps holds up the plan meanwhile.
     */
    default void reflexFailed(int agent, String behavior, String reason) {}
}
