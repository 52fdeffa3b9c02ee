/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.session;

import dev.triune.llm.Broker;
import dev.triune.llm.BrokerStats;
import dev.triune.llm.CancelToken;
import dev.triune.llm.QuotaSnapshot;
import dev.triune.llm.Request;
import dev.triune.llm.Update;
import dev.triune.llm.config.GatewaySettings;
import dev.triune.llm.run.BrokerThread;
import dev.triune.llm.time.Ticker;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * What the gateway does for games, whatever they speak. It hands requests to a broker on a thread of
 * its own and tells listeners what becomes of them. Thread-safe; no method blocks but those that say
 * so.
 */
public final class Gateway implements AutoCloseable {
    private static final Logger LOG = System.getLogger(Gateway.class.getName());
    private static final Duration ENDPOINTS_WAIT = Duration.ofMinutes(1);

    /** Well within the silence that ends a game. */
    private static final long SIGN_NANOS = Duration.ofSeconds(10).toNanos();

    private final BrokerThread broker;
    private final Ticker ticker;
    private final InstantSource clock;
    private final int mostOpen;
    private final Batches batches;
    private final AtomicInteger open = new AtomicInteger();
    private final CompletableFuture<Void> drained = new CompletableFuture<>();

    /** Open requests by session and the token that cancels them. Thread of the broker only. */
    private final Map<List<String>, List<CancelToken>> byToken = new HashMap<>();

    /** How many requests each session has open, in the order of their first. Likewise. */
    private final Map<String, Integer> openBySession = new LinkedHashMap<>();

    private volatile boolean draining;
    private volatile boolean waitingForCredits;

    /** Thread of the rounds only. */
    private long lastSign;

    /**
     * A gateway in front of a broker.
     *
     * @param ticker the clock of the broker
     * @param clock the wall clock, for what games are told
     */
    public Gateway(
            BrokerThread broker, GatewaySettings settings, Ticker ticker, InstantSource clock) {
        this.broker = broker;
        this.ticker = ticker;
        this.clock = clock;
        this.mostOpen = settings.streams();
        this.batches = new Batches(settings.credits(), settings.creditsPerSecond(), ticker, clock);
        this.lastSign = ticker.nanos();
    }

    /**
     * Takes a request.
     *
     * @return cancels it, from any thread
     * @throws Refused if it is not taken; the listener is told nothing then
     */
    public Runnable submit(GameRequest request, AnswerListener listener) throws Refused {
        enter(1);
        CancelToken token = new CancelToken();
        execute(1, owned -> {
            register(request, token);
            begin(owned, request, listener, token);
        });
        return token::cancel;
    }

    /**
     * Takes several requests of one game together. Each waits for its credits first.
     *
     * @param requests at least one, each of which costs no more than the ledger of credits holds
     * @param listeners one for each
     * @return cancels all of them, from any thread
     * @throws Refused if they are not taken; the listeners are told nothing then
     */
    public Runnable submitBatch(List<GameRequest> requests, List<AnswerListener> listeners)
            throws Refused {
        int size = requests.size();
        enter(size);
        CancelToken all = new CancelToken();
        execute(size, owned -> {
            batches.begun(size);
            int[] left = {size};
            for (int i = 0; i < size; i++) {
                AnswerListener listener = new Counted(listeners.get(i), () -> {
                    if (--left[0] == 0) {
                        batches.over();
                    }
                });
                await(owned, requests.get(i), listener, all);
            }
        });
        return all::cancel;
    }

    private void execute(int requests, Consumer<Broker> task) throws Refused {
        try {
            broker.execute(task);
        } catch (RejectedExecutionException e) {
            leave(requests);
            throw new Refused(Problem.draining());
        }
    }

