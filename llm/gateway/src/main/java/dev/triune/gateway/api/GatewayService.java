/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.api;

import dev.triune.gateway.GatewaySettings;
import dev.triune.gateway.http.Problem;
import dev.triune.gateway.http.ProblemException;
import dev.triune.llm.Broker;
import dev.triune.llm.BrokerStats;
import dev.triune.llm.BrokerThread;
import dev.triune.llm.QuotaSnapshot;
import dev.triune.llm.Ticker;
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
     * Submits a request.
     *
     * @throws ProblemException if it is not accepted; its listener is not called then
     */
    public void submit(Submission submission) throws ProblemException {
        admissionLimiter.acquire(1);
        execute(1, owned -> newCall(submission, () -> {}).submit(owned));
    }

    /**
     * Submits several requests of one game together. Each waits for its credits first.
     *
     * @param batch at least one request; none costs more than the maximum of credits
     * @throws ProblemException if they are not accepted; no listener is called then
     */
    public void submitBatch(List<Submission> batch) throws ProblemException {
        int size = batch.size();
        admissionLimiter.acquire(size);
        execute(size, owned -> {
            batchQueue.batchStarted(size);
            int[] left = {size};
            for (Submission submission : batch) {
                enqueue(owned, submission, () -> {
                    if (--left[0] == 0) {
                        batchQueue.batchEnded();
                    }
                });
            }
        });
    }

    private void execute(int admitted, Consumer<Broker> task) throws ProblemException {
        try {
            broker.execute(task);
        } catch (RejectedExecutionException e) {
            admissionLimiter.release(admitted);
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
    public CompletableFuture<Integer> cancel(String session, String cancelName) {
        return broker.submit(owned -> requests.cancel(session, cancelName));
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
        boolean heartbeatDue = now - lastHeartbeat >= HEARTBEAT_NANOS;
        if (heartbeatDue) {
            lastHeartbeat = now;
        }
        if (heartbeatDue || creditsAwaited) {
            executeIfOpen(owned -> {
                batchQueue.runDue();
                creditsAwaited = batchQueue.waiting() > 0;
                if (heartbeatDue) {
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
    public boolean awaitDrained(Duration timeout) throws InterruptedException {
        return admissionLimiter.awaitDrained(timeout);
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

    private GatewayCall newCall(Submission submission, Runnable onEnd) {
        requests.add(submission);
        return new GatewayCall(submission, clock, () -> {
            requests.remove(submission);
            admissionLimiter.release(1);
            onEnd.run();
        });
    }

    private void enqueue(Broker owned, Submission submission, Runnable onEnd) {
        GatewayCall gatewayCall = newCall(submission, onEnd);
        BooleanSupplier remove =
                batchQueue.add(submission.request(), () -> gatewayCall.submit(owned));
        creditsAwaited = batchQueue.waiting() > 0;
        submission
                .token()
                .onCancel(() -> executeIfOpen(open -> {
                    if (remove.getAsBoolean()) {
                        gatewayCall.submit(
                                open); // ends it at once as cancelled, without its credits
                    }
                }));
    }
}
