/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.api;

import dev.triune.gateway.http.Problem;
import dev.triune.gateway.http.ProblemException;
import dev.triune.llm.Broker;
import dev.triune.llm.BrokerStats;
import dev.triune.llm.BrokerThread;
import dev.triune.llm.CancelToken;
import dev.triune.llm.QuotaSnapshot;
import dev.triune.llm.Ticker;
import dev.triune.llm.internal.config.GatewaySettings;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * What the gateway does for games, whatever they speak. It hands requests to a broker on a thread of
 * its own and tells listeners what becomes of them. Thread-safe; no method blocks but those that say
 * so.
 */
public final class GatewayService implements AutoCloseable {
    private static final Logger LOG = System.getLogger(GatewayService.class.getName());

    /** Well within the silence that ends a game. */
    private static final long HEARTBEAT_NANOS = Duration.ofSeconds(10).toNanos();

    private final BrokerThread broker;
    private final Ticker ticker;
    private final InstantSource clock;
    private final AdmissionLimiter admissionLimiter;
    private final BatchQueue batchQueue;

    /** Thread of the broker only. */
    private final CancellableRequests requests = new CancellableRequests();

    private volatile boolean creditsAwaited;

    /** Thread of the rounds only. */
    private long lastHeartbeat;

    /**
     * A gateway in front of a broker.
     *
     * @param ticker the clock of the broker
     * @param clock the wall clock, for what games are told
     */
    public GatewayService(
            BrokerThread broker, GatewaySettings settings, Ticker ticker, InstantSource clock) {
        this.broker = broker;
        this.ticker = ticker;
        this.clock = clock;
        this.admissionLimiter = new AdmissionLimiter(settings.maxStreams());
        this.batchQueue =
                new BatchQueue(settings.maxCredits(), settings.creditsPerSecond(), ticker, clock);
        this.lastHeartbeat = ticker.nanos();
    }

    /**
     * Takes a request.
     *
     * @return cancels it, from any thread
     * @throws ProblemException if it is not taken; the listener is told nothing then
     */
    public Runnable submit(GameRequest request, AnswerListener listener) throws ProblemException {
        admissionLimiter.acquire(1);
        CancelToken token = new CancelToken();
        execute(1, owned -> newCall(request, listener, token).submit(owned));
        return token::cancel;
    }

    /**
     * Takes several requests of one game together. Each waits for its credits first.
     *
     * @param batch at least one, each of which costs no more than the ledger of credits holds
     * @param listeners one for each
     * @return cancels all of them, from any thread
     * @throws ProblemException if they are not taken; the listeners are told nothing then
     */
    public Runnable submitBatch(List<GameRequest> batch, List<AnswerListener> listeners)
            throws ProblemException {
        int size = batch.size();
        admissionLimiter.acquire(size);
        CancelToken all = new CancelToken();
        execute(size, owned -> {
            batchQueue.batchStarted(size);
            int[] left = {size};
            for (int i = 0; i < size; i++) {
                AnswerListener listener = new CountingListener(listeners.get(i), () -> {
                    if (--left[0] == 0) {
                        batchQueue.batchEnded();
                    }
                });
                enqueue(owned, batch.get(i), listener, all);
            }
        });
        return all::cancel;
    }

    private void execute(int entered, Consumer<Broker> task) throws ProblemException {
        try {
            broker.execute(task);
        } catch (RejectedExecutionException e) {
            admissionLimiter.release(entered);
            throw new ProblemException(Problem.draining());
        }
    }

    /** How many requests are under way. */
    public int openRequests() {
        return admissionLimiter.open();
    }

    // ---- other calls

    /** A sign of life of a game; answers how many are active. */
    public CompletableFuture<Integer> heartbeat(String session) {
        return broker.submit(owned -> owned.heartbeat(session));
    }

    /**
     * Holds an agent's requests back.
     *
     * @return when they may go on, in milliseconds since 1970
     */
    public CompletableFuture<Long> defer(String session, String agent, Duration time) {
        return broker.submit(owned -> {
            owned.defer(session, agent, time);
            return clock.millis() + time.toMillis();
        });
    }

