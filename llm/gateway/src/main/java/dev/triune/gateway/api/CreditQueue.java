/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.api;

import dev.triune.llm.internal.policy.CreditBucket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

/**
 * A queue of batch requests that wait for credits. A request starts at once if there are enough
 * credits and no other request waits. Otherwise the credits of each window are divided among the
 * games: equal shares, with unneeded parts passed to the others. A game saves its shares for a
 * request that costs more than one share. Times are nanoseconds. Not thread-safe.
 */
final class CreditQueue {
    /** The interval at which credits are distributed. */
    static final Duration WINDOW = Duration.ofSeconds(1);

    private final CreditBucket ledger;
    private final int capacity;
    private final Map<String, GameQueue> gameQueues = new LinkedHashMap<>();
    private int waiting;
    private long arrivals;
    private long nextWindow;

    /**
     * Creates an empty queue with all credits available.
     *
     * @param capacity the maximum number of credits, 1 or more
     * @param perSecond credits added per second, 1 or more
     */
    CreditQueue(int capacity, int perSecond) {
        this.ledger = new CreditBucket(capacity, perSecond);
        this.capacity = capacity;
    }

    /**
     * Adds a request; starts it at once if there are enough credits and no other request waits.
     *
     * @param cost 1 to the capacity
     * @param priority a higher one goes first within its game
     * @param start starts the request
     * @return an action that removes the request from the queue; false if it has started
     */
    BooleanSupplier add(String game, int cost, int priority, long now, Runnable start) {
        if (waiting == 0 && ledger.tryConsume(cost, now)) {
            start.run();
            return () -> false;
        }
        if (waiting == 0) {
            nextWindow = now + WINDOW.toNanos();
        }
        WaitingRequest waitingRequest = new WaitingRequest(cost, priority, arrivals++, start);
        gameQueues
                .computeIfAbsent(game, name -> new GameQueue())
                .waitingRequests
                .add(waitingRequest);
        waiting++;
        return () -> remove(game, waitingRequest);
    }

    private boolean remove(String name, WaitingRequest waitingRequest) {
        GameQueue gameQueue = gameQueues.get(name);
        boolean found = gameQueue != null && gameQueue.waitingRequests.remove(waitingRequest);
        if (found) {
            waiting--;
            removeIdleGames();
        }
        return found;
    }

    /** Distributes the credits if a window has ended; returns the number of started requests. */
    int runDue(long now) {
        if (waiting == 0 || nextWindow - now > 0) {
            return 0;
        }
        boolean behind = now - nextWindow >= WINDOW.toNanos();
        nextWindow = (behind ? now : nextWindow) + WINDOW.toNanos();
        List<WaitingRequest> started = allocate(now);
        if (started.isEmpty() && ledger.available(now) == capacity) {
            started = List.of(mostUrgent());
        }
        started.forEach(waitingRequest -> charge(waitingRequest, now));
        removeIdleGames();
        started.forEach(waitingRequest -> waitingRequest.start.run()); // last, as it may add others
        return started.size();
    }

    private List<WaitingRequest> allocate(long now) {
        int saved = gameQueues.values().stream()
                .mapToInt(gameQueue -> gameQueue.savings)
                .sum();
        Map<String, Integer> wanted = new LinkedHashMap<>();
        gameQueues.forEach((name, gameQueue) ->
                wanted.put(name, Math.max(0, gameQueue.cost() - gameQueue.savings)));
        Map<String, Integer> shares =
                MaxMinShares.share(Math.max(0, ledger.available(now) - saved), wanted);
        List<WaitingRequest> started = new ArrayList<>();
        gameQueues.forEach((name, gameQueue) -> {
            gameQueue.savings += shares.getOrDefault(name, 0);
            started.addAll(gameQueue.removePaid());
        });
        rotate();
        return started;
    }

    /** Moves another game to the front for each window, as the first ones get the remainder. */
    private void rotate() {
        Iterator<String> names = gameQueues.keySet().iterator();
        String first = names.next();
        GameQueue gameQueue = gameQueues.remove(first);
        if (gameQueue != null) {
            gameQueues.put(first, gameQueue);
        }
    }

    /**
     * Clears all savings and returns the most urgent request, if the savings of many games hold all
     * credits but none can pay.
     */
    private WaitingRequest mostUrgent() {
        WaitingRequest first = gameQueues.values().stream()
                .flatMap(gameQueue -> gameQueue.waitingRequests.stream())
                .min(WaitingRequest.ORDER)
                .orElseThrow();
        gameQueues.values().forEach(gameQueue -> gameQueue.savings = 0);
        return first;
    }

    private void charge(WaitingRequest waitingRequest, long now) {
        if (!ledger.tryConsume(waitingRequest.cost, now)) {
            throw new IllegalStateException("more credits were shared than there are");
        }
        waiting--;
        gameQueues.values().forEach(gameQueue -> gameQueue.waitingRequests.remove(waitingRequest));
    }

    /** Removes games without waiting requests, and with them their savings. */
    private void removeIdleGames() {
        for (Iterator<GameQueue> all = gameQueues.values().iterator(); all.hasNext(); ) {
            if (all.next().waitingRequests.isEmpty()) {
                all.remove();
            }
        }
    }

    /** Starts all waiting requests without charging credits, for the shutdown. */
    void startAll() {
        List<WaitingRequest> all = new ArrayList<>();
        gameQueues.values().forEach(gameQueue -> all.addAll(gameQueue.waitingRequests));
        gameQueues.clear();
        waiting = 0;
        all.forEach(waitingRequest -> waitingRequest.start.run());
    }

    int waiting() {
        return waiting;
    }

    int available(long now) {
        return ledger.available(now);
    }

    /** Returns the time until the next window, zero if no request waits. */
    Duration timeUntilWindow(long now) {
        return waiting == 0 ? Duration.ZERO : Duration.ofNanos(Math.max(0, nextWindow - now));
    }

    /** Returns the time until the next credit becomes available, zero if all are. */
    Duration timeUntilNextCredit(long now) {
        int available = ledger.available(now);
        return available == capacity ? Duration.ZERO : ledger.untilAvailable(available + 1, now);
    }

    private static final class GameQueue {
        final List<WaitingRequest> waitingRequests = new ArrayList<>();
        int savings;

        int cost() {
            return (int) Math.min(
                    Integer.MAX_VALUE,
                    waitingRequests.stream()
                            .mapToLong(waitingRequest -> waitingRequest.cost)
                            .sum());
        }

        /**
         * Removes the requests that savings can pay for, strictly in order of urgency, since an
         * expensive request would otherwise wait forever behind cheap ones.
         */
        List<WaitingRequest> removePaid() {
            List<WaitingRequest> paid = new ArrayList<>();
            for (WaitingRequest waitingRequest :
                    waitingRequests.stream().sorted(WaitingRequest.ORDER).toList()) {
                if (waitingRequest.cost > savings) {
                    break;
                }
                savings -= waitingRequest.cost;
                paid.add(waitingRequest);
            }
            return paid;
        }
    }

    private static final class WaitingRequest {
        static final Comparator<WaitingRequest> ORDER = Comparator.<WaitingRequest>comparingInt(
                        waitingRequest -> -waitingRequest.priority)
                .thenComparingLong(waitingRequest -> waitingRequest.number);

        final int cost;
        final int priority;
        final long number;
        final Runnable start;

        WaitingRequest(int cost, int priority, long number, Runnable start) {
            this.cost = cost;
            this.priority = priority;
            this.number = number;
            this.start = start;
        }
    }
}
