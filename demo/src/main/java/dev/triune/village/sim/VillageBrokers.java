/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.sim;

import dev.triune.llm.Broker;
import dev.triune.llm.BrokerBuilder;
import dev.triune.llm.BrokerListener;
import dev.triune.llm.ProviderSettings;
import dev.triune.llm.ProviderSettings.Batching;
import dev.triune.llm.Ticker;
import dev.triune.llm.Timers;
import dev.triune.llm.provider.AnswerSink;
import dev.triune.llm.provider.GatewayProvider;
import dev.triune.llm.provider.OfflineProvider;
import dev.triune.llm.provider.OfflineProvider.FaultMode;
import dev.triune.llm.provider.Provider;
import dev.triune.village.mind.VillagerOfflineMind;
import dev.triune.workbench.Workbench;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Builds the broker of a village, for each source of answers. Not thread-safe. */
public final class VillageBrokers {
    private static final String MAIN_PROVIDER = "offline";
    private static final String SPARE_PROVIDER = "offline-spare";
    private static final int PERMITS = 2;
    private static final Duration OFFLINE_TIMEOUT = Duration.ofSeconds(20);

    private final Connection connection;

    VillageBrokers(Connection connection) {
        this.connection = connection;
    }

    /**
     * What a village and its broker share.
     *
     * @param timers the timers of virtual time; in real time the offline mind has its own
     * @param gatewayStatus updated by its gateway, if it has one
     * @param fault the current fault of its providers
     * @param latency the longest time until an answer of the offline mind begins now; null for its own
     * @param sinks wraps the sink of each call
     * @param bench where a person may answer; null if none may
     */
    public record Connection(
            SimulationSettings settings,
            Ticker ticker,
            @Nullable Timers timers,
            BrokerListener listener,
            SharedGatewayStatus gatewayStatus,
            Supplier<FaultMode> fault,
            Supplier<@Nullable Duration> latency,
            UnaryOperator<AnswerSink> sinks,
            @Nullable Workbench bench) {
        /** Copies this connection with another listener. */
        public Connection with(BrokerListener value) {
            return new Connection(
                    settings, ticker, timers, value, gatewayStatus, fault, latency, sinks, bench);
        }

        /** Opens the broker of the settings' source of answers. */
        public Broker open() {
            return settings.mind().open(this);
        }
    }

    /** Creates a broker with two providers with separate rate limits, each the other's fallback. */
    Broker offline(MindSource.Offline offline) {
        Supplier<Duration> timeout = () -> timeout(latency(offline));
        return build(new BrokerBuilder()
                .provider(
                        ProviderSettings.of(MAIN_PROVIDER, "village-rules")
                                .withModels(ProviderSettings.ANY_MODEL)
                                .withPermits(PERMITS)
                                .withCallTimeout(timeout)
                                .withFallback(SPARE_PROVIDER),
                        provider(offline, 60, 1))
                .provider(
                        ProviderSettings.of(SPARE_PROVIDER, "village-rules-spare")
                                .withPermits(1)
                                .withCallTimeout(timeout)
                                .withFallback(MAIN_PROVIDER),
                        provider(offline, 30, 2))
                .seed(connection.settings().seed()));
    }

    /** Adds what all brokers of villages have. */
    private Broker build(BrokerBuilder builder) {
        Workbench bench = connection.bench();
        builder.ticker(connection.ticker()).listener(connection.listener());
        return (bench == null ? builder : bench.addTo(builder)).build();
    }

    private Duration latency(MindSource.Offline offline) {
        return Objects.requireNonNullElse(connection.latency().get(), offline.latency());
    }

    private static Duration timeout(Duration latency) {
        Duration needed = latency.multipliedBy(4); // the longest answers take about twice as long
        return needed.compareTo(OFFLINE_TIMEOUT) > 0 ? needed : OFFLINE_TIMEOUT;
    }

    private Provider provider(MindSource.Offline offline, int perMinute, int number) {
        OfflineProvider.Builder builder = OfflineProvider.builder(new VillagerOfflineMind()::answer)
                .seed(31 * connection.settings().seed() + number)
                .faultMode(offline.misbehaviour())
                .latency(() -> latency(offline))
                .requestsPerMinute(perMinute);
        if (connection.timers() != null) {
            builder.clock(connection.ticker(), connection.timers());
        }
        Outage outage = offline.outage();
        long begunAt = connection.ticker().nanos();
        return faulty(
                builder.build(),
                () -> outage != null && outage.isActiveAt(connection.ticker().nanos() - begunAt)
                        ? FaultMode.DEAD
                        : connection.fault().get());
    }

    /** Lets virtual time stand still during each call. */
    private Provider awaited(Provider provider) {
        return connection.timers() == null ? provider : new AwaitedProvider(provider);
    }

    private Provider faulty(Provider provider) {
        return faulty(provider, connection.fault());
    }

    private Provider faulty(Provider provider, Supplier<FaultMode> supplier) {
        Timers timers = connection.timers();
        return new FaultyProvider(
                provider, supplier, timers == null ? realTimers() : timers, connection.sinks());
    }

    /** Returns real-time timers, whose daemon thread runs only while something is pending. */
    private static Timers realTimers() {
        ScheduledThreadPoolExecutor executor = new ScheduledThreadPoolExecutor(1, task -> {
            Thread thread = new Thread(task, "late-answers");
            thread.setDaemon(true);
            return thread;
        });
        executor.setKeepAliveTime(1, TimeUnit.SECONDS);
        executor.allowCoreThreadTimeOut(true);
        return (delay, action) -> {
            Future<?> pending = executor.schedule(action, delay.toNanos(), TimeUnit.NANOSECONDS);
            return () -> pending.cancel(false);
        };
    }

    Broker providers(MindSource.Providers providers) {
        return build(
                providers.broker().builder().wrapProviders(provider -> faulty(awaited(provider))));
    }

    Broker model(MindSource.Model model) {
        return single(
                ProviderSettings.of("model", model.name()).withPermits(PERMITS),
                model.provider().build());
    }

    /**
     * Creates a broker without fallback: while the gateway cannot be reached, villagers live by
     * reflexes and routine. What waits at the same time is sent as a batch; the gateway has limits.
     */
    Broker gateway(MindSource.Gateway gateway) {
        GatewayProvider.Builder builder = GatewayProvider.builder(gateway.url(), gateway.game())
                .ticker(connection.ticker())
                .onCooldown(connection.gatewayStatus());
        if (!gateway.token().isEmpty()) {
            builder.token(gateway.token());
        }
        GatewayProvider provider = builder.build();
        connection.gatewayStatus().connect(provider);
        return single(
                ProviderSettings.of("gateway", gateway.model())
                        .withModels(ProviderSettings.ANY_MODEL)
                        .withPermits(Batching.DEFAULT.maxRequests())
                        .withBatching(Batching.DEFAULT),
                provider);
    }

    private Broker single(ProviderSettings settings, Provider provider) {
        return build(new BrokerBuilder().provider(settings, faulty(provider)));
    }
}
