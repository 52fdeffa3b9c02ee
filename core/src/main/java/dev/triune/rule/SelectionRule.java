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
}
