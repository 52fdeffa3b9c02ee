/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.habits;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.action.ActionCatalog;
import dev.triune.action.Field;
import dev.triune.action.Routine;
import dev.triune.action.Step;
import dev.triune.component.Mind;
import dev.triune.prompt.Perception;
import dev.triune.prompt.Perception.SituationFacts;
import dev.triune.prompt.Surroundings;
import dev.triune.testkit.MindTest;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Habits in situations similar to those in which they were learned. */
class SimilarHabitsTest {
    private static final String SWEEP = """
            {"action":[{"type":"sweep"},{"type":"build","building":"mill"}]}""";

    private final Habits habits = Habits.learning().exploration(0, 0);
    private String weather = "fine";
    private String season = "spring";
    private String project = "mill";
    private boolean broom = true;

    private final ActionCatalog actions = ActionCatalog.builder()
            .action("sweep", "clean the floor")
            .action("build", "put up", Field.oneOf("building", "hut", "well", "mill"))
            .require("sweep", "a broom", (agent, step) -> broom || madeABroom(agent))
            .require("build", "wood", (agent, step) -> true)
            .build();

    private final MindTest sim = world(habits, 20);
    private final int mira = sim.agent("Mira");

    private MindTest world(Habits with, int stepTicks) {
        return MindTest.world(actions)
                .mind(SWEEP)
                .stepsTake(stepTicks)
                .plugin(minds -> minds.with(with)
                        .perception(new Facts())
                        .routine(new MakesBrooms())
                        .configure(config -> config.thinkAhead(false)));
    }

    private final class Facts implements Perception {
        @Override
        public Surroundings perceive(int agent) {
            return Surroundings.NONE;
        }

        @Override
        public void describeSituation(int agent, SituationFacts facts) {
            facts.fact("weather", weather);
            facts.fact("season", season);
            facts.fact("place", "village");
            facts.slot("building", project);
            facts.role("smith");
        }
    }

    private static final class MakesBrooms implements Routine {
        @Override
        public List<Step> bridge(int agent, Step step, String obstacle) {
            return List.of(Step.of("build").with("building", "hut"));
        }
    }

    private boolean madeABroom(int agent) {
        return sim.done(agent).toString().contains("hut");
    }

    private long calls() {
        return sim.stats().answers().total();
    }

    private void useHabits(long plans) {
        sim.tickUntil(() -> sim.stats().plans().ordered() >= plans, 20_000);
    }

    @Test
    void usesHabitOfSimilarSituationWhenNoModelMayBeCalled() {
        useHabits(1);
        long before = calls();
        sim.get(mira, Mind.class).usesModel = false;
        weather = "storm";
        useHabits(4);
        assertThat(calls()).isEqualTo(before);
        assertThat(habits.all()).hasSize(1);
    }

    @Test
    void planThatSucceededOnceIsUsedWhenNoModelMayBeCalled() {
        sim.tickUntil(() -> sim.done(mira).size() == 2, 2_000);
        assertThat(sim.stats().plans().ordered()).isZero();
        Habits baked = Habits.parse("baked", habits.text());
        assertThat(baked.all()).isEmpty();

        MindTest shipped = world(baked, 20);
        shipped.get(shipped.agent("Oren"), Mind.class).usesModel = false;
        weather = "storm";
        shipped.tickUntil(() -> shipped.stats().plans().ordered() >= 2, 2_000);
        assertThat(baked.all())
                .singleElement()
                .satisfies(habit -> assertThat(habit.roles()).containsExactly("smith"));
    }

    @Test
    void callsModelInSimilarSituation() {
        useHabits(1);
        long before = calls();
        weather = "storm";
        sim.tickUntil(() -> calls() > before, 2_000);
    }

    @Test
    void situationWithLittleInCommonIsNotSimilar() {
        useHabits(1);
        sim.get(mira, Mind.class).usesModel = false;
        weather = "storm";
        season = "winter";
        project = "well";
        sim.needs(mira).hunger = 0.5f;
        sim.ticks(100);
        long before = sim.stats().plans().ordered();
        sim.ticks(2_000);
        assertThat(sim.stats().plans().ordered()).isEqualTo(before);
    }

    @Test
    void agentKeepsItsPlanUntilTheSituationChanges() {
        Habits unused = Habits.learning().needBands(); // needs fall meanwhile
        MindTest slow = world(unused, 100_000);
        int oren = slow.agent("Oren");
        slow.tickUntil(() -> slow.stats().answers().total() == 1, 2_000);
        slow.ticks(1_000);
        assertThat(slow.stats().answers().total()).isEqualTo(1);

        weather = "storm";
        slow.tickUntil(() -> slow.stats().answers().total() == 2, 4_000);
        slow.ticks(1_000);
        assertThat(slow.stats().answers().total()).isEqualTo(2);
        unused.callModel(oren);
        slow.tickUntil(() -> slow.stats().answers().total() == 3, 4_000);
    }

    @Test
    void choiceFieldIsASlotIfTheGameDeclaresOne() {
        useHabits(1);
        assertThat(habits.all())
                .singleElement()
                .satisfies(habit -> assertThat(habit.plan()).isEqualTo("sweep, build <building>"));
        project = "well";
        useHabits(2);
        assertThat(sim.queue(mira)).last().hasToString("build well");
    }

    @Test
    void habitAppliesIfTheRoutineCanBridgeItsFirstStep() {
        useHabits(1);
        sim.get(mira, Mind.class).usesModel = false;
        sim.tickUntil(() -> sim.queue(mira).isEmpty(), 2_000);
        broom = false;
        sim.tickUntil(() -> madeABroom(mira), 2_000);
        sim.tickUntil(() -> sim.stats().plans().orderedSteps().done() >= 4, 2_000);
    }

    @Test
    void droppedHabitIsRetriedLaterWhenNoModelMayBeCalled() {
        useHabits(1);
        sim.get(mira, Mind.class).usesModel = false;
        while (!habits.all().isEmpty()) {
            sim.tickUntil(() -> !sim.queue(mira).isEmpty(), 2_000);
            sim.fail(mira, "the broom broke");
            sim.tickUntil(() -> sim.queue(mira).isEmpty(), 200);
        }
        long before = sim.stats().plans().ordered();
        sim.ticks(5 * 60 * 20 - 2_000);
        assertThat(sim.stats().plans().ordered()).isEqualTo(before);
        sim.tickUntil(() -> !habits.all().isEmpty(), 4_000);
        useHabits(before + 3);
    }
}
