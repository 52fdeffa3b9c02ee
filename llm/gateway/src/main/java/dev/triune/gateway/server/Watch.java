/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.server;

import dev.triune.llm.time.Ticker;
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

/** Looks after everything that is open, on a thread of its own, a few times a second. Thread-safe. */
final class Watch implements AutoCloseable {
    private static final Logger LOG = System.getLogger(Watch.class.getName());
    private static final long PERIOD_MILLIS = 250;

    private final Set<Exchange> exchanges = ConcurrentHashMap.newKeySet();
    private final Set<BodyReader> bodies = ConcurrentHashMap.newKeySet();
    private final Connections connections;
    private final Ticker ticker;
    private final Runnable onRound;
    private final ScheduledExecutorService thread;
    private final ScheduledFuture<?> rounding;
    private volatile CountDownLatch quiet = new CountDownLatch(1);

    /**
     * Begins to watch.
     *
     * @param onRound run in each round
     */
    Watch(Connections connections, Ticker ticker, Runnable onRound) {
        this.connections = connections;
        this.ticker = ticker;
        this.onRound = onRound;
        this.thread = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread made = new Thread(task, "gateway-watch");
            made.setDaemon(true);
            return made;
        });
        rounding = thread.scheduleWithFixedDelay(
                this::round, PERIOD_MILLIS, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
    }

    void add(Exchange exchange) {
        exchanges.add(exchange);
    }

    void forget(Exchange exchange) {
        exchanges.remove(exchange);
        if (exchanges.isEmpty()) {
            quiet.countDown();
        }
    }

    void add(BodyReader body) {
        bodies.add(body);
    }

    void forget(BodyReader body) {
        bodies.remove(body);
    }

    /** How many clients wait for an answer. */
    int exchanges() {
        return exchanges.size();
    }

    /** Waits until no client waits for an answer; false if that took too long. Blocks. */
    boolean awaitQuiet(Duration most) throws InterruptedException {
        CountDownLatch latch = new CountDownLatch(1);
        quiet = latch;
        return exchanges.isEmpty() || latch.await(most.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void round() {
        long now = ticker.nanos();
        exchanges.forEach(exchange -> guarded(() -> exchange.check(now)));
        bodies.forEach(body -> guarded(() -> body.check(now)));
        guarded(() -> connections.check(now));
        guarded(onRound);
    }

    /** What fails harms nobody else, and the thread comes back. */
    private static void guarded(Runnable check) {
        try {
            check.run();
        } catch (RuntimeException | Error e) {
            LOG.log(Level.WARNING, "a check of the watch failed", e);
        }
    }

    @Override
    public void close() {
        rounding.cancel(false);
        thread.shutdownNow();
    }
}
