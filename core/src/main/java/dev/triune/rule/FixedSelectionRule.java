/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.rule;

import dev.triune.component.Layer;

/** A rule that always matches. Immutable. */
record FixedSelectionRule(Layer layer, int urgency, String reason) implements SelectionRule {
    @Override
    public boolean matches(AgentView agent) {
        return true;
    }
}
