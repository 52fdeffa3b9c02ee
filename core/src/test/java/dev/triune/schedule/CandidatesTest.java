/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who goes first of those that would ask a model. */
class CandidatesTest {
    private final Candidates candidates = new Candidates();

    @Test
    void theMostUrgentGoesFirstThenWhoWaitsLongerThenTheLowerId() {
        candidates.offer(5, 7, 100, 1);
        candidates.offer(4, 8, 200, 1);
        candidates.offer(3, 8, 150, 1);
        candidates.offer(2, 8, 150, 1);
        for (int expected : new int[] {2, 3, 4, 5}) {
            assertThat(candidates.first()).isEqualTo(expected);
            candidates.remove(expected);
        }
        assertThat(candidates.isEmpty()).isTrue();
    }

    @Test
    void oneWhoIsOfferedAgainMoves() {
        candidates.offer(1, 5, 0, 1);
        candidates.offer(2, 6, 0, 1);
        candidates.offer(1, 7, 0, 2);
        assertThat(candidates.first()).isEqualTo(1);
        assertThat(candidates.lookedAt(1)).isEqualTo(2);
        candidates.offer(1, 4, 0, 3);
        assertThat(candidates.first()).isEqualTo(2);
        assertThat(candidates.lookedAt(2)).isEqualTo(1);
    }

    @Test
    void whoIsNotThereCanBeTakenOut() {
        candidates.remove(1_000);
        candidates.offer(3, 1, 1, 1);
        candidates.remove(2);
        candidates.remove(3);
        candidates.remove(3);
        assertThat(candidates.isEmpty()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void itAgreesWithASortedSet(long seed) {
        Random random = new Random(seed);
        Map<Integer, Entry> all = new HashMap<>();
        TreeSet<Entry> sorted = new TreeSet<>();
        for (int i = 0; i < 20_000; i++) {
            int agent = random.nextInt(200);
            Entry before = all.remove(agent);
            if (before != null) {
                sorted.remove(before);
            }
            if (random.nextInt(3) == 0) {
                candidates.remove(agent);
            } else {
                Entry entry = new Entry(random.nextInt(10), random.nextInt(30), agent);
                candidates.offer(agent, entry.rank, entry.asked, i);
                all.put(agent, entry);
                sorted.add(entry);
            }
            assertThat(candidates.isEmpty()).isEqualTo(sorted.isEmpty());
            if (!sorted.isEmpty()) {
                assertThat(candidates.first())
                        .as("seed %d, step %d", seed, i)
                        .isEqualTo(sorted.first().agent);
            }
        }
    }

    private record Entry(long rank, long asked, int agent) implements Comparable<Entry> {
        private static final Comparator<Entry> ORDER = Comparator.comparingLong(Entry::rank)
                .reversed()
                .thenComparingLong(Entry::asked)
                .thenComparingInt(Entry::agent);

        @Override
        public int compareTo(Entry other) {
            return ORDER.compare(this, other);
        }
    }
}
