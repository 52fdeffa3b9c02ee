/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.action;

/**
 * Whether an agent can do an action at this moment. Asked on the game thread only, so that it
 * may look at the world. One that throws an exception is in the way of the step, as one that
 * does not hold; where plans are carried out, the first such fault of each action is logged.
 *
 * @param <A> the record of the action, or {@link Step} for an action without one
 */
@FunctionalInterface
public interface Precondition<A> {
    /**
     * Looks, and changes nothing.
     *
     * @param agent the entity
     * @param action what it is to do
     */
    boolean holds(int agent, A action);
}
