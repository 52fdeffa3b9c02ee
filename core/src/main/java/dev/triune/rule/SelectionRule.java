/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.rule;

import dev.triune.component.Layer;

/**
 * One reason for a layer to think. A game adds its own to the {@link SelectionTable}. Called on the
 * game thread, whenever the scheduler looks at an agent: must be quick and allocate nothing.
 */
public interface SelectionRule {
    /** Which layer thinks. */
    Layer layer();

    /** How urgent it is, 1 to 10; also the priority of the request. */
    int urgency();

    /** Why, in words. */
    String reason();

    /** Whether it holds for an agent at this moment. */
    boolean matches(AgentView agent);

    /**
     * Makes a rule that always matches.
     *
     * @param urgency 1 to 10
     * @param reason why the layer thinks, in words
     */
    static SelectionRule fixed(Layer layer, int urgency, String reason) {
        return new FixedSelectionRule(layer, urgency, reason);
    }
}
