/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.Priority;
import dev.triune.llm.internal.broker.PriorityLanes.QueuedItem;
import dev.triune.llm.internal.policy.Ageing;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PriorityLanesTest {
    private static final long SECOND = 1_000_000_000;

    private final PriorityLanes<String> lanes = new PriorityLanes<>(Ageing.DEFAULT);
    private long order;

    @Test
    void servesMoreUrgentItemsFirst() {
        add("low", 3, 0);
        add("critical", 10, 0);
        add("medium", 5, 0);

        assertThat(drain(0)).containsExactly("critical", "medium", "low");
    }

    @Test
    void servesItemsOfOneLevelInOrderOfArrival() {
        add("a", 5, 0);
        add("b", 5, 1);
        add("c", 5, 2);

        assertThat(drain(3)).containsExactly("a", "b", "c");
    }

    @Test
    void fiveSecondsOfWaitingRaiseTheLevelByTwo() {
        add("old", 4, 0);
        add("new", 5, 5 * SECOND);

        assertThat(lanes.peek(5 * SECOND - 1)).isEqualTo("new");
        assertThat(lanes.peek(5 * SECOND)).isEqualTo("old");
    }

    @Test
    void onEqualAgedLevelsServesTheHigherBaseLevelFirst() {
        add("old", 3, 0);
        add("new", 5, 5 * SECOND);

        assertThat(drain(5 * SECOND)).containsExactly("new", "old");
    }

    @Test
    void servesNewEmergencyBeforeItemsAgedToTheTopLevel() {
        add("background", 1, 0);
        add("talk", 8, 0);
        add("emergency", 10, 3600 * SECOND);

        assertThat(drain(3600 * SECOND)).containsExactly("emergency", "talk", "background");
    }

    @Test
    void longestWaitingItemIsPassedOverAtMostThreeTimes() {
        add("background", 1, 0);
        for (int i = 1; i <= 5; i++) {
            add("urgent " + i, 9, 0);
        }

        assertThat(drain(5 * SECOND))
                .containsExactly(
                        "urgent 1", "urgent 2", "urgent 3", "background", "urgent 4", "urgent 5");
    }

    @Test
    void servingTheLongestWaitingItemByItsLevelResetsTheCount() {
        add("old urgent", 9, 0);
        add("background", 1, 0);
        for (int i = 1; i <= 4; i++) {
            add("urgent " + i, 9, 0);
        }

        assertThat(drain(5 * SECOND))
                .containsExactly(
                        "old urgent", "urgent 1", "urgent 2", "urgent 3", "background", "urgent 4");
    }

    @Test
    void onlyPollsThatServeAnItemCount() {
        assertThat(lanes.poll(0)).isNull();
        assertThat(lanes.poll(0)).isNull();
        add("background", 1, 0);
        QueuedItem<String> removed = add("removed", 9, 0);
        for (int i = 1; i <= 4; i++) {
            add("urgent " + i, 9, 0);
        }
        lanes.remove(removed);
        lanes.peek(0);
        lanes.inOrder(0, 4);

        assertThat(drain(5 * SECOND))
                .containsExactly("urgent 1", "urgent 2", "urgent 3", "background", "urgent 4");
    }

    @Test
    void removingTheLongestWaitingItemPassesItsTurnToTheNext() {
        QueuedItem<String> oldest = add("oldest", 1, 0);
        add("second", 2, 0);
        for (int i = 1; i <= 4; i++) {
            add("urgent " + i, 9, 0);
        }
        lanes.poll(5 * SECOND);
        lanes.poll(5 * SECOND);
        lanes.poll(5 * SECOND);
        assertThat(lanes.peek(5 * SECOND)).isEqualTo("oldest");

        lanes.remove(oldest);

        assertThat(lanes.peek(5 * SECOND)).isEqualTo("second");
        assertThat(drain(5 * SECOND)).containsExactly("second", "urgent 4");
    }

    @Test
    void emergenciesOvertakeTheLongestWaitingItemFifteenTimes() {
        add("background", 1, 0);
        for (int i = 1; i <= 20; i++) {
            add("emergency " + i, 10, 0);
        }

        List<String> served = drain(5 * SECOND);

        assertThat(served.subList(0, 15)).doesNotContain("background");
        assertThat(served.get(15)).isEqualTo("background");
    }

    @Test
    void longestWaitingItemIsNextAfterTheLastEmergency() {
        add("background", 1, 0);
        add("urgent", 9, 0);
        for (int i = 1; i <= 5; i++) {
            add("emergency " + i, 10, 0);
        }

        assertThat(drain(5 * SECOND)).endsWith("emergency 5", "background", "urgent");
    }

    @Test
    void longestWaitingItemGetsNoTurnBeforeItsFirstRaise() {
        add("idle", 3, 0);
        add("combat 1", 10, 0);
        add("trade", 8, 0);
        add("craft", 5, 0);
        add("later idle", 3, 0);
        add("combat 2", 10, 0);

        assertThat(drain(0))
                .containsExactly("combat 1", "combat 2", "trade", "craft", "idle", "later idle");
    }

    @Test
    void returnedItemsKeepTheirPlace() {
        add("a", 5, 0);
        add("b", 5, 1);
        add("c", 5, 2);
        assertThat(lanes.poll(3)).isEqualTo("a");
        assertThat(lanes.poll(3)).isEqualTo("b");

        lanes.add("b", Priority.of(5), 2, 1);
        lanes.add("a", Priority.of(5), 1, 0);

        assertThat(drain(3)).containsExactly("a", "b", "c");
    }

    @Test
    void removedItemCanReturnBetweenOtherItems() {
        add("a", 5, 0);
        QueuedItem<String> b = add("b", 5, 1);
        add("c", 5, 2);
        lanes.remove(b);

        lanes.add("b", Priority.of(5), 2, 1);

        assertThat(drain(3)).containsExactly("a", "b", "c");
    }

    @Test
    void removesAnItemOnceFromAnyPosition() {
        QueuedItem<String> a = add("a", 5, 0);
        QueuedItem<String> b = add("b", 5, 0);
        QueuedItem<String> c = add("c", 5, 0);
        add("d", 5, 0);

        assertThat(lanes.remove(b)).isTrue();
        assertThat(lanes.remove(b)).isFalse();
        assertThat(lanes.remove(a)).isTrue();
        assertThat(lanes.remove(c)).isTrue();

        assertThat(lanes.size()).isEqualTo(1);
        assertThat(drain(0)).containsExactly("d");
    }

    @Test
    void servedItemCannotBeRemoved() {
        QueuedItem<String> a = add("a", 5, 0);
        assertThat(lanes.poll(0)).isEqualTo("a");

        assertThat(lanes.remove(a)).isFalse();
        assertThat(lanes.size()).isZero();
    }

    @Test
    void peekDoesNotRemoveTheItem() {
        add("a", 5, 0);

        assertThat(lanes.peek(0)).isEqualTo("a");
        assertThat(lanes.size()).isEqualTo(1);
    }

    @Test
    void emptyLanesServeNothing() {
        assertThat(lanes.peek(0)).isNull();
        assertThat(lanes.poll(0)).isNull();
        assertThat(lanes.size()).isZero();
    }

    private QueuedItem<String> add(String item, int level, long since) {
        return lanes.add(item, Priority.of(level), ++order, since);
    }

    private List<String> drain(long now) {
        List<String> served = new ArrayList<>();
        for (String next = lanes.poll(now); next != null; next = lanes.poll(now)) {
            served.add(next);
        }
        return served;
    }
}
