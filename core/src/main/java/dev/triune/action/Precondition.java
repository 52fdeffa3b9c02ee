/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.action;

/**
 * Whether an agent can do an action at this moment. Game thread only. One that throws does not
 * hold; the first such fault of each action is logged.
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
