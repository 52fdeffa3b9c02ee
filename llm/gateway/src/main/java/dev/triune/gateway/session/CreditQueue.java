/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.session;

import dev.triune.llm.policy.share.CreditShares;
import dev.triune.llm.policy.share.Credits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

/**
 * Requests of batches that wait for credits. While there are enough for all, nobody waits. Else the
 * credits of each window are shared: equal shares, and what one game does not need goes to the others.
 * A game whose next request costs more than its share saves up for it. Times are nanoseconds. Not
 * thread-safe: one owner.
 */
final class CreditQueue {
    /** Credits are shared so often. */
    static final Duration WINDOW = Duration.ofSeconds(1);

    private final Credits ledger;
    private final int capacity;
    private final Map<String, Game> games = new LinkedHashMap<>();
    private int waiting;
    private long arrivals;
    private long nextWindow;

    /**
     * A full ledger and nobody waiting.
     *
     * @param capacity credits that it holds, 1 or more
     * @param perSecond credits that come back in a second, 1 or more
     */
    CreditQueue(int capacity, int perSecond) {
        this.ledger = new Credits(capacity, perSecond);
        this.capacity = capacity;
    }

    /**
     * Takes a request in; starts it at once if its credits are there and nobody waits.
     *
     * @param cost 1 to the capacity
     * @param priority higher goes first within its game
     * @return takes it out again, unless it was started
     */
    BooleanSupplier add(String game, int cost, int priority, long now, Runnable start) {
        if (waiting == 0 && ledger.tryTake(cost, now)) {
            start.run();
            return () -> false;
        }
        if (waiting == 0) {
            nextWindow = now + WINDOW.toNanos();
        }
        Item item = new Item(cost, priority, arrivals++, start);
        games.computeIfAbsent(game, name -> new Game()).items.add(item);
        waiting++;
        return () -> remove(game, item);
    }

    private boolean remove(String name, Item item) {
        Game game = games.get(name);
        boolean found = game != null && game.items.remove(item);
        if (found) {
            waiting--;
            tidy();
        }
        return found;
    }

    /** Shares what there is if a window is over; returns how many requests it started. */
    int work(long now) {
        if (waiting == 0 || nextWindow - now > 0) {
            return 0;
        }
        boolean behind = now - nextWindow >= WINDOW.toNanos();
        nextWindow = (behind ? now : nextWindow) + WINDOW.toNanos();
        List<Item> started = share(now);
        if (started.isEmpty() && ledger.available(now) == capacity) {
            started = List.of(mostUrgent());
        }
        started.forEach(item -> take(item, now));
        tidy();
        started.forEach(item -> item.start.run()); // last, since it may add others
        return started.size();
    }

    private List<Item> share(long now) {
        int saved = games.values().stream().mapToInt(game -> game.saved).sum();
        Map<String, Integer> wanted = new LinkedHashMap<>();
        games.forEach((name, game) -> wanted.put(name, Math.max(0, game.cost() - game.saved)));
        Map<String, Integer> shares =
                CreditShares.share(Math.max(0, ledger.available(now) - saved), wanted);
        List<Item> started = new ArrayList<>();
        games.forEach((name, game) -> {
            game.saved += shares.getOrDefault(name, 0);
            started.addAll(game.spend());
        });
        turn();
        return started;
    }

    /** What does not divide evenly goes to the first: another one in each window. */
    private void turn() {
        Iterator<String> names = games.keySet().iterator();
        String first = names.next();
        Game game = games.remove(first);
        if (game != null) {
            games.put(first, game);
        }
    }

    /** With a full ledger, savings that are spread over many games would hold up all of them. */
    private Item mostUrgent() {
        Item first = games.values().stream()
                .flatMap(game -> game.items.stream())
                .min(Item.ORDER)
                .orElseThrow();
        games.values().forEach(game -> game.saved = 0);
        return first;
    }

    private void take(Item item, long now) {
        if (!ledger.tryTake(item.cost, now)) {
            throw new IllegalStateException("more credits were shared than there are");
        }
        waiting--;
        games.values().forEach(game -> game.items.remove(item));
    }

    /** Whoever has nothing waiting saves nothing. */
    private void tidy() {
        for (Iterator<Game> all = games.values().iterator(); all.hasNext(); ) {
            if (all.next().items.isEmpty()) {
                all.remove();
            }
        }
    }

    /** Starts all that wait, whatever they cost: nobody is served any more. */
    void startAll() {
        List<Item> all = new ArrayList<>();
        games.values().forEach(game -> all.addAll(game.items));
        games.clear();
        waiting = 0;
        all.forEach(item -> item.start.run());
    }

    int waiting() {
        return waiting;
    }

    int available(long now) {
        return ledger.available(now);
    }

    /** How long until the next window, zero if nobody waits. */
    Duration untilWindow(long now) {
        return waiting == 0 ? Duration.ZERO : Duration.ofNanos(Math.max(0, nextWindow - now));
    }

    /** How long until another credit is there, zero if the ledger is full. */
    Duration untilNext(long now) {
        int available = ledger.available(now);
        return available == capacity ? Duration.ZERO : ledger.untilAvailable(available + 1, now);
    }

    private static final class Game {
        final List<Item> items = new ArrayList<>();
        int saved;

        int cost() {
            return (int) Math.min(
                    Integer.MAX_VALUE,
                    items.stream().mapToLong(item -> item.cost).sum());
        }

        /**
         * Takes what its savings pay for, the most urgent first, and none before it: or what costs
         * much would wait for ever behind what costs little.
         */
        List<Item> spend() {
            List<Item> paid = new ArrayList<>();
            for (Item item : items.stream().sorted(Item.ORDER).toList()) {
                if (item.cost > saved) {
                    break;
                }
                saved -= item.cost;
                paid.add(item);
            }
            return paid;
        }
    }

    private static final class Item {
        static final Comparator<Item> ORDER = Comparator.<Item>comparingInt(item -> -item.priority)
                .thenComparingLong(item -> item.number);

        final int cost;
        final int priority;
        final long number;
        final Runnable start;

        Item(int cost, int priority, long number, Runnable start) {
            this.cost = cost;
            this.priority = priority;
            this.number = number;
            this.start = start;
        }
    }
}
