/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.Priority;
import dev.triune.llm.internal.broker.PriorityLanes.QueuedItem;
import dev.triune.llm.internal.policy.Ageing;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Queries about waiting items. */
class PriorityLanesQueriesTest {
    private static final long SECOND = 1_000_000_000;

    private final PriorityLanes<String> lanes = new PriorityLanes<>(Ageing.DEFAULT);
    private long order;

    @Test
    void leastUrgentItemIsTheYoungestOfTheLowestLevel() {
        add("old talk", 8, 0);
        add("old plan", 1, 0);
        add("young plan", 1, 0);
        add("emergency", 10, 0);

        assertThat(leastUrgent(0)).isEqualTo("young plan");
    }

    @Test
    void agedItemIsNotTheLeastUrgent() {
        add("aged plan", 1, 0);
        add("fresh wandering", 3, 15 * SECOND);

        assertThat(leastUrgent(15 * SECOND)).isEqualTo("fresh wandering");
    }

    @Test
    void onEqualAgedLevelsTheLowerBaseLevelIsLeastUrgent() {
        add("aged plan", 1, 0);
        add("fresh wandering", 3, 5 * SECOND);

        assertThat(leastUrgent(5 * SECOND)).isEqualTo("aged plan");
    }

    @Test
    void levelRisesWhileAnItemWaits() {
        QueuedItem<String> plan = add("plan", 1, 0);

        assertThat(lanes.levelOf(plan, 0)).isEqualTo(1);
        assertThat(lanes.levelOf(plan, 10 * SECOND)).isEqualTo(5);
        assertThat(lanes.levelOf(plan, 3600 * SECOND)).isEqualTo(10);
    }

    @Test
    void removingAnItemTwiceReducesSizeOnce() {
        add("a", 5, 0);
        QueuedItem<String> b = add("b", 5, 0);
        add("c", 10, 0);
        lanes.remove(b);
        lanes.remove(b);

        assertThat(lanes.size()).isEqualTo(2);
    }

    @Test
    void inOrderIgnoresTurnsOfTheLongestWaitingItem() {
        add("background", 1, 0);
        for (int i = 1; i <= 5; i++) {
            add("emergency " + i, 10, 0);
        }

        assertThat(lanes.inOrder(0, 10))
                .containsExactly(
                        "emergency 1",
                        "emergency 2",
                        "emergency 3",
                        "emergency 4",
                        "emergency 5",
                        "background");
        assertThat(lanes.inOrder(0, 2)).containsExactly("emergency 1", "emergency 2");
        assertThat(lanes.inOrder(0, 0)).isEmpty();
        assertThat(lanes.inOrder(0, Integer.MAX_VALUE)).hasSize(6);
        assertThat(lanes.size()).isEqualTo(6);
    }

    @Test
    void emptyLanesHaveNoLeastUrgentItemAndListNothing() {
        assertThat(lanes.leastUrgent(0)).isNull();
        assertThat(lanes.inOrder(0, 3)).isEmpty();
    }

    private String leastUrgent(long now) {
        return Objects.requireNonNull(lanes.leastUrgent(now), "least urgent").item();
    }

    private QueuedItem<String> add(String item, int level, long since) {
        return lanes.add(item, Priority.of(level), ++order, since);
    }
}
