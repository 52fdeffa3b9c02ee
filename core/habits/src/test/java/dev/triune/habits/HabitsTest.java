/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.habits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.triune.AgentInspection;
import dev.triune.MindStats;
import dev.triune.action.ActionCatalog;
import dev.triune.action.Progress;
import dev.triune.action.Step;
import dev.triune.action.VisibleObject;
import dev.triune.component.Mind;
import dev.triune.prompt.Perception;
import dev.triune.prompt.Perception.SituationFacts;
import dev.triune.prompt.Surroundings;
import dev.triune.system.LLMSchedulerSystem;
import dev.triune.testkit.MindTest;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A plan that was completed twice in a situation is used again there without a model. */
final class HabitsTest extends HabitWorldTest {
    @TempDir
    private Path folder;

    @Test
    void planCompletedTwiceIsReusedWithoutAModel() {
        MindTest sim = world(habits, GATHER);
        int mira = agentThatSees(sim, "Mira", VisibleObject.of("old oak", "tree"));
        useHabits(sim, 5);

        assertThat(calls(sim)).isEqualTo(2);
        assertThat(used.get(0))
                .isEqualTo(mira + " gather <nearest tree> 3, rest as [gather old oak 3, rest]");
        assertThat(habits.all()).singleElement().satisfies(habit -> {
            assertThat(habit.situation()).isEqualTo("free; sees tree; can build");
            assertThat(habit.kind()).isEqualTo("default");
            assertThat(habit.plans()).isEqualTo(2);
            assertThat(habit.uses()).isEqualTo(4);
            assertThat(habit.successes()).isEqualTo(4);
            assertThat(habit.recent()).isEqualTo("++++++");
        });
    }

    @Test
    void statsCountHabitStepsSeparatelyAndInTotal() {
        MindTest sim = world(habits, GATHER);
        agentThatSees(sim, "Mira", VisibleObject.of("old oak", "tree"));
        useHabits(sim, 3);
        sim.ticks(10);

        MindStats stats = sim.stats();
        assertThat(stats.plans().ordered()).isEqualTo(3);
        assertThat(stats.plans().orderedSteps()).isEqualTo(new MindStats.StepCounts(6, 4, 0, 0));
        assertThat(stats.steps().queued()).isEqualTo(4 + 6);
        assertThat(stats.steps().done()).isEqualTo(4 + 4);
    }

    @Test
    void inspectionNamesTheHabitOfAPlan() {
        habits.date(tick -> "on day " + (1 + tick / 1_000));
        MindTest sim = world(habits, GATHER);
        int mira = agentThatSees(sim, "Mira", VisibleObject.of("old oak", "tree"));
        LLMSchedulerSystem scheduler = sim.world().getSystem(LLMSchedulerSystem.class);
        sim.tickUntil(() -> !sim.queue(mira).isEmpty(), 400);
        assertThat(scheduler.inspect(mira).plan().source()).isEmpty();

        useHabits(sim, 3);

        AgentInspection seen = scheduler.inspect(mira);
        assertThat(seen.plan().source())
                .isEqualTo("learned on day 1 from 2 plans, 100 % of 2 uses");
        assertThat(sim.steps(mira)).allMatch(step -> step.habit);
    }

    @Test
    void habitIsSharedByAllAgentsOfAKind() {
        MindTest sim = world(habits, GATHER);
        agentThatSees(sim, "Mira", VisibleObject.of("old oak", "tree"));
        useHabits(sim, 1);
        long before = calls(sim);
        int oren = agentThatSees(
                sim, "Oren", VisibleObject.of("birch", "tree"), VisibleObject.of("elm", "tree"));
        sim.tickUntil(() -> !sim.queue(oren).isEmpty(), 20);

        assertThat(sim.queue(oren))
                .first()
                .isEqualTo(Step.of("gather").with("target", "birch").with("amount", 3));
        assertThat(calls(sim)).isEqualTo(before);
    }

