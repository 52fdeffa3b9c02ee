/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.schedule;

import dev.triune.component.Layer;
import dev.triune.component.Mind;

/** Which of two agents asks first. Game thread only; allocates nothing. */
final class Precedence {
    private static final Layer[] LAYERS = Layer.values();

    private final Thinking thinking;
    private final Readiness layers;

    Precedence(Thinking thinking, Readiness layers) {
        this.thinking = thinking;
        this.layers = layers;
    }

    /** More urgent first, then the layer of higher standing, then who has waited longer. */
    boolean goesFirst(
            Mind mind,
            SelectionRule rule,
            int urgency,
            Mind other,
            SelectionRule otherRule,
            int otherUrgency) {
        if (urgency != otherUrgency) {
            return urgency > otherUrgency;
        }
        int standing = layers.get(rule.layer()).priority();
        int otherStanding = layers.get(otherRule.layer()).priority();
        if (standing != otherStanding) {
            return standing > otherStanding;
        }
        return lastAsked(mind) < lastAsked(other);
    }

    /** When a model was last asked, whichever layer did it; what the rules decided does not count. */
    private long lastAsked(Mind mind) {
        long last = Mind.NEVER;
        for (Layer layer : LAYERS) {
            if (thinking.asksModel(layer)) {
                last = Math.max(last, mind.lastInvoked[layer.ordinal()]);
            }
        }
        return last;
    }
}
