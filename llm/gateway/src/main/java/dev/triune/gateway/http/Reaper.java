/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.http;

import dev.triune.llm.Ticker;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/**
 * Checks all open exchanges and connections several times a second, on its own thread. Thread-safe.
 */
final class Reaper implements AutoCloseable {
    private static final Logger LOG = System.getLogger(Reaper.class.getName());
    private static final long PERIOD_MILLIS = 250;

    private final Set<ServerExchange> openExchanges = ConcurrentHashMap.newKeySet();
    private final Set<BodyReader> bodies = ConcurrentHashMap.newKeySet();
    private final ConnectionTracker connectionTracker;
    private final Ticker ticker;
    private final Runnable onSweep;
    private final ScheduledExecutorService thread;
    private final ScheduledFuture<?> sweeps;
    private volatile CountDownLatch drained = new CountDownLatch(1);

    /** Starts the thread, which also runs {@code onSweep} each time. */
    Reaper(ConnectionTracker connectionTracker, Ticker ticker, Runnable onSweep) {
        this.connectionTracker = connectionTracker;
        this.ticker = ticker;
        this.onSweep = onSweep;
        this.thread = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread created = new Thread(task, "gateway-watch");
            created.setDaemon(true);
            return created;
        });
        sweeps = thread.scheduleWithFixedDelay(
                this::sweep, PERIOD_MILLIS, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
    }

    void add(ServerExchange exchange) {
        openExchanges.add(exchange);
    }

    void remove(ServerExchange exchange) {
        openExchanges.remove(exchange);
        if (openExchanges.isEmpty()) {
            drained.countDown();
        }
    }

    void add(BodyReader body) {
        bodies.add(body);
    }

    void remove(BodyReader body) {
        bodies.remove(body);
    }

    /** Returns the number of clients that wait for an answer. */
    int openExchanges() {
        return openExchanges.size();
    }

    /** Waits until all answers are written; returns false on timeout. Blocks. */
    boolean awaitIdle(Duration timeout) throws InterruptedException {
        CountDownLatch latch = new CountDownLatch(1);
        drained = latch;
        return openExchanges.isEmpty() || latch.await(timeout.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void sweep() {
        long now = ticker.nanos();
        openExchanges.forEach(exchange -> guarded(() -> exchange.check(now)));
        bodies.forEach(body -> guarded(() -> body.check(now)));
        guarded(() -> connectionTracker.check(now));
        guarded(onSweep);
    }

    /** Runs a check whose failure must affect neither the others nor the thread. */
    private static void guarded(Runnable check) {
        try {
            check.run();
        } catch (RuntimeException | Error e) {
            LOG.log(Level.WARNING, "a check of the watch failed", e);
        }
    }

    @Override
    public void close() {
        sweeps.cancel(false);
        thread.shutdownNow();
    }
}
