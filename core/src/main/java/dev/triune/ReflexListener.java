/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune;

import dev.triune.rule.Reflex;
import dev.triune.rule.ReflexRule;
import dev.triune.rule.Trigger;

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
    void reflexStarted(int agent, Trigger reflex, String interrupted);

    /**
     * Nothing calls any more for what a reflex began: the agent is idle. A reflex can also end
     * otherwise, when another one interrupts it or its runner is done.
     *
     * @param agent the entity id
     * @param behavior the name of the behaviour that is over
     */
    default void reflexEnded(int agent, String behavior) {}

    /** This one, and then another. */
    default ReflexListener and(ReflexListener other) {
        ReflexListener self = this;
        return new ReflexListener() {
            @Override
            public void reflexStarted(int agent, Trigger reflex, String interrupted) {
                self.reflexStarted(agent, reflex, interrupted);
                other.reflexStarted(agent, reflex, interrupted);
            }

            @Override
            public void reflexEnded(int agent, String behavior) {
                self.reflexEnded(agent, behavior);
                other.reflexEnded(agent, behavior);
            }
        };
    }
}
