/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.schedule;

import dev.triune.component.Behavior;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.Conversation;
import dev.triune.component.Layer;
import dev.triune.component.Mind;
import dev.triune.component.Needs;
import dev.triune.component.Senses;
import dev.triune.rule.AgentView;
import org.jspecify.annotations.Nullable;

/** The mutable view of one agent after the other, so that a look allocates nothing. */
final class ReusedAgentView implements AgentView {
    private final LayerCooldowns cooldowns;
    private final boolean nearbyAgentsDelayPlanning;
    private final boolean plansAhead;
    private int agent;
    private Mind mind = new Mind();
    private Needs needs = new Needs();
    private Behavior behavior = new Behavior();
    private BehaviorQueue queue = new BehaviorQueue();
    private @Nullable Conversation conversation;
    private @Nullable Senses senses;
    private @Nullable Layer granted;
    private int without;

    ReusedAgentView(
            LayerCooldowns cooldowns, boolean nearbyAgentsDelayPlanning, boolean plansAhead) {
        this.cooldowns = cooldowns;
        this.nearbyAgentsDelayPlanning = nearbyAgentsDelayPlanning;
        this.plansAhead = plansAhead;
    }

    /**
     * Turns to an agent. The cooldown of a layer whose request is granted just now does not count.
     */
    ReusedAgentView forAgent(int id, Mind itsMind, Needs itsNeeds, @Nullable Layer grantedLayer) {
        agent = id;
        mind = itsMind;
        needs = itsNeeds;
        granted = grantedLayer;
        return this;
    }

    /** Has layers, one bit each by ordinal, look as if they were disabled. */
    ReusedAgentView without(int layers) {
        without = layers;
        return this;
    }

    ReusedAgentView withBehavior(Behavior itsBehavior, BehaviorQueue itsQueue) {
        behavior = itsBehavior;
        queue = itsQueue;
        return this;
    }

    ReusedAgentView withSenses(@Nullable Conversation itsConversation, @Nullable Senses itsSenses) {
        conversation = itsConversation;
        senses = itsSenses;
        return this;
    }

    @Override
    public int agent() {
        return agent;
    }

    @Override
    public Mind mind() {
        return mind;
    }

    @Override
    public Needs needs() {
        return needs;
    }

    @Override
    public Behavior behavior() {
        return behavior;
    }

    @Override
    public BehaviorQueue queue() {
        return queue;
    }

    @Override
    public @Nullable Conversation conversation() {
        return conversation;
    }

    @Override
    public @Nullable Senses senses() {
        return senses;
    }

    @Override
    public long tick() {
        return cooldowns.tick();
    }

    @Override
    public boolean ready(Layer layer) {
        boolean ready = granted == null ? cooldowns.ready(mind, layer) : granted == layer;
        return ready && !hidden(layer);
    }

    @Override
    public boolean enabled(Layer layer) {
        return cooldowns.get(layer).enabled() && !hidden(layer);
    }

    private boolean hidden(Layer layer) {
        return (without & 1 << layer.ordinal()) != 0;
    }

    @Override
    public boolean available(Layer layer) {
        return ready(layer) || (nearbyAgentsDelayPlanning && enabled(layer));
    }

    @Override
    public boolean plansAhead() {
        return plansAhead;
    }

    @Override
    public boolean periodicDue() {
        return cooldowns.periodicDue(mind);
    }
}
