/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.component;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Which episodes and relations are kept and which are evicted. */
class MemoryTest {
    private final Memory memory = new Memory();

    @Test
    void repeatedTextUpdatesTheExistingEpisode() {
        memory.remember("The wolf came", "danger", 0.5f, 10);
        memory.remember("  the WOLF\ncame ", "danger", 0.3f, 20);
        memory.remember("The wolf came", "danger", 0.9f, 15);
        assertThat(memory.episodes).singleElement().satisfies(episode -> {
            assertThat(episode.text).isEqualTo("The wolf came");
            assertThat(episode.score).isEqualTo(1);
            assertThat(episode.tick).isEqualTo(20);
        });
    }

    @Test
    void findsFactsUnknownToAnotherWithoutComparingEachPair() {
        int[] comparisons = new int[1];
        Memory other = new Memory();
        for (int i = 0; i < 2_000; i++) {
            memory.episodes.add(fact("Well " + i + " is dry", "well " + i, comparisons));
            other.episodes.add(0, fact("well " + i + " IS dry", "Well " + i, comparisons));
        }
        memory.remember("the wolf came", "", 1, 1);
        assertThat(memory.hasFactUnknownTo(other)).isFalse();
        assertThat(memory.hasFactUnknownTo(null)).isTrue();
        assertThat(comparisons[0]).isBetween(2_000, 4_000);

        other.episodes.get(700).about = "the inn";
        assertThat(memory.hasFactUnknownTo(other)).isTrue();
        memory.episodes.removeIf(known -> !known.about.isEmpty());
        assertThat(memory.hasFactUnknownTo(other)).isFalse();
    }

    private static Episode fact(String text, String about, int[] comparisons) {
        return new Episode(text, "", 0.3f, 1) {
            @Override
            boolean says(Episode told) {
                comparisons[0]++;
                return super.says(told);
            }
        }.about(about);
    }

    @Test
    void repetitionRaisesTheScoreUpToOne() {
        memory.remember("The wolf came", "", 0.5f, 10);
        memory.remember("The wolf came", "", 0.2f, 10);
        assertThat(memory.episodes.get(0).score).isCloseTo(0.6f, within(1e-6f));
        for (int i = 0; i < 20; i++) {
            memory.remember("The wolf came", "", 0.2f, 10);
        }
        assertThat(memory.episodes).hasSize(1);
        assertThat(memory.episodes.get(0).score).isEqualTo(1);
    }

    @Test
    void firstSourceIsKeptUntilTheAgentExperiencesTheEpisode() {
        memory.remember(new Episode("There is a feast", "rumour", 0.5f, 1, "Oren"));
        memory.remember(new Episode("There is a feast", "rumour", 0.5f, 2, "Mira"));
        assertThat(memory.episodes)
                .singleElement()
                .satisfies(episode -> assertThat(episode.source).isEqualTo("Oren"));
        memory.remember("There is a feast", "feast", 0.5f, 3);
        memory.remember(new Episode("There is a feast", "rumour", 0.5f, 4, "Mira"));
        assertThat(memory.episodes)
                .singleElement()
                .satisfies(episode -> assertThat(episode.source).isEmpty());
    }

    @Test
    void leastValuableEpisodeIsEvictedAtTheLimit() {
        memory.limit = 64;
        for (int i = 0; i < 64; i++) {
            memory.remember("episode " + i, "", i == 40 ? 0.1f : 0.5f, 100);
        }
        memory.remember("one more", "", 0.5f, 100);
        assertThat(memory.episodes).hasSize(64);
        assertThat(memory.episodes)
                .extracting(episode -> episode.text)
                .doesNotContain("episode 40");
        memory.remember("and another", "", 0.5f, 101);
        assertThat(memory.episodes)
                .as("the oldest of equals")
                .extracting(episode -> episode.text)
                .doesNotContain("episode 0")
                .contains("episode 1", "one more")
                .endsWith("and another");
        memory.remember("a trifle", "", 0.01f, 102);
        assertThat(memory.episodes).extracting(episode -> episode.text).doesNotContain("a trifle");
    }

    @Test
    void episodeLosesHalfItsWorthInADay() {
        Episode episode = new Episode("x", "", 0.8f, 1_000);
        assertThat(episode.worth(1_000)).isCloseTo(0.8, within(1e-6));
        assertThat(episode.worth(1_000 + Episode.FADING)).isCloseTo(0.4, within(1e-6));
        assertThat(episode.worth(0)).isEqualTo(episode.worth(1_000));
        assertThat(new Episode("x", "", 1, Mind.NEVER).worth(Long.MAX_VALUE)).isBetween(0.0, 1e-9);
    }

    @Test
    void memoryStaysBoundedUniqueAndDeterministic() {
        for (long seed = 1; seed <= 20; seed++) {
            Memory one = filled(seed);
            assertThat(one.episodes).as("seed %d", seed).hasSizeLessThanOrEqualTo(64);
            assertThat(one.episodes)
                    .as("seed %d", seed)
                    .extracting(episode -> episode.text)
                    .doesNotHaveDuplicates();
            assertThat(one.episodes)
                    .as("seed %d", seed)
                    .allMatch(episode -> episode.score >= 0 && episode.score <= 1);
            assertThat(one.relations).as("seed %d", seed).hasSizeLessThanOrEqualTo(32);
            assertThat(one).as("seed %d", seed).usingRecursiveComparison().isEqualTo(filled(seed));
        }
    }

