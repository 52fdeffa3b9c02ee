/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.schedule;

import dev.triune.component.Behavior;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.Conversation;
import dev.triune.component.Layer;
import dev.triune.component.Mind;
import dev.triune.component.Needs;
import dev.triune.component.Senses;
import org.jspecify.annotations.Nullable;

/**
 * The agent that is being decided about, with its components, for {@linkplain SelectionRule rules} to
 * read. One object serves all agents, one after the other: valid during the call only.
 */
public final class AgentView {
    private final Readiness readiness;
    private final boolean companyBinds;
    private final boolean thinksAhead;
    private int agent;
    private Mind mind = new Mind();
    private Needs needs = new Needs();
    private Behavior behavior = new Behavior();
    private BehaviorQueue queue = new BehaviorQueue();
    private @Nullable Conversation conversation;
    private @Nullable Senses senses;
    private @Nullable Layer granted;

    AgentView(Readiness readiness, boolean companyBinds, boolean thinksAhead) {
        this.readiness = readiness;
        this.companyBinds = companyBinds;
        this.thinksAhead = thinksAhead;
    }

    /**
     * Turns to an agent.
     *
     * @param grantedLayer the layer whose request is granted just now, so that its cooldown, which
     *     began with the request, does not count; null if none is
     */
    AgentView of(int id, Mind itsMind, Needs itsNeeds, @Nullable Layer grantedLayer) {
        agent = id;
        mind = itsMind;
        needs = itsNeeds;
        granted = grantedLayer;
        return this;
    }

    AgentView doing(Behavior itsBehavior, BehaviorQueue itsQueue) {
        behavior = itsBehavior;
        queue = itsQueue;
        return this;
    }

    AgentView perceiving(@Nullable Conversation itsConversation, @Nullable Senses itsSenses) {
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
        return readiness.tick();
    }

    /** Whether a layer is enabled and its cooldown is over. */
    public boolean ready(Layer layer) {
        return granted == null ? readiness.ready(mind, layer) : granted == layer;
    }

    /** Whether a layer is enabled, however long its cooldown still takes. */
    public boolean enabled(Layer layer) {
        return readiness.get(layer).enabled();
    }

    /** Whether an offer of a layer stands: it is ready, or offers are set to be binding. */
    boolean offered(Layer layer) {
        return ready(layer) || (companyBinds && enabled(layer));
    }

    boolean thinksAhead() {
        return thinksAhead;
    }

    boolean periodicDue() {
        return readiness.periodicDue(mind);
    }
}
