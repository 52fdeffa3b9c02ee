/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.system;

import com.artemis.Aspect;
import com.artemis.BaseEntitySystem;
import com.artemis.ComponentMapper;
import dev.triune.AgentInspection;
import dev.triune.GameClock;
import dev.triune.LayerConfig;
import dev.triune.MindConfig;
import dev.triune.MindKind;
import dev.triune.MindStats;
import dev.triune.component.Behavior;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.Layer;
import dev.triune.component.Mind;
import dev.triune.component.Needs;
import dev.triune.component.OwnModel;
import dev.triune.internal.apply.DecisionContext;
import dev.triune.internal.apply.PendingDecision;
import dev.triune.internal.habit.HabitSystem;
import dev.triune.internal.inject.GameObjects;
import dev.triune.internal.kind.PerKind;
import dev.triune.internal.schedule.AgentArrival;
import dev.triune.internal.schedule.AgentInspector;
import dev.triune.internal.schedule.AgentPicker;
import dev.triune.internal.schedule.KindSchedule;
import dev.triune.internal.schedule.RequestSubmitter;
import dev.triune.llm.Broker;
import dev.triune.llm.Priority;
import dev.triune.rule.SelectionRule;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Decides which layer of which agent thinks, and when. Each tick it looks through the selection
 * table for the agents to whom something happened, those for whom the time has come, and
 * {@link MindConfig#agentsPerTick} others in turn; the most urgent of all agents whose layer is ready gets to
 * ask, at most one in {@link MindConfig#requestInterval}. Then it gives the broker its turn of work, in which
 * prompts are rendered from the world as it is now. Nobody waits for an answer. Game thread only.
 *
 * <p>Nothing has to be told: in a world of up to {@link MindConfig#agentsPerTick} agents everybody is looked at
 * in every tick, and in a larger one everybody within as many ticks as there are agents for each turn.
 * Reflexes, steps and answers are noticed at once; what only the game knows, such as a word said to one of a hundred thousand
 * agents, is seen to at once if the game says so by {@link #markDirty}.
 */
public class LLMSchedulerSystem extends BaseEntitySystem {
    /** The usual time of {@link #defer(int)}. */
    public static final Duration DEFERRAL = Duration.ofSeconds(5);

    private final GameClock clock;
    private final Broker broker;
    private final PerKind<KindSchedule> kinds;
    private final AgentArrival agentArrival;

    @SuppressWarnings("NullAway.Init") // Artemis fills it in
    private ComponentMapper<Mind> mMind;

    @SuppressWarnings("NullAway.Init") // set by initialize, as the one below
    private DecisionContext decisionContext;

    @SuppressWarnings("NullAway.Init")
    private AgentPicker agentPicker;

    @SuppressWarnings("NullAway.Init")
    private AgentInspector inspector;

    /** Schedules every agent with {@link Mind}, {@link Needs}, {@link Behavior}, a queue. */
    public LLMSchedulerSystem(GameClock clock, Broker broker, MindConfig mindConfig) {
        this(clock, broker, List.of(new MindKind(mindConfig)), Aspect.all());
    }

    /**
     * Schedules the agents that an aspect selects, of several kinds.
     *
     * @param kinds the default kind first
     * @param extra what else an agent must have or must not have
     */
    public LLMSchedulerSystem(
            GameClock clock, Broker broker, List<MindKind> kinds, Aspect.Builder extra) {
        super(extra.copy().all(Mind.class, Needs.class, Behavior.class, BehaviorQueue.class));
        this.clock = clock;
        this.broker = broker;
        this.kinds = new PerKind<>(kinds, kind -> new KindSchedule(clock, kind));
        this.agentArrival = new AgentArrival(clock.ticks(kinds.get(0).config().forgetAfter()));
    }

    // ---- what a game may call

    /**
     * Has the scheduler look at an agent in its next pass, because something happened to it that
     * only the game knows of: it was spoken to, met somebody, woke up. Cheap, also for an agent that
     * has nothing to decide. One that is not there, or has not appeared in a tick yet, is passed over:
     * whoever appears is looked at.
     *
     * @param agent the entity id; any number
     */
    public void markDirty(int agent) {
        if (subscription != null && subscription.getActiveEntityIds().get(agent)) {
            decisionContext.dirtyAgents().mark(agent);
        }
    }

    /**
     * Returns what the policy, usually the selection table, selects for an agent at this moment.
     *
     * @throws IllegalArgumentException if it has no {@link Mind} or no {@link Needs}, or has not
     *     appeared in a tick yet
     */
    public SelectionRule select(int agent) {
        Mind mind = mind(agent);
        boolean appeared = world.getMapper(Needs.class).has(agent)
                && world.getMapper(Behavior.class).has(agent)
                && world.getMapper(BehaviorQueue.class).has(agent);
        if (!appeared) {
            throw new IllegalArgumentException("entity " + agent + " has no Needs yet (expected one"
                    + " with Mind and Needs, from the next tick on)");
        }
        return kinds.of(agent).selector.select(agent, mind);
    }

    /**
     * Asks for a decision of an agent now, if its selected layer is ready and nothing of it is under
     * way that is as urgent. The gap between requests does not count here: it is the game that asks.
     *
     * @return the selection if it took effect: a request was submitted, or the rules decide; empty
     *     if the layer cools down, the agent sleeps, is dead, deferred, held, waits for an answer, is left
     *     out by the aspect, or was created after the last tick
     * @throws IllegalArgumentException if it has no {@link Mind}, as for all that follows
     */
    public Optional<SelectionRule> request(int agent) {
        Mind mind = mind(agent);
        if (!subscription.getActiveEntityIds().get(agent)) {
            return Optional.empty(); // it has not appeared in a tick yet, is left out, has no need
        }
        return agentPicker.request(agent, mind);
    }

    /** Whether the cooldown of an agent's layer is over and the layer is enabled. */
    public boolean isLayerReady(int agent, Layer layer) {
        return kinds.of(agent).cooldowns.ready(mind(agent), layer);
    }

    /** The game time until the cooldown of an agent's layer is over; zero if it is. */
    public Duration timeUntilReady(int agent, Layer layer) {
        return clock.duration(kinds.of(agent).cooldowns.ticksLeft(mind(agent), layer));
    }

    /** Makes one layer of an agent ready now. */
    public void resetCooldowns(int agent, Layer layer) {
        Mind mind = mind(agent);
        mind.lastInvoked[layer.ordinal()] = Mind.NEVER;
        mind.failures[layer.ordinal()] = 0;
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

    /** Returns cooldown and priority of a layer of the default kind. */
    public LayerConfig layerConfig(Layer layer) {
        return kinds.ofDefault().cooldowns.get(layer);
    }

    /** Changes cooldown and priority of a layer of all kinds, from this tick on. */
    public void setLayerConfig(Layer layer, LayerConfig config) {
        kinds.all().forEach(kind -> kind.cooldowns.set(layer, config));
        reexamineAll();
    }

    /**
     * Changes cooldown and priority of a layer of one kind, from this tick on.
     *
     * @throws IllegalArgumentException if there is no kind of that name
     */
    public void setLayerConfig(String kind, Layer layer, LayerConfig config) {
        kinds.named(kind).cooldowns.set(layer, config);
        reexamineAll();
    }

    private void reexamineAll() {
        if (subscription != null) { // there is a world
            agentPicker.markAllDirty();
        }
    }

    /** Has one layer of an agent think whatever the rules say; null for the rules' choice. */
    public void overrideLayer(int agent, @Nullable Layer layer) {
        mind(agent).layerOverride = layer;
        markDirty(agent);
    }

    /**
     * Sets how urgent an agent's requests are whatever the rules say.
     *
     * @param urgency 1 to 10; 0 for the rules' choice
     */
    public void overridePriority(int agent, int urgency) {
        if (urgency < 0 || urgency > Priority.MAX) {
            throw new IllegalArgumentException(
                    "priority " + urgency + " (expected 1 to 10, or 0 for the rules' choice)");
        }
        mind(agent).priorityOverride = urgency;
        markDirty(agent);
    }

    /** Asks no model on behalf of an agent for the next 5 s of game time. */
    public void defer(int agent) {
        defer(agent, DEFERRAL);
    }

    /**
     * Asks no model on behalf of an agent for a while. What waits in the queue goes back unused when
     * it is granted; a call in flight goes on.
     *
     * @param time game time from now, zero or more; zero ends a deferral
     */
    public void defer(int agent, Duration time) {
        if (time.isNegative()) {
            throw new IllegalArgumentException("deferral " + time + " (expected zero or more)");
        }
        mind(agent).deferredUntil = clock.tick() + clock.ticks(time);
        markDirty(agent);
    }

    /**
     * Asks no model on behalf of an agent until {@link #release}, for example in a cutscene. Its
     * request is cancelled, even if the call is in flight: nothing more of that answer is applied, and
     * what the agent heard is still to be answered. Its plan and its reflexes go on. Saved with the
     * mind; holding twice is holding once.
     */
    public void hold(int agent) {
        Mind mind = mind(agent);
        mind.held = true;
        PendingDecision request = pendingOf(agent, mind);
        if (request != null) {
            mind.ticket = 0;
            if (!request.granted()) {
                request.restoreInvocation(mind);
            }
            broker.cancel(request.ticket);
        }
    }

    private @Nullable PendingDecision pendingOf(int agent, Mind mind) {
        PendingDecision request =
                subscription == null || mind.ticket == 0 ? null : decisionContext.pendingOf(agent);
        return request != null && request.ticket.number() == mind.ticket ? request : null;
    }

    /** Ends a {@link #hold}: the agent asks again as soon as its layer is ready. */
    public void release(int agent) {
        mind(agent).held = false;
        markDirty(agent);
    }

    /** A player spoke to an agent or did something with it: it may ask a model for a while. */
    public void playerInteracted(int agent) {
        Mind mind = mind(agent);
        mind.lastPlayerInteraction = clock.tick();
        mind.failures[Layer.TALKER.ordinal()] = 0; // silence among agents is no reason to wait
        markDirty(agent);
    }

    /**
     * Has an agent ask a model of its own from now on.
     *
     * @param own null for the game's models again
     * @throws IllegalArgumentException if its URL is none or its key is not known
     */
    public void useModel(int agent, @Nullable OwnModel own) {
        if (own != null) {
            kinds.of(agent).submitter.endpoint(own);
        }
        mind(agent).ownModel = own;
        markDirty(agent);
    }

    /**
     * Returns everything that an agent thinks now, as an immutable value. For the last prompts and
     * answers it must be {@linkplain #record recorded}.
     *
     * @throws IllegalArgumentException if it has no {@link Mind}, or has not appeared in a tick yet
     */
    public AgentInspection inspect(int agent) {
        Mind mind = mind(agent);
        if (!subscription.getActiveEntityIds().get(agent)) {
            throw new IllegalArgumentException("entity " + agent
                    + " is not scheduled (expected one that has appeared in a tick)");
        }
        return inspector.inspect(agent, mind, kinds.of(agent));
    }

    /**
     * Keeps an agent's last prompt and answer of each layer, what of its plans was dropped, and counts,
     * for {@link #inspect}; at most a few dozen KB. Agents that are not recorded cost nothing.
     *
     * @param value whether to keep them from now on; false forgets them
     */
    public void record(int agent, boolean value) {
        mind(agent);
        decisionContext.recorder().record(agent, value);
    }

    /** Keeps what {@link #record} keeps for every agent, or forgets it. */
    public void recordAll(boolean value) {
        decisionContext.recorder().recordAll(value);
    }

    /** Returns the counts of requests, answers and steps. */
    public MindStats stats() {
        return decisionContext.counters().stats();
    }

    /** The tick from which on the gap between two requests is over. For saves. */
    public long nextRequestAt() {
        return agentPicker.nextRequestAt();
    }

    /** Returns how many turns of the lanes were used. For saves. */
    public long requestTurn() {
        return agentPicker.requestTurn();
    }

    /** Goes on after that many turns of the lanes, as a save has it. */
    public void requestTurn(long used) {
        agentPicker.requestTurn(used);
    }

    /** Makes no request before that tick, as a save has it. */
    public void delayRequestsUntil(long tick) {
        agentPicker.delayRequestsUntil(tick);
    }

    // ---- agents that come and go

    @Override
    protected void initialize() {
        decisionContext = DecisionApplySystem.contextOf(world);
        HabitSystem habits = world.getSystem(HabitSystem.class);
        kinds.initialize(world);
        for (KindSchedule kind : kinds.all()) {
            kind.initialize(
                    world,
                    new RequestSubmitter(
                            clock,
                            broker,
                            decisionContext,
                            kind.kind.config(),
                            kind.selector,
                            habits,
                            this::findMind));
        }
        if (habits != null) {
            habits.connect(decisionContext);
        }
        decisionContext.recorder().clock(clock);
        inspector = new AgentInspector(clock, decisionContext, habits);
        world.inject(inspector);
        agentPicker = new AgentPicker(clock, kinds, decisionContext, habits);
        world.inject(agentPicker);
        world.inject(agentArrival);
    }

    @Override
    protected void inserted(int agent) {
        Mind mind = mMind.get(agent);
        agentArrival.prepare(agent, mind, clock.tick());
        mind.serial = decisionContext.serialFor(mind.serial);
        agentPicker.agentAdded(agent);
    }

    @Override
    protected void removed(int agent) {
        decisionContext.recorder().forget(agent);
        agentPicker.agentRemoved(agent);
        PendingDecision request = decisionContext.pendingOf(agent);
        if (request != null) {
            broker.cancel(request.ticket);
        }
        if (mMind.has(agent)) {
            mMind.get(agent).lastSeen = clock.tick();
        }
    }

    // ---- the tick

    @Override
    protected boolean checkProcessing() {
        return clock.ticking();
    }

    @Override
    protected void processSystem() {
        agentPicker.process(subscription);
        if (decisionContext.mayReceive()) {
            broker.doWork();
        }
    }

    /** The mind of an entity that a game names. */
    private Mind mind(int agent) {
        Mind mind = GameObjects.find(mMind, agent);
        if (mind == null) {
            throw new IllegalArgumentException(
                    "entity " + agent + " has no Mind (expected one with Mind and Needs)");
        }
        return mind;
    }

    /** The mind of that agent, or null if it is gone, whoever has its entity id now. */
    private @Nullable Mind findMind(int agent, long serial) {
        boolean there = subscription.getActiveEntityIds().get(agent);
        Mind mind = there ? mMind.get(agent) : null;
        return mind != null && mind.serial == serial ? mind : null;
    }
}
