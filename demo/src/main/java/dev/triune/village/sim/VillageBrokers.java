/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.sim;

import dev.triune.llm.Broker;
import dev.triune.llm.BrokerBuilder;
import dev.triune.llm.BrokerListener;
import dev.triune.llm.ProviderSettings;
import dev.triune.llm.Ticker;
import dev.triune.llm.Timers;
import dev.triune.llm.provider.GatewayProvider;
import dev.triune.llm.provider.GatewayProviderBuilder;
import dev.triune.llm.provider.HttpProvider;
import dev.triune.llm.provider.HttpProviderBuilder;
import dev.triune.llm.provider.OfflineProvider;
import dev.triune.llm.provider.Provider;
import dev.triune.llm.tape.TapeRecorder;
import dev.triune.llm.tape.TapeReplay;
import dev.triune.village.mind.VillagerOfflineMind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;

/** Builds the broker of a village. */
final class VillageBrokers {
    private static final String FIRST = "offline";
    private static final String SPARE = "offline-spare";
    private static final int PERMITS = 2;
    private static final Duration OFFLINE_TIMEOUT = Duration.ofSeconds(20);

    private VillageBrokers() {}

    /** Opens the broker of a village. */
    interface BrokerOpener {
        /** A broker by that clock, which tells that listener, and its gateway those neighbours. */
        Broker open(
                SimulationSettings simulationSettings,
                Ticker ticker,
                Timers timers,
                BrokerListener listener,
                SharedGatewayStatus sharedGatewayStatus);
    }

    static Broker of(
            SimulationSettings simulationSettings,
            Ticker ticker,
            Timers timers,
            BrokerListener listener,
            SharedGatewayStatus sharedGatewayStatus) {
        return observedBy(SimulationObserver.NONE)
                .open(simulationSettings, ticker, timers, listener, sharedGatewayStatus);
    }

    /** The same with somebody between the broker and its providers. */
    static BrokerOpener observedBy(SimulationObserver simulationObserver) {
        return (simulationSettings, ticker, timers, listener, sharedGatewayStatus) -> of(
                simulationSettings,
                ticker,
                timers,
                listener,
                sharedGatewayStatus,
                simulationObserver);
    }

    private static Broker of(
            SimulationSettings simulationSettings,
            Ticker ticker,
            Timers timers,
            BrokerListener listener,
            SharedGatewayStatus sharedGatewayStatus,
            SimulationObserver simulationObserver) {
        return switch (simulationSettings.minds()) {
            case MODEL ->
                model(
                        Objects.requireNonNull(simulationSettings.model()),
                        ticker,
                        listener,
                        simulationObserver);
            case GATEWAY ->
                shared(
                        Objects.requireNonNull(simulationSettings.gateway()),
                        ticker,
                        listener,
                        sharedGatewayStatus,
                        simulationObserver);
            case PROVIDERS -> configured(simulationSettings, ticker, listener);
            case TAPE -> replay(Objects.requireNonNull(simulationSettings.replay()), listener);
            case OFFLINE, NONE ->
                offline(simulationSettings, ticker, timers, listener, simulationObserver);
        };
    }

    /** Two providers with rate limits of their own, each the other's fallback. */
    private static Broker offline(
            SimulationSettings simulationSettings,
            Ticker ticker,
            Timers timers,
            BrokerListener listener,
            SimulationObserver simulationObserver) {
        return new BrokerBuilder()
                .provider(
                        ProviderSettings.of(FIRST, "village-rules")
                                .withPermits(PERMITS)
                                .withFallback(SPARE),
                        simulationObserver.wrapProvider(
                                mind(simulationSettings, ticker, timers, 60, 1)))
                .provider(
                        ProviderSettings.of(SPARE, "village-rules-spare")
                                .withPermits(1)
                                .withFallback(FIRST),
                        simulationObserver.wrapProvider(
                                mind(simulationSettings, ticker, timers, 30, 2)))
                .callTimeout(OFFLINE_TIMEOUT)
                .ticker(ticker)
                .seed(simulationSettings.seed())
                .listener(listener)
                .build();
    }

    private static Provider mind(
            SimulationSettings simulationSettings,
            Ticker ticker,
            Timers timers,
            int perMinute,
            int number) {
        Provider mind = OfflineProvider.builder(new VillagerOfflineMind())
                .clock(ticker, timers)
                .seed(31 * simulationSettings.seed() + number)
                .faultMode(simulationSettings.misbehaviour())
                .requestsPerMinute(perMinute)
                .build();
        Outage outage = simulationSettings.outage();
        return outage == null ? mind : new OutageProvider(mind, outage, ticker);
    }

    private static Broker configured(
            SimulationSettings simulationSettings, Ticker ticker, BrokerListener listener) {
        return Objects.requireNonNull(simulationSettings.providers())
                .broker()
                .builder()
                .ticker(ticker)
                .listener(listener)
                .build();
    }

    private static Broker replay(VillageTape tape, BrokerListener listener) {
        try {
            return TapeReplay.of(tape.file(), listener);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Records what that opening's broker says, to a file that is written anew. */
    static BrokerOpener recording(Path file, BrokerOpener brokerOpener) {
        return (simulationSettings, ticker, timers, listener, sharedGatewayStatus) -> {
            try {
                return TapeRecorder.record(
                        file,
                        tape -> brokerOpener.open(
                                simulationSettings, ticker, timers, tape, sharedGatewayStatus),
                        listener);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        };
    }

    private static Broker model(
            SimulationSettings.ModelTarget modelTarget,
            Ticker ticker,
            BrokerListener listener,
            SimulationObserver simulationObserver) {
        HttpProviderBuilder provider =
                HttpProvider.builder(modelTarget.family(), modelTarget.url()).permits(PERMITS);
        if (!modelTarget.apiKey().isEmpty()) {
            provider.apiKey(modelTarget.apiKey());
        }
        return new BrokerBuilder()
                .provider(
                        ProviderSettings.of("model", modelTarget.name()).withPermits(PERMITS),
                        simulationObserver.wrapProvider(provider.build()))
                .ticker(ticker)
                .listener(listener)
                .build();
    }

    /** While the gateway is gone, villagers live on by reflex and routine. */
    private static Broker shared(
            SimulationSettings.GatewayTarget gatewayTarget,
            Ticker ticker,
            BrokerListener listener,
            SharedGatewayStatus sharedGatewayStatus,
            SimulationObserver simulationObserver) {
        GatewayProviderBuilder builder = GatewayProvider.builder(
                        gatewayTarget.url(), gatewayTarget.game())
                .permits(PERMITS)
                .ticker(ticker)
                .onCooldown(sharedGatewayStatus);
        if (!gatewayTarget.token().isEmpty()) {
            builder.token(gatewayTarget.token());
        }
        GatewayProvider provider = builder.build();
        sharedGatewayStatus.connect(provider);
        return new BrokerBuilder()
                .provider(
                        ProviderSettings.of("gateway", gatewayTarget.model()).withPermits(PERMITS),
                        simulationObserver.wrapProvider(provider))
                .ticker(ticker)
                .listener(listener)
                .build();
    }
}
