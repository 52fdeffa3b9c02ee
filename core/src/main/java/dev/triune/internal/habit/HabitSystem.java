/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.habit;

import com.artemis.BaseSystem;
import com.artemis.ComponentMapper;
import dev.triune.GameClock;
import dev.triune.MindKind;
import dev.triune.SavedState;
import dev.triune.action.Step;
import dev.triune.component.Behavior;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.Goals;
import dev.triune.component.Layer;
import dev.triune.component.Mind;
import dev.triune.component.Needs;
import dev.triune.component.Persona;
import dev.triune.internal.action.PlanPart;
import dev.triune.internal.apply.DecisionContext;
import dev.triune.internal.apply.PartApplier;
import dev.triune.internal.apply.PendingDecision;
import dev.triune.internal.behavior.PlanRepair;
import dev.triune.internal.habit.AgentHabits.OpenPlan;
import dev.triune.internal.habit.HabitChooser.Option;
import dev.triune.internal.inject.GameFaults;
import dev.triune.internal.inject.GameObjects;
import dev.triune.internal.kind.PerKind;
import dev.triune.rule.SelectionRule;
import dev.triune.rule.SelectionRule.Purpose;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Orders the plan of a habit where the scheduler would otherwise call a model for the executor.
 * Passive in ticks; Artemis fills in the mappers. Game thread only.
 */
@SuppressWarnings("NullAway.Init") // Artemis fills in the mappers
public final class HabitSystem extends BaseSystem implements SavedState {
    /** The maximum wait for a wanted call to begin, before a habit is used instead. */
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    /** The time after which a demoted habit is tried again if no model may be called. */
    private static final Duration RETRY_INTERVAL = Duration.ofMinutes(5);

    private final GameClock clock;
    private final HabitSettings settings;
    private final PerKind<KindHabits> kinds;
    private final HabitStore store;
    private final PlanSlots slots = new PlanSlots();
    private final HabitLearning learning;
    private final HabitChooser chooser;
    private final TalkHabits talk;
    private final GameFaults faults = new GameFaults(HabitSystem.class);
    private final long patience;
    private final long pause;
    private final long second;
    private final long retryInterval;

    private ComponentMapper<Mind> mMind;
    private ComponentMapper<Needs> mNeeds;
    private ComponentMapper<Behavior> mBehavior;
    private ComponentMapper<BehaviorQueue> mQueue;
    private ComponentMapper<Goals> mGoals;
    private ComponentMapper<Persona> mPersona;
    private DecisionContext decisionContext;
    private PerKind<PlanRepair> repairs;
    private PartApplier parts;

    /** Creates the system for agents of several kinds, the default kind first. */
    public HabitSystem(GameClock clock, HabitSettings settings, List<MindKind> kinds) {
        this.clock = clock;
        this.settings = settings;
        this.kinds = new PerKind<>(kinds, kind -> new KindHabits(kind, settings));
        this.store = new HabitStore(this.kinds, settings);
        this.learning = new HabitLearning(clock, settings, this.kinds, slots);
        this.chooser = new HabitChooser(settings);
        this.talk = new TalkHabits(clock, settings, this.kinds, chooser, learning, this::isWatched);
        this.patience = clock.ticks(PATIENCE);
        this.pause = clock.ticks(settings.pause);
        this.second = clock.ticks(Duration.ofSeconds(1));
        this.retryInterval = clock.ticks(RETRY_INTERVAL);
    }

    /** Connects it to the context that the systems share, and to what queues their steps. */
    public void connect(
            DecisionContext context, PerKind<PlanRepair> planRepairs, PartApplier partApplier) {
        decisionContext = context;
        repairs = planRepairs;
        parts = partApplier;
        slots.initialize(world);
        world.inject(learning);
        world.inject(talk);
        talk.connect(context.counters());
        kinds.initialize(world);
        kinds.all().forEach(each -> world.inject(each.situations));
        context.onPlan(learning::learnFromPlan);
    }

