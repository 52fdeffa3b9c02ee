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

    /** More urgent first, then the layer of higher standing: the greater goes first. */
    long rank(SelectionRule rule, int urgency) {
        return ((long) urgency << Integer.SIZE) + layers.get(rule.layer()).priority();
    }

    /**
     * When a model was last asked, whichever layer did it; what the rules decided does not count.
     * Among equals, who has waited longer goes first.
     */
    long lastAsked(Mind mind) {
        long last = Mind.NEVER;
        for (Layer layer : LAYERS) {
            if (thinking.asksModel(layer)) {
                last = Math.max(last, mind.lastInvoked[layer.ordinal()]);
            }
        }
        return last;
    }
}
