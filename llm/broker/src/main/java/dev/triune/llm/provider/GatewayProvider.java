/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.provider;

import dev.triune.llm.Ticker;
import dev.triune.llm.Timers;
import dev.triune.llm.internal.http.BatchItem;
import dev.triune.llm.internal.http.CooldownTracker;
import dev.triune.llm.internal.http.GatewayClient;
import dev.triune.llm.internal.http.GatewayExchange;
import dev.triune.llm.internal.http.HeartbeatSender;
import dev.triune.llm.internal.http.HttpSettings;
import dev.triune.llm.internal.http.OkHttpTransport;
import dev.triune.llm.internal.protocol.GatewayRequestWriter;
import dev.triune.llm.internal.protocol.GatewayRequestWriter.BatchEntry;
import dev.triune.llm.internal.time.DaemonTimers;
import dev.triune.llm.provider.Provider.BatchingProvider;
import dev.triune.llm.provider.ServerSettings.StructuredOutput;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A gateway of Triune, which holds the keys and shares them among games, as a provider.
 *
 * <pre>{@code
 * GatewayProvider shared =
 *         GatewayProvider.builder("http://127.0.0.1:8766", "village-7").token(token).build();
 * }</pre>
 *
 * <p>During a cooldown of the gateway, {@link #cooldown} and a {@link CooldownListener} report it,
 * and calls fail at once as rate limited. The provider sends heartbeats after its first use. It
 * does not retry: while the gateway is down, calls fail as {@linkplain
 * dev.triune.llm.FailureCode#UNREACHABLE unreachable}. After {@link #close()} every call fails. All
 * methods are thread-safe, and none blocks; each call or batch occupies a thread, as in {@link
 * HttpProvider}.
 */
public final class GatewayProvider implements BatchingProvider {
    private final GatewayClient link;
    private final CooldownTracker pause;
    private final HeartbeatSender heartbeats;
    private final DaemonTimers ownTimers;
    private final StructuredOutput structured;
    private final AtomicBoolean closed = new AtomicBoolean();
    private final AtomicLong sequence = new AtomicLong();
    private final String origin;

    private GatewayProvider(Builder builder, ExecutorService threads) {
        HttpSettings http = builder.http;
        CooldownListener listener = builder.listener;
        this.pause = new CooldownTracker(
                builder.ticker, () -> listener.onCooldown(cooldownTicks(), activeGames()));
        this.link = new GatewayClient(http, builder.gameId, pause, threads);
        this.ownTimers = new DaemonTimers("triune-heartbeat");
        this.heartbeats =
                new HeartbeatSender(link, builder.timers == null ? ownTimers : builder.timers);
        this.structured = http.structuredOr(StructuredOutput.SCHEMA);
        this.origin = Long.toString(builder.ticker.nanos(), Character.MAX_RADIX);
    }

    /**
     * Creates a builder for a client of the gateway at a URL such as {@code http://127.0.0.1:8766}.
     * The game's name there has 1 to 128 characters.
     *
     * @throws IllegalArgumentException if the URL is not http or https with a host, or contains a
     *     user name or a query, or if the game's name has another length
     */
    public static Builder builder(String baseUrl, String gameId) {
        return new Builder(baseUrl, gameId);
    }

    /** Returns a random name of a game, as unique as {@code chance} is random. */
    public static String randomGameId(RandomGenerator chance) {
        return "game-" + Long.toHexString(chance.nextLong() | Long.MIN_VALUE);
    }

    @Override
    public RunningCall start(ModelCall call, AnswerSink sink) {
        BatchItem item = batchItem(call, sink, 0);
        String gameId = link.gameId();
        return send(
                        false,
                        List.of(item),
                        () -> GatewayRequestWriter.single(gameId, call, structured))
                .get(0);
    }

    @Override
    public List<RunningCall> startBatch(List<BatchCall> calls) {
        List<BatchItem> items = new ArrayList<>();
        for (BatchCall batchCall : calls) {
            items.add(batchItem(batchCall.call(), batchCall.sink(), items.size()));
        }
        String batch = next();
        return send(true, items, () -> batch(batch, items));
    }

    @Override
    public int maxBatch() {
        return pause.isPaced() ? 1 : Integer.MAX_VALUE;
    }

    private byte[] batch(String name, List<BatchItem> items) {
        List<BatchEntry> batchEntries = items.stream()
                .filter(item -> !item.isDone())
                .map(item -> item.entry)
                .toList();
        return GatewayRequestWriter.batch(link.gameId(), name, batchEntries, structured);
    }

    private List<RunningCall> send(boolean batch, List<BatchItem> items, Supplier<byte[]> body) {
        if (link.isClosed()) {
            items.forEach(item -> item.fail(link.cancelled()));
            return items.stream().<RunningCall>map(item -> () -> {}).toList();
        }
        heartbeats.start();
        pause.takeTurn();
        GatewayExchange exchange = new GatewayExchange(items, link);
        link.send(batch, body, exchange);
        if (link.isClosed()) {
            exchange.cancel(); // closed meanwhile, maybe before there was this call to cancel
        }
        return items.stream()
                .<RunningCall>map(item -> () -> exchange.cancel(item))
                .toList();
    }

    private BatchItem batchItem(ModelCall call, AnswerSink sink, int place) {
        return new BatchItem(new BatchEntry(Integer.toString(place), next(), call), sink);
    }

    /** Returns a token that is unique on this machine, even with the same game. */
    private String next() {
        return origin + "-" + sequence.incrementAndGet();
    }

    /**
     * Returns the remaining cooldown of the gateway, as last reported; with strict sharing also the
     * time until this game's next turn.
     */
    @Override
    public Duration cooldown() {
        return pause.untilNextCall();
    }

    /** Returns the remaining cooldown in ticks of 50 ms, rounded up. */
    public long cooldownTicks() {
        return pause.remainingTicks();
    }

    /** Returns the number of games at the gateway, including this one; 0 if not reported yet. */
    public int activeGames() {
        return pause.activeGames();
    }

    /** Ends heartbeats, calls in flight and connections, in the background. */
    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            heartbeats.close();
            ownTimers.close();
            link.close();
        }
    }

    /** Returns the host and the game only. */
    @Override
    public String toString() {
        return "GatewayProvider[" + link.gameId() + " at " + link.server() + "]";
    }

    /** Listens to the cooldowns of a gateway. */
    @FunctionalInterface
    public interface CooldownListener {
        /**
         * Receives a cooldown in ticks of 50 ms, rounded up, 0 for none, and the number of games
         * that share the gateway, 0 if unknown. Called on several I/O threads; must not block, nor
         * touch the game's world.
         */
        void onCooldown(long ticks, int activeGames);
    }

    /** Builds a {@link GatewayProvider}; each setter checks its value. Not thread-safe. */
    public static final class Builder extends ConnectionBuilder<Builder> {
        /** The maximum length of a game's name, in characters. */
        public static final int MAX_GAME_ID_LENGTH = 128;

        private final String gameId;
        private Ticker ticker = Ticker.system();
        private @Nullable Timers timers;
        private CooldownListener listener = (ticks, activeGames) -> {};

        private Builder(String baseUrl, String gameId) {
            super(ApiFamily.OPENAI, baseUrl); // uses a bearer token, too
            if (gameId.isBlank() || gameId.length() > MAX_GAME_ID_LENGTH) {
                throw new IllegalArgumentException(
                        "session of " + gameId.length() + " characters (expected 1 to "
                                + MAX_GAME_ID_LENGTH + ", not all of them spaces)");
            }
            this.gameId = gameId;
        }

        /** Sets the gateway's token, as {@link HttpProvider.Builder#apiKey}. */
        public Builder token(@Nullable String token) {
            http.apiKey(token);
            return this;
        }

        /** Sets the clock for cooldowns; the system's unless set. */
        public Builder ticker(Ticker clock) {
            this.ticker = Objects.requireNonNull(clock, "ticker");
            return this;
        }

        /** Sets the timers that run the heartbeats; a daemon thread of the provider unless set. */
        public Builder timers(Timers runner) {
            this.timers = Objects.requireNonNull(runner, "timers");
            return this;
        }

        /** Sets a listener for the gateway's cooldowns; none unless set. */
        public Builder onCooldown(CooldownListener cooldownListener) {
            this.listener = Objects.requireNonNull(cooldownListener, "listener");
            return this;
        }

        /** Builds the client, which does not connect before its first call. */
        public GatewayProvider build() {
            return new GatewayProvider(this, OkHttpTransport.newExecutor());
        }
    }
}
