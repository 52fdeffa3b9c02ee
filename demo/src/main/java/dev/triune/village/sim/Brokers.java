/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.sim;

import dev.triune.llm.Broker;
import dev.triune.llm.BrokerListener;
import dev.triune.llm.engine.BrokerBuilder;
import dev.triune.llm.engine.ProviderSettings;
import dev.triune.llm.provider.OfflineProvider;
import dev.triune.llm.provider.Provider;
import dev.triune.llm.provider.http.GatewayProvider;
import dev.triune.llm.provider.http.GatewayProviderBuilder;
import dev.triune.llm.provider.http.HttpProvider;
import dev.triune.llm.provider.http.HttpProviderBuilder;
import dev.triune.llm.tape.TapeRecorder;
import dev.triune.llm.tape.TapeReplay;
import dev.triune.llm.time.Ticker;
import dev.triune.llm.time.Timers;
import dev.triune.village.mind.VillagerMind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;

/** Builds the broker of a village. */
final class Brokers {
    private static final String FIRST = "offline";
    private static final String SPARE = "offline-spare";
    private static final int PERMITS = 2;
    private static final Duration OFFLINE_TIMEOUT = Duration.ofSeconds(20);

    private Brokers() {}

    /** Opens the broker of a village. */
    interface Opening {
        /** A broker by that clock, which tells that listener, and its gateway those neighbours. */
        Broker open(
                Settings settings,
                Ticker ticker,
                Timers timers,
                BrokerListener listener,
                Neighbours neighbours);
    }

    static Broker of(
            Settings settings,
            Ticker ticker,
            Timers timers,
            BrokerListener listener,
            Neighbours neighbours) {
        return heardBy(Onlooker.NOBODY).open(settings, ticker, timers, listener, neighbours);
    }

    /** The same with somebody between the broker and its providers. */
    static Opening heardBy(Onlooker onlooker) {
        return (settings, ticker, timers, listener, neighbours) ->
                of(settings, ticker, timers, listener, neighbours, onlooker);
    }

    private static Broker of(
            Settings settings,
            Ticker ticker,
            Timers timers,
            BrokerListener listener,
            Neighbours neighbours,
            Onlooker onlooker) {
        return switch (settings.minds()) {
            case MODEL ->
                model(Objects.requireNonNull(settings.model()), ticker, listener, onlooker);
            case GATEWAY ->
                shared(
                        Objects.requireNonNull(settings.gateway()),
                        ticker,
                        listener,
                        neighbours,
                        onlooker);
            case PROVIDERS -> configured(settings, ticker, listener);
            case TAPE -> replay(Objects.requireNonNull(settings.replay()), listener);
            case OFFLINE, NONE -> offline(settings, ticker, timers, listener, onlooker);
        };
    }

    /** Two providers with rate limits of their own, each the other's fallback. */
    private static Broker offline(
            Settings settings,
            Ticker ticker,
            Timers timers,
            BrokerListener listener,
            Onlooker onlooker) {
        return new BrokerBuilder()
                .provider(
                        ProviderSettings.of(FIRST, "village-rules")
                                .withPermits(PERMITS)
                                .withFallback(SPARE),
                        onlooker.listenTo(mind(settings, ticker, timers, 60, 1)))
                .provider(
                        ProviderSettings.of(SPARE, "village-rules-spare")
                                .withPermits(1)
                                .withFallback(FIRST),
                        onlooker.listenTo(mind(settings, ticker, timers, 30, 2)))
                .callTimeout(OFFLINE_TIMEOUT)
                .ticker(ticker)
                .seed(settings.seed())
                .listener(listener)
                .build();
    }

    private static Provider mind(
            Settings settings, Ticker ticker, Timers timers, int perMinute, int number) {
        Provider mind = OfflineProvider.builder(new VillagerMind())
                .clock(ticker, timers)
                .seed(31 * settings.seed() + number)
                .misbehaviour(settings.misbehaviour())
                .requestsPerMinute(perMinute)
                .build();
        Outage outage = settings.outage();
        return outage == null ? mind : new MortalProvider(mind, outage, ticker);
    }

    private static Broker configured(Settings settings, Ticker ticker, BrokerListener listener) {
        return Objects.requireNonNull(settings.providers())
                .broker()
                .builder()
                .ticker(ticker)
                .listener(listener)
                .build();
    }

    private static Broker replay(Recorded tape, BrokerListener listener) {
        try {
            return TapeReplay.of(tape.file(), listener);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Records what that opening's broker says, to a file that is written anew. */
    static Opening recording(Path file, Opening opening) {
        return (settings, ticker, timers, listener, neighbours) -> {
            try {
                return TapeRecorder.record(
                        file,
                        tape -> opening.open(settings, ticker, timers, tape, neighbours),
                        listener);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        };
    }

    private static Broker model(
            Settings.Model model, Ticker ticker, BrokerListener listener, Onlooker onlooker) {
        HttpProviderBuilder provider =
                HttpProvider.of(model.family(), model.url()).permits(PERMITS);
        if (!model.apiKey().isEmpty()) {
            provider.apiKey(model.apiKey());
        }
        return new BrokerBuilder()
                .provider(
                        ProviderSettings.of("model", model.name()).withPermits(PERMITS),
                        onlooker.listenTo(provider.build()))
                .ticker(ticker)
                .listener(listener)
                .build();
    }

    /** While the gateway is gone, villagers live on by reflex and routine. */
    private static Broker shared(
            Settings.Gateway gateway,
            Ticker ticker,
            BrokerListener listener,
            Neighbours neighbours,
            Onlooker onlooker) {
        GatewayProviderBuilder builder = GatewayProvider.at(gateway.url(), gateway.game())
                .permits(PERMITS)
                .ticker(ticker)
                .onCooldown(neighbours);
        if (!gateway.token().isEmpty()) {
            builder.token(gateway.token());
        }
        GatewayProvider provider = builder.build();
        neighbours.join(provider);
        return new BrokerBuilder()
                .provider(
                        ProviderSettings.of("gateway", gateway.model()).withPermits(PERMITS),
                        onlooker.listenTo(provider))
                .ticker(ticker)
                .listener(listener)
                .build();
    }
}
