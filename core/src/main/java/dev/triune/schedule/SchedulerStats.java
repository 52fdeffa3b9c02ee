/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.schedule;

import dev.triune.component.Layer;
import java.util.EnumMap;
import java.util.Map;

/** What the scheduler has decided so far. Game thread only. */
public final class SchedulerStats {
    private final long[] selections = new long[Layer.COUNT];
    private long urgency;
    private long blockedByCooldown;
    private long staleAtGrant;

    void selected(SelectionRule rule) {
        selections[rule.layer().ordinal()]++;
        urgency += rule.urgency();
    }

    void blocked() {
        blockedByCooldown++;
    }

    void stale() {
        staleAtGrant++;
    }

    /** How often a layer was selected and invoked. */
    public long selections(Layer layer) {
        return selections[layer.ordinal()];
    }

    /** The same for all layers. */
    public Map<Layer, Long> selections() {
        Map<Layer, Long> all = new EnumMap<>(Layer.class);
        for (Layer layer : Layer.values()) {
            all.put(layer, selections(layer));
        }
        return all;
    }

    /** The mean urgency of all selections, 3 to 10; 0 if there were none. */
    public double meanUrgency() {
        long sum = 0;
        for (long count : selections) {
            sum += count;
        }
        return sum == 0 ? 0 : (double) urgency / sum;
    }

    /** How often, agent by agent and tick by tick, the selected layer was cooling down. */
    public long blockedByCooldown() {
        return blockedByCooldown;
    }

    /** Grants that went back unused because the agent no longer needed them. */
    public long staleAtGrant() {
        return staleAtGrant;
    }
}
