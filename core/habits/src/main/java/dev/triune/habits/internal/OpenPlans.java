/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.habits.internal;

import com.artemis.Aspect;
import com.artemis.BaseSystem;
import com.artemis.ComponentMapper;
import dev.triune.action.Step;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.Mind;
import dev.triune.component.QueuedStep;
import dev.triune.habits.internal.AgentHabits.OpenPlan;
import dev.triune.internal.inject.GameObjects;
import dev.triune.internal.kind.PerKind;
import dev.triune.llm.JsonRecords;
import dev.triune.system.SavedState;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Saves which plans of agents are watched, so that the habits behind them are still judged after a
 * load, and models' plans are still learned. Agents are told apart by serial, steps by their places
 * in the queue, which nothing changes between a load and the agent's next tick. Game thread only.
 */
@SuppressWarnings("NullAway.Init") // Artemis fills in the mappers
public final class OpenPlans extends BaseSystem implements SavedState {
    private static final String PLACES = "places";
    private static final JsonRecords FORMAT = new JsonRecords("triune open plans", 1);

    private final PerKind<KindHabits> kinds;
    private final HabitLearning learning;

    /** The records of agents that were loaded and have not appeared, by serial. */
    private final Map<Long, List<Map<String, Object>>> loaded = new HashMap<>();

    private ComponentMapper<Mind> mMind;
    private ComponentMapper<BehaviorQueue> mQueue;

    OpenPlans(PerKind<KindHabits> kinds, HabitLearning learning) {
        this.kinds = kinds;
        this.learning = learning;
    }

    @Override
    protected void initialize() {
        Aspect.Builder agents = Aspect.all(Mind.class, BehaviorQueue.class);
        GameObjects.subscribe(world, agents, this::appeared, left -> {});
    }

    @Override
    protected boolean checkProcessing() {
        return false;
    }

    @Override
    protected void processSystem() {}

    @Override
    public String stateName() {
        return "openplans";
    }

    // ---- writing

    @Override
    public String writeState() {
        List<Map<String, Object>> records = new ArrayList<>();
        learning.forEachAgent((state, agent) -> {
            Mind mind = mMind.get(agent);
            BehaviorQueue queue = mQueue.get(agent);
            if (mind == null || queue == null || mind.serial != state.serial) {
                return; // it is gone
            }
            for (OpenPlan plan : state.plans) {
                Map<String, Object> record = record(state, plan, queue);
                if (!list(record, PLACES).isEmpty()) { // else another plan has replaced it
                    records.add(record);
                }
            }
        });
        return records.isEmpty() ? "" : FORMAT.write(records);
    }

    private static Map<String, Object> record(
            AgentHabits state, OpenPlan plan, BehaviorQueue queue) {
        List<QueuedStep> all = all(queue);
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("serial", state.serial);
        values.put("planned", state.plannedIn);
        values.put("situation", plan.situation());
        values.put("owner", plan.owner());
        values.put("role", plan.role());
        values.put("scene", plan.scene());
        values.put("habit", plan.habit() != null);
        values.put("steps", plan.general().stream().map(HabitFile::record).toList());
        values.put(
                PLACES,
                plan.steps().stream().map(all::indexOf).filter(at -> at >= 0).toList());
        return values;
    }

    /** Returns the steps of a queue and then those of the next plan. */
    private static List<QueuedStep> all(BehaviorQueue queue) {
        List<QueuedStep> all = new ArrayList<>(queue.steps);
        all.addAll(queue.ahead());
        return all;
    }

    // ---- reading

    @Override
    public void readState(String text) {
        loaded.clear();
        if (!text.isEmpty()) {
            for (JsonRecords.Entry entry : FORMAT.parse("the save", text)) {
                if (entry.values().get("serial") instanceof Long serial) {
                    loaded.computeIfAbsent(serial, none -> new ArrayList<>()).add(entry.values());
                }
            }
        }
    }

    private void appeared(int agent) {
        if (loaded.isEmpty()) {
            return; // as nearly always
        }
        Mind mind = mMind.get(agent);
        List<Map<String, Object>> records = loaded.remove(mind.serial);
        List<QueuedStep> all = all(mQueue.get(agent));
        for (Map<String, Object> record :
                records == null ? List.<Map<String, Object>>of() : records) {
            OpenPlan plan = plan(agent, record, all);
            if (plan != null) {
                AgentHabits state = learning.stateOf(agent, mind);
                state.plannedIn = text(record, "planned");
                state.watch(plan);
            }
        }
    }

    /** Returns a plan of a save; null if its habit or its steps are not there. */
    private @Nullable OpenPlan plan(
            int agent, Map<String, Object> record, List<QueuedStep> queued) {
        String situation = text(record, "situation");
        String owner = text(record, "owner");
        List<Step> general = new ArrayList<>();
        for (Object each : list(record, "steps")) {
            if (each instanceof Map<?, ?> map && map.get(HabitFile.TYPE) instanceof String type) {
                general.add(HabitFile.step(type, map));
            }
        }
        List<QueuedStep> steps = new ArrayList<>();
        for (Object each : list(record, PLACES)) {
            if (each instanceof Long at && at >= 0 && at < queued.size()) {
                steps.add(queued.get(at.intValue()));
            }
        }
        boolean fromHabit = Boolean.TRUE.equals(record.get("habit"));
        LearnedHabit habit = fromHabit
                ? kinds.of(agent)
                        .table
                        .find(situation, owner, LearnedHabit.planOf(situation, general))
                : null;
        if (steps.isEmpty() || (fromHabit && habit == null)) {
            return null;
        }
        int scene = record.get("scene") instanceof Long saved ? saved.intValue() : 0;
        return new OpenPlan(situation, owner, general, habit, steps, text(record, "role"), scene);
    }

    private static String text(Map<String, Object> record, String key) {
        return record.get(key) instanceof String text ? text : "";
    }

    private static List<?> list(Map<String, Object> record, String key) {
        return record.get(key) instanceof List<?> list ? list : List.of();
    }
}
