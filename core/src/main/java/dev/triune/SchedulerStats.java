/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune;

import dev.triune.component.Layer;
import dev.triune.rule.SelectionRule;
import dev.triune.rule.StandardSelectionRule;
import java.util.EnumMap;
import java.util.Map;

/** What the scheduler has decided so far. Game thread only. */
public final class SchedulerStats {
    private final long[] selections = new long[Layer.COUNT];
    private long urgency;
    private long blockedByCooldown;
    private long unusedGrants;
    private long superseded;
    private long plannedAhead;
    private long periodic;

    public void selected(SelectionRule rule, int howUrgent) {
        selections[rule.layer().ordinal()]++;
        urgency += howUrgent;
        plannedAhead += rule == StandardSelectionRule.AHEAD ? 1 : 0;
        periodic += rule == StandardSelectionRule.PERIODIC ? 1 : 0;
    }

    public void requestSuperseded() {
        superseded++;
    }

    public void cooldownBlocked() {
        blockedByCooldown++;
    }

    public void grantUnused() {
        unusedGrants++;
    }

    /**
     * How often a layer was selected and invoked. For one that the rules decide, in a world of more
     * agents than have a turn in each tick, this says how often it was looked at.
     */
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

    /** The mean urgency of all selections, 1 to 10; 0 if there were none. */
    public double meanUrgency() {
        long sum = 0;
        for (long count : selections) {
            sum += count;
        }
        return sum == 0 ? 0 : (double) urgency / sum;
    }

    /** How often, of all looks at an agent, the selected layer was cooling down. */
    public long blockedByCooldown() {
        return blockedByCooldown;
    }

    /** Grants that went back unused because the agent no longer needed them. */
    public long unusedGrants() {
        return unusedGrants;
    }

    /** The counters, for people. */
    @Override
    public String toString() {
        return "selections " + selections() + ", blocked by cooldown " + blockedByCooldown
                + ", mean urgency " + meanUrgency() + ", superseded " + superseded
                + ", stale at grant " + unusedGrants;
    }

    /** Requests that a more urgent one of the same agent took the place of. */
    public long superseded() {
        return superseded;
    }

    /** Requests for a plan made while the one before was being carried out. */
    public long plannedAhead() {
        return plannedAhead;
    }

    /** Requests that nothing but time called for. */
    public long periodic() {
        return periodic;
    }
}
