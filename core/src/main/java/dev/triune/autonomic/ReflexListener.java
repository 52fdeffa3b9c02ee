/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.autonomic;

/** Watches the reflexes. Called on the game thread, inside the pass; must be quick. */
@FunctionalInterface
public interface ReflexListener {
    /** Nobody watches. */
    ReflexListener NONE = (agent, reflex, interrupted) -> {};

    /**
     * A reflex begins.
     *
     * @param agent the entity id
     * @param reflex which one: a {@link Reflex} or a {@link ReflexRule}
     * @param interrupted the name of the behaviour that it interrupts
     */
    void began(int agent, Trigger reflex, String interrupted);
}
