/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.habits.internal;

import com.artemis.ComponentMapper;
import com.artemis.World;
import com.artemis.utils.Bag;
import dev.triune.GameClock;
import dev.triune.MindListener;
import dev.triune.PlanSource.ModelPlan;
import dev.triune.action.Step;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.Goals;
import dev.triune.component.Mind;
import dev.triune.component.Persona;
import dev.triune.habits.internal.AgentHabits.End;
import dev.triune.habits.internal.AgentHabits.OpenPlan;
import dev.triune.internal.inject.GameFaults;
import dev.triune.internal.kind.PerKind;
import dev.triune.llm.Ticket;
import dev.triune.prompt.Perception;
import dev.triune.prompt.Surroundings;
import dev.triune.rule.SelectionRule;
import dev.triune.rule.SelectionRule.Purpose;
import dev.triune.rule.StandardSelectionRule;
import java.util.List;
import java.util.function.ObjIntConsumer;

/**
 * Watches plans until they end: plans of models may become habits, and habits that fail are
 * demoted. Artemis fills in the mappers. Game thread only.
 */
@SuppressWarnings("NullAway.Init") // Artemis fills in the mappers
public final class HabitLearning implements MindListener {
    private final GameClock clock;
    private final HabitSettings settings;
    private final PerKind<KindHabits> kinds;
    private final PlanSlots slots;
    private final GameFaults faults = new GameFaults(HabitSystem.class);
    private final Bag<AgentHabits> agents = new Bag<>(AgentHabits.class);

    private ComponentMapper<Mind> mMind;
    private ComponentMapper<HabitState> mState;
    private ComponentMapper<BehaviorQueue> mQueue;
    private ComponentMapper<Goals> mGoals;
    private ComponentMapper<Persona> mPersona;

    HabitLearning(
            GameClock clock, HabitSettings settings, PerKind<KindHabits> kinds, PlanSlots slots) {
        this.clock = clock;
        this.settings = settings;
        this.kinds = kinds;
        this.slots = slots;
    }

    /** Begins to serve a world. */
    void join(World world) {
        world.inject(this);
        faults.join(world);
    }

    /** Returns the state of an agent, which is empty at first. */
    public AgentHabits stateOf(int agent, Mind mind) {
        AgentHabits state = agents.safeGet(agent);
        if (state == null || state.serial != mind.serial) {
            state = new AgentHabits(mind.serial);
            agents.set(agent, state);
        }
        return state;
    }

    /** Calls back for each entity that was an agent, with its state. */
    void forEachAgent(ObjIntConsumer<AgentHabits> action) {
        for (int agent = 0; agent < agents.size(); agent++) {
            AgentHabits state = agents.get(agent);
            if (state != null) {
                action.accept(state, agent);
            }
        }
    }

    /** Learns nothing from the plans that are open. */
    void forgetPlans() {
        forEachAgent((state, agent) -> {
            state.plans.clear();
            state.plannedIn = "";
        });
    }

    /** Returns what is saved of an agent, as of now. */
    HabitState saved(int agent, Mind mind) {
        HabitState state = mState.create(agent);
        state.forgetWith(mind);
        return state;
    }

    /** Whether a player has interacted with an agent, or it has got a goal, since the last call. */
    boolean checkForNews(int agent, Mind mind) {
        return stateOf(agent, mind).checkForNews(mind, mGoals.get(agent));
    }

    /** Notes that a model is called for a plan, and the situation. */
    void prompted(int agent, SelectionRule rule, Ticket request) {
        Mind mind = mMind.get(agent);
        if (mind == null) {
            return; // the game's code has removed it
        }
        saved(agent, mind).callsModel = false;
        AgentHabits state = stateOf(agent, mind);
        state.callWantedSince = Mind.NEVER;
        state.checkForNews(mind, mGoals.get(agent));
        KindHabits habits = kinds.of(agent);
        SituationText situation = habits.situations.read(agent, rule);
        if (situation == null) {
            state.prompted(request, "", "", List.of());
        } else {
            state.prompted(
                    request,
                    settings.learns ? situation.toString() : "",
                    situation.role(),
                    slots.visible(agent));
            habits.facts.check(situation.facts());
        }
    }

