/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.habits;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.action.ActionCatalog;
import dev.triune.prompt.Perception;
import dev.triune.prompt.Surroundings;
import dev.triune.testkit.MindTest;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A model that keeps a busy agent's plan in a situation need not be called there again. */
class KeptPlanTest {
    private static final int STEPS = 8;
    private static final String GO_ON = """
            {"thinking":"I go on."}""";

    /** Steps of 45 s, so that the plan lasts. */
    private static final String PLAN = IntStream.range(0, STEPS)
            .mapToObj(i -> "{\"type\":\"" + (i % 2 == 0 ? "sweep" : "rest") + "\"}")
            .collect(Collectors.joining(",", "{\"action\":[", "]}"));

    private final ActionCatalog actions = ActionCatalog.builder()
            .action("sweep", "clean the floor")
            .action("rest", "sit down")
            .build();

    private final Habits habits =
            Habits.learning().exploration(0, 0).completions(1).needBands();
    private String weather = "calm";
    private volatile boolean busy;
    private final MindTest sim = MindTest.world(actions)
            .mind((prompt, random) -> busy ? GO_ON : PLAN)
            .stepsTake(900)
            .plugin(minds -> minds.with(habits)
                    .perception(new Weather())
                    .configure(config -> config.thinkAhead(false)));
    private final int mira = sim.agent("Mira");

    private final class Weather implements Perception {
        @Override
        public Surroundings perceive(int agent) {
            return Surroundings.NONE;
        }

        @Override
        public void describeSituation(int agent, SituationFacts facts) {
            facts.fact("weather", weather);
        }
    }

    private void changeWeather() {
        weather = weather.equals("calm") ? "storm" : "calm";
        sim.needs(mira).hunger = 1;
        sim.needs(mira).energy = 1;
    }

    private void learnToGoOn() {
        sim.tickUntil(() -> sim.stats().answers().total() == 1, 4_000);
        busy = true;
        changeWeather();
        sim.tickUntil(() -> sim.stats().answers().total() == 2, 4_000);
        changeWeather();
        sim.tickUntil(() -> sim.stats().answers().total() == 3, 4_000);
    }

    @Test
    void keptPlanBecomesAHabit() {
        learnToGoOn();
        changeWeather();
        sim.tickUntil(() -> sim.stats().plans().ordered() == 1, 4_000);
        changeWeather();
        sim.tickUntil(() -> sim.stats().plans().ordered() == 2, 4_000);

        assertThat(sim.stats().answers().total()).isEqualTo(3);
        assertThat(sim.stats().steps().queued()).isEqualTo(STEPS);
        assertThat(sim.queue(mira)).isNotEmpty();
        assertThat(habits.all()).hasSize(2).allSatisfy(habit -> {
            assertThat(habit.situation()).startsWith("busy; weather ");
            assertThat(habit.plan()).isEqualTo("keep the plan");
            assertThat(habit.uses()).isEqualTo(1);
            assertThat(habit.successes()).isEqualTo(1);
        });
    }

    @Test
    void habitOfKeepingAPlanSurvivesAFile() {
        learnToGoOn();
        assertThat(Habits.parse("again", habits.text()).all())
                .isEqualTo(habits.all())
                .hasSize(2);
    }
}
