/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.provider.http;

import dev.triune.llm.provider.AnswerSink;
import dev.triune.llm.provider.BatchingProvider;
import dev.triune.llm.provider.ModelCall;
import dev.triune.llm.provider.signal.RateLimitSignals;
import dev.triune.llm.provider.wire.GatewayRequest;
import dev.triune.llm.provider.wire.StructuredOutput;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import okhttp3.Call;

/**
 * The gateway's client: a gateway of Triune, which holds the keys and shares them among games, as a
 * provider like any other.
 *
 * <pre>{@code
 * GatewayProvider shared = GatewayProvider.at("http://127.0.0.1:8766", "village-7").token(token).build();
 * }</pre>
 *
 * <p>It keeps the gateway's cooldowns: as long as the gateway wants no call, none is sent; {@link
 * #pause} says so to the broker, {@link #cooldownTicks} and a {@link CooldownListener} to the game, and
 * a call that comes all the same is rate limited at once. With its first use it begins to send signs
 * of life, so that the gateway counts the game among its own. A gateway that was restarted knows the
 * game again with the next call or sign of life. It makes no second try: while the gateway is gone,
 * calls are {@linkplain dev.triune.llm.FailureCode#UNREACHABLE unreachable}, which a broker answers
 * with another provider.
 *
 * <p>Calls hold threads and permits as those of {@link HttpProvider} do; a batch holds one. After
 * {@link #close()} every call fails. All methods are thread-safe, and none blocks.
 */
public final class GatewayProvider implements BatchingProvider {
    /** A tick of a game's clock, in which cooldowns are told. */
    public static final Duration TICK = Duration.ofMillis(50);

    private final GatewayLink link;
    private final GatewayPause pause;
    private final Heartbeat heartbeat;
    private final DaemonTimers ownTimers;
    private final StructuredOutput structured;
    private final GatewayExchange.Context context;
    private final Failures failures;
    private final AtomicBoolean closed = new AtomicBoolean();
    private final AtomicLong sequence = new AtomicLong();
    private final String origin;

    GatewayProvider(GatewayProviderBuilder builder, ExecutorService threads) {
        HttpProviderBuilder http = builder.http;
        this.pause = new GatewayPause(builder.ticker, builder.listener);
        this.link = new GatewayLink(http, builder.session, pause, threads);
        this.ownTimers = new DaemonTimers("triune-heartbeat");
        this.heartbeat = new Heartbeat(link, pause, builder.timers.orElse(ownTimers));
        this.structured = http.structured.orElse(StructuredOutput.SCHEMA);
        Redaction redaction = new Redaction(http.secrets);
        this.failures = new Failures(link.server(), new RateLimitSignals(http.clock), redaction);
        this.context = new GatewayExchange.Context(
                link,
                pause,
                failures,
                new GatewayFailures(link.server(), failures, redaction),
                closed::get);
        this.origin = Long.toString(builder.ticker.nanos(), Character.MAX_RADIX);
    }

    /**
     * Begins a client.
     *
     * @param baseUrl of the gateway, for example {@code http://127.0.0.1:8766}
     * @param session names the game at the gateway, 1 to 128 characters; two games with one name count
     *     as one, and share what one would get
     * @throws IllegalArgumentException if that is no http or https URL with a host, or holds a user
     *     name or a query, or if the session's name has another length
     */
    public static GatewayProviderBuilder at(String baseUrl, String session) {
        return new GatewayProviderBuilder(baseUrl, session);
    }

    /** A name for a session that no other bears, as far as the chance given goes. */
    public static String newSession(RandomGenerator chance) {
        return "game-" + Long.toHexString(chance.nextLong() | Long.MIN_VALUE);
    }

    @Override
    public Running start(ModelCall call, AnswerSink sink) {
        Asked one = asked(call, sink, 0);
        String session = link.session();
        return send(false, List.of(one), () -> GatewayRequest.single(session, call, structured))
                .get(0);
    }

    @Override
    public List<Running> startBatch(List<Item> calls) {
        List<Asked> asked = new ArrayList<>();
        for (Item item : calls) {
            asked.add(asked(item.call(), item.sink(), asked.size()));
        }
        String batch = next();
        return send(true, asked, () -> batch(batch, asked));
    }

    /** What was cancelled while it waited for its turn is not sent. */
    private byte[] batch(String name, List<Asked> asked) {
        List<GatewayRequest.Part> parts =
                asked.stream().filter(one -> !one.isOver()).map(Asked::part).toList();
        return GatewayRequest.batch(link.session(), name, parts, structured);
    }

    private List<Running> send(boolean batch, List<Asked> asked, Supplier<byte[]> body) {
        if (closed.get()) {
            asked.forEach(one -> one.fail(failures.cancelled()));
            return asked.stream().<Running>map(one -> () -> {}).toList();
        }
        heartbeat.begin();
        GatewayExchange exchange = new GatewayExchange(asked, context);
        Call http = link.call(batch, body, exchange);
        http.enqueue(exchange);
        if (closed.get()) {
            http.cancel(); // closed meanwhile, maybe before there was this call to cancel
        }
        return asked.stream()
                .<Running>map(one -> () -> exchange.cancel(one, http))
                .toList();
    }

    private Asked asked(ModelCall call, AnswerSink sink, int place) {
        return new Asked(call, sink, Integer.toString(place), next());
    }

    /** A name that no other process on this machine gives, even with the same session. */
    private String next() {
        return origin + "-" + sequence.incrementAndGet();
    }

    /** How long the gateway wants no call, by its last word. */
    @Override
    public Duration pause() {
        return pause.left();
    }

    /** The same in {@linkplain #TICK ticks} of 50 ms, rounded up; 0 if a call may be sent now. */
    public long cooldownTicks() {
        return pause.ticks();
    }

    /** How many games share the gateway, this one among them; 0 if it never said. */
    public int activeGames() {
        return pause.activeGames();
    }

    /** The name of the game at the gateway. */
    public String session() {
        return link.session();
    }

    /**
     * Ends the signs of life, cancels the calls under way and lets go of connections and threads, which
     * takes place on a thread of its own. The gateway forgets the game after a minute.
     */
    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            heartbeat.close();
            ownTimers.close();
            link.close();
        }
    }

    /** Names host and session only. */
    @Override
    public String toString() {
        return "GatewayProvider[" + link.session() + " at " + link.server() + "]";
    }
}
