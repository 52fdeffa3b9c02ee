/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.rule;

import dev.triune.component.Layer;

/** A reason for a layer to think. Game thread; must be quick and allocate nothing. */
public interface SelectionRule {
    /** Returns the layer that thinks. */
    Layer layer();

    /** Returns the urgency, 1 to 10, which is also the priority of the request. */
    int urgency();

    /** Returns the reason in words. */
    String reason();

    /** Whether the rule matches an agent now. */
    boolean matches(AgentView agent);

    /** Creates a rule that always matches, with an urgency of 1 to 10. */
    static SelectionRule fixed(Layer layer, int urgency, String reason) {
        record Fixed(Layer layer, int urgency, String reason) implements SelectionRule {
            @Override
            public boolean matches(AgentView agent) {
                return true;
            }
        }
        return new Fixed(layer, urgency, reason);
    }

    /**
     * The game's addition to the urgency of an agent's requests, for example because it fights or
     * stands before the player. Called on the game thread, for each agent that could ask, whenever
     * the scheduler examines it: must be quick.
     */
    @FunctionalInterface
    interface UrgencyHint {
        /** A hint that adds nothing. */
        UrgencyHint NONE = (agent, rule) -> 0;

        /** Returns the amount to add to the urgency of a rule; the sum is limited to 1 to 10. */
        int urgencyBonus(int agent, SelectionRule rule);
    }
}
