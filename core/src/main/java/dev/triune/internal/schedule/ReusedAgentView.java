/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.schedule;

import com.artemis.ComponentMapper;
import dev.triune.TurnSource;
import dev.triune.component.Behavior;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.Conversation;
import dev.triune.component.Layer;
import dev.triune.component.Mind;
import dev.triune.component.Needs;
import dev.triune.component.Senses;
import dev.triune.rule.SelectionRule.AgentView;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A view that is reused for one agent after the other, so that an examination allocates nothing.
 *
 * <p>An examination reads in two steps: most agents that are deferred or asleep are done with after the
 * first three components. The rest is then read at once rather than when a rule needs it, because with
 * thousands of agents each component is a cache miss, and misses that do not depend on each other
 * overlap.
 */
@SuppressWarnings("NullAway.Init") // Artemis fills in the mappers
final class ReusedAgentView implements AgentView {
    private final LayerCooldowns cooldowns;
    private final boolean nearbyAgentsDelayPlanning;
    private final boolean plansAhead;
    private int agent = -1;
    private Mind mind = new Mind();
    private Needs needs = new Needs();
    private Behavior behavior = new Behavior();
    private BehaviorQueue queue = new BehaviorQueue();
    private @Nullable Conversation conversation;
    private @Nullable Senses senses;
    private @Nullable Layer granted;
    private int hiddenLayers;
    private List<TurnSource> turns = List.of();

    private ComponentMapper<Mind> mMind;
    private ComponentMapper<Needs> mNeeds;
    private ComponentMapper<Behavior> mBehavior;
    private ComponentMapper<BehaviorQueue> mQueue;
    private ComponentMapper<Conversation> mConversation;
    private ComponentMapper<Senses> mSenses;

    ReusedAgentView(
            LayerCooldowns cooldowns, boolean nearbyAgentsDelayPlanning, boolean plansAhead) {
        this.cooldowns = cooldowns;
        this.nearbyAgentsDelayPlanning = nearbyAgentsDelayPlanning;
        this.plansAhead = plansAhead;
    }

    /** Sets who knows whom an agent could talk with. */
    void turns(List<TurnSource> sources) {
        turns = sources;
    }

    /**
     * Whether an entity has all components of an agent. Before the first tick it may lack some, and
     * game code that is called within a tick may remove some.
     */
    boolean isComplete(int id) {
        return mMind.has(id) && mNeeds.has(id) && mBehavior.has(id) && mQueue.has(id);
    }

    void read(int id) {
        readState(id);
        readRest();
    }

    /** Switches to an agent and reads only the components that tell whether it may think. */
    void readState(int id) {
        agent = id;
        mind = mMind.get(id);
        needs = mNeeds.get(id);
        behavior = mBehavior.get(id);
    }

    /** Reads the other components of the agent at once, so that their cache misses overlap. */
    void readRest() {
        queue = mQueue.get(agent);
        conversation = mConversation.get(agent);
        senses = mSenses.get(agent);
    }

    /**
     * Sets the state of layers that rules see.
     *
     * @param grantedLayer the layer whose request is being granted; its cooldown is ignored
     * @param hidden the layers, one bit each by ordinal, that appear to be disabled
     */
    AgentView as(@Nullable Layer grantedLayer, int hidden) {
        granted = grantedLayer;
        hiddenLayers = hidden;
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
        return (hiddenLayers & 1 << layer.ordinal()) != 0;
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

    @Override
    public boolean hasCompany() {
        boolean known = true;
        for (int i = 0; i < turns.size() && known; i++) {
            known = turns.get(i).hasCompany(agent);
        }
        return known;
    }
}