    private void enter(int requests) throws Refused {
        int now = open.addAndGet(requests);
        if (draining) {
            leave(requests);
            throw new Refused(Problem.draining());
        }
        if (now > mostOpen) {
            leave(requests);
            throw new Refused(Problem.passing(
                    ErrorCode.TOO_MANY_STREAMS,
                    "as many requests are under way as this gateway takes (" + mostOpen + ")",
                    Duration.ofSeconds(1)));
        }
    }

    private void leave(int requests) {
        if (open.addAndGet(-requests) == 0 && draining) {
            drained.complete(null);
        }
    }

    /** How many requests are under way. */
    public int open() {
        return open.get();
    }

    // ---- other calls

    /** A sign of life of a game; answers how many are active. */
    public CompletableFuture<Integer> heartbeat(String session) {
        return broker.ask(owned -> owned.heartbeat(session));
    }

    /**
     * Holds an agent's requests back.
     *
     * @return when they may go on, in milliseconds since 1970
     */
    public CompletableFuture<Long> defer(String session, String agent, Duration time) {
        return broker.ask(owned -> {
            owned.defer(session, agent, time);
            return clock.millis() + time.toMillis();
        });
    }

    /** Cancels every open request of a session that bears the token; answers how many there were. */
    public CompletableFuture<Integer> cancel(String session, String cancelToken) {
        return broker.ask(owned -> {
            List<CancelToken> tokens =
                    byToken.getOrDefault(List.of(session, cancelToken), List.of());
            List.copyOf(tokens).forEach(CancelToken::cancel);
            return tokens.size();
        });
    }

    /** What a session may still spend, if it is under a quota. */
    public CompletableFuture<Optional<QuotaSnapshot>> quota(String session) {
        return broker.ask(owned -> owned.quota(session));
    }

    /** Puts a session under a quota. */
    public CompletableFuture<Optional<QuotaSnapshot>> enableQuota(QuotaSnapshot quota) {
        return broker.ask(owned -> {
            owned.enableQuota(quota);
            return owned.quota(quota.session());
        });
    }

    /** What batches do and did. */
    public CompletableFuture<BatchFigures> batches() {
        return broker.ask(owned -> batches.figures());
    }

    /** What is left in the ledger of credits. To be called by listeners only. */
    public CreditsLeft creditsLeft() {
        return batches.left();
    }

    /** What the broker has done and is doing. */
    public CompletableFuture<BrokerStats> stats() {
        return broker.ask(Broker::stats);
    }

    /** The wall clock. */
    public InstantSource clock() {
        return clock;
    }

    /**
     * Looks after what time brings: windows of credits, and signs of life of the games whose
     * connections wait for an answer. To be called a few times a second, by one thread.
     */
    public void round() {
        long now = ticker.nanos();
        boolean sign = now - lastSign >= SIGN_NANOS;
        if (sign) {
            lastSign = now;
        }
        if (sign || waitingForCredits) {
            attempt(owned -> {
                batches.work();
                waitingForCredits = batches.waiting() > 0;
                openBySession.keySet().stream()
                        .filter(session -> sign && !session.isEmpty())
                        .forEach(owned::heartbeat);
            });
        }
    }

    /** For what need not be done any more once the broker is closed. */
    private void attempt(Consumer<Broker> task) {
        try {
            broker.execute(task);
        } catch (RejectedExecutionException e) {
            LOG.log(Level.DEBUG, "too late for the broker: {0}", e.getMessage());
        }
    }

    // ---- the end

    /** Takes no more requests; those under way go on. */
    public void drain() {
        draining = true;
        if (open.get() == 0) {
            drained.complete(null);
        }
    }

    /** Whether it takes requests. */
    public boolean isDraining() {
        return draining;
    }

