/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.habits.internal;

import com.artemis.BaseSystem;
import com.artemis.ComponentMapper;
import dev.triune.GameClock;
import dev.triune.MindKind;
import dev.triune.PlanSource;
import dev.triune.action.Step;
import dev.triune.component.Behavior;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.Goals;
import dev.triune.component.Mind;
import dev.triune.component.Needs;
import dev.triune.component.Persona;
import dev.triune.component.QueuedStep;
import dev.triune.habits.internal.AgentHabits.OpenPlan;
import dev.triune.habits.internal.HabitChooser.Option;
import dev.triune.internal.behavior.PlanRepair;
import dev.triune.internal.inject.GameFaults;
import dev.triune.internal.inject.GameObjects;
import dev.triune.internal.kind.PerKind;
import dev.triune.llm.Ticket;
import dev.triune.rule.SelectionRule;
import dev.triune.rule.SelectionRule.Purpose;
import dev.triune.system.DecisionApplySystem;
import dev.triune.system.LLMSchedulerSystem;
import dev.triune.system.SavedState;
import dev.triune.system.SavedState.SaveUpgrade;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Orders the plan of a habit where the scheduler would otherwise call a model for the executor,
 * and learns from the model's plans. Passive in ticks; Artemis fills in the mappers. Game thread only.
 */
@SuppressWarnings("NullAway.Init") // Artemis fills in the mappers, initialize the systems
public final class HabitSystem extends BaseSystem implements PlanSource, SavedState {
    /** The maximum wait for a wanted call to begin, before a habit is used instead. */
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    /** The time after which a demoted habit is tried again if no model may be called. */
    private static final Duration RETRY_INTERVAL = Duration.ofMinutes(5);

    private final GameClock clock;
    private final HabitSettings settings;
    private final PerKind<KindHabits> kinds;
    private final PerKind<PlanRepair> repairs;
    private final HabitStore store;
    private final PlanSlots slots = new PlanSlots();
    private final HabitLearning learning;
    private final HabitChooser chooser;
    private final TalkLines lines;
    private final OpenPlans openPlans;
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
    private LLMSchedulerSystem scheduler;
    private DecisionApplySystem decisions;

    /** Creates the system for agents of several kinds, the default kind first. */
    public HabitSystem(GameClock clock, HabitSettings settings, List<MindKind> kinds) {
        this.clock = clock;
        this.settings = settings;
        this.kinds = new PerKind<>(kinds, kind -> new KindHabits(kind, settings));
        this.repairs = new PerKind<>(kinds, PlanRepair::new);
        this.store = new HabitStore(this.kinds, settings);
        this.learning = new HabitLearning(clock, settings, this.kinds, slots);
        this.chooser = new HabitChooser(settings);
        this.lines = new TalkLines(clock, settings, this.kinds, chooser, learning);
        this.openPlans = new OpenPlans(this.kinds, learning);
        this.patience = clock.ticks(PATIENCE);
        this.pause = clock.ticks(settings.pause);
        this.second = clock.ticks(Duration.ofSeconds(1));
        this.retryInterval = clock.ticks(RETRY_INTERVAL);
    }

    @Override
    protected void initialize() {
        scheduler = GameObjects.required(world, LLMSchedulerSystem.class);
        decisions = GameObjects.required(world, DecisionApplySystem.class);
        faults.join(world);
        slots.initialize(world);
        learning.join(world);
        world.inject(lines);
        kinds.initialize(world);
        kinds.all().forEach(each -> each.situations.join(world));
        repairs.initialize(world);
    }

    @Override
    protected boolean checkProcessing() {
        return false;
    }

    @Override
    protected void processSystem() {}

    // ---- deciding

    /** Whether the game reports that a player watches an agent; true if its code does harm. */
    public boolean isWatched(int agent) {
        return faults.test("watched", settings.watched, agent, true) || !isComplete(agent);
    }

    /** Whether the game's code, which any question may call, has left the agent all that it needs. */
    private boolean isComplete(int agent) {
        return mMind.has(agent) && mNeeds.has(agent) && mBehavior.has(agent) && mQueue.has(agent);
    }