    @Test
    void planWithAFailedStepDoesNotBecomeAHabit() {
        MindTest sim = world(habits, GATHER);
        int mira = agentThatSees(sim, "Mira", VisibleObject.of("old oak", "tree"));
        for (int i = 0; i < 4; i++) {
            sim.tickUntil(() -> sim.queue(mira).size() == 2, 20_000);
            sim.fail(mira, "the axe broke");
            sim.tickUntil(() -> sim.queue(mira).isEmpty(), 200);
        }
        assertThat(habits.all()).isEmpty();
        assertThat(sim.stats().plans().ordered()).isZero();
    }

    @Test
    void habitIsNotRepeatedWhereTheGameSaysThatItsStepIsPossibleButItFails() {
        MindTest sim = world(habits, "{\"action\":[{\"type\":\"build\",\"building\":\"hut\"}]}");
        boolean[] lies = {false};
        sim.plugin(minds -> minds.runner(
                "build", (agent, step) -> lies[0] ? Progress.failed("no wood") : Progress.DONE));
        int mira = sim.agent("Mira");
        useHabits(sim, 3);
        assertThat(used).last().asString().endsWith("build hut as [build hut]");
        lies[0] = true; // the precondition of build still holds
        sim.get(mira, Mind.class).usesModel = false;
        long before = sim.stats().plans().ordered();

        sim.ticks(20 * 60 * 60);
        assertThat(habits.all()).isEmpty();
        assertThat(sim.stats().plans().ordered() - before).as("in an hour").isBetween(5L, 20L);
    }

    @Test
    void habitThatQueuesNothingIsGivenUp() {
        Habits written = Habits.parse("by hand", """
                {"format":"triune habits","version":1,"records":[
                {"kind":"default","situation":"free","steps":[
                {"type":"set_priorities","order":"work, rest"}]}]}""");
        ActionCatalog catalog =
                ActionCatalog.builder().action("rest", "sit down").selfActions().build();
        MindTest sim =
                MindTest.world(catalog).plugin(minds -> minds.with(written.exploration(0, 0)));
        sim.get(sim.agent("Mira"), Mind.class).usesModel = false;

        sim.ticks(20 * 60);
        assertThat(sim.stats().plans().ordered()).isLessThanOrEqualTo(3);
    }

    @Test
    void nextWorldTakesTheHabitsOfAnEarlierOneAsText() {
        MindTest sim = world(habits, GATHER);
        agentThatSees(sim, "Mira", VisibleObject.of("old oak", "tree"));
        useHabits(sim, 3);
        assertThatIllegalStateException()
                .isThrownBy(() -> agentThatSees(world(habits, GATHER), "Oren"))
                .withMessageEndingWith("(set before the world is built; the next world takes"
                        + " Habits.parse(name, habits.text()))");

        Habits next = Habits.parse("level 1", habits.text()).exploration(0, 0);
        MindTest other = world(next, "nonsense");
        int oren = agentThatSees(other, "Oren", VisibleObject.of("birch", "tree"));
        other.get(oren, Mind.class).usesModel = false;
        useHabits(other, 1);
        assertThat(other.queue(oren)).first().hasToString("gather birch 3");
    }

    @Test
    void habitsSurviveSavingAndLoadingAFile() throws Exception {
        MindTest sim = world(habits, GATHER);
        agentThatSees(sim, "Mira", VisibleObject.of("old oak", "tree"));
        useHabits(sim, 3);
        Path file = folder.resolve("minds.json");
        habits.save(file);
        assertThat(file).hasContent("""
                {"format": "triune habits", "version": 1, "records": [
                {"kind":"default","situation":"free; sees tree; can build","steps":\
                [{"type":"gather","target":"<nearest tree>","amount":3},{"type":"rest"}],\
                "learned":266,"plans":2,"uses":2,"successes":2,"recent":"++++"}
                ]}
                """);

        Habits loaded = Habits.load(file).exploration(0, 0);
        assertThat(loaded.all()).isEqualTo(habits.all());
        MindTest other = world(loaded, "nonsense");
        int oren = agentThatSees(other, "Oren", VisibleObject.of("birch", "tree"));
        other.get(oren, Mind.class).usesModel = false;
        useHabits(other, 2);
        assertThat(other.stats().requests().pending()).isZero();
        assertThat(other.queue(oren)).first().hasToString("gather birch 3");
        loaded.save(folder.resolve("again.json"));
    }

