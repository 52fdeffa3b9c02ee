/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.habit;

import com.artemis.BaseSystem;
import com.artemis.ComponentMapper;
import com.artemis.utils.Bag;
import dev.triune.GameClock;
import dev.triune.MindKind;
import dev.triune.MindListener;
import dev.triune.action.Step;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.Goals;
import dev.triune.component.Layer;
import dev.triune.component.Mind;
import dev.triune.component.Persona;
import dev.triune.internal.action.PlanPart;
import dev.triune.internal.apply.DecisionContext;
import dev.triune.internal.apply.PartApplier;
import dev.triune.internal.apply.PendingDecision;
import dev.triune.internal.apply.QueueWriter;
import dev.triune.internal.behavior.PlanRepair;
import dev.triune.internal.habit.AgentHabits.End;
import dev.triune.internal.habit.AgentHabits.OpenPlan;
import dev.triune.internal.habit.HabitChooser.Option;
import dev.triune.internal.inject.GameFaults;
import dev.triune.internal.kind.PerKind;
import dev.triune.rule.SelectionRule;
import dev.triune.rule.StandardSelectionRule;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The habits of a world: orders the steps of one where the scheduler would ask the executor, and
 * learns from the plans of models. It does nothing in a tick of its own. Artemis fills the mappers in.
 * Game thread only.
 */
@SuppressWarnings("NullAway.Init") // Artemis fills in the mappers
public final class HabitSystem extends BaseSystem implements MindListener {
    /** How many times as long as for its beginning a call is waited for until its end. */
    private static final int CALL_PATIENCE = 2;

    private final GameClock clock;
    private final HabitSettings settings;
    private final PerKind<KindHabits> kinds;
    private final HabitStore store;
    private final PerKind<PlanRepair> repairs;
    private final PlanSlots slots = new PlanSlots();
    private final HabitChooser chooser;
    private final TalkHabits talk;
    private final GameFaults faults = new GameFaults(HabitSystem.class);
    private final Bag<AgentHabits> agents = new Bag<>(AgentHabits.class);
    private final long patience;
    private final long pause;

    private ComponentMapper<Mind> mMind;
    private ComponentMapper<BehaviorQueue> mQueue;
    private ComponentMapper<Goals> mGoals;
    private ComponentMapper<Persona> mPersona;

    private DecisionContext decisionContext; // set by connect

    private PartApplier parts; // set by connect

    /** Serves a world of agents of those kinds, the default kind first. */
    public HabitSystem(GameClock clock, HabitSettings settings, List<MindKind> kinds) {
        this.clock = clock;
        this.settings = settings;
        this.kinds = new PerKind<>(kinds, kind -> new KindHabits(kind, settings));
        this.store = new HabitStore(this.kinds, settings);
        this.repairs = new PerKind<>(kinds, PlanRepair::new);
        this.chooser = new HabitChooser(settings);
        this.talk = new TalkHabits(clock, settings, this.kinds, chooser, this::isWatched);
        this.patience = clock.ticks(settings.patience);
        this.pause = clock.ticks(settings.pause);
    }

    /** Connects it with the systems that decide. */
    public void connect(DecisionContext context) {
        decisionContext = context;
        QueueWriter queues = new QueueWriter(clock, context, repairs);
        parts = new PartApplier(context, repairs, queues);
        world.inject(queues);
        world.inject(parts);
        world.inject(slots);
        world.inject(talk);
        talk.connect(context.counters());
        kinds.initialize(world);
        repairs.initialize(world);
        kinds.all().forEach(each -> world.inject(each.situations));
        repairs.all().forEach(each -> each.inject(world));
        context.onPlan(this::planOrdered);
    }

    @Override
    protected boolean checkProcessing() {
        return false;
    }

    @Override
    protected void processSystem() {}

    // ---- deciding

    /** Whether the game says that a player watches an agent; true if it fails to say. */
    private boolean isWatched(int agent) {
        try {
            return settings.watched.test(agent);
        } catch (RuntimeException e) {
            faults.report("watched", settings.watched, agent, e);
            return true;
        }
    }

