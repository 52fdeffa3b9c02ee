/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.app;

import dev.triune.gateway.api.ApiRoutes;
import dev.triune.gateway.dashboard.Dashboard;
import dev.triune.gateway.dashboard.Watching;
import dev.triune.gateway.openai.ModelEntry;
import dev.triune.gateway.openai.OpenAiRoutes;
import dev.triune.gateway.server.GatewayServer;
import dev.triune.gateway.server.Routes;
import dev.triune.gateway.session.Gateway;
import dev.triune.llm.BrokerStats;
import dev.triune.llm.QuotaSnapshot;
import dev.triune.llm.TokenWeights;
import dev.triune.llm.config.GatewaySettings;
import dev.triune.llm.config.GatewaySettings.QuotaStart;
import dev.triune.llm.engine.BrokerBuilder;
import dev.triune.llm.run.BrokerThread;
import dev.triune.llm.time.Ticker;
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
public final class RunningGateway implements AutoCloseable {
    /** How long the last answers may take to be written. */
    private static final Duration FLUSH = Duration.ofSeconds(5);

    private static final long NANOS_PER_SECOND = 1_000_000_000;

    private final Gateway gateway;
    private final GatewayServer server;
    private final Dashboard dashboard;
    private final Duration drain;
    private final CountDownLatch stopped = new CountDownLatch(1);

    private RunningGateway(
            Gateway gateway, GatewayServer server, Dashboard dashboard, Duration drain) {
        this.gateway = gateway;
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
    public static RunningGateway start(
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
    public static RunningGateway start(
            GatewaySettings settings,
            BrokerBuilder builder,
            Map<String, Supplier<Optional<String>>> checks,
            Ticker ticker,
            InstantSource clock)
            throws IOException {
        Watching watching = Watching.of(builder, settings, ticker, clock);
        BrokerThread broker = BrokerThread.start("gateway-broker", builder.ticker(ticker));
        Gateway gateway = new Gateway(broker, settings, ticker, clock);
        Routes routes = new Routes();
        Dashboard dashboard = Dashboard.add(routes, watching, gateway, gateway::batches);
        try {
            enable(settings.quotas(), builder, gateway);
            ApiRoutes.add(routes, gateway, settings.credits(), builder.prices(), checks);
            OpenAiRoutes.add(
                    routes,
                    gateway,
                    ModelEntry.of(builder.providers()),
                    builder.defaultModel(),
                    seed(clock.instant()));
            GatewayServer server = new GatewayServer(settings, routes, ticker, gateway::round);
            return started(new RunningGateway(gateway, server, dashboard, settings.drain()));
        } catch (IOException | RuntimeException e) {
            dashboard.close();
            gateway.close();
            throw e;
        }
    }

    private static RunningGateway started(RunningGateway gateway) throws IOException {
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
    private static void enable(
            Map<String, QuotaStart> quotas, BrokerBuilder builder, Gateway gateway) {
        quotas.forEach((session, start) -> {
            String model = start.model().isEmpty() ? builder.defaultModel() : start.model();
            TokenWeights weights = builder.prices().of(model);
            if (weights.input().signum() == 0 && weights.output().signum() == 0) {
                throw new IllegalArgumentException(
                        "gateway.quotas." + session + ": model \"" + model
                                + "\" has no price, so that the quota would be without end (add it to"
                                + " prices)");
            }
            gateway.enableQuota(
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
        return gateway.stats();
    }

    /**
     * Takes no more requests, waits for those under way, and stops. Blocks.
     *
     * @return false if some took longer than the time to drain, and were cancelled
     */
    public boolean drain() throws InterruptedException {
        gateway.drain();
        boolean all = gateway.awaitDrained(drain);
        gateway.close(); // tells those that are left that they were cancelled
        dashboard.close(); // or those who look would never be done
        all &= server.awaitQuiet(FLUSH);
        close();
        return all;
    }

    /** Waits until it is stopped. Blocks. */
    public void join() throws InterruptedException {
        stopped.await();
    }

    /** Stops at once. */
    @Override
    public void close() {
        dashboard.close();
        gateway.close();
        server.close();
        stopped.countDown();
    }
}
