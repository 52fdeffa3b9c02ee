/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.rule;

import dev.triune.component.Layer;

/** A reason for a layer to think. Game thread; must be quick and allocate nothing. */
public interface SelectionRule {
    /** Which layer thinks. */
    Layer layer();

    /** How urgent it is, 1 to 10; also the priority of the request. */
    int urgency();

    /** Why, in words. */
    String reason();

    /** Whether it holds for an agent at this moment. */
    boolean matches(AgentView agent);

    /** Makes a rule that always matches, with an urgency of 1 to 10. */
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
     * What the game knows of how urgent an agent's thoughts are: it fights, it stands before the player.
     * Called on the game thread, for each agent that could ask, whenever the scheduler
     * looks at it: must be quick.
     */
    @FunctionalInterface
    interface UrgencyHint {
        /** Nothing is known. */
        UrgencyHint NONE = (agent, rule) -> 0;

        /** Returns what to add to the urgency of a rule; the sum is kept within 1 and 10. */
        int urgencyBonus(int agent, SelectionRule rule);
    }
}
