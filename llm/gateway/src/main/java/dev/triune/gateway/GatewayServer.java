/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway;

import dev.triune.gateway.api.ApiRoutes;
import dev.triune.gateway.api.GatewayService;
import dev.triune.gateway.api.ProviderHealth;
import dev.triune.gateway.api.QuotaLedger;
import dev.triune.gateway.completion.CompletionRoutes;
import dev.triune.gateway.dashboard.Dashboard;
import dev.triune.gateway.dashboard.GatewayTelemetry;
import dev.triune.gateway.http.AccessLog;
import dev.triune.gateway.http.HttpRoutes;
import dev.triune.gateway.http.JettyServer;
import dev.triune.gateway.keys.FileClaim;
import dev.triune.gateway.keys.GameKeys;
import dev.triune.llm.Broker;
import dev.triune.llm.BrokerBuilder;
import dev.triune.llm.BrokerStats;
import dev.triune.llm.BrokerThread;
import dev.triune.llm.Ticker;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A running gateway: the broker on its own thread, the APIs, and the HTTP server. Thread-safe. */
public final class GatewayServer implements AutoCloseable {
    /** The time for writing the last answers on shutdown. */
    private static final Duration FLUSH_TIMEOUT = Duration.ofSeconds(5);

    /** The time for a next request that a client had begun when the gateway stopped listening. */
    private static final Duration NEXT_REQUESTS = Duration.ofMillis(500);

    /** The time for the first request on a connection. */
    private static final Duration FIRST_REQUESTS = Duration.ofSeconds(5);

    private static final long NANOS_PER_SECOND = 1_000_000_000;

    private final GatewayService service;
    private final JettyServer server;
    private final Dashboard dashboard;
    private final Duration drain;
    private final List<FileClaim> claims;
    private final Replacement replacement;
    private final CountDownLatch terminated = new CountDownLatch(1);

    private GatewayServer(
            GatewayService service,
            JettyServer server,
            Dashboard dashboard,
            Duration drain,
            List<FileClaim> claims,
            Replacement replacement) {
        this.replacement = replacement;
        this.service = service;
        this.server = server;
        this.dashboard = dashboard;
        this.drain = drain;
        this.claims = claims;
    }

    /**
     * Starts a gateway.
     *
     * @param builder the builder of its broker, with the providers
     * @param checks the checks of {@code /readyz} by name, in the order of the output: each returns
     *     a problem, if there is one. Called on a server thread; must not block.
     * @param ticker the clock
     * @param clock the wall clock, for times in answers
     * @throws IOException if the address is not available
     * @throws IllegalArgumentException if other machines could call it without a token
     */
    public static GatewayServer start(
            GatewaySettings settings,
            BrokerBuilder builder,
            Map<String, Supplier<Optional<String>>> checks,
            Ticker ticker,
            InstantSource clock)
            throws IOException {
        List<FileClaim> claims = claims(settings);
        try {
            return start(settings, builder, checks, ticker, clock, claims);
        } catch (IOException | RuntimeException e) {
            claims.forEach(FileClaim::close);
            throw e;
        }
    }

    /** Claims the files that only one gateway may write. */
    private static List<FileClaim> claims(GatewaySettings settings) {
        List<FileClaim> claims = new ArrayList<>();
        try {
            settings.access().keysFile().ifPresent(path -> claims.add(GameKeys.claim(path)));
            settings.quotas().stateFile().ifPresent(path -> claims.add(QuotaLedger.claim(path)));
            return claims;
        } catch (IllegalArgumentException e) {
            claims.forEach(FileClaim::close);
            throw e;
        }
    }

    private static GatewayServer start(
            GatewaySettings settings,
            BrokerBuilder builder,
            Map<String, Supplier<Optional<String>>> checks,
            Ticker ticker,
            InstantSource clock,
            List<FileClaim> claims)
            throws IOException {
        GatewayTelemetry telemetry = GatewayTelemetry.of(builder, settings, ticker, clock);
        GameKeys keys = keys(settings, clock);
        if (keys != null) {
            keys.weights().forEach(builder::tenantWeight);
        }
        QuotaLedger quotas = QuotaLedger.open(settings, builder, keys, clock.millis());
        ProviderHealth health = new ProviderHealth(clock);
        builder.listener(health);
        Replacement replacement = new Replacement(builder, telemetry, health, keys, ticker);
        BrokerThread broker = BrokerThread.start("gateway-broker", builder.ticker(ticker));
        GatewayService service =
                new GatewayService(broker, settings, quotas, health, ticker, clock);
        HttpRoutes routes = new HttpRoutes();
        List<JettyServer> created = new CopyOnWriteArrayList<>(); // after its routes
        Map<String, Supplier<Optional<String>>> all = new LinkedHashMap<>(checks);
        settings.accessLog()
                .ifPresent(log -> all.put(
                        "access-log",
                        () -> created.stream().findFirst().flatMap(JettyServer::logProblem)));
        Dashboard dashboard = Dashboard.add(routes, telemetry, service, service::batches, all);
        try {
            ApiRoutes.add(
                    routes,
                    service,
                    settings.batches().maxCredits(),
                    () -> replacement.current.prices(),
                    all);
            CompletionRoutes.add(
                    routes, service, settings, () -> replacement.current, seed(clock.instant()));
            JettyServer server = new JettyServer(
                    settings,
                    routes,
                    ticker,
                    clock,
                    keys,
                    service::runAfterTurn,
                    service::runPeriodic);
            created.add(server);
            return started(new GatewayServer(
                    service, server, dashboard, settings.shutdownTimeout(), claims, replacement));
        } catch (IOException | RuntimeException e) {
            dashboard.close();
            service.close();
            throw e;
        }
    }

