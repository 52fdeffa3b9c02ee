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
    private long superseded;
    private long thoughtAhead;
    private long periodic;

    void selected(SelectionRule rule, int howUrgent) {
        selections[rule.layer().ordinal()]++;
        urgency += howUrgent;
        thoughtAhead += rule == StandardRule.AHEAD ? 1 : 0;
        periodic += rule == StandardRule.PERIODIC ? 1 : 0;
    }

    void noteSuperseded() {
        superseded++;
    }

    void blocked() {
        blockedByCooldown++;
    }

    void stale() {
        staleAtGrant++;
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
    public long staleAtGrant() {
        return staleAtGrant;
    }

    /** The counters, for people. */
    @Override
    public String toString() {
        return "selections " + selections() + ", blocked by cooldown " + blockedByCooldown
                + ", mean urgency " + meanUrgency() + ", superseded " + superseded
                + ", stale at grant " + staleAtGrant;
    }

    /** Requests that a more urgent one of the same agent took the place of. */
    public long superseded() {
        return superseded;
    }

    /** Requests for a plan made while the one before was being carried out. */
    public long thoughtAhead() {
        return thoughtAhead;
    }

    /** Requests that nothing but time called for. */
    public long periodic() {
        return periodic;
    }
}
