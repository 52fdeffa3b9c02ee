/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.dashboard;

import dev.triune.gateway.server.ApiErrors;
import dev.triune.gateway.server.Exchange;
import dev.triune.gateway.server.Routes;
import dev.triune.gateway.session.BatchFigures;
import dev.triune.gateway.session.Gateway;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * What people and Prometheus see of a gateway: the page, its live figures, the metrics. One thread
 * looks at the broker once a second, however many watch. Thread-safe.
 *
 * <pre>{@code
 * Watching watching = Watching.of(builder, settings, ticker, clock);
 * ... // build the broker and the gateway
 * Dashboard dashboard = Dashboard.add(routes, watching, gateway, gateway::batches);
 * }</pre>
 */
public final class Dashboard implements AutoCloseable {
    private static final Logger LOG = System.getLogger(Dashboard.class.getName());
    private static final long PERIOD_MILLIS = 1000;
    private static final String PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8";

    private final Watching watching;
    private final Gateway gateway;
    private final Supplier<CompletableFuture<BatchFigures>> batches;
    private final LiveFeed feed;
    private final ScheduledExecutorService thread;
    private final ScheduledFuture<?> rounds;

    private Dashboard(
            Watching watching, Gateway gateway, Supplier<CompletableFuture<BatchFigures>> batches) {
        this.watching = watching;
        this.gateway = gateway;
        this.batches = batches;
        this.feed = new LiveFeed(watching.figures, this::snapshot);
        this.thread = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread made = new Thread(task, "gateway-dashboard");
            made.setDaemon(true);
            return made;
        });
        this.rounds = thread.scheduleAtFixedRate(
                this::round, PERIOD_MILLIS, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
    }

    /**
     * Adds the page, its live figures and the metrics, and begins to look.
     *
     * @param batches what batches do
     */
    public static Dashboard add(
            Routes routes,
            Watching watching,
            Gateway gateway,
            Supplier<CompletableFuture<BatchFigures>> batches) {
        Dashboard dashboard = new Dashboard(watching, gateway, batches);
        Page.add(routes);
        routes.client(
                "GET",
                "/api/llm/live",
                ApiErrors.FORM,
                (fields, exchange) -> dashboard.feed.open(exchange));
        routes.client(
                "GET",
                "/metrics",
                ApiErrors.FORM,
                (fields, exchange) -> dashboard.metrics(exchange));
        return dashboard;
    }

    private void round() {
        try {
            watching.figures.sample();
            feed.send();
        } catch (RuntimeException e) { // or the thread would never come back
            LOG.log(Level.WARNING, "a round of the dashboard failed", e);
        }
    }

    /** The figures of now, handed over on the thread of this dashboard. */
    private CompletableFuture<Snapshot> snapshot() {
        return gateway.stats()
                .thenCombineAsync(
                        batches.get(),
                        (stats, batched) -> new Snapshot(
                                watching.clock.millis(),
                                watching.figures.now(),
                                stats,
                                batched,
                                watching.allowed,
                                gateway.open(),
                                feed.viewers()),
                        executor());
    }

    /** After the end, whoever still hands something over does the rest itself. */
    private Executor executor() {
        return task -> {
            try {
                thread.execute(task);
            } catch (RejectedExecutionException e) {
                task.run();
            }
        };
    }

    /** {@code GET /metrics}. */
    private void metrics(Exchange exchange) {
        var unused = snapshot()
                .thenAccept(snapshot -> {
                    watching.gauges.show(snapshot);
                    String text = watching.metrics.scrape();
                    exchange.body(200, PROMETHEUS, text.getBytes(StandardCharsets.UTF_8));
                })
                .whenComplete((done, failure) -> LiveFeed.tell(failure, exchange));
    }

    /** Ends the streams of all viewers, and looks no more. */
    @Override
    public void close() {
        rounds.cancel(false);
        feed.close();
        thread.shutdown();
        watching.metrics.close();
    }
}
