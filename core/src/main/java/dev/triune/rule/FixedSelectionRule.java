/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.rule;

import dev.triune.component.Layer;

/**
 * A selection that no table makes. Immutable; allocated once for each layer.
 *
 * @param layer which layer thinks
 * @param urgency how urgent it is
 * @param reason why, in words
 */
public record FixedSelectionRule(Layer layer, int urgency, String reason) implements SelectionRule {
    /** An urgency in the middle, for what a game decides by override. */
    private static final int MEDIUM = 5;

    @Override
    public boolean matches(AgentView agent) {
        return true;
    }

    /** The game has said which layer thinks; by {@link Layer#ordinal()}. */
    public static FixedSelectionRule[] overrides() {
        return perLayer(MEDIUM, "override");
    }

    /** The answer before was of no use; by {@link Layer#ordinal()}. */
    public static FixedSelectionRule[] secondTries() {
        return perLayer(StandardSelectionRule.COMPLETED.urgency(), "second try");
    }

    private static FixedSelectionRule[] perLayer(int urgency, String reason) {
        FixedSelectionRule[] rules = new FixedSelectionRule[Layer.COUNT];
        for (Layer layer : Layer.values()) {
            rules[layer.ordinal()] = new FixedSelectionRule(layer, urgency, reason);
        }
        return rules;
    }
}
