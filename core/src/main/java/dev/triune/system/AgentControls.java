/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.system;

import com.artemis.Aspect;
import com.artemis.BaseEntitySystem;
import com.artemis.ComponentMapper;
import dev.triune.GameClock;
import dev.triune.component.Layer;
import dev.triune.component.Mind;
import dev.triune.component.OwnModel;
import dev.triune.internal.apply.DecisionContext;
import dev.triune.internal.apply.PendingDecision;
import dev.triune.internal.check.Ranges;
import dev.triune.internal.inject.GameObjects;
import dev.triune.internal.kind.PerKind;
import dev.triune.internal.schedule.KindSchedule;
import dev.triune.llm.Broker;
import dev.triune.llm.Priority;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A game's control of single agents: cooldowns, overrides, deferrals and own models. Every method
 * throws {@link IllegalArgumentException} if the entity has no {@link Mind}, except {@link
 * #markDirty}. Game thread only.
 */
abstract class AgentControls extends BaseEntitySystem {
    /** The duration of {@link #defer(int)}. */
    public static final Duration DEFERRAL = Duration.ofSeconds(5);

    final GameClock clock;
    final Broker broker;
    final PerKind<KindSchedule> kinds;

    @SuppressWarnings("NullAway.Init") // set by initialize, as the one below
    ComponentMapper<Mind> mMind;

    @SuppressWarnings("NullAway.Init")
    DecisionContext context;

    AgentControls(
            GameClock clock, Broker broker, PerKind<KindSchedule> kinds, Aspect.Builder agents) {
        super(agents);
        this.clock = clock;
        this.broker = broker;
        this.kinds = kinds;
    }

    @Override
    protected void initialize() {
        mMind = world.getMapper(Mind.class);
        context = DecisionApplySystem.contextOf(world);
    }

    /** Has the scheduler examine an agent in its next pass. */
    public abstract void markDirty(int agent);

    /** Whether the cooldown of an agent's layer is over and the layer is enabled. */
    public boolean isLayerReady(int agent, Layer layer) {
        return kinds.of(agent).cooldowns.ready(mind(agent), Objects.requireNonNull(layer, "layer"));
    }

    /** Returns the game time until the cooldown of an agent's layer is over; zero if it is. */
    public Duration timeUntilReady(int agent, Layer layer) {
        return clock.duration(kinds.of(agent)
                .cooldowns
                .ticksLeft(mind(agent), Objects.requireNonNull(layer, "layer")));
    }

    /** Makes one layer of an agent ready now. */
    public void resetCooldowns(int agent, Layer layer) {
        Mind mind = mind(agent);
        mind.lastInvoked(layer, Mind.NEVER);
        mind.failures(layer, 0);
        mind.setbacks = layer == Layer.EXECUTOR ? 0 : mind.setbacks;
        mind.nextPlanAt = layer == Layer.EXECUTOR ? Mind.NEVER : mind.nextPlanAt;
        markDirty(agent);
    }

    /** Makes all layers of an agent ready now. */
    public void resetCooldowns(int agent) {
        for (Layer layer : Layer.values()) {
            resetCooldowns(agent, layer);
        }
    }

    /**
     * Sets the layer of an agent that thinks, whatever the rules say; null to let the rules choose
     * again.
     */
    public void overrideLayer(int agent, @Nullable Layer layer) {
        mind(agent).layerOverride = layer;
        markDirty(agent);
    }

    /** Sets the urgency of an agent's requests, 1 to 10; 0 to let the rules choose again. */
    public void overridePriority(int agent, int urgency) {
        if (urgency < 0 || urgency > Priority.MAX) {
            throw new IllegalArgumentException(
                    "priority " + urgency + " (expected 1 to 10, or 0 for the rules' choice)");
        }
        mind(agent).priorityOverride = urgency;
        markDirty(agent);
    }

    /** Stops requests of an agent for the next 5 s of game time. */
    public void defer(int agent) {
        defer(agent, DEFERRAL);
    }

    /**
     * Stops requests of an agent for a game time, zero or more; zero ends a deferral. A call in
     * flight continues; a waiting request is withdrawn.
     */
    public void defer(int agent, Duration time) {
        long ticks = clock.ticks(Ranges.notNegative("deferral", time));
        mind(agent).deferredUntil = clock.tick() + ticks;
        markDirty(agent);
    }

    /**
     * Stops requests of an agent until {@link #release}, for example in a cutscene. Its request is
     * cancelled, even in flight, and speech that it heard remains unanswered; players get the busy
     * line. Its plan and reflexes continue, unless the game {@linkplain LLMSchedulerSystem#direct
     * directs} it. Saved with the mind.
     */
    public void hold(int agent) {
        Mind mind = mind(agent);
        mind.held = true;
        if (subscription == null) {
            return; // the system belongs to no world
        }
        for (PendingDecision request : context.requestsOf(agent)) {
            if (request.isOf(mind)) {
                context.forsake(request);
                if (!request.granted()) {
                    request.restoreInvocation(mind);
                }
                broker.cancel(request.ticket);
            }
        }
        mind.ticket = 0;
    }

    /** Ends a {@link #hold}: the agent makes requests again as soon as its layer is ready. */
    public void release(int agent) {
        mind(agent).held = false;
        markDirty(agent);
    }

    /** Notes that a player interacted with an agent, which may then call a model for a while. */
    public void playerInteracted(int agent) {
        Mind mind = mind(agent);
        mind.lastPlayerInteraction = clock.tick();
        mind.failures(Layer.TALKER, 0); // they do not delay an answer to the player
        markDirty(agent);
    }

    /**
     * Sets an agent's own model; null for the game's models again.
     *
     * @throws IllegalArgumentException if the URL is invalid or the key is not known
     */
    public void useModel(int agent, @Nullable OwnModel own) {
        if (own != null && !own.url.isEmpty()) {
            kinds.of(agent).submitter.endpoint(own);
        }
        mind(agent).ownModel = own;
        markDirty(agent);
    }

    /** Refuses a call on another thread than that which runs the world. */
    void requireGameThread() {
        if (context != null) { // the system belongs to a world
            context.thread().check("LLMSchedulerSystem");
        }
    }

    /** Returns the mind of an entity. */
    Mind mind(int agent) {
        requireGameThread();
        Mind mind = GameObjects.find(mMind, agent);
        if (mind == null) {
            throw new IllegalArgumentException(
                    "entity " + agent + " has no Mind (expected one with Mind and Needs)");
        }
        return mind;
    }
}
