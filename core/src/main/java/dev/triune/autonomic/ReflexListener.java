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

    /**
     * Nothing calls any more for what a reflex began: the agent is idle. A reflex can also end
     * otherwise, when another one interrupts it or its runner is done.
     *
     * @param agent the entity id
     * @param behavior the name of the behaviour that is over
     */
    default void ended(int agent, String behavior) {}

    /** This one, and then another. */
    default ReflexListener and(ReflexListener other) {
        ReflexListener self = this;
        return new ReflexListener() {
            @Override
            public void began(int agent, Trigger reflex, String interrupted) {
                self.began(agent, reflex, interrupted);
                other.began(agent, reflex, interrupted);
            }

            @Override
            public void ended(int agent, String behavior) {
                self.ended(agent, behavior);
                other.ended(agent, behavior);
            }
        };
    }
}
