/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.component.Episode;
import dev.triune.memory.KnownLife.Question;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Measures how often the right memory is retrieved in generated lives with known answers. */
class RecallGoalTest {
    /** The seeds that weights and words were chosen with. */
    private static final List<Long> BUILDING = List.of(1L, 2L, 3L, 4L, 5L);

    private static final List<Long> UNSEEN = List.of(101L, 102L, 103L, 104L, 105L);
    private static final List<Long> FRESH = List.of(201L, 202L, 203L, 204L, 205L);
    private static final int QUESTIONS = 200;

    @Test
    void recallsTheRightEpisodeForNineOfTenQuestions() {
        double before = share(UNSEEN, life -> worth(life.episodes));
        double before64 = share(UNSEEN, life -> worth(last(life.episodes, 64)));
        double now = share(UNSEEN, scored(3, 1, 0.25));
        System.out.printf(
                Locale.ROOT,
                "right episode among five, 200 questions on each of 5 unseen seeds, 1,000 episodes:"
                        + " by worth and age %.1f %% (of the last 64 %.1f %%), by the cue %.1f %%%n",
                before,
                before64,
                now);
        assertThat(now).isGreaterThanOrEqualTo(90);
        assertThat(Math.max(before, before64)).isLessThan(20);
    }

    @Test
    void defaultWeightsAreNearlyOptimal() {
        double standard = share(BUILDING, scored(3, 1, 0.25));
        StringBuilder table = new StringBuilder("default " + standard);
        for (double[] weights : new double[][] {
            {1.5, 1, 0.25}, {6, 1, 0.25}, {3, 0.5, 0.25}, {3, 2, 0.25}, {3, 1, 0.125}, {3, 1, 0.5}
        }) {
            double share = share(BUILDING, scored(weights[0], weights[1], weights[2]));
            table.append(Arrays.toString(weights)).append(' ').append(share).append(' ');
            assertThat(standard).as("%s", table).isGreaterThanOrEqualTo(share - 1);
        }
        System.out.println(table);
        double relevanceAlone = share(BUILDING, scored(1, 0, 0));
        assertThat(standard).isGreaterThan(relevanceAlone + 1);
        assertThat(relevanceAlone).isGreaterThan(share(BUILDING, scored(0, 1, 0)) + 50);
        assertThat(relevanceAlone).isGreaterThan(share(BUILDING, scored(0, 0, 1)) + 50);
    }

    @Test
    void recallByMeaningFindsWhatIsAskedForInOtherWordsAndLosesNoneInTheSame() {
        double[] words = new double[2];
        double[] meaning = new double[2];
        for (long seed : FRESH) {
            for (boolean other : new boolean[] {false, true}) {
                KnownLife life = other
                        ? Paraphrases.life(seed, QUESTIONS)
                        : new KnownLife(seed, 1_000, QUESTIONS);
                RecallFixture agent =
                        new RecallFixture().with(life.episodes.toArray(Episode[]::new));
                MeaningWorld world =
                        new MeaningWorld(Paraphrases.MEANINGS, Duration.ZERO).withoutThoughts();
                world.memory.limit = 2_000;
                world.memory.episodes.addAll(life.episodes);
                world.learn();
                for (Question question : life.questions) {
                    int at = other ? 1 : 0;
                    words[at] += agent.texts(question.cue()).contains(question.answer()) ? 1 : 0;
                    meaning[at] += world.recall(question.cue()).contains(question.answer()) ? 1 : 0;
                }
            }
        }
        double hundredth = FRESH.size() * QUESTIONS / 100.0;
        System.out.printf(
                Locale.ROOT,
                "right episode among five, in the same words: by words %.1f %%, by both %.1f %%;"
                        + " in other words: by words %.1f %%, by both %.1f %%%n",
                words[0] / hundredth,
                meaning[0] / hundredth,
                words[1] / hundredth,
                meaning[1] / hundredth);
        assertThat(meaning[0] / hundredth).isGreaterThanOrEqualTo(words[0] / hundredth - 3);
        assertThat(words[1] / hundredth).isLessThan(20);
        assertThat(meaning[1] / hundredth).isGreaterThanOrEqualTo(90);
    }

    private static double share(
            List<Long> seeds, Function<KnownLife, Function<Question, List<String>>> recall) {
        int right = 0;
        for (long seed : seeds) {
            KnownLife life = new KnownLife(seed, 1_000, QUESTIONS);
            assertThat(life.questions).as("seed %d", seed).hasSize(QUESTIONS);
            Function<Question, List<String>> recalled = recall.apply(life);
            for (Question question : life.questions) {
                List<String> five = recalled.apply(question);
                assertThat(five).as("seed %d", seed).hasSizeLessThanOrEqualTo(5);
                right += five.contains(question.answer()) ? 1 : 0;
            }
        }
        return 100.0 * right / (seeds.size() * QUESTIONS);
    }

    private static Function<KnownLife, Function<Question, List<String>>> scored(
            double relevance, double importance, double recency) {
        return life -> {
            RecallFixture agent = new RecallFixture(
                            with -> with.weights(relevance, importance, recency))
                    .with(life.episodes.toArray(Episode[]::new));
            return question -> agent.texts(question.cue());
        };
    }

    private static List<Episode> last(List<Episode> all, int count) {
        return all.subList(Math.max(0, all.size() - count), all.size());
    }

    /**
     * Ranks by worth that fades, at most two of a kind, whatever the moment: recall without a cue.
     */
    private static Function<Question, List<String>> worth(List<Episode> all) {
        long now = all.stream().mapToLong(each -> each.tick).max().orElse(0);
        List<Episode> ranked = new ArrayList<>(all);
        ranked.sort(Comparator.<Episode>comparingDouble(each -> -each.worth(now))
                .thenComparingLong(each -> -each.tick));
        Map<String, Integer> kinds = new HashMap<>();
        List<String> picked = new ArrayList<>();
        for (Episode episode : ranked) {
            if (picked.size() < 5 && kinds.merge(episode.kind, 1, Integer::sum) <= 2) {
                picked.add(episode.text);
            }
        }
        return question -> picked;
    }
}
