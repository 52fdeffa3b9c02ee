/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.rule;

import dev.triune.component.Behavior;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.Conversation;
import dev.triune.component.Layer;
import dev.triune.component.Mind;
import dev.triune.component.Needs;
import dev.triune.component.Senses;
import dev.triune.internal.schedule.LayerCooldowns;
import org.jspecify.annotations.Nullable;

/**
 * The agent that is being decided about, with its components, for {@linkplain SelectionRule rules} to
 * read. One object serves all agents, one after the other: valid during the call only.
 */
public final class AgentView {
    private final LayerCooldowns layerCooldowns;
    private final boolean companyBinds;
    private final boolean plansAhead;
    private int agent;
    private Mind mind = new Mind();
    private Needs needs = new Needs();
    private Behavior behavior = new Behavior();
    private BehaviorQueue queue = new BehaviorQueue();
    private @Nullable Conversation conversation;
    private @Nullable Senses senses;
    private @Nullable Layer granted;

    public AgentView(LayerCooldowns layerCooldowns, boolean companyBinds, boolean thinksAhead) {
        this.layerCooldowns = layerCooldowns;
        this.companyBinds = companyBinds;
        this.plansAhead = thinksAhead;
    }

    /**
     * Turns to an agent.
     *
     * @param grantedLayer the layer whose request is granted just now, so that its cooldown, which
     *     began with the request, does not count; null if none is
     */
    public AgentView forAgent(int id, Mind itsMind, Needs itsNeeds, @Nullable Layer grantedLayer) {
        agent = id;
        mind = itsMind;
        needs = itsNeeds;
        granted = grantedLayer;
        return this;
    }

    public AgentView withBehavior(Behavior itsBehavior, BehaviorQueue itsQueue) {
        behavior = itsBehavior;
        queue = itsQueue;
        return this;
    }

    public AgentView withSenses(
            @Nullable Conversation itsConversation, @Nullable Senses itsSenses) {
        conversation = itsConversation;
        senses = itsSenses;
        return this;
    }

    /** The entity id: for mappers of the game's own. */
    public int agent() {
        return agent;
    }

    /** Its mind. */
    public Mind mind() {
        return mind;
    }

    /** How it fares. */
    public Needs needs() {
        return needs;
    }

    /** What it is doing. */
    public Behavior behavior() {
        return behavior;
    }

    /** What it still has to do. */
    public BehaviorQueue queue() {
        return queue;
    }

    /** The conversation that it can take part in, if it can in any. */
    public @Nullable Conversation conversation() {
        return conversation;
    }

    /** What it perceives, if it perceives anything. */
    public @Nullable Senses senses() {
        return senses;
    }

    /** The current tick. */
    public long tick() {
        return layerCooldowns.tick();
    }

    /** Whether a layer is enabled and its cooldown is over. */
    public boolean ready(Layer layer) {
        return granted == null ? layerCooldowns.ready(mind, layer) : granted == layer;
    }

    /** Whether a layer is enabled, however long its cooldown still takes. */
    public boolean enabled(Layer layer) {
        return layerCooldowns.get(layer).enabled();
    }

    /** Whether an offer of a layer stands: it is ready, or offers are set to be binding. */
    boolean available(Layer layer) {
        return ready(layer) || (companyBinds && enabled(layer));
    }

    boolean plansAhead() {
        return plansAhead;
    }

    boolean periodicDue() {
        return layerCooldowns.periodicDue(mind);
    }
}
