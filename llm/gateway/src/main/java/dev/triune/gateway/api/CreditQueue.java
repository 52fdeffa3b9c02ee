/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.api;

import dev.triune.gateway.http.CooldownNotice;
import dev.triune.llm.Ticker;
import dev.triune.llm.internal.policy.CreditBucket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.function.BooleanSupplier;

/**
 * A queue of batch requests that wait for credits. A request starts at once if there are enough
 * credits and no other request waits. Otherwise the credits of each window are divided among the
 * games: equal shares, with unneeded parts passed to the others. A game saves its shares for a
 * request that costs more than one share. Not thread-safe.
 */
final class CreditQueue {
    /** The interval at which credits are distributed. */
    static final Duration WINDOW = Duration.ofSeconds(1);

    private final CreditBucket ledger;
    private final int capacity;
    private final int perSecond;
    private final Ticker ticker;
    private final Map<String, GameQueue> queues = new LinkedHashMap<>();
    private int waiting;
    private long arrivals;
    private long nextWindow;
    private int openBatches;
    private long batches;
    private long batchedRequests;

    /** The credits available now, and when the next is, in milliseconds since 1970. Immutable. */
    record CreditBalance(int available, long nextAvailableAt) {}

    /** Creates an empty queue with all credits available; both numbers are 1 or more. */
    CreditQueue(int capacity, int perSecond, Ticker ticker) {
        this.ledger = new CreditBucket(capacity, perSecond);
        this.capacity = capacity;
        this.perSecond = perSecond;
        this.ticker = ticker;
    }

    void batchStarted(int size) {
        openBatches++;
        batches++;
        batchedRequests += size;
    }

    /** Records that the last request of a batch has ended. */
    void batchEnded() {
        openBatches--;
    }

    /**
     * Adds a request; starts it at once if there are enough credits and no other request waits.
     *
     * @param cost 1 to the capacity
     * @param priority a higher one goes first within its game
     * @param start starts the request
     * @return an action that removes the request from the queue; false if it has started
     */
    BooleanSupplier add(String game, int cost, int priority, Runnable start) {
        long now = ticker.nanos();
        if (waiting == 0 && ledger.tryConsume(cost, now)) {
            start.run();
            return () -> false;
        }
        if (waiting == 0) {
            nextWindow = now + WINDOW.toNanos();
        }
        WaitingRequest request = new WaitingRequest(cost, priority, arrivals++, start);
        queues.computeIfAbsent(game, name -> new GameQueue()).requests.add(request);
        waiting++;
        return () -> remove(game, request);
    }

    private boolean remove(String name, WaitingRequest request) {
        GameQueue queue = queues.get(name);
        boolean found = queue != null && queue.requests.remove(request);
        if (found) {
            waiting--;
            removeIdleGames();
        }
        return found;
    }

    /** Distributes the credits if a window has ended; returns the number of started requests. */
    int runDue() {
        long now = ticker.nanos();
        if (waiting == 0 || nextWindow - now > 0) {
            return 0;
        }
        boolean behind = now - nextWindow >= WINDOW.toNanos();
        nextWindow = (behind ? now : nextWindow) + WINDOW.toNanos();
        List<WaitingRequest> started = allocate(now);
        if (started.isEmpty() && ledger.available(now) == capacity) {
            started = List.of(mostUrgent());
        }
        started.forEach(request -> charge(request, now));
        removeIdleGames();
        started.forEach(request -> request.start.run()); // last, as it may add others
        return started.size();
    }

    private List<WaitingRequest> allocate(long now) {
        int saved = queues.values().stream().mapToInt(queue -> queue.savings).sum();
        Map<String, Integer> wanted = new LinkedHashMap<>();
        queues.forEach(
                (name, queue) -> wanted.put(name, Math.max(0, queue.cost() - queue.savings)));
        Map<String, Integer> shares =
                MaxMinShares.share(Math.max(0, ledger.available(now) - saved), wanted);
        List<WaitingRequest> started = new ArrayList<>();
        queues.forEach((name, queue) -> {
            queue.savings += shares.getOrDefault(name, 0);
            started.addAll(queue.removePaid());
        });
        rotate();
        return started;
    }

    /** Moves another game to the front for each window, as the first ones get the remainder. */
    private void rotate() {
        String first = queues.keySet().iterator().next();
        queues.put(first, Objects.requireNonNull(queues.remove(first)));
    }

    /**
     * Clears all savings and returns the most urgent request, if the savings of many games hold all
     * credits but none can pay.
     */
    private WaitingRequest mostUrgent() {
        WaitingRequest first = queues.values().stream()
                .map(queue -> queue.requests.element())
                .min(WaitingRequest.ORDER)
                .orElseThrow();
        queues.values().forEach(queue -> queue.savings = 0);
        return first;
    }

    private void charge(WaitingRequest request, long now) {
        if (!ledger.tryConsume(request.cost, now)) {
            throw new IllegalStateException("more credits were shared than there are");
        }
        waiting--;
        queues.values().forEach(queue -> queue.requests.remove(request));
    }

    /** Removes games without waiting requests, and with them their savings. */
    private void removeIdleGames() {
        queues.values().removeIf(queue -> queue.requests.isEmpty());
    }

    /** Starts all waiting requests without charging credits, for the shutdown. */
    void startAll() {
        List<WaitingRequest> all = new ArrayList<>();
        queues.values().forEach(queue -> all.addAll(queue.requests));
        queues.clear();
        waiting = 0;
        all.forEach(request -> request.start.run());
    }

    int waiting() {
        return waiting;
    }

    int available() {
        return ledger.available(ticker.nanos());
    }

    CreditBalance balance(long nowMillis) {
        int available = available();
        Duration wait = available == capacity
                ? Duration.ZERO
                : ledger.untilAvailable(available + 1, ticker.nanos());
        return new CreditBalance(available, nowMillis + CooldownNotice.roundUpMillis(wait));
    }

    BatchStats stats() {
        long untilWindow = waiting == 0 ? 0 : Math.max(0, nextWindow - ticker.nanos());
        return new BatchStats(
                openBatches,
                batches,
                batchedRequests,
                waiting,
                available(),
                capacity,
                perSecond,
                CooldownNotice.roundUpMillis(Duration.ofNanos(untilWindow)));
    }

    private static final class GameQueue {
        /** The most urgent one first. */
        final Queue<WaitingRequest> requests = new PriorityQueue<>(WaitingRequest.ORDER);

        int savings;

        int cost() {
            long cost = requests.stream().mapToLong(WaitingRequest::cost).sum();
            return (int) Math.min(Integer.MAX_VALUE, cost);
        }

        /**
         * Removes the requests that savings can pay for, strictly in order of urgency, since an
         * expensive request would otherwise wait forever behind cheap ones.
         */
        List<WaitingRequest> removePaid() {
            List<WaitingRequest> paid = new ArrayList<>();
            for (WaitingRequest next = requests.peek();
                    next != null && next.cost <= savings;
                    next = requests.peek()) {
                savings -= next.cost;
                paid.add(requests.remove());
            }
            return paid;
        }
    }

    private record WaitingRequest(int cost, int priority, long number, Runnable start) {
        static final Comparator<WaitingRequest> ORDER = Comparator.comparingInt(
                        WaitingRequest::priority)
                .reversed()
                .thenComparingLong(WaitingRequest::number);
    }
}