    /** Watches a model's plan that was queued without changes. */
    void learnFromPlan(int agent, ModelPlan plan) {
        Mind mind = mMind.get(agent);
        if (mind == null) {
            return; // a listener has removed it
        }
        AgentHabits state = stateOf(agent, mind);
        String situation = state.situationOf(plan.request());
        state.plannedIn = situation;
        state.checkForNews(mind, mGoals.get(agent)); // goals set by this answer are not news
        BehaviorQueue queue = mQueue.get(agent);
        boolean decides = !plan.steps().isEmpty()
                || (plan.rule().purpose().reviewsPlan()
                        && queue != null
                        && queue.next() != null); // it keeps its plan
        boolean once = plan.rule().purpose() == Purpose.DUE; // which is no habit
        if (situation.isEmpty() || plan.flawed() || !decides || once) {
            return;
        }
        KindHabits habits = kinds.of(agent);
        SituationText now = habits.situations.read(agent, StandardSelectionRule.IDLE);
        List<Step> steps = plan.steps().stream().map(queued -> queued.step).toList();
        List<Step> general = now == null
                ? null
                : slots.generalize(
                        agent, steps, state.promptedSights(), now.slots(), habits.kind.catalog());
        if (general != null) {
            Persona persona = mPersona.get(agent);
            boolean own =
                    persona != null && faults.test("individual", settings.individual, agent, false);
            state.watch(new OpenPlan(
                    situation,
                    own ? Persona.nameOf(persona) : "",
                    general,
                    null,
                    plan.steps(),
                    state.promptedRole(),
                    scene(agent)));
            settle(agent, false);
        }
    }

    /**
     * Learns from the plans that have ended.
     *
     * @param dropped whether steps that have left the queue were dropped because they did not fit
     */
    void settle(int agent, boolean dropped) {
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
                conclude(agent, mind, plan, end);
            }
        }
    }

    private void conclude(int agent, Mind mind, OpenPlan plan, End end) {
        if (end == End.REPLACED) {
            return;
        }
        boolean completed = end == End.COMPLETED;
        boolean changed = scene(agent) != plan.scene();
        HabitTable table = kinds.of(agent).table;
        if (plan.habit() != null) {
            completed &= changed || !plan.habit().changesScene();
            table.useEnded(plan.habit(), completed);
        } else {
            table.planEnded(
                    plan.situation(),
                    plan.owner(),
                    plan.general(),
                    completed,
                    changed,
                    clock.tick(),
                    plan.role());
        }
        saved(agent, mind).callsModel |= !completed;
    }

    /**
     * Returns a number for what an agent perceives, which changes with its place or state: what it
     * sees, in order, what its perception tells, and its situation without the needs, which change
     * by themselves.
     */
    int scene(int agent) {
        KindHabits habits = kinds.of(agent);
        SituationText situation = habits.situations.read(agent, StandardSelectionRule.IDLE);
        int scene = slots.visible(agent).hashCode();
        if (situation != null) {
            for (String part : situation.toString().split(SituationText.BETWEEN, 0)) {
                scene = 31 * scene + (part.startsWith("needs ") ? 0 : part.hashCode());
            }
        }
        Perception perception = habits.kind.config().perception();
        try {
            Surroundings around = perception.perceive(agent);
            return 31 * (31 * scene + around.place().hashCode())
                    + around.facts().hashCode()
                    + around.options().hashCode();
        } catch (Throwable e) {
            faults.report("perception", perception, agent, e);
            return scene;
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

    /** Describes the habit behind an agent's plan; empty if there is none. */
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