    /**
     * Orders the plan of a habit where one applies and no model is to be called.
     *
     * @param rule why the executor thinks
     * @param mayAsk whether the agent may ask a model
     * @param ready whether it may do so now
     * @return whether it did; if not, a model is to be asked
     */
    public boolean order(int agent, Mind mind, SelectionRule rule, boolean mayAsk, boolean ready) {
        AgentHabits state = stateOf(agent, mind);
        settle(agent, false);
        if (state.noticesNews(mind, mGoals.get(agent))) {
            mind.callsModel = true;
        }
        if ((mayAsk && isWatched(agent)) || waitsForModel(agent, mind, state, ready)) {
            return false;
        }
        KindHabits habits = kinds.of(agent);
        SituationText situation = habits.situations.read(agent, rule);
        List<LearnedHabit> known = situation == null ? List.of() : habits.table.find(situation);
        if (situation == null || known.isEmpty()) {
            return false;
        }
        boolean ahead = rule == StandardSelectionRule.AHEAD;
        List<Option> options = options(agent, known, situation, ahead);
        if (options.isEmpty()) {
            return false;
        }
        Option chosen = chooser.choose(options, mind, mPersona.get(agent), mGoals.get(agent));
        if (ready && !mind.callsModel && explores(agent, mind, chosen.habit())) {
            mind.callsModel = true;
            state.callWantedSince = clock.tick();
            return false;
        }
        order(PendingDecision.ofHabit(agent, mind, rule, ahead), mind, state, chosen);
        return true;
    }