    /**
     * Waits until the last request is over, after {@link #drain}. Blocks.
     *
     * @return false if that took too long
     */
    public boolean awaitDrained(Duration most) throws InterruptedException {
        try {
            drained.get(most.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (ExecutionException e) {
            throw new IllegalStateException("nothing fails here", e);
        }
    }

    /** Ends what is under way as cancelled, and the broker. Blocks until that is done. */
    @Override
    public void close() {
        draining = true;
        attempt(owned -> batches.startAll()); // or those that wait for credits would have no end
        broker.close();
    }

    // ---- on the thread of the broker

    private void await(
            Broker owned, GameRequest request, AnswerListener listener, CancelToken all) {
        CancelToken token = new CancelToken();
        all.watch(token::cancel);
        register(request, token);
        Runnable start = () -> begin(owned, request, listener, token);
        BooleanSupplier takeOut = batches.add(request, start);
        waitingForCredits = batches.waiting() > 0;
        token.watch(() -> attempt(still -> {
            if (takeOut.getAsBoolean()) {
                start.run(); // which ends it at once as cancelled, without its credits
            }
        }));
    }

    private void begin(
            Broker owned, GameRequest request, AnswerListener listener, CancelToken token) {
        try {
            Request<String> asked = request.toRequest().cancelToken(token).build();
            boolean[] begun = {false};
            owned.submit(asked, update -> {
                begun[0] |= update instanceof Update.Part;
                told(owned, asked, request, listener, token, update, begun[0]);
            });
        } catch (RuntimeException e) {
            over(request, token);
            listener.ended(End.refused(notTaken(e)));
        }
    }

    private void told(
            Broker owned,
            Request<String> asked,
            GameRequest request,
            AnswerListener listener,
            CancelToken token,
            Update<String> update,
            boolean begun) {
        if (update instanceof Update.Part<String> part) {
            listener.text(part.value());
        } else if (update instanceof Update.Ended<String> ended) {
            over(request, token);
            End end = End.of(ended.outcome(), ended.telemetry(), cooldown(owned, asked));
            listener.ended(begun ? end.afterPieces() : end);
        }
    }

    /** None where an endpoint of the caller's own was let go meanwhile. */
    private Optional<Cooldown> cooldown(Broker owned, Request<String> asked) {
        try {
            return Optional.of(Cooldown.of(owned.cooldown(asked), clock.millis()));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** The broker refuses endpoints that it may not open, and says so for people. */
    private Problem notTaken(RuntimeException why) {
        String message = String.valueOf(why.getMessage());
        if (!(why instanceof IllegalArgumentException)) {
            LOG.log(Level.ERROR, "a request could not be submitted", why);
            return Problem.of(ErrorCode.INTERNAL, "a fault of the gateway");
        }
        if (message.contains("are in use")) {
            return Problem.passing(ErrorCode.QUEUE_FULL, message, ENDPOINTS_WAIT);
        }
        boolean forbidden = message.contains("not allowed") || message.contains("opens no");
        return Problem.of(forbidden ? ErrorCode.FORBIDDEN : ErrorCode.BAD_REQUEST, message);
    }

    private void register(GameRequest request, CancelToken token) {
        openBySession.merge(request.session(), 1, Integer::sum);
        if (!request.cancelToken().isEmpty()) {
            byToken.computeIfAbsent(tokenOf(request), key -> new ArrayList<>()).add(token);
        }
    }

    private void over(GameRequest request, CancelToken token) {
        openBySession.computeIfPresent(
                request.session(), (session, count) -> count == 1 ? null : count - 1);
        byToken.computeIfPresent(tokenOf(request), (key, tokens) -> {
            tokens.remove(token);
            return tokens.isEmpty() ? null : tokens;
        });
        leave(1);
    }

    private static List<String> tokenOf(GameRequest request) {
        return List.of(request.session(), request.cancelToken());
    }

    /** Counts the end of one request of a batch. */
    private record Counted(AnswerListener listener, Runnable over) implements AnswerListener {
        @Override
        public void text(String delta) {
            listener.text(delta);
        }

        @Override
        public void ended(End end) {
            over.run();
            listener.ended(end);
        }
    }
}
