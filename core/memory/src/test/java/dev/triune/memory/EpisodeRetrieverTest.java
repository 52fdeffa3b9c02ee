/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.memory;

import static dev.triune.memory.RecallFixture.cue;
import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.component.Episode;
import dev.triune.prompt.MemoryRetriever.Cue;
import dev.triune.prompt.MemoryRetriever.RetrievedMemory;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Which episodes are retrieved for a prompt. */
class EpisodeRetrieverTest {
    private static final long DAY = Episode.FADING;

    private final RecallFixture mira = new RecallFixture();

    @Test
    void picksAtMostTwoOfAKindOldestFirst() {
        mira.with(
                new Episode("wolf 1", "danger", 0.9f, 4),
                new Episode("song", "fun", 0.2f, 3),
                new Episode("wolf 2", "danger", 0.8f, 2),
                new Episode("wolf 3", "danger", 0.7f, 1));
        assertThat(mira.texts(cue(5))).containsExactly("wolf 2", "song", "wolf 1");
    }

    @Test
    void relevantEpisodesPrecedeImportantAndRecentOnes() {
        mira.with(new Episode("a wolf howled behind the mill", "sight", 0.1f, 0));
        for (int i = 0; i < 200; i++) {
            mira.with(new Episode("gathered berries " + i, "work " + i, 0.6f, DAY + i));
        }
        assertThat(mira.texts(cue(DAY + 500, "Did you hear the wolves?")))
                .startsWith("a wolf howled behind the mill");
        assertThat(mira.texts(cue(DAY + 500, "What a day!")))
                .doesNotContain("a wolf howled behind the mill");
    }

    @Test
    void wordsWithMarksAreRecalled() {
        for (int i = 0; i < 20; i++) {
            mira.with(new Episode("दिन " + i, "", 0.3f, 0));
        }
        mira.with(new Episode("पानी नहीं है", "well", 0.3f, 0));
        assertThat(find("पानी नहीं है", cue(1, "पानी?")).relevance()).isPositive();
        assertThat(find("पानी नहीं है", cue(1, "पीना?")).relevance()).isZero();
    }

    @Test
    void namesInALineWeighMoreThanWordsAndNearbyNames() {
        for (int i = 0; i < 20; i++) {
            mira.with(new Episode("something else " + i, "", 0.3f, 0));
        }
        mira.with(
                new Episode("Joss sang", "a", 0.3f, 0),
                new Episode("Edda sat", "b", 0.3f, 0),
                new Episode("bread baked", "c", 0.3f, 0));
        Cue cue = new Cue(List.of("Edda"), List.of("Had Joss bread?"), 1);
        float joss = find("Joss sang", cue).relevance();
        float bread = find("bread baked", cue).relevance();
        float edda = find("Edda sat", cue).relevance();
        assertThat(joss).isGreaterThan(bread).isLessThan(3);
        assertThat(bread).isGreaterThan(edda);
        assertThat(edda).isPositive();
    }

    @Test
    void relevanceThatIsNotANumberCountsAsNone() {
        RecallFixture other = new RecallFixture(config -> config.relevance(NotANumber::new));
        for (int i = 0; i < 20; i++) {
            other.with(new Episode("trifle " + i, "kind " + i, 0.1f, 0));
        }
        other.with(new Episode("the fire", "fire", 0.9f, 1));
        assertThat(other.texts(cue(2, "What is new?"))).contains("the fire");
    }

    private static final class NotANumber implements Relevance.Index {
        @Override
        public void add(int slot, Episode episode) {}

        @Override
        public void remove(int slot, Episode episode) {}

        @Override
        public void score(Cue cue, float[] scores) {
            Arrays.fill(scores, Float.NaN);
        }
    }

