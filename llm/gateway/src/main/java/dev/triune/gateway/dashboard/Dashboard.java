/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.dashboard;

import dev.triune.gateway.api.AsyncReply;
import dev.triune.gateway.api.BatchStats;
import dev.triune.gateway.api.GatewayService;
import dev.triune.gateway.http.ApiErrorFormat;
import dev.triune.gateway.http.HttpRoutes;
import dev.triune.gateway.http.HttpRoutes.Access;
import dev.triune.gateway.http.ServerExchange;
import dev.triune.llm.Broker;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.eclipse.jetty.http.HttpFields;

/**
 * The dashboard: the page, its live statistics, and the metrics for Prometheus. One thread takes a
 * snapshot of the broker once a second, regardless of the number of viewers. Thread-safe.
 *
 * <pre>{@code
 * GatewayTelemetry telemetry = GatewayTelemetry.of(builder, settings, ticker, clock);
 * ... // build the broker and the gateway
 * Dashboard dashboard = Dashboard.add(routes, telemetry, service, service::batches, checks);
 * }</pre>
 */
public final class Dashboard implements AutoCloseable {
    private static final Logger LOG = System.getLogger(Dashboard.class.getName());
    private static final long PERIOD_MILLIS = 1000;
    private static final String PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8";

    private final GatewayTelemetry telemetry;
    private final GatewayService service;
    private final Supplier<CompletableFuture<BatchStats>> batches;
    private final Map<String, Supplier<Optional<String>>> checks;
    private final LiveFeed feed;
    private final ScheduledExecutorService thread;
    private final ScheduledFuture<?> schedule;

    private Dashboard(
            GatewayTelemetry telemetry,
            GatewayService service,
            Supplier<CompletableFuture<BatchStats>> batches,
            Map<String, Supplier<Optional<String>>> checks) {
        this.telemetry = telemetry;
        this.checks = checks;
        this.service = service;
        this.batches = batches;
        this.feed = new LiveFeed(telemetry.activity, service, this::snapshots);
        this.thread = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread created = new Thread(task, "gateway-dashboard");
            created.setDaemon(true);
            return created;
        });
        this.schedule = thread.scheduleAtFixedRate(
                this::runPeriodic, PERIOD_MILLIS, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
    }

    /**
     * Adds the routes of the dashboard and starts its thread.
     *
     * @param batches returns the statistics of batches
     * @param checks the checks of {@code /readyz} by name; not changed later
     */
    public static Dashboard add(
            HttpRoutes routes,
            GatewayTelemetry telemetry,
            GatewayService service,
            Supplier<CompletableFuture<BatchStats>> batches,
            Map<String, Supplier<Optional<String>>> checks) {
        Dashboard dashboard = new Dashboard(telemetry, service, batches, checks);
        DashboardPage.add(routes);
        routes.add(
                Access.FIGURES,
                "GET",
                "/api/llm/live",
                ApiErrorFormat.INSTANCE,
                (fields, exchange) -> dashboard.feed.open(exchange));
        routes.add(
                Access.FIGURES,
                "GET",
                "/metrics",
                ApiErrorFormat.INSTANCE,
                (fields, exchange) -> dashboard.metrics(exchange));
        return dashboard;
    }

    private void runPeriodic() {
        try {
            telemetry.activity.sample();
            feed.send();
        } catch (RuntimeException | Error e) { // or the executor would stop the schedule
            LOG.log(Level.WARNING, "a round of the dashboard failed", e);
        }
    }

    /** Takes a snapshot; completes on the dashboard's thread. */
    private CompletableFuture<DashboardSnapshot> snapshots() {
        return service.ask(Broker::stats)
                .thenCombineAsync(
                        batches.get(),
                        (stats, batched) -> new DashboardSnapshot(
                                telemetry.clock.millis(),
                                telemetry.activity.snapshot(),
                                stats,
                                batched,
                                telemetry.allowedPerSecond,
                                problems(),
                                service.openRequests(),
                                feed.viewers()),
                        executor());
    }

    private Map<String, String> problems() {
        Map<String, String> problems = new LinkedHashMap<>();
        checks.forEach(
                (name, check) -> check.get().ifPresent(problem -> problems.put(name, problem)));
        problems.putAll(service.slowProviders());
        problems.putAll(service.problems());
        return problems;
    }

    /** Returns the dashboard's executor, which runs tasks on the caller after it was closed. */
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
    private void metrics(ServerExchange exchange) {
        AsyncReply.whenDone(snapshots(), service, exchange, snapshot -> {
            telemetry.gauges.update(snapshot);
            String text = telemetry.metrics.scrape();
            exchange.send(200, PROMETHEUS, text.getBytes(StandardCharsets.UTF_8), HttpFields.EMPTY);
        });
    }

    /** Ends the streams of all viewers and stops the thread. */
    @Override
    public void close() {
        schedule.cancel(false);
        feed.close();
        thread.shutdown();
        telemetry.metrics.close();
    }
}