    @Override
    protected void initialize() {
        if (talk.on() && !talk.hasSettler()) {
            throw new IllegalStateException("small talk of habits without conversations"
                    + " (add new Conversations() with MindPlugin.with)");
        }
    }

    @Override
    protected boolean checkProcessing() {
        return false;
    }

    @Override
    protected void processSystem() {}

    // ---- deciding

    /** Whether the game reports that a player watches an agent; true if its code does harm. */
    private boolean isWatched(int agent) {
        return faults.test("watched", settings.watched, agent, true)
                || !(mMind.has(agent) && mNeeds.has(agent) && mBehavior.has(agent));
    }

    /**
     * Orders the plan of a habit if one applies and no model should be called.
     *
     * @param mayAsk whether the agent may ask a model
     * @param ready whether it may do so now
     * @param cooldown the executor's, in ticks
     * @return whether it did; if not, a model should be called
     */
    public boolean order(
            int agent,
            Mind mind,
            SelectionRule rule,
            boolean mayAsk,
            boolean ready,
            long cooldown) {
        AgentHabits state = learning.stateOf(agent, mind);
        learning.settle(agent, false);
        mind.callsModel |= learning.checkForNews(agent, mind);
        if ((mayAsk && isWatched(agent)) || waitsForModel(agent, mind, state, ready)) {
            return false;
        }
        HabitTable table = kinds.of(agent).table;
        SituationText situation = kinds.of(agent).situations.read(agent, rule);
        if (situation == null) {
            return false;
        }
        boolean ahead = rule.purpose() == Purpose.NEXT_PLAN;
        List<Option> options = options(agent, table.find(situation), situation, ahead, mayAsk);
        if (options.isEmpty() && !mayAsk) {
            options = options(agent, table.similar(situation), situation, ahead, false);
        }
        if (options.isEmpty()) {
            mind.nextPlanAt = mayAsk ? mind.nextPlanAt : clock.tick() + second;
            return false;
        }
        Option chosen = chooser.choose(
                options, situation.role(), mind, mPersona.get(agent), mGoals.get(agent));
        double sinceLastPlan = clock.tick() - mind.lastDecision;
        if (ready
                && !mind.callsModel
                && chooser.explores(chosen.habit(), mind, sinceLastPlan / Math.max(1, cooldown))) {
            mind.callsModel = true;
            state.callWantedSince = clock.tick();
            return false;
        }
        state.plannedIn = situation.toString();
        order(PendingDecision.ofHabit(agent, mind, rule), mind, state, chosen);
        return true;
    }

    /**
     * Whether a busy agent keeps its plan although the selection table calls for a new one: the
     * only reasons are well-met needs or elapsed time, nothing has happened, and the situation is
     * that of its last plan.
     *
     * @param mayAsk whether the agent may ask a model
     */
    public boolean continuesPlan(int agent, Mind mind, SelectionRule rule, boolean mayAsk) {
        if (!rule.purpose().reviewsPlan() || !isBusy(agent)) {
            return false;
        }
        mind.callsModel |= learning.checkForNews(agent, mind);
        if (mayAsk && (mind.callsModel || isWatched(agent))) {
            return false;
        }
        AgentHabits state = learning.stateOf(agent, mind);
        if (clock.tick() >= state.nextSituationCheck) {
            SituationText situation = kinds.of(agent).situations.read(agent, rule);
            if (situation == null || !situation.differsInRuleOnly(state.plannedIn)) {
                return false;
            }
            state.nextSituationCheck = clock.tick() + second;
        }
        mind.lastPeriodic = rule.purpose() == Purpose.PERIODIC ? clock.tick() : mind.lastPeriodic;
        return true;
    }

    private boolean isBusy(int agent) {
        Behavior behavior = mBehavior.get(agent);
        return mQueue.get(agent).next() != null
                || (behavior.origin == Behavior.Origin.REFLEX && !behavior.pastime);
    }