    private RetrievedMemory find(String text, Cue cue) {
        return mira.recall(cue).stream()
                .filter(each -> each.text().equals(text))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void similarlyWordedMemoriesCountOnce() {
        mira.with(
                new Episode("The wolf came to the well.", "a", 0.9f, 1),
                new Episode("A wolf came to our wells!", "b", 0.8f, 2),
                new Episode("the wolf came to the mill", "c", 0.7f, 3),
                new Episode("you promised Ulf: I'll carry water", "d", 0.7f, 4),
                new Episode("Ulf promised you: I'll carry water", "d", 0.7f, 5));
        assertThat(mira.texts(cue(6, "the wolf")))
                .containsExactly(
                        "The wolf came to the well.",
                        "the wolf came to the mill",
                        "you promised Ulf: I'll carry water",
                        "Ulf promised you: I'll carry water");
    }

    @Test
    void memoriesInAPromptFitThreeHundredTokens() {
        for (int i = 0; i < 9; i++) {
            mira.with(new Episode("word" + i + " x".repeat(110) + i, "kind " + i, 1, i));
            mira.with(new Episode("short " + i, "short", 0.01f, i));
        }
        List<RetrievedMemory> recalled = mira.recall(cue(10));
        int characters =
                recalled.stream().mapToInt(each -> each.text().length()).sum();
        assertThat(characters).isBetween(700, 1_200);
        assertThat(recalled).as("what is short still fits").hasSize(5);
    }

    @Test
    void manyEpisodesOfOneKindLeaveRoomForOthers() {
        for (int i = 0; i < 500; i++) {
            mira.with(new Episode("great " + i, "talk", 1, i));
        }
        mira.with(new Episode("small", "work", 0.1f, 0));
        assertThat(mira.texts(cue(501))).containsExactly("small", "great 498", "great 499");
    }

    @Test
    void shownEpisodesFadeMoreSlowly() {
        mira.with(new Episode("used", "a", 0.5f, 0), new Episode("unused", "b", 0.5f, 0));
        mira.memory.episodes.get(0).uses = 2;
        List<RetrievedMemory> recalled = mira.recall(cue(DAY));
        assertThat(recalled.get(0).recency()).isGreaterThan(recalled.get(1).recency());
        assertThat(mira.memory.episodes.get(1).uses)
                .as("retrieving alone is no use")
                .isZero();
        mira.retriever.shown(mira.agent);
        mira.retriever.shown(mira.agent);
        assertThat(mira.memory.episodes).extracting(each -> each.uses).containsExactly(3, 1);
    }

    @Test
    void beliefIsRetrievedWithSourceAndEarlierBelief() {
        mira.memory.remember(new Episode("the well is dry", "told", 1, 1, "Joss").about("well"));
        mira.memory.remember(new Episode("the well is full", "told", 1, 9, "Mira").about("well"));
        assertThat(mira.recall(cue(9, "the well"))).singleElement().satisfies(known -> {
            assertThat(known.text()).isEqualTo("the well is full");
            assertThat(known.source()).isEqualTo("Mira");
            assertThat(known.earlier()).isEqualTo(new RetrievedMemory("the well is dry", "Joss"));
        });
    }

    @Test
    void loreIsRetrievedOnlyWhileItsConditionHolds() {
        boolean[] winter = {false};
        RecallFixture with = new RecallFixture(
                config -> config.lore("The pass is closed by snow.", agent -> winter[0], 0.5)
                        .lore(
                                "broken",
                                agent -> {
                                    throw new IllegalStateException("lore");
                                },
                                1));
        with.with(new Episode("Joss sang", "a", 0.3f, 5));
        assertThat(with.texts(cue(9))).containsExactly("Joss sang");
        winter[0] = true;
        assertThat(with.texts(cue(9))).containsExactly("The pass is closed by snow.", "Joss sang");
        assertThat(with.retriever.retrieve(99, cue(9)))
                .as("an agent without a memory")
                .extracting(RetrievedMemory::text)
                .containsExactly("The pass is closed by snow.");
    }

    @Test
    void updatedIndexRecallsTheSameAsAFreshOne() {
        for (long seed = 1; seed <= 30; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            RecallFixture kept = new RecallFixture();
            kept.memory.limit = 60;
            for (int i = 0; i < 400; i++) {
                kept.memory.remember(
                        "w" + random.nextInt(9) + "x w" + random.nextInt(30) + "y " + i,
                        "kind " + random.nextInt(6),
                        random.nextFloat(),
                        i * 100L);
                int at = random.nextInt(kept.memory.episodes.size());
                if (random.nextInt(8) == 0) {
                    kept.memory.episodes.remove(at); // the list is the game's
                } else if (random.nextInt(40) == 0) {
                    kept.memory.episodes.subList(0, at).clear();
                }
                Cue cue = cue(i * 100L, "w" + random.nextInt(9) + "x w" + random.nextInt(30) + "y");
                RecallFixture fresh =
                        new RecallFixture().with(kept.memory.episodes.toArray(Episode[]::new));
                assertThat(kept.recall(cue)).as("seed %d", seed).isEqualTo(fresh.recall(cue));
            }
        }
    }

    @Test
    void selectionIsBoundedVariedAndDeterministic() {
        for (long seed = 1; seed <= 100; seed++) {
            RecallFixture filled = filled(seed);
            List<RetrievedMemory> picked = filled.recall(cue(50_000, "text 7"));
            assertThat(picked).as("seed %d", seed).hasSize(5).doesNotHaveDuplicates();
            assertThat(filled(seed).recall(cue(50_000, "text 7")))
                    .as("seed %d", seed)
                    .isEqualTo(picked);
            Map<String, Integer> kinds = new HashMap<>();
            List<String> texts = picked.stream().map(RetrievedMemory::text).toList();
            for (Episode episode : filled.memory.episodes) {
                if (texts.contains(episode.text)) {
                    kinds.merge(episode.kind, 1, Integer::sum);
                }
            }
            assertThat(kinds.values()).as("seed %d", seed).allMatch(count -> count <= 2);
        }
    }

    @Test
    void choosingAmongTenThousandEpisodesAllocatesNothing() {
        RecallFixture filled = new RecallFixture();
        for (int i = 0; i < 10_000; i++) {
            filled.with(new Episode("told " + i % 97 + " of " + i % 89, "k" + i % 7, 0.5f, i));
        }
        List<Cue> cues = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            cues.add(new Cue(List.of("told"), List.of("and " + i, "of " + i * 2), 10_000));
        }
        for (int round = 0; round < 20; round++) {
            cues.forEach(cue -> chosen(filled, cue));
        }
        var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        long id = Thread.currentThread().getId();
        long least = Long.MAX_VALUE;
        for (int round = 0; round < 10; round++) {
            long before = threads.getThreadAllocatedBytes(id);
            for (int i = 0; i < cues.size(); i++) {
                chosen(filled, cues.get(i));
            }
            least = Math.min(least, threads.getThreadAllocatedBytes(id) - before);
        }
        assertThat(least).as("bytes of 50 choices").isLessThan(50);
    }

    private static int chosen(RecallFixture filled, Cue cue) {
        EpisodeIndex index = filled.retriever.indexOf(filled.agent);
        return filled.retriever.selectEpisodes(filled.agent, index, cue).size();
    }

    private static RecallFixture filled(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        RecallFixture filled = new RecallFixture();
        for (int i = 0; i < 100; i++) {
            filled.memory.remember("text " + i, "kind " + i % 4, random.nextFloat(), i * 500L);
        }
        return filled;
    }
}
