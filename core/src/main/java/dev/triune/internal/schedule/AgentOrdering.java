/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.schedule;

import dev.triune.MindConfig;
import dev.triune.component.Layer;
import dev.triune.component.Mind;
import dev.triune.rule.SelectionRule;
import dev.triune.rule.StandardSelectionRule;

/** Which of two agents asks first. Game thread only; allocates nothing. */
final class AgentOrdering {
    private static final int URGENT = 9;
    private static final Layer[] LAYERS = Layer.values();

    private final MindConfig mindConfig;
    private final LayerCooldowns layers;

    AgentOrdering(MindConfig mindConfig, LayerCooldowns layers) {
        this.mindConfig = mindConfig;
        this.layers = layers;
    }

    /** More urgent first, then the layer of higher standing: the greater goes first. */
    long rank(SelectionRule rule, int urgency) {
        return ((long) urgency << Integer.SIZE) + layers.get(rule.layer()).priority();
    }

    /** The lane in which an agent waits to ask. */
    int lane(SelectionRule rule, int urgency, Mind mind) {
        if (rule == StandardSelectionRule.COMPANY) {
            return RequestLanes.COMPANY;
        }
        boolean talk = rule.layer() == Layer.TALKER;
        if (urgency >= URGENT || (talk && layers.isAttended(mind))) {
            return RequestLanes.URGENT;
        }
        return talk ? RequestLanes.TALK : RequestLanes.PLAN;
    }

    /**
     * When a model was last asked, whichever layer did it; what the rules decided does not count.
     * Among equals, who has waited longer goes first.
     */
    long lastRequested(Mind mind) {
        long last = Mind.NEVER;
        for (Layer layer : LAYERS) {
            if (mindConfig.hasPrompt(layer)) {
                last = Math.max(last, mind.lastInvoked[layer.ordinal()]);
            }
        }
        return last;
    }
}
