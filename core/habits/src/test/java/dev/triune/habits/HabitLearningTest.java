/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.habits;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.MindListener;
import dev.triune.MindStats;
import dev.triune.action.ActionCatalog;
import dev.triune.action.Field;
import dev.triune.action.Progress;
import dev.triune.action.Step;
import dev.triune.action.VisibleObject;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.Senses;
import dev.triune.llm.provider.OfflineProvider.FaultMode;
import dev.triune.testkit.MindTest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a crowd learns from a mind whose every fifth plan is nonsense, though valid. */
class HabitLearningTest {
    private static final List<String> KINDS = List.of("tree", "rock", "bush");
    private static final int AGENTS = 12;

    private static final ActionCatalog ACTIONS = ActionCatalog.builder()
            .action("gather", "collect", Field.target("target"), Field.whole("amount", 1, 9))
            .action("rest", "sit down")
            .action("dance", "dance")
            .action("howl", "howl at the moon")
            .build();

    @TempDir
    private Path folder;

    /** A crowd in a world that changes, and its mind. */
    private static final class Crowd {
        final MindTest sim;
        final List<String> plans = new ArrayList<>();
        private final Random random;
        private final List<Integer> agents = new ArrayList<>();
        private int asked;

        Crowd(long seed, Consumer<MindTest> options) {
            random = new Random(seed);
            sim = MindTest.world(ACTIONS)
                    .mind((prompt, unused) -> plan(
                            prompt.messages().get(prompt.messages().size() - 1).text()))
                    .seed(seed)
                    .stepsTake(15)
                    .plugin(minds -> minds.runner("howl", failing(0.9, seed))
                            .runner("gather", failing(0.02, seed + 1))
                            .listener(new MindListener() {
                                @Override
                                public void planOrdered(
                                        int agent, String origin, List<Step> steps) {
                                    plans.add(agent + ": " + steps);
                                }
                            })
                            .configure(config -> config.thinkAhead(false)));
            options.accept(sim);
            for (int i = 0; i < AGENTS; i++) {
                agents.add(sim.agent("agent " + i));
            }
        }

        /** Gathers what is in sight, in one of two ways; every fifth time it howls. */
        private String plan(String prompt) {
            if (++asked % 5 == 0) {
                return "{\"action\":[{\"type\":\"howl\"},{\"type\":\"howl\"}]}";
            }
            String end = asked % 2 == 0 ? "rest" : "dance";
            String target = KINDS.stream()
                    .filter(kind -> prompt.contains("you see old " + kind))
                    .findFirst()
                    .orElse("nothing");
            return "{\"action\":[{\"type\":\"gather\",\"target\":\"old " + target
                    + "\",\"amount\":2},{\"type\":\"" + end + "\"}]}";
        }

        private static dev.triune.action.ActionRunner<Step> failing(double rate, long seed) {
            Random luck = new Random(seed);
            return (agent, step) -> luck.nextInt(10) > 0
                    ? Progress.RUNNING
                    : luck.nextDouble() < rate ? Progress.failed("bad luck") : Progress.DONE;
        }

        /** Goes on; what each agent sees changes now and then. */
        Crowd ticks(int count) {
            for (int i = 0; i < count; i++) {
                if (i % 100 == 0) {
                    for (int agent : agents) {
                        String kind = KINDS.get(random.nextInt(KINDS.size()));
                        List<VisibleObject> visible = sim.get(agent, Senses.class).visible;
                        visible.clear();
                        visible.add(VisibleObject.of("old " + kind, kind));
                    }
                }
                sim.ticks(1);
            }
            return this;
        }
    }

    private static double success(long done, long failed) {
        return (double) done / (done + failed);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void habitStepsSucceedMoreOftenThanANoisyModel(long seed) {
        MindStats alone = new Crowd(seed, sim -> {}).ticks(10_000).sim.stats();
        Habits habits = Habits.learning().seed(seed);
        Crowd crowd = new Crowd(seed, sim -> sim.plugin(minds -> minds.with(habits)));
        MindStats with = crowd.ticks(10_000).sim.stats();

        MindStats.StepCounts steps = with.plans().orderedSteps();
        double own = success(alone.steps().done(), alone.steps().failed());
        double ofHabits = success(steps.done(), steps.failed());
        String figures = "seed " + seed + ": " + own + " and " + ofHabits + ", calls "
                + alone.answers().total() + " and " + with.answers().total() + ", habits "
                + habits.all().size()
                + ", plans " + new TreeSet<>(crowd.plans).size();
        assertThat(ofHabits).as(figures).isGreaterThan(own + 0.1);
        assertThat(with.answers().total())
                .as(figures)
                .isLessThan(alone.answers().total() / 3);
        assertThat(habits.all()).as(figures).noneMatch(each -> each.plan().contains("howl"));
        assertThat(new TreeSet<>(crowd.plans.stream()
                        .map(each -> each.replaceAll(".*: ", ""))
                        .toList()))
                .as("variety is left")
                .hasSizeGreaterThanOrEqualTo(5);
    }

    @Test
    void choiceOfHabitsDependsOnlyOnTheSeed() {
        List<String> one = choices(1);
        assertThat(choices(1)).isEqualTo(one).hasSizeGreaterThan(100);
        assertThat(choices(2)).isNotEqualTo(one);
    }

    private static List<String> choices(long seed) {
        Habits habits = Habits.learning().seed(seed);
        return new Crowd(7, sim -> sim.plugin(minds -> minds.with(habits))).ticks(6_000).plans;
    }

    @Test
    void crowdActsByHabitWhileTheModelIsDown() throws Exception {
        Path file = folder.resolve("minds.json");
        Habits learned = Habits.learning();
        new Crowd(3, sim -> sim.plugin(minds -> minds.with(learned))).ticks(10_000);
        learned.save(file);

        Habits habits = Habits.load(file);
        Crowd crowd = new Crowd(
                3, sim -> sim.misbehaviour(FaultMode.DEAD).plugin(minds -> minds.with(habits)));
        int left = 0;
        crowd.ticks(1_000);
        for (int i = 0; i < 100; i++) {
            crowd.ticks(20);
            for (int agent : crowd.agents) {
                left += crowd.sim.get(agent, BehaviorQueue.class).next() != null ? 0 : 1;
            }
        }
        assertThat(crowd.sim.stats().plans().ordered()).isGreaterThan(100);
        assertThat(left).as("looks of " + 100 * AGENTS + " at one who is idle").isLessThan(120);
        assertThat(Files.size(file)).isLessThan(10_000);
    }
}
