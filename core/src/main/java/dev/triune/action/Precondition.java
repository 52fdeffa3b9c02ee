/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.action;

/**
 * Whether an agent can do an action {@code A} (a record, or a {@link Step}) at this moment. Game
 * thread only. A precondition that throws does not hold; the first such fault of each action is
 * logged.
 */
@FunctionalInterface
public interface Precondition<A> {
    /** Whether an agent can do an action now; changes nothing. */
    boolean holds(int agent, A action);
}
