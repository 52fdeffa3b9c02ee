/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.component.Episode;
import dev.triune.component.Memory;
import dev.triune.memory.RetrievedMemory;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Which episodes come to mind. */
class EpisodeRetrieverTest {
    private static final long DAY = Episode.FADING;

    @Test
    void atMostTwoOfAKindAndTheOldestFirst() {
        assertThat(texts(
                        new Episode("wolf 1", "danger", 0.9f, 4),
                        new Episode("song", "fun", 0.2f, 3),
                        new Episode("wolf 2", "danger", 0.8f, 2),
                        new Episode("wolf 3", "danger", 0.7f, 1)))
                .containsExactly("wolf 2", "song", "wolf 1");
    }

    @Test
    void theHighestScoresOfTheSameAgeComeToMind() {
        List<Episode> episodes = new ArrayList<>();
        for (int i = 0; i < 9; i++) {
            episodes.add(new Episode("episode " + i, "kind " + i, i == 3 ? 0.9f : i / 10f, 7));
        }
        assertThat(texts(episodes.toArray(Episode[]::new)))
                .containsExactly("episode 3", "episode 8", "episode 7", "episode 6", "episode 5");
    }

    @Test
    void whatIsOldMustMatterMoreToComeToMind() {
        Episode[] episodes = {
            new Episode("old and great", "a", 0.9f, 0),
            new Episode("old and small", "b", 0.5f, 0),
            new Episode("new 1", "c", 0.3f, DAY),
            new Episode("new 2", "d", 0.3f, DAY),
            new Episode("new 3", "e", 0.3f, DAY),
            new Episode("new 4", "f", 0.3f, DAY),
        };
        assertThat(texts(episodes))
                .containsExactly("old and great", "new 1", "new 2", "new 3", "new 4");
    }

    @Test
    void theSourceIsKnown() {
        assertThat(EpisodeRetriever.pick(List.of(new Episode("a feast", "", 1, 1, "Oren"))))
                .containsExactly(new RetrievedMemory("a feast", "Oren"));
        assertThat(EpisodeRetriever.pick(List.of())).isEmpty();
    }

    @Test
    void thePickIsBoundedFairToKindsAndTheSameForTheSameSeed() {
        for (long seed = 1; seed <= 100; seed++) {
            Memory memory = filled(seed);
            List<RetrievedMemory> picked = EpisodeRetriever.pick(memory.episodes);
            assertThat(picked).as("seed %d", seed).hasSize(5).doesNotHaveDuplicates();
            assertThat(EpisodeRetriever.pick(filled(seed).episodes))
                    .as("seed %d", seed)
                    .isEqualTo(picked);
            Map<String, Integer> kinds = new HashMap<>();
            for (Episode episode : memory.episodes) {
                if (picked.contains(new RetrievedMemory(episode.text, episode.source))) {
                    kinds.merge(episode.kind, 1, Integer::sum);
                }
            }
            assertThat(kinds.values()).as("seed %d", seed).allMatch(count -> count <= 2);
        }
    }

    private static List<String> texts(Episode... episodes) {
        return EpisodeRetriever.pick(List.of(episodes)).stream()
                .map(RetrievedMemory::text)
                .toList();
    }

    private static Memory filled(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Memory memory = new Memory();
        for (int i = 0; i < 100; i++) {
            memory.remember("text " + i, "kind " + i % 4, random.nextFloat(), i * 500L);
        }
        return memory;
    }
}
