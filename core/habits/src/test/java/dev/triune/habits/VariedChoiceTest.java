/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.habits;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.Feed;
import dev.triune.MindListener;
import dev.triune.action.ActionCatalog;
import dev.triune.action.ActionRunner;
import dev.triune.action.Field;
import dev.triune.action.Progress;
import dev.triune.action.Step;
import dev.triune.action.VisibleObject;
import dev.triune.component.Senses;
import dev.triune.testkit.MindTest;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Habits of agents whose choice varies: a patrol stays a patrol, and what changes nothing is no
 * success.
 */
class VariedChoiceTest {
    private static final ActionCatalog ACTIONS = ActionCatalog.builder()
            .action("patrol", "walk to a post", Field.target("post", "post"))
            .action("watch", "stand and look around")
            .build();

    /** Posts on a line, by their place in metres. */
    private final Map<String, Double> posts = new LinkedHashMap<>();

    private final Habits habits = Habits.learning().seed(7);
    private final List<String> orders = new ArrayList<>();
    private double place;
    private double walked;

    /** Walks a metre a second. */
    private final class Walk implements ActionRunner<Step> {
        @Override
        public Progress tick(int agent, Step step) {
            double left = posts.getOrDefault(step.text("post"), 0.0) - place;
            double stride = Math.max(-0.05, Math.min(0.05, left));
            place += stride;
            walked += Math.abs(stride);
            return Math.abs(left) <= 0.05 ? Progress.DONE : Progress.RUNNING;
        }
    }

    /** The agent sees all posts, the nearest first. */
    private Feed eyes(MindTest[] sim) {
        return agent -> {
            Senses senses = sim[0].world().getMapper(Senses.class).create(agent);
            senses.visible.clear();
            posts.entrySet().stream()
                    .sorted(Comparator.comparingDouble(post -> Math.abs(post.getValue() - place)))
                    .forEach(post -> senses.visible.add(VisibleObject.of(post.getKey(), "post")));
        };
    }

    private MindTest guard(Habits with, String... tour) {
        MindTest[] sim = new MindTest[1];
        int[] next = {0};
        sim[0] = MindTest.world(ACTIONS)
                .mind((prompt, random) -> "{\"action\":[{\"type\":\"patrol\",\"post\":\""
                        + tour[next[0]++ % tour.length] + "\"}]}")
                .plugin(minds -> minds.with(with)
                        .feed(eyes(sim))
                        .runner("patrol", new Walk())
                        .runner("watch", (agent, step) -> Progress.DONE)
                        .listener(new MindListener() {
                            @Override
                            public void stepStarted(int agent, Step step) {
                                orders.add(step.text("post"));
                            }
                        })
                        .configure(config -> config.thinkAhead(false)));
        sim[0].agent("Bruno");
        return sim[0];
    }

    /** Returns the metres walked in each of the next minutes. */
    private List<Double> minutes(MindTest sim, int count) {
        List<Double> metres = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            double before = walked;
            sim.ticks(1_200);
            metres.add(walked - before);
        }
        return metres;
    }

    @Test
    void patrolBetweenTwoPostsStaysAPatrol() {
        posts.put("gate", 0.0);
        posts.put("courtyard", 12.0);
        List<Double> metres = minutes(guard(habits, "courtyard", "gate"), 12);

        assertThat(metres.subList(4, 12)).allMatch(metre -> metre > 20);
        assertThat(habits.all()).as("learned").isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 4})
    void patrolOfSeveralPostsVisitsThemAll(int count) {
        String[] tour = new String[count];
        for (int i = 0; i < count; i++) {
            tour[(i + count - 1) % count] = "post " + (char) ('a' + i);
            posts.put("post " + (char) ('a' + i), i * 9.0);
        }
        MindTest sim = guard(habits, tour);
        minutes(sim, 10);
        orders.clear();
        List<Double> later = minutes(sim, 6);

        assertThat(later).allMatch(metres -> metres > 20);
        Set<String> visited = new TreeSet<>(orders);
        assertThat(visited).hasSize(count);
    }

    @Test
    void deliveriesThatVaryFromOnePlaceAreNotLearnedAsDeliveriesToTheNearest() {
        posts.put("a", 1.0);
        posts.put("b", 2.0);
        posts.put("c", 3.0);
        MindTest sim = guard(habits, "a", "b", "c");
        for (int i = 0; i < 3_000; i++) {
            sim.ticks(1);
            if (sim.doing(0).equals("idle")) {
                place = 0; // back at the depot
            }
        }

        assertThat(habits.all()).extracting(Habit::plan).doesNotContain("patrol <nearest post>");
    }

    @Test
    void walkToTheNearestIsStillAHabit() {
        posts.put("near", 2.0);
        posts.put("far", 9.0);
        MindTest sim = guard(Habits.learning().exploration(0, 0), "near");
        sim.ticks(600);

        assertThat(sim.stats().plans().ordered()).isPositive();
    }

    @Test
    void useThatChangesNothingWhereThePlansOfTheModelDidIsNoSuccess() {
        posts.put("gate", 0.0);
        posts.put("courtyard", 12.0);
        Habits known = Habits.parse("minds.json", """
                {"format": "triune habits", "version": 1, "records": [
                {"kind":"default","situation":"idle; sees post",\
                "steps":[{"type":"patrol","post":"<nearest post>"}],\
                "learned":1,"plans":2,"uses":0,"successes":0,"recent":"++","changes":1}
                ]}
                """);
        MindTest sim = guard(known, "courtyard", "gate");
        List<Double> metres = minutes(sim, 6);

        assertThat(metres.subList(2, 6)).allMatch(metre -> metre > 20);
    }

    @Test
    void standingWatchThatNeverChangesAnythingIsAHabit() {
        posts.put("gate", 0.0);
        MindTest[] sim = new MindTest[1];
        Habits quiet = Habits.learning().exploration(0, 0);
        sim[0] = MindTest.world(ACTIONS)
                .mind("{\"action\":[{\"type\":\"watch\"}]}")
                .stepsTake(40)
                .plugin(minds -> minds.with(quiet)
                        .feed(eyes(sim))
                        .configure(config -> config.thinkAhead(false)));
        sim[0].agent("Bruno");
        sim[0].ticks(2_400);

        assertThat(quiet.all()).singleElement().satisfies(habit -> {
            assertThat(habit.uses()).isGreaterThan(5);
            assertThat(habit.successes()).isEqualTo(habit.uses());
        });
    }
}
