/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

/** Sharing credits among games. */
class CreditQueueTest {
    private final Map<String, Integer> started = new LinkedHashMap<>();
    private long now;

    @Test
    void requestsStartAtOnceWhileCreditsSuffice() {
        CreditQueue queue = new CreditQueue(100, 10, () -> now);
        ask(queue, "a", 100, 1);

        assertThat(started).containsEntry("a", 100);
        assertThat(queue.waiting()).isZero();
        assertThat(queue.available()).isZero();
    }

    @Test
    void fiveGamesShareCreditsEqually() {
        CreditQueue queue = emptied(100, 100);
        for (String game : new String[] {"a", "b", "c", "d", "e"}) {
            ask(queue, game, 50, 1);
        }
        window(queue);

        assertThat(started).isEqualTo(Map.of("a", 20, "b", 20, "c", 20, "d", 20, "e", 20));
    }

    @Test
    void unusedCreditsGoToOtherGames() {
        CreditQueue queue = emptied(100, 100);
        ask(queue, "a", 50, 1);
        ask(queue, "b", 30, 1);
        ask(queue, "c", 20, 1);
        ask(queue, "d", 10, 1);
        ask(queue, "e", 5, 1);
        window(queue);

        assertThat(started).isEqualTo(Map.of("a", 35, "b", 30, "c", 20, "d", 10, "e", 5));

        window(queue);
        assertThat(started).isEqualTo(Map.of("a", 50, "b", 30, "c", 20, "d", 10, "e", 5));
        assertThat(queue.waiting()).isZero();
    }

    @Test
    void gameSavesCreditsForExpensiveRequests() {
        CreditQueue queue = emptied(100, 10);
        ask(queue, "large", 1, 12);
        ask(queue, "small", 100, 1);
        window(queue);
        window(queue);
        assertThat(started).isEqualTo(Map.of("small", 10));

        window(queue);
        assertThat(started).containsEntry("large", 1);
        assertThat(started.getOrDefault("small", 0)).isBetween(15, 18);
    }

    @Test
    void savingsThatUseAllCreditsDoNotBlockTheQueue() {
        CreditQueue queue = emptied(10, 10);
        for (String game : new String[] {"a", "b", "c", "d"}) {
            ask(queue, game, 2, 9);
        }
        for (int i = 0; i < 8; i++) {
            window(queue);
            window(queue);
        }

        assertThat(started).isEqualTo(Map.of("a", 2, "b", 2, "c", 2, "d", 2));
    }

    @Test
    void moreUrgentRequestsOfAGameStartFirst() {
        CreditQueue queue = emptied(10, 1);
        queue.add("a", 1, 3, () -> started.put("wander", 1));
        queue.add("a", 1, 10, () -> started.put("fight", 1));
        window(queue);

        assertThat(started).containsOnlyKeys("fight");
    }

    @Test
    void removedRequestCostsNoCredits() {
        CreditQueue queue = emptied(10, 1);
        BooleanSupplier first = queue.add("a", 1, 5, () -> started.put("first", 1));
        queue.add("a", 1, 5, () -> started.put("second", 1));

        assertThat(first.getAsBoolean()).isTrue();
        assertThat(first.getAsBoolean()).as("second removal").isFalse();
        window(queue);
        assertThat(started).containsOnlyKeys("second");
    }

    @Test
    void remainderRotatesAmongGames() {
        CreditQueue queue = emptied(100, 10);
        for (int game = 0; game < 11; game++) {
            ask(queue, "game-" + game, 100, 1);
        }
        for (int i = 0; i < 11; i++) {
            window(queue);
        }

        assertThat(started.values()).hasSize(11).containsOnly(10);
    }

    @Test
    void cheapRequestsDoNotOvertakeMoreUrgentOnes() {
        CreditQueue queue = emptied(100, 10);
        queue.add("a", 30, 10, () -> started.put("urgent", 1));
        for (int i = 0; i < 4; i++) {
            queue.add("a", 1, 1, () -> started.merge("small", 1, Integer::sum));
            window(queue);
        }

        assertThat(started.keySet()).startsWith("urgent").isNotEmpty();
    }

    @Test
    void lateWindowsLoseNoCredits() {
        CreditQueue queue = emptied(100, 100);
        ask(queue, "a", 1000, 1);
        for (int i = 0; i < 4; i++) {
            now += 1_200_000_000L;
            queue.runDue();
            now -= 200_000_000L;
        }

        assertThat(started.getOrDefault("a", 0)).isGreaterThanOrEqualTo(400);
    }

    @Test
    void newRequestsDoNotOvertakeWaitingOnes() {
        CreditQueue queue = emptied(10, 5);
        ask(queue, "a", 1, 8);
        now += Duration.ofMillis(900).toNanos();
        ask(queue, "b", 1, 1);

        assertThat(started).isEmpty();
    }

    private CreditQueue emptied(int capacity, int perSecond) {
        CreditQueue queue = new CreditQueue(capacity, perSecond, () -> now);
        ask(queue, "before", 1, capacity);
        started.clear();
        return queue;
    }

    private void ask(CreditQueue queue, String game, int requests, int cost) {
        for (int i = 0; i < requests; i++) {
            queue.add(game, cost, 5, () -> started.merge(game, 1, Integer::sum));
        }
    }

    private void window(CreditQueue queue) {
        now += CreditQueue.WINDOW.toNanos();
        queue.runDue();
    }
}
