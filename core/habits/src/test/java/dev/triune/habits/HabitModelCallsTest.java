/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.habits;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.action.VisibleObject;
import dev.triune.component.Goals;
import dev.triune.component.Layer;
import dev.triune.component.Mind;
import dev.triune.component.Senses;
import dev.triune.system.LLMSchedulerSystem;
import dev.triune.testkit.MindTest;
import java.util.List;
import org.junit.jupiter.api.Test;

/** When the model is called although there are habits. */
final class HabitModelCallsTest extends HabitWorldTest {
    @Test
    void newSituationCallsTheModel() {
        MindTest sim = world(habits, GATHER);
        int mira = agentThatSees(sim, "Mira", VisibleObject.of("old oak", "tree"));
        useHabits(sim, 1);
        long before = calls(sim);
        sim.get(mira, Senses.class).visible.add(VisibleObject.of("granite", "rock"));
        sim.tickUntil(() -> calls(sim) > before, 2_000);
    }

    @Test
    void habitWithUnfillableSlotDoesNotApply() {
        MindTest sim = world(habits, """
                {"action":[{"type":"visit","whom":"Oren"}]}""");
        int mira = sim.agent("Mira");
        int oren = sim.agent("Oren");
        sim.get(oren, Mind.class).usesModel = false;
        LLMSchedulerSystem scheduler = sim.world().getSystem(LLMSchedulerSystem.class);
        sim.ticks(1);
        scheduler.overrideLayer(mira, Layer.EXECUTOR);
        sim.get(mira, Senses.class).nearby.add(oren);
        useHabits(sim, 1);
        assertThat(habits.all())
                .singleElement()
                .satisfies(habit -> assertThat(habit.plan()).isEqualTo("visit <partner>"));
        long before = calls(sim);
        sim.get(mira, Senses.class).nearby.clear();

        sim.tickUntil(() -> calls(sim) > before, 2_000);
    }

    @Test
    void failedHabitIsDroppedAndTheModelIsCalledAgain() {
        MindTest sim = world(habits, GATHER);
        int mira = agentThatSees(sim, "Mira", VisibleObject.of("old oak", "tree"));
        useHabits(sim, 1);
        sim.fail(mira, "the axe broke");
        sim.ticks(1);
        assertThat(habits.all()).isEmpty();
        long before = calls(sim);

        sim.tickUntil(() -> calls(sim) > before, 2_000);
        assertThat(sim.stats().plans().ordered()).isEqualTo(1);
    }

    @Test
    void callsModelForNewGoalPlayerOrGameRequest() {
        MindTest sim = world(habits, GATHER);
        int mira = agentThatSees(sim, "Mira", VisibleObject.of("old oak", "tree"));
        LLMSchedulerSystem scheduler = sim.world().getSystem(LLMSchedulerSystem.class);
        useHabits(sim, 1);
        assertThat(calls(sim)).isEqualTo(2);

        habits.callModel(9_999); // nobody
        habits.callModel(mira);
        sim.tickUntil(() -> calls(sim) == 3, 2_000);
        useHabits(sim, 2);
        scheduler.playerInteracted(mira);
        sim.tickUntil(() -> calls(sim) == 4, 2_000);
        useHabits(sim, 3);
        sim.get(mira, Goals.class).add("quest", "guard the gate");
        sim.tickUntil(() -> calls(sim) == 5, 2_000);
    }

    @Test
    void habitsContinueWhenNoModelMayBeCalled() {
        MindTest sim = world(habits, GATHER);
        int mira = agentThatSees(sim, "Mira", VisibleObject.of("old oak", "tree"));
        useHabits(sim, 1);
        sim.get(mira, Mind.class).usesModel = false;
        habits.callModel(mira);

        useHabits(sim, 4);
        assertThat(calls(sim)).isEqualTo(2);
    }

    @Test
    void samePlanIsNotRepeatedMoreOftenThanAllowed() {
        habits.repeats(2).completions(1).leastSuccess(0);
        MindTest sim = world(habits, """
                {"action":[{"type":"rest"}]}""", """
                {"action":[{"type":"visit","whom":"the well"}]}""");
        int mira = sim.agent("Mira");
        sim.tickUntil(() -> calls(sim) == 1, 2_000);
        habits.callModel(mira);
        sim.tickUntil(() -> calls(sim) == 2, 2_000);
        habits.callModel(mira);
        useHabits(sim, 1);
        used.clear();
        useHabits(sim, 40);
        List<String> plans =
                used.stream().map(each -> each.replaceAll(" as .*", "")).toList();
        for (int i = 2; i < plans.size(); i++) {
            assertThat(plans.subList(i - 2, i + 1))
                    .as("from " + i)
                    .satisfies(three ->
                            assertThat(three.stream().distinct().count()).isGreaterThan(1));
        }
    }

    @Test
    void callsModelEveryTimeForWatchedAgents() {
        MindTest sim = world(habits.watched(agent -> true), GATHER);
        agentThatSees(sim, "Mira", VisibleObject.of("old oak", "tree"));
        sim.tickUntil(() -> calls(sim) == 6, 20_000);
        assertThat(habits.all()).hasSize(1);
        assertThat(sim.stats().plans().ordered()).isZero();
    }

    @Test
    void callsModelWhenTheWatchedCheckThrows() {
        habits.watched(agent -> {
            throw new IllegalStateException("no camera");
        });
        MindTest sim = world(habits, GATHER);
        agentThatSees(sim, "Mira", VisibleObject.of("old oak", "tree"));
        sim.tickUntil(() -> calls(sim) == 6, 20_000);
        assertThat(sim.stats().plans().ordered()).isZero();
    }

    @Test
    void explorationCallsTheModelAlthoughAHabitApplies() {
        MindTest sim = world(habits.exploration(1, 1), GATHER);
        agentThatSees(sim, "Mira", VisibleObject.of("old oak", "tree"));
        sim.tickUntil(() -> calls(sim) == 6, 20_000);
        assertThat(habits.all())
                .singleElement()
                .satisfies(habit -> assertThat(habit.plans()).isGreaterThan(4));
    }
}