    /** Whether to keep waiting for a call that is pending or wanted. */
    private boolean waitsForModel(int agent, Mind mind, AgentHabits state, boolean ready) {
        PendingDecision pending = mind.ticket == 0 ? null : decisionContext.pendingOf(agent);
        boolean asked = pending != null && pending.layer() == Layer.EXECUTOR;
        if (!asked && !(mind.callsModel && ready)) {
            state.callWantedSince = Mind.NEVER;
            return false;
        }
        if (state.callWantedSince == Mind.NEVER) {
            state.callWantedSince = clock.tick();
        }
        boolean running = pending != null && asked && pending.granted(); // then twice as long
        return clock.tick() - state.callWantedSince < patience * (running ? 2 : 1);
    }

    /** Returns the applicable habits, with their slots filled. */
    private List<Option> options(
            int agent,
            List<LearnedHabit> known,
            SituationText situation,
            boolean ahead,
            boolean mayAsk) {
        List<Option> options = List.of();
        Persona persona = mPersona.get(agent);
        PlanRepair repair = repairs.of(agent);
        for (int i = 0; i < known.size(); i++) {
            LearnedHabit habit = known.get(i);
            boolean owns =
                    habit.agent.isEmpty() || (persona != null && habit.agent.equals(persona.name));
            boolean used = mayAsk
                    ? habit.admitted()
                    : habit.servesWithoutModel(clock.tick(), retryInterval);
            List<Step> steps = used && owns
                    ? slots.fill(agent, habit.steps, situation.slots(), repair.catalog())
                    : null;
            // the current plan may make later steps possible
            if (steps != null && (ahead || canBegin(agent, steps, repair))) {
                options = options.isEmpty() ? new ArrayList<>() : options;
                options.add(new Option(habit, steps));
            }
        }
        return options;
    }

    /** Whether the first step is possible; with no steps, whether there is a plan to keep. */
    private boolean canBegin(int agent, List<Step> steps, PlanRepair repair) {
        if (steps.isEmpty()) {
            return mQueue.get(agent).next() != null;
        }
        String obstacle = repair.obstacle(agent, steps.get(0));
        return obstacle.isEmpty()
                || !repair.bridge(agent, steps.get(0), obstacle).isEmpty();
    }

    private void order(PendingDecision plan, Mind mind, AgentHabits state, Option chosen) {
        LearnedHabit habit = chosen.habit();
        KindHabits kind = kinds.of(plan.agent);
        for (Step step : chosen.steps()) {
            parts.apply(plan, mind, new PlanPart.QueueableStep(step));
        }
        mind.lastDecision = clock.tick();
        mind.nextPlanAt = clock.tick() + pause;
        mind.lastPeriodic = plan.periodic() ? clock.tick() : mind.lastPeriodic;
        habit.use(clock.tick());
        if (!habit.steps.isEmpty()) { // otherwise it keeps its plan
            mind.habitRepeats = mind.lastHabit.equals(habit.plan) ? mind.habitRepeats + 1 : 1;
            mind.lastHabit = habit.plan;
        }
        if (plan.queuedSteps().isEmpty()) {
            kind.table.useEnded(habit, habit.steps.isEmpty());
        } else {
            state.watch(new OpenPlan(
                    habit.situation, habit.agent, habit.steps, habit, plan.queuedSteps(), ""));
        }
        decisionContext
                .listener()
                .habitUsed(plan.agent, habit.of(kind.kind.name()), chosen.steps());
    }

    /** Requests that a model makes the agent's next plan. */
    public void callModel(int agent) {
        Mind mind = GameObjects.find(mMind, agent);
        if (mind != null) {
            mind.callsModel = true;
            decisionContext.dirtyAgents().mark(agent);
        }
    }

    // ---- reading

    public HabitLearning learning() {
        return learning;
    }

    public TalkHabits talk() {
        return talk;
    }

    public HabitStore store() {
        return store;
    }

    @Override
    public String stateName() {
        return "habits";
    }

    @Override
    public String writeState() {
        return store.write();
    }

    @Override
    public void readState(String text) {
        store.restore(text);
    }
}