    @Override
    public boolean ordersPlan(int agent, SelectionRule rule, CallBudget calls) {
        Mind mind = mMind.get(agent);
        boolean mayAsk = calls.allowed();
        boolean ready = calls.ready();
        AgentHabits state = learning.stateOf(agent, mind);
        HabitState saved = learning.saved(agent, mind);
        learning.settle(agent, false);
        saved.callsModel |= learning.checkForNews(agent, mind);
        if ((mayAsk && isWatched(agent)) || waitsForModel(saved, state, calls)) {
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
        if (!isComplete(agent)) {
            return false;
        }
        if (options.isEmpty()) {
            mind.nextPlanAt = mayAsk ? mind.nextPlanAt : clock.tick() + second;
            return false;
        }
        Option chosen = chooser.choose(
                options, situation.role(), mind, saved, mPersona.get(agent), mGoals.get(agent));
        double sinceLastPlan = clock.tick() - mind.lastDecision;
        if (ready
                && !saved.callsModel
                && chooser.explores(
                        chosen.habit(),
                        mind,
                        saved,
                        sinceLastPlan / Math.max(1, calls.cooldown()))) {
            saved.callsModel = true;
            state.callWantedSince = clock.tick();
            return false;
        }
        state.plannedIn = situation.toString();
        return order(agent, mind, saved, rule, state, chosen);
    }

    /**
     * Whether a busy agent keeps its plan: the only reasons for a new look are well-met needs or
     * elapsed time, nothing has happened, and the situation is that of its last plan.
     */
    @Override
    public boolean keepsPlan(int agent, SelectionRule rule, CallBudget calls) {
        if (!isBusy(agent)) {
            return false;
        }
        Mind mind = mMind.get(agent);
        boolean mayAsk = calls.allowed();
        HabitState saved = learning.saved(agent, mind);
        saved.callsModel |= learning.checkForNews(agent, mind);
        if (mayAsk && (saved.callsModel || isWatched(agent))) {
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
        return true;
    }

    private boolean isBusy(int agent) {
        Behavior behavior = mBehavior.get(agent);
        return hasPlan(agent)
                || (behavior != null
                        && behavior.origin == Behavior.Origin.REFLEX
                        && !behavior.pastime);
    }

    /** Whether to keep waiting for a call that is pending or wanted. */
    private boolean waitsForModel(HabitState saved, AgentHabits state, CallBudget calls) {
        if (!calls.asked() && !(saved.callsModel && calls.ready())) {
            state.callWantedSince = Mind.NEVER;
            return false;
        }
        if (state.callWantedSince == Mind.NEVER) {
            state.callWantedSince = clock.tick();
        }
        int patient = calls.running() ? 2 : 1; // twice as long
        return clock.tick() - state.callWantedSince < patience * patient;
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
            return hasPlan(agent);
        }
        String obstacle = repair.obstacle(agent, steps.get(0));
        return obstacle.isEmpty()
                || !repair.bridge(agent, steps.get(0), obstacle).isEmpty();
    }

    private boolean hasPlan(int agent) {
        BehaviorQueue queue = mQueue.get(agent);
        return queue != null && queue.next() != null;
    }

    /** Orders the plan of a habit; false if the game's code takes a component away meanwhile. */
    private boolean order(
            int agent,
            Mind mind,
            HabitState saved,
            SelectionRule rule,
            AgentHabits state,
            Option chosen) {
        LearnedHabit habit = chosen.habit();
        KindHabits kind = kinds.of(agent);
        String origin = habit.of(kind.kind.name()).plan();
        int scene = learning.scene(agent);
        if (!isComplete(agent)) {
            return false;
        }
        List<QueuedStep> queued = decisions.plan(agent, rule, origin, chosen.steps());
        mind.nextPlanAt = clock.tick() + pause;
        habit.use(clock.tick());
        if (!habit.steps.isEmpty()) { // otherwise it keeps its plan
            saved.habitRepeats = saved.lastHabit.equals(habit.plan) ? saved.habitRepeats + 1 : 1;
            saved.lastHabit = habit.plan;
        }
        if (queued.isEmpty() || queued.size() < chosen.steps().size()) { // some were refused
            kind.table.useEnded(habit, habit.steps.isEmpty());
        } else {
            state.watch(new OpenPlan(
                    habit.situation, habit.agent, habit.steps, habit, queued, "", scene));
        }
        return true;
    }

    // ---- learning

    @Override
    public void prompted(int agent, SelectionRule rule, Ticket request) {
        learning.prompted(agent, rule, request);
    }

    @Override
    public void modelPlanned(int agent, ModelPlan plan) {
        learning.learnFromPlan(agent, plan);
    }

    @Override
    public String describePlan(int agent) {
        return learning.describe(agent);
    }

    /** Requests that a model makes the agent's next plan. */
    public void callModel(int agent) {
        scheduler.markDirty(agent); // first: it refuses other threads
        Mind mind = GameObjects.find(mMind, agent);
        if (mind != null) {
            learning.saved(agent, mind).callsModel = true;
        }
    }

    // ---- reading

    public HabitLearning learning() {
        return learning;
    }

    public TalkLines lines() {
        return lines;
    }

    /** Returns what saves the plans that are open, as a system of its own. */
    public OpenPlans openPlans() {
        return openPlans;
    }

    public HabitStore store() {
        return store;
    }

    @Override
    public String stateName() {
        return "habits";
    }

    @Override
    public List<String> textsAbout(Predicate<String> about) {
        return store.textsAbout(about);
    }

    @Override
    public void forget(Predicate<String> about) {
        store.forget(about, clock.tick());
        learning.forgetPlans();
    }

    @Override
    public String writeState() {
        return store.write();
    }

    @Override
    public void readState(String text) {
        store.restore(text, clock.tick());
    }

    @Override
    public void upgrade(SaveUpgrade save) {
        save.moved(
                Mind.class,
                HabitState.class,
                "callsModel",
                "lastHabit",
                "habitRepeats",
                "habitDraws");
    }
}