    @Test
    void shortensLongTextsAndIgnoresBlankOnes() {
        memory.remember(new Episode("x".repeat(1_000), "k".repeat(99), 7, 1, "s".repeat(99)));
        memory.remember(" \n\t ", "", 1, 1);
        assertThat(memory.episodes).singleElement().satisfies(episode -> {
            assertThat(episode.text).hasSize(240);
            assertThat(episode.kind).hasSize(40);
            assertThat(episode.source).hasSize(40);
            assertThat(episode.score).isEqualTo(1);
        });
        memory.remember("y", "", Float.NaN, 1);
        assertThat(memory.episodes.get(1).score).isZero();
    }

    @Test
    void newOpinionReplacesTheOldOne() {
        memory.relate("Bo", "lazy", -0.5f);
        memory.relate("Bo", "", 3);
        assertThat(memory.relations).hasSize(1);
        assertThat(memory.relation("Bo")).hasValueSatisfying(relation -> {
            assertThat(relation.words).isEqualTo("lazy");
            assertThat(relation.liking).isEqualTo(1);
        });
        assertThat(memory.relation("Cy")).isEmpty();
        assertThatThrownBy(() -> memory.relate(" ", "x", 0))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void mostIndifferentRelationIsEvictedAtTheLimit() {
        for (int i = 0; i < Memory.RELATIONS; i++) {
            memory.relate("friend " + i, "", i == 7 ? -0.1f : -0.9f);
        }
        memory.relate("Bo", "", 0.01f);
        assertThat(memory.relations).hasSize(32);
        assertThat(memory.relation("friend 7")).isEmpty();
        assertThat(memory.relation("Bo")).isPresent();
    }

    @Test
    void keepsTenThousandEpisodesUnlessTheLimitIsLower() {
        for (int i = 0; i < 10_001; i++) {
            memory.remember("episode " + i, "", 0.5f, i);
        }
        assertThat(memory.episodes).hasSize(10_000);
        memory.limit = 20_000; // out of range: counts as the nearest
        memory.remember("one more", "", 1, 10_001);
        assertThat(memory.episodes).hasSize(10_000);
        memory.limit = 3;
        memory.remember("the last one", "", 1, 10_001);
        assertThat(memory.episodes).hasSize(3);
        for (int limit : new int[] {0, -1}) {
            memory.limit = limit;
            memory.remember("limit " + limit, "", 1, 10_001);
            assertThat(memory.episodes).hasSize(1);
        }
    }

    @Test
    void newerFactReplacesBeliefAndKeepsThePreviousOne() {
        memory.remember(new Episode("the well is dry", "told", 0.4f, 10, "Joss").about("The well"));
        memory.remember(new Episode("the mill turns", "told", 0.4f, 11, "Joss").about("the mill"));
        memory.remember(
                new Episode("water in the well", "told", 0.4f, 30, "Mira").about("the well"));
        assertThat(memory.episodes)
                .extracting(episode -> episode.text)
                .containsExactly("the mill turns", "water in the well");
        assertThat(memory.episodes.get(1).earlier).isEqualTo("the well is dry");
        assertThat(memory.episodes.get(1).earlierSource).isEqualTo("Joss");
        memory.remember(new Episode("the well was full", "told", 1, 20, "Oren").about("the well"));
        assertThat(memory.episodes).as("older news").hasSize(2);
        memory.remember(new Episode("the well is dry", "told", 0.4f, 40).about("the well"));
        assertThat(memory.episodes.get(1).earlier).isEqualTo("water in the well");
    }

    @Test
    void usedEpisodesFadeMoreSlowlyUpToALimit() {
        Episode episode = new Episode("x", "", 1, 0);
        episode.uses = 1;
        assertThat(episode.recency(2 * Episode.FADING)).isCloseTo(0.5, within(1e-9));
        episode.uses = 7;
        double most = episode.recency(Episode.FADING);
        episode.uses = Integer.MAX_VALUE;
        assertThat(episode.recency(Episode.FADING)).isEqualTo(most);
    }

    private static Memory filled(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Memory memory = new Memory();
        memory.limit = 64;
        for (int i = 0; i < 1_000; i++) {
            memory.remember(
                    "episode " + random.nextInt(200),
                    "kind " + random.nextInt(5),
                    random.nextFloat() * 3 - 1,
                    i * 100L);
            memory.relate("friend " + random.nextInt(60), "", random.nextFloat() * 3 - 1.5f);
        }
        return memory;
    }

    @Test
    void sameWordsAboutAnotherSubjectReplaceOnlyThatSubjectsBelief() {
        memory.remember(new Episode("it is open", "told", 0.4f, 1).about("the gate"));
        memory.remember(new Episode("it is shut", "told", 0.4f, 2).about("the mill"));
        memory.remember(new Episode("It is shut", "told", 0.4f, 3).about("the gate"));
        memory.remember(new Episode("it is shut", "told", 0.4f, 4).about("The Mill"));
        assertThat(memory.episodes)
                .extracting(episode -> episode.about + ": " + episode.text + " " + episode.tick)
                .containsExactly("the mill: it is shut 4", "the gate: It is shut 3");
    }
}
