/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway;

import dev.triune.gateway.GatewaySettings.InitialQuota;
import dev.triune.gateway.api.ApiRoutes;
import dev.triune.gateway.api.GatewayService;
import dev.triune.gateway.dashboard.Dashboard;
import dev.triune.gateway.dashboard.GatewayTelemetry;
import dev.triune.gateway.http.HttpRoutes;
import dev.triune.gateway.http.JettyServer;
import dev.triune.gateway.openai.ModelEntry;
import dev.triune.gateway.openai.OpenAiRoutes;
import dev.triune.llm.BrokerBuilder;
import dev.triune.llm.BrokerStats;
import dev.triune.llm.BrokerThread;
import dev.triune.llm.QuotaSnapshot;
import dev.triune.llm.Ticker;
import dev.triune.llm.TokenPrices;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;

/** A gateway that serves: the broker on its thread, the calls, the server. Thread-safe. */
public final class GatewayServer implements AutoCloseable {
    /** How long the last answers may take to be written. */
    private static final Duration FLUSH_TIMEOUT = Duration.ofSeconds(5);

    private static final long NANOS_PER_SECOND = 1_000_000_000;

    private final GatewayService gatewayService;
    private final JettyServer server;
    private final Dashboard dashboard;
    private final Duration drain;
    private final CountDownLatch terminated = new CountDownLatch(1);

    private GatewayServer(
            GatewayService gatewayService,
            JettyServer server,
            Dashboard dashboard,
            Duration drain) {
        this.gatewayService = gatewayService;
        this.server = server;
        this.dashboard = dashboard;
        this.drain = drain;
    }

    /**
     * Starts one.
     *
     * @param builder of the broker behind it, with its providers
     * @param ticker the clock
     * @param clock the wall clock, for what games are told
     * @throws IOException if the address cannot be had
     * @throws IllegalArgumentException if it would be open to others without a token
     */
    public static GatewayServer start(
            GatewaySettings settings, BrokerBuilder builder, Ticker ticker, InstantSource clock)
            throws IOException {
        return start(settings, builder, Map.of(), ticker, clock);
    }

    /**
     * Starts one.
     *
     * @param builder of the broker behind it, with its providers
     * @param checks by name, for {@code /readyz}, as {@link ApiRoutes#add} takes them
     * @param ticker the clock
     * @param clock the wall clock, for what games are told
     * @throws IOException if the address cannot be had
     * @throws IllegalArgumentException if it would be open to others without a token
     */
    public static GatewayServer start(
            GatewaySettings settings,
            BrokerBuilder builder,
            Map<String, Supplier<Optional<String>>> checks,
            Ticker ticker,
            InstantSource clock)
            throws IOException {
        GatewayTelemetry gatewayTelemetry = GatewayTelemetry.of(builder, settings, ticker, clock);
        BrokerThread broker = BrokerThread.start("gateway-broker", builder.ticker(ticker));
        GatewayService gatewayService = new GatewayService(broker, settings, ticker, clock);
        HttpRoutes httpRoutes = new HttpRoutes();
        Dashboard dashboard = Dashboard.add(
                httpRoutes, gatewayTelemetry, gatewayService, gatewayService::batches);
        try {
            applyQuotas(settings.quotas(), builder, gatewayService);
            ApiRoutes.add(
                    httpRoutes, gatewayService, settings.maxCredits(), builder.prices(), checks);
            OpenAiRoutes.add(
                    httpRoutes,
                    gatewayService,
                    ModelEntry.of(builder.providerSettings()),
                    builder.defaultModel(),
                    seed(clock.instant()));
            JettyServer server =
                    new JettyServer(settings, httpRoutes, ticker, gatewayService::runPeriodic);
            return started(new GatewayServer(
                    gatewayService, server, dashboard, settings.shutdownTimeout()));
        } catch (IOException | RuntimeException e) {
            dashboard.close();
            gatewayService.close();
            throw e;
        }
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

    /** Another one for each gateway: by when it starts, and beside which others. */
    private static long seed(Instant start) {
        long nanos = start.getEpochSecond() * NANOS_PER_SECOND + start.getNano();
        return nanos ^ Long.reverse(ProcessHandle.current().pid());
    }

    /** Sessions of the configuration are under their quota before anyone can call. */
    private static void applyQuotas(
            Map<String, InitialQuota> quotas,
            BrokerBuilder builder,
            GatewayService gatewayService) {
        quotas.forEach((session, start) -> {
            String model = start.model().isEmpty() ? builder.defaultModel() : start.model();
            TokenPrices weights = builder.prices().pricesFor(model);
            if (weights.input().signum() == 0 && weights.output().signum() == 0) {
                throw new IllegalArgumentException(
                        "gateway.quotas." + session + ": model \"" + model
                                + "\" has no price, so that the quota would be without end (add it to"
                                + " prices)");
            }
            gatewayService
                    .enableQuota(
                            new QuotaSnapshot(session, start.remaining(), weights, start.window()))
                    .join();
        });
    }

    /** Where it listens. */
    public URI uri() {
        return server.uri();
    }

    /** What the broker has done and is doing. */
    public CompletableFuture<BrokerStats> stats() {
        return gatewayService.stats();
    }

    /**
     * Takes no more requests, waits for those under way, and stops. Blocks.
     *
     * @return false if some took longer than the time to drain, and were cancelled
     */
    public boolean drain() throws InterruptedException {
        gatewayService.drain();
        boolean all = gatewayService.awaitDrained(drain);
        gatewayService.close(); // tells those that are left that they were cancelled
        dashboard.close(); // or those who look would never be done
        all &= server.awaitIdle(FLUSH_TIMEOUT);
        close();
        return all;
    }

    /** Waits until it is stopped. Blocks. */
    public void join() throws InterruptedException {
        terminated.await();
    }

    /** Stops at once. */
    @Override
    public void close() {
        dashboard.close();
        gatewayService.close();
        server.close();
        terminated.countDown();
    }
}