    /** Cancels every open request of a session that bears the token; answers how many there were. */
    public CompletableFuture<Integer> cancel(String session, String cancelToken) {
        return broker.submit(owned -> requests.cancel(session, cancelToken));
    }

    /** What a session may still spend, if it is under a quota. */
    public CompletableFuture<Optional<QuotaSnapshot>> quota(String session) {
        return broker.submit(owned -> owned.quota(session));
    }

    /** Puts a session under a quota. */
    public CompletableFuture<Optional<QuotaSnapshot>> enableQuota(QuotaSnapshot quota) {
        return broker.submit(owned -> {
            owned.enableQuota(quota);
            return owned.quota(quota.tenant());
        });
    }

    /** What batches do and did. */
    public CompletableFuture<BatchStats> batches() {
        return broker.submit(owned -> batchQueue.stats());
    }

    /** What is left in the ledger of credits. To be called by listeners only. */
    public CreditBalance creditBalance() {
        return batchQueue.creditBalance();
    }

    /** What the broker has done and is doing. */
    public CompletableFuture<BrokerStats> stats() {
        return broker.submit(Broker::stats);
    }

    /** The wall clock. */
    public InstantSource clock() {
        return clock;
    }

    /**
     * Looks after what time brings: windows of credits, and signs of life of the games whose
     * connections wait for an answer. To be called a few times a second, by one thread.
     */
    public void runPeriodic() {
        long now = ticker.nanos();
        boolean sign = now - lastHeartbeat >= HEARTBEAT_NANOS;
        if (sign) {
            lastHeartbeat = now;
        }
        if (sign || creditsAwaited) {
            executeIfOpen(owned -> {
                batchQueue.runDue();
                creditsAwaited = batchQueue.waiting() > 0;
                if (sign) {
                    requests.activeGames().forEach(owned::heartbeat);
                }
            });
        }
    }

    /** For what need not be done any more once the broker is closed. */
    private void executeIfOpen(Consumer<Broker> task) {
        try {
            broker.execute(task);
        } catch (RejectedExecutionException e) {
            LOG.log(Level.DEBUG, "too late for the broker: {0}", e.getMessage());
        }
    }

    // ---- the end

    /** Takes no more requests; those under way go on. */
    public void drain() {
        admissionLimiter.drain();
    }

    /** Whether it takes requests. */
    public boolean isDraining() {
        return admissionLimiter.isDraining();
    }

    /**
     * Waits until the last request is over, after {@link #drain}. Blocks.
     *
     * @return false if that took too long
     */
    public boolean awaitDrained(Duration most) throws InterruptedException {
        return admissionLimiter.awaitDrained(most);
    }

    /** Ends what is under way as cancelled, and the broker. Blocks until that is done. */
    @Override
    public void close() {
        admissionLimiter.drain();
        executeIfOpen(
                owned -> batchQueue.startAll()); // or those that wait for credits would have no end
        broker.close();
    }

    // ---- on the thread of the broker

    private GatewayCall newCall(GameRequest request, AnswerListener listener, CancelToken token) {
        requests.add(request, token);
        return new GatewayCall(request, listener, token, clock, () -> {
            requests.remove(request, token);
            admissionLimiter.release(1);
        });
    }

    private void enqueue(
            Broker owned, GameRequest request, AnswerListener listener, CancelToken all) {
        CancelToken token = new CancelToken();
        all.onCancel(token::cancel);
        GatewayCall gatewayCall = newCall(request, listener, token);
        BooleanSupplier takeOut = batchQueue.add(request, () -> gatewayCall.submit(owned));
        creditsAwaited = batchQueue.waiting() > 0;
        token.onCancel(() -> executeIfOpen(still -> {
            if (takeOut.getAsBoolean()) {
                gatewayCall.submit(
                        still); // which ends it at once as cancelled, without its credits
            }
        }));
    }

    /** Counts the end of one request of a batch. */
    private record CountingListener(AnswerListener listener, Runnable over)
            implements AnswerListener {
        @Override
        public void onText(String delta) {
            listener.onText(delta);
        }

        @Override
        public void onEnd(GameResult gameResult) {
            over.run();
            listener.onEnd(gameResult);
        }
    }
}
