/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The order in which agents send requests. */
class AgentHeapTest {
    private final AgentHeap agentHeap = new AgentHeap();

    @Test
    void ordersByUrgencyThenWaitingTimeThenId() {
        agentHeap.offer(5, 7, 100);
        agentHeap.offer(4, 8, 200);
        agentHeap.offer(3, 8, 150);
        agentHeap.offer(2, 8, 150);
        for (int expected : new int[] {2, 3, 4, 5}) {
            assertThat(agentHeap.first()).isEqualTo(expected);
            agentHeap.remove(expected);
        }
        assertThat(agentHeap.isEmpty()).isTrue();
    }

    @Test
    void offeringAgainUpdatesThePosition() {
        agentHeap.offer(1, 5, 0);
        agentHeap.offer(2, 6, 0);
        agentHeap.offer(1, 7, 0);
        assertThat(agentHeap.first()).isEqualTo(1);
        agentHeap.offer(1, 4, 0);
        assertThat(agentHeap.first()).isEqualTo(2);
    }

    @Test
    void removingAbsentAgentsIsHarmless() {
        agentHeap.remove(1_000);
        agentHeap.offer(3, 1, 1);
        agentHeap.remove(2);
        agentHeap.remove(3);
        agentHeap.remove(3);
        assertThat(agentHeap.isEmpty()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void agreesWithASortedSet(long seed) {
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
                agentHeap.remove(agent);
            } else {
                Entry entry = new Entry(random.nextInt(10), random.nextInt(30), agent);
                agentHeap.offer(agent, entry.rank, entry.asked);
                all.put(agent, entry);
                sorted.add(entry);
            }
            assertThat(agentHeap.isEmpty()).isEqualTo(sorted.isEmpty());
            if (!sorted.isEmpty()) {
                assertThat(agentHeap.first())
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