    /**
     * Checks what {@link #start} would reject, as far as that is known without starting.
     *
     * @throws IllegalArgumentException if it would reject something
     */
    public static void check(GatewaySettings settings, BrokerBuilder builder, InstantSource clock) {
        JettyServer.requireTokenIfPublic(settings);
        settings.accessLog().ifPresent(AccessLog::check);
        QuotaLedger.open(settings, builder, keys(settings, clock), clock.millis());
        builder.build().close(); // which checks models; nothing is called
    }

    /** What brokers that replace one another share. */
    private static final class Replacement {
        final GatewayTelemetry telemetry;
        final ProviderHealth health;
        final @Nullable GameKeys keys;
        final Ticker ticker;
        volatile BrokerBuilder current;

        Replacement(
                BrokerBuilder first,
                GatewayTelemetry telemetry,
                ProviderHealth health,
                @Nullable GameKeys keys,
                Ticker ticker) {
            this.current = first;
            this.telemetry = telemetry;
            this.health = health;
            this.keys = keys;
            this.ticker = ticker;
        }
    }

    /**
     * Serves later requests with other providers, limits, prices and models; the settings of the
     * gateway itself stay. Requests that have begun end with the old ones. What keys and quotas have
     * used still counts. {@link #check} the configuration first.
     *
     * @param builder the other providers, open; closed if they are not taken
     * @param unchanged the names of those that did not change: they keep breakers and statistics
     * @return completes when they serve; with false if too many earlier ones still have requests
     */
    public CompletableFuture<Boolean> replace(BrokerBuilder builder, Set<String> unchanged) {
        GatewayTelemetry telemetry = replacement.telemetry;
        telemetry.listenTo(builder);
        builder.listener(replacement.health)
                .sharedLimits(replacement.current.sharedLimits())
                .ticker(replacement.ticker);
        if (replacement.keys != null) {
            replacement.keys.weights().forEach(builder::tenantWeight);
        }
        return service.replace(builder, unchanged, () -> {
                    replacement.current = builder;
                    telemetry.replaced(builder);
                })
                .whenComplete((taken, failure) -> {
                    if (failure == null && !taken) {
                        builder.build().close(); // and its providers
                    }
                });
    }

    /** Opens the access log again, after something else has renamed its file. */
    public void reopenLogs() {
        server.reopenLog();
    }

    private static @Nullable GameKeys keys(GatewaySettings settings, InstantSource clock) {
        return settings.access()
                .keysFile()
                .map(path -> GameKeys.open(path, clock))
                .orElse(null);
    }

    private static GatewayServer started(GatewayServer gateway) throws IOException {
        try {
            gateway.server.start();
            return gateway;
        } catch (IOException | RuntimeException e) {
            gateway.server.close();
            throw e;
        }
    }

    /** Returns a seed that differs between gateways, from the start time and the process id. */
    private static long seed(Instant start) {
        long nanos = start.getEpochSecond() * NANOS_PER_SECOND + start.getNano();
        return nanos ^ Long.reverse(ProcessHandle.current().pid());
    }

    /** Returns the base address. */
    public URI uri() {
        return server.uri();
    }

    /** Returns the statistics of the broker. */
    public CompletableFuture<BrokerStats> stats() {
        return service.ask(Broker::stats);
    }

    /**
     * Stops admitting requests, waits for the open ones, and stops. Blocks.
     *
     * @return false if the shutdown timeout passed and the remaining requests were cancelled
     */
    public boolean drain() throws InterruptedException {
        service.drain();
        server.drain();
        boolean all = service.awaitDrained(drain);
        service.close(); // cancels the remaining requests
        dashboard.close(); // ends the live feeds, which never end by themselves
        server.stopListening(NEXT_REQUESTS, FIRST_REQUESTS);
        all &= server.awaitIdle(FLUSH_TIMEOUT);
        close();
        return all;
    }

    /** Waits until the gateway has stopped. Blocks. */
    public void join() throws InterruptedException {
        terminated.await();
    }

    /** Stops at once and cancels open requests. */
    @Override
    public void close() {
        dashboard.close();
        service.close();
        server.close();
        claims.forEach(FileClaim::close);
        terminated.countDown();
    }
}