    @Test
    void situationIncludesGameFactsButNotSlots() {
        Perception perception = new Perception() {
            @Override
            public Surroundings perceive(int agent) {
                return Surroundings.NONE;
            }

            @Override
            public void describeSituation(int agent, SituationFacts facts) {
                facts.fact("time", "night");
                facts.fact("storm", false);
                facts.slot("home", "hut " + agent);
            }
        };
        MindTest sim = world(habits, """
                {"action":[{"type":"visit","whom":"hut 0"}]}""").plugin(minds -> minds.perception(perception));
        int mira = sim.agent("Mira");
        assertThat(mira).isZero();
        useHabits(sim, 1);
        assertThat(habits.all()).singleElement().satisfies(habit -> {
            assertThat(habit.situation()).isEqualTo("free; time night; storm no; can build");
            assertThat(habit.plan()).isEqualTo("visit <home>");
        });
        int oren = sim.agent("Oren");
        sim.tickUntil(() -> !sim.queue(oren).isEmpty(), 20);
        assertThat(sim.queue(oren)).singleElement().hasToString("visit hut " + oren);
    }

    @Test
    void kindThatReadsLikeASlotKeepsItsNames() {
        for (String kind : List.of("hut 2", "a<b", "a>b", "2")) {
            used.clear();
            Habits learned = Habits.learning().exploration(0, 0);
            MindTest sim = world(learned, """
                    {"action":[{"type":"visit","whom":"castle"}]}""");
            int mira = agentThatSees(
                    sim,
                    "Mira",
                    VisibleObject.of("shed", "hut"),
                    VisibleObject.of("cabin", "hut"),
                    VisibleObject.of("castle", kind));
            useHabits(sim, 1);
            assertThat(used).as(kind).containsExactly(mira + " visit castle as [visit castle]");
        }
    }

    @Test
    void individualHabitsAreNotShared() {
        MindTest sim = world(habits.individual(agent -> true), GATHER);
        agentThatSees(sim, "Mira", VisibleObject.of("old oak", "tree"));
        useHabits(sim, 1);
        assertThat(habits.all())
                .singleElement()
                .satisfies(habit -> assertThat(habit.agent()).isEqualTo("Mira"));
        long before = calls(sim);
        agentThatSees(sim, "Oren", VisibleObject.of("old oak", "tree"));
        sim.tickUntil(() -> calls(sim) == before + 1, 2_000);
    }

    @Test
    void whereTheGameFailsToSayWhoIsAnIndividualAllLearnTogetherAndTheTickGoesOn() {
        MindTest sim = world(
                habits.individual(agent -> {
                    throw new IllegalStateException("no cast");
                }),
                GATHER);
        agentThatSees(sim, "Mira", VisibleObject.of("old oak", "tree"));
        useHabits(sim, 1);
        assertThat(habits.all())
                .singleElement()
                .satisfies(habit -> assertThat(habit.agent()).isEmpty());
    }

    @Test
    void learnsNoHabitsWhenLearningIsOff() {
        MindTest sim = world(habits.learns(false), GATHER);
        agentThatSees(sim, "Mira", VisibleObject.of("old oak", "tree"));
        sim.tickUntil(() -> calls(sim) == 4, 20_000);
        assertThat(habits.all()).isEmpty();
    }
}
