/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.system;

import com.artemis.Aspect;
import com.artemis.ComponentMapper;
import dev.triune.AgentInspection;
import dev.triune.GameClock;
import dev.triune.LayerConfig;
import dev.triune.MindBudget.Spending;
import dev.triune.MindConfig;
import dev.triune.MindKind;
import dev.triune.MindStats;
import dev.triune.PlanSource;
import dev.triune.TurnSource;
import dev.triune.component.Behavior;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.Journal.Agreement;
import dev.triune.component.Layer;
import dev.triune.component.Mind;
import dev.triune.component.Needs;
import dev.triune.internal.apply.MindLookup;
import dev.triune.internal.budget.BudgetMeter;
import dev.triune.internal.check.SetupPhase;
import dev.triune.internal.inject.GameObjects;
import dev.triune.internal.kind.PerKind;
import dev.triune.internal.schedule.AgentArrival;
import dev.triune.internal.schedule.AgentInspector;
import dev.triune.internal.schedule.AgentPicker;
import dev.triune.internal.schedule.DeletedEntities;
import dev.triune.internal.schedule.GuardedSources;
import dev.triune.internal.schedule.KindSchedule;
import dev.triune.internal.schedule.RequestSubmitter;
import dev.triune.internal.schedule.WorldPace;
import dev.triune.llm.Broker;
import dev.triune.prompt.PromptBuilder.GameTime;
import dev.triune.rule.SelectionRule;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Decides which layer of which agent thinks, and when. Each tick it examines the agents with a
 * change, those with a cooldown that ended, and {@link MindPlugin#agentsPerTick} others in turn.
 * The most urgent ready agent makes a request, at most one in {@link MindPlugin#requestInterval}.
 * Then the broker works and renders prompts from the world as it is now. No method waits. Game
 * thread only.
 *
 * <p>Up to {@link MindPlugin#agentsPerTick} agents are all examined in each tick. In larger worlds
 * a game reports its own changes with {@link #markDirty}, so that they are noticed at once.
 */
public class LLMSchedulerSystem extends AgentControls {
    private final AgentArrival arrival;
    private final WorldPace pace;
    private final SetupPhase setup = new SetupPhase("this LLMSchedulerSystem serves");
    private final List<PlanSource> planSources = new ArrayList<>();
    private final List<TurnSource> turnSources = new ArrayList<>();

    @SuppressWarnings("NullAway.Init")
    private AgentPicker picker;

    @SuppressWarnings("NullAway.Init")
    private AgentInspector inspector;

    @SuppressWarnings("NullAway.Init") // Artemis fills it in
    private ComponentMapper<Behavior> mBehavior;

    /** Creates the system for all agents with Mind, Needs, Behavior and BehaviorQueue. */
    public LLMSchedulerSystem(GameClock clock, Broker broker, MindConfig mindConfig) {
        this(clock, broker, List.of(new MindKind(mindConfig)), WorldPace.STANDARD, Aspect.all());
    }

    /**
     * Creates the system for several kinds, the default one first.
     *
     * @param pace the settings of the world's requests
     * @param extra further components that an agent must or must not have
     */
    LLMSchedulerSystem(
            GameClock clock,
            Broker broker,
            List<MindKind> kinds,
            WorldPace pace,
            Aspect.Builder extra) {
        super(
                clock,
                broker,
                new PerKind<>(kinds, kind -> new KindSchedule(clock, kind, pace)),
                extra.copy().all(Mind.class, Needs.class, Behavior.class, BehaviorQueue.class));
        this.arrival = new AgentArrival(clock);
        this.pace = pace;
    }

    /**
     * Adds a source of plans that need no model, asked after those added before.
     *
     * @throws IllegalStateException if the world is built already
     */
    public void plans(PlanSource source) {
        setup.allowChange();
        planSources.add(Objects.requireNonNull(source, "source"));
    }

    /**
     * Adds a source of talk that needs no model, asked after those added before.
     *
     * @throws IllegalStateException if the world is built already
     */
    public void turns(TurnSource source) {
        setup.allowChange();
        turnSources.add(Objects.requireNonNull(source, "source"));
    }

    // ---- called by the game

    /**
     * Has the scheduler examine an agent in its next pass, because of a change that only the game
     * knows of. Cheap; ignores entities that are not agents.
     */
    @Override
    public void markDirty(int agent) {
        requireGameThread();
        if (subscription != null && subscription.getActiveEntityIds().get(agent)) {
            context.dirtyAgents().wake(agent);
        }
    }

    /**
     * Returns the policy's selection for an agent now.
     *
     * @throws IllegalArgumentException if it has no mind or needs, or has not appeared in a tick
     */
    public SelectionRule select(int agent) {
        Mind mind = mind(agent);
        if (!kinds.of(agent).isComplete(agent)) {
            throw new IllegalArgumentException("entity " + agent + " has no Needs yet (expected one"
                    + " with Mind and Needs, from the next tick on)");
        }
        return kinds.of(agent).choose(agent, mind);
    }

    /**
     * Whether an agent can call a model now to answer a player: its selection is the talker, which
     * is enabled and does not cool down, and it is alive, awake, neither held nor deferred, and has
     * appeared in a tick.
     */
    public boolean canAnswer(int agent) {
        requireGameThread();
        return agent >= 0
                && subscription.getActiveEntityIds().get(agent)
                && kinds.of(agent).canAnswer(agent, mind(agent));
    }

    /**
     * Requests a decision of an agent now, if its selected layer is ready and it has no request
     * that is as urgent. The interval between requests does not apply.
     *
     * @return the selection if it took effect: a request was submitted, or the rules decide; empty
     *     if the layer cools down, the agent sleeps, is dead, deferred, held, waits for an answer,
     *     is left out by the aspect, or was created after the last tick
     * @throws IllegalArgumentException if it has no {@link Mind}
     */
    public Optional<SelectionRule> request(int agent) {
        Mind mind = mind(agent);
        if (!subscription.getActiveEntityIds().get(agent)) {
            return Optional.empty(); // it has not appeared in a tick yet, or is excluded
        }
        return picker.request(agent, mind);
    }

    /**
     * Has an agent make a new plan now: gives up its plan, ends the cooldown of its executor, and
     * requests a decision. What asks for another layer, such as talk, still comes first.
     *
     * @return whether a plan was requested, or ordered without a model; if not, it is requested as
     *     soon as the agent is free to think
     * @throws IllegalArgumentException if it is no agent, or has not appeared in a tick
     */
    public boolean replan(int agent) {
        GameObjects.required(world, DecisionApplySystem.class).cancelPlan(agent);
        resetCooldowns(agent, Layer.EXECUTOR);
        return select(agent).layer() == Layer.EXECUTOR && request(agent).isPresent();
    }

    /**
     * Asks an agent what it does next, while its plan goes on, which the answer then replaces unless it is
     * empty. For what the agent should hear of at once, such as an appointment; gentler than {@link
     * #replan}. Ends the cooldown of its executor; habits do not answer. A plan that is not to be
     * disturbed ends first. Does nothing if the executor has no prompt.
     *
     * @throws IllegalArgumentException if it is no agent, or has not appeared in a tick
     */
    public void review(int agent) {
        Mind mind = mind(agent);
        if (plansByModel(agent)) {
            mind.reviewAt = clock.tick();
            resetCooldowns(agent, Layer.EXECUTOR);
        }
    }

    private boolean plansByModel(int agent) {
        return kinds.of(agent).cooldowns.get(Layer.EXECUTOR).prompt() != null;
    }

    /**
     * Notes when something promised falls due, as the game's {@link GameTime} reads its words, and asks
     * the agent then what it does next, as {@link #review} does. {@code triune-talk} calls it; a game
     * does that writes agreements itself. If no time after now was named, the agent's next plan is asked of
     * a model, whatever its habits are.
     *
     * @param promise an agreement of the agent's journal
     * @throws IllegalArgumentException if it is no agent
     */
    public void promised(int agent, Agreement promise) {
        Mind mind = mind(agent);
        boolean owed = promise.own && promise.open() && plansByModel(agent);
        long due = owed ? context.journals().due(agent, promise) : Mind.NEVER;
        mind.owesSince = owed ? clock.tick() : mind.owesSince;
        if (due > clock.tick()) {
            promise.due = due;
            mind.reviewAt = mind.reviewAt == Mind.NEVER ? due : Math.min(mind.reviewAt, due);
            markDirty(agent);
        }
    }

    /**
     * Has the game direct an agent, as in a cutscene: it gives up its plan, thinks nothing, and no
     * reflex begins or goes on. It carries out {@linkplain DecisionApplySystem#order orders}, until
     * {@link #release}. Saved with the agent.
     *
     * @throws IllegalArgumentException if it is no agent, or has not appeared in a tick
     */
    public void direct(int agent) {
        GameObjects.required(world, DecisionApplySystem.class).cancelPlan(agent);
        hold(agent);
        setDirected(agent, true);
    }

    /** Ends {@link #hold} and {@link #direct}: the agent thinks again as soon as it may. */
    @Override
    public void release(int agent) {
        super.release(agent);
        setDirected(agent, false);
    }

    private void setDirected(int agent, boolean value) {
        Behavior behavior = GameObjects.find(mBehavior, agent);
        if (behavior != null && behavior.directed != value) {
            behavior.directed = value;
            context.dirtyAgents().wake(agent);
        }
    }

    /** Returns the settings of a layer of the default kind. */
    public LayerConfig layer(Layer layer) {
        return kinds.ofDefault().cooldowns.get(Objects.requireNonNull(layer, "layer"));
    }

    /** Changes the settings of a layer of the default kind, from this tick on. */
    public void layer(Layer layer, UnaryOperator<LayerConfig> change) {
        change(kinds.ofDefault(), layer, change);
    }

    /** Changes the settings of a layer of a kind by name, from this tick on. */
    public void layer(String kind, Layer layer, UnaryOperator<LayerConfig> change) {
        change(kinds.named(kind), layer, change);
    }

    private void change(KindSchedule kind, Layer layer, UnaryOperator<LayerConfig> change) {
        requireGameThread();
        LayerConfig before = kind.cooldowns.get(Objects.requireNonNull(layer, "layer"));
        kind.cooldowns.set(layer, Objects.requireNonNull(change, "change").apply(before));
        if (subscription != null) { // the system belongs to a world
            kind.injectPrompt(world, layer);
            context.dirtyAgents().mark(subscription.getActiveEntityIds());
        }
    }

    /**
     * Returns the state of an agent's mind, with its exchanges if it is {@linkplain #record
     * recorded}.
     *
     * @throws IllegalArgumentException if it has no mind, or has not appeared in a tick
     */
    public AgentInspection inspect(int agent) {
        return inspector.inspect(agent, scheduled(agent), kinds.of(agent));
    }

    private Mind scheduled(int agent) {
        Mind mind = mind(agent);
        if (!subscription.getActiveEntityIds().get(agent)) {
            throw new IllegalArgumentException("entity " + agent
                    + " is not scheduled (expected one that has appeared in a tick)");
        }
        return mind;
    }

    /**
     * Returns what an agent would think about now, and why it does or does not: of {@link #inspect} only
     * that, at the price of one look at the rules.
     *
     * @throws IllegalArgumentException if it has no mind, or has not appeared in a tick
     */
    public AgentInspection.Choice choice(int agent) {
        return inspector.choice(agent, scheduled(agent), kinds.of(agent));
    }

    /** Whether a layer of an agent's kind of mind is enabled. */
    public boolean isEnabled(int agent, Layer layer) {
        mind(agent);
        return kinds.of(agent).cooldowns.get(layer).enabled();
    }

    /**
     * Returns in one line what an agent is doing, or why it does nothing: for a log, an overlay, or
     * the first look at a world. Of any entity id.
     */
    public String whyIdle(int agent) {
        requireGameThread();
        if (subscription.getActiveEntityIds().get(agent)) {
            return inspector.describe(agent, mMind.get(agent), kinds.of(agent));
        }
        return GameObjects.find(mMind, agent) != null
                ? "it is no agent: it lacks Needs, or MindPlugin.aspect excludes it, or it has not"
                        + " appeared in a tick yet"
                : "it is no agent: it has no Mind";
    }

    /**
     * Keeps an agent's exchanges and counts for {@link #inspect}, or forgets them. An exchange has the
     * answer as the model wrote it, which no gate of speech has seen: not for players.
     */
    public void record(int agent, boolean value) {
        mind(agent);
        context.recorder().record(agent, value);
    }

    /** Keeps the exchanges and counts of every agent, or forgets them; see {@link #record}. */
    public void recordAll(boolean value) {
        requireGameThread();
        context.recorder().recordAll(value);
    }

    /**
     * Tells listeners that an agent says aloud what no model wrote for it. For modules and games that
     * let agents speak.
     */
    public void spokeWithoutModel(int agent, String text) {
        requireGameThread();
        context.listener().spokeWithoutModel(agent, Objects.requireNonNull(text, "text"));
    }

    /** Returns the counts of requests, answers and steps. */
    public MindStats stats() {
        return context.stats();
    }

    /** Returns what the minds have spent of {@link MindPlugin#budget}; empty without one. */
    public Optional<Spending> spending() {
        requireGameThread();
        return Optional.ofNullable(BudgetMeter.of(broker).spending());
    }

    /** Returns the tick from which on the next request may be made. For saves. */
    public long nextRequestAt() {
        return picker.nextRequestAt();
    }

    /** Returns the number of used turns of the lanes. For saves. */
    public long requestTurn() {
        return picker.requestTurn();
    }

    /** Sets the number of used turns of the lanes, from a save. */
    public void requestTurn(long used) {
        picker.requestTurn(used);
    }

    /** Sets the tick before which no request is made, from a save. */
    public void delayRequestsUntil(long tick) {
        picker.delayRequestsUntil(tick);
    }

    // ---- arriving and leaving agents

    @Override
    protected void initialize() {
        super.initialize();
        setup.end();
        for (PlanSource source : planSources) {
            context.plans().add(GuardedSources.plans(source, context.faults()));
        }
        for (TurnSource source : turnSources) {
            context.turns().add(GuardedSources.turns(source, context.faults()));
        }
        BudgetMeter budget = BudgetMeter.of(broker);
        if (budget.isLimited()) {
            DecisionApplySystem decisions = GameObjects.required(world, DecisionApplySystem.class);
            context.plans()
                    .add((agent, rule, calls) -> !budget.affords(Layer.EXECUTOR, rule.purpose())
                            && decisions.followRoutine(agent));
        }
        kinds.initialize(world);
        MindLookup minds = new MindLookup(subscription, mMind);
        for (KindSchedule kind : kinds.all()) {
            RequestSubmitter submitter = new RequestSubmitter(
                    clock, broker, context, kind, pace.tenant(), context.plans(), minds);
            kind.initialize(world, context, submitter, context.plans(), context.turns());
        }
        context.recorder().clock(clock);
        inspector = new AgentInspector(clock, context, context.plans(), context.turns());
        world.inject(inspector);
        picker = new AgentPicker(world, clock, kinds, pace, context);
        world.inject(arrival);
        DeletedEntities.watch(world);
    }

    @Override
    protected void inserted(int agent) {
        Mind mind = mMind.get(agent);
        arrival.prepare(agent, mind);
        mind.serial = context.serialFor(mind.serial);
        picker.agentAdded(agent);
    }

    @Override
    protected void removed(int agent) {
        picker.agentRemoved(agent);
        context.requestsOf(agent).forEach(request -> broker.cancel(request.ticket));
        context.tellEnds(agent);
        context.recorder().forget(agent);
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
        picker.process(subscription);
        if (clock.ticking() && context.hasInboxCapacity()) {
            broker.doWork();
        }
    }

    @Override
    protected void end() {
        context.faults().rethrow();
    }
}