    /** Whether a call is under way or wanted, and has not been waited for too long. */
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
        boolean running = pending != null && asked && pending.granted();
        return clock.tick() - state.callWantedSince < patience * (running ? CALL_PATIENCE : 1);
    }

    /** Whether a model is called for something better, in proportion to the time since the last plan. */
    private boolean explores(int agent, Mind mind, LearnedHabit habit) {
        Duration cooldown = kinds.of(agent).kind.layer(Layer.EXECUTOR).cooldown();
        double sinceLastPlan = clock.tick() - mind.lastDecision;
        double share = Math.min(1, sinceLastPlan / Math.max(1, clock.ticks(cooldown)));
        return chooser.explores(habit, mind, share);
    }

    /** Returns the habits that apply, with their slots filled. */
    private List<Option> options(
            int agent, List<LearnedHabit> known, SituationText situation, boolean ahead) {
        List<Option> options = List.of();
        Persona persona = mPersona.get(agent);
        PlanRepair repair = repairs.of(agent);
        for (int i = 0; i < known.size(); i++) {
            LearnedHabit habit = known.get(i);
            boolean owns =
                    habit.agent.isEmpty() || (persona != null && habit.agent.equals(persona.name));
            List<Step> steps = habit.admitted() && owns
                    ? slots.fill(agent, habit.steps, situation.slots(), repair.catalog())
                    : null;
            // what comes after another plan may become possible by it
            if (steps != null && (ahead || repair.obstacle(agent, steps.get(0)).isEmpty())) {
                options = options.isEmpty() ? new ArrayList<>() : options;
                options.add(new Option(habit, steps));
            }
        }
        return options;
    }

    private void order(PendingDecision plan, Mind mind, AgentHabits state, Option chosen) {
        LearnedHabit habit = chosen.habit();
        for (Step step : chosen.steps()) {
            parts.apply(plan, mind, new PlanPart.QueueableStep(step));
        }
        mind.habitRepeats = mind.lastHabit.equals(habit.plan) ? mind.habitRepeats + 1 : 1;
        mind.lastHabit = habit.plan;
        mind.lastDecision = clock.tick();
        mind.nextPlanAt = clock.tick() + pause;
        habit.use(clock.tick());
        if (!plan.queuedSteps().isEmpty()) {
            state.watch(new OpenPlan(
                    habit.situation, habit.agent, habit.steps, habit, plan.queuedSteps()));
        }
        decisionContext
                .listener()
                .habitUsed(plan.agent, habit.of(kindOf(plan.agent)), chosen.steps());
    }

    private String kindOf(int agent) {
        return kinds.of(agent).kind.name();
    }

    /** Has a model called for an agent's next plan. */
    public void callModel(int agent) {
        Mind mind = mMind.get(agent);
        if (mind != null) {
            mind.callsModel = true;
            decisionContext.dirtyAgents().mark(agent);
        }
    }

    // ---- learning

    /** Notes the situation in which a model is asked for a plan, and that it is. */
    public void prompted(PendingDecision request, Mind mind, SelectionRule rule) {
        mind.callsModel = false;
        AgentHabits state = stateOf(request.agent, mind);
        state.callWantedSince = Mind.NEVER;
        state.noticesNews(mind, mGoals.get(request.agent));
        KindHabits habits = kinds.of(request.agent);
        SituationText situation = habits.situations.read(request.agent, rule);
        request.situation = situation == null || !settings.learns ? "" : situation.toString();
        if (situation != null) {
            habits.facts.check(situation.facts());
        }
    }

    /** Watches a plan of a model that was queued as it was ordered. */
    private void planOrdered(PendingDecision request) {
        int agent = request.agent;
        Mind mind = mMind.get(agent);
        AgentHabits state = stateOf(agent, mind);
        state.noticesNews(mind, mGoals.get(agent)); // goals of this answer are no news
        if (request.situation.isEmpty()
                || !request.error.isEmpty()
                || request.queuedSteps().isEmpty()) {
            return;
        }
        KindHabits habits = kinds.of(agent);
        SituationText now = habits.situations.read(agent, StandardSelectionRule.IDLE);
        List<Step> steps =
                request.queuedSteps().stream().map(queued -> queued.step).toList();
        List<Step> general = now == null
                ? null
                : slots.generalize(agent, steps, now.slots(), habits.kind.catalog());
        if (general != null) {
            Persona persona = mPersona.get(agent);
            boolean own = persona != null && settings.individual.test(agent);
            state.watch(new OpenPlan(
                    request.situation,
                    own ? persona.name : "",
                    general,
                    null,
                    request.queuedSteps()));
            settle(agent, false);
        }
    }

    private AgentHabits stateOf(int agent, Mind mind) {
        AgentHabits state = agents.safeGet(agent);
        if (state == null || state.serial != mind.serial) {
            state = new AgentHabits(mind.serial);
            agents.set(agent, state);
        }
        return state;
    }

    /**
     * Draws conclusions from plans that have come to their end.
     *
     * @param dropped whether what has left the queue was given up because it did not fit
     */
    private void settle(int agent, boolean dropped) {
        AgentHabits state = agents.safeGet(agent);
        Mind mind = mMind.get(agent);
        if (state == null || mind == null || state.serial != mind.serial) {
            return;
        }
        for (int i = state.plans.size() - 1; i >= 0; i--) {
            OpenPlan plan = state.plans.get(i);
            End end = AgentHabits.endOf(plan, mQueue.get(agent), dropped);
            if (end != End.OPEN) {
                state.plans.remove(i);
                conclude(agent, mind, state, plan, end);
            }
        }
    }

    private void conclude(int agent, Mind mind, AgentHabits state, OpenPlan plan, End end) {
        if (end == End.REPLACED) {
            return;
        }
        boolean completed = end == End.COMPLETED;
        state.failures = completed ? 0 : state.failures + 1;
        if (state.failures >= settings.failures) {
            mind.callsModel = true;
            state.failures = 0;
        }
        HabitTable table = kinds.of(agent).table;
        if (plan.habit() != null) {
            table.useEnded(plan.habit(), completed);
        } else {
            table.planEnded(
                    plan.situation(), plan.owner(), plan.general(), completed, clock.tick());
        }
    }

    @Override
    public void stepDone(int agent, Step step) {
        settle(agent, false);
    }

    @Override
    public void stepFailed(int agent, Step step, String reason) {
        settle(agent, false);
    }

    @Override
    public void stepRemoved(int agent, Step step) {
        settle(agent, false);
    }

    @Override
    public void planDropped(int agent, int steps, String reason) {
        settle(agent, true);
    }

    @Override
    public void nextPlanDropped(int agent, int steps, String reason) {
        settle(agent, true);
    }

    // ---- reading

    /** Returns what agents need no model for when they talk. */
    public TalkHabits talk() {
        return talk;
    }

    /** Returns what holds the habits, for files and saves. */
    public HabitStore store() {
        return store;
    }

    /** Describes the habit that an agent's plan comes from; empty if it comes from none. */
    public String describe(int agent) {
        AgentHabits state = agents.safeGet(agent);
        for (int i = state == null ? -1 : state.plans.size() - 1; state != null && i >= 0; i--) {
            LearnedHabit habit = state.plans.get(i).habit();
            if (habit != null) {
                return habit.describe(settings.date);
            }
        }
        return "";
    }
}
