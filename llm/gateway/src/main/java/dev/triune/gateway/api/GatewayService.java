/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.api;

import dev.triune.gateway.GatewaySettings;
import dev.triune.gateway.http.Problem;
import dev.triune.gateway.http.ProblemException;
import dev.triune.llm.Broker;
import dev.triune.llm.BrokerBuilder;
import dev.triune.llm.BrokerThread;
import dev.triune.llm.QuotaSnapshot;
import dev.triune.llm.Request;
import dev.triune.llm.Ticker;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The operations of the gateway, independent of the protocol of its clients. The broker runs on its
 * own thread, on which all listeners are called. Thread-safe; methods do not block unless
 * documented.
 */
public final class GatewayService implements AutoCloseable {
    private static final Logger LOG = System.getLogger(GatewayService.class.getName());

    /** The interval of heartbeats, well below the silence after which a game is inactive. */
    private static final long HEARTBEAT_NANOS = Duration.ofSeconds(10).toNanos();

    /** The interval at which quotas are recorded, which a killed process loses. */
    private static final long RECORD_NANOS = Duration.ofSeconds(1).toNanos();

    private final BrokerThread broker;
    private final Ticker ticker;
    private final InstantSource clock;
    private final AdmissionLimiter admissionLimiter;
    private final CreditQueue credits;
    private final QuotaLedger quotas;
    private final ProviderHealth health;

    /** Broker's thread only. */
    private final CancellableRequests requests = new CancellableRequests();

    /** The calls that wait for a part of a shared budget. Broker's thread only. */
    private final Set<CallGroup> unfunded = new LinkedHashSet<>();

    /** Broker's thread only. */
    private boolean closing;

    private final Queue<Runnable> afterTurn = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean afterTurnSubmitted = new AtomicBoolean();
    private final boolean extraBody;
    private volatile boolean creditsAwaited;

    /** Used only by the thread that calls {@link #runPeriodic}. */
    private long lastHeartbeat;

    /** Used only by that thread, too. */
    private long lastRecorded;

    /**
     * Creates a gateway in front of a broker.
     *
     * @param quotas the quotas of sessions
     * @param health the health of the providers; a listener of the broker
     * @param ticker the clock of the broker
     * @param clock the wall clock, for times in answers
     */
    public GatewayService(
            BrokerThread broker,
            GatewaySettings settings,
            QuotaLedger quotas,
            ProviderHealth health,
            Ticker ticker,
            InstantSource clock) {
        this.broker = broker;
        this.quotas = quotas;
        this.health = health;
        this.ticker = ticker;
        this.clock = clock;
        this.admissionLimiter = new AdmissionLimiter(settings.clients().maxStreams());
        this.credits = new CreditQueue(
                settings.batches().maxCredits(), settings.batches().creditsPerSecond(), ticker);
        this.extraBody = settings.fields().extraBody();
        this.lastHeartbeat = ticker.nanos();
        this.lastRecorded = lastHeartbeat - RECORD_NANOS;
        broker.execute(quotas::start);
    }

    /**
     * Submits a request.
     *
     * @throws ProblemException if it is rejected; its listener is not called then
     */
    public void submit(Submission submission) throws ProblemException {
        admit(List.of(submission), extraBody, owned -> start(owned, List.of(submission)));
    }

    /**
     * Submits several requests of one call together. Their {@code extraBody} is not checked, since
     * callers apply {@code gateway.unknown-fields} to unknown fields.
     *
     * @throws ProblemException if they are not accepted; no listener is called then
     */
    public void submitTogether(List<Submission> submissions) throws ProblemException {
        admit(submissions, true, owned -> start(owned, submissions));
    }

    /**
     * Submits several requests of one game together. Each waits for its credits first.
     *
     * @param batch at least one request; none costs more than the maximum number of credits
     * @throws ProblemException if they are not accepted; no listener is called then
     */
    public void submitBatch(List<Submission> batch) throws ProblemException {
        admit(batch, extraBody, owned -> {
            int[] left = {batch.size()};
            credits.batchStarted(left[0]);
            for (Submission submission : batch) {
                enqueue(owned, submission, () -> {
                    if (--left[0] == 0) {
                        credits.batchEnded();
                    }
                });
            }
        });
    }

    private void admit(List<Submission> submissions, boolean anyBody, Consumer<Broker> task)
            throws ProblemException {
        int size = submissions.size();
        try {
            for (Submission submission : anyBody ? List.<Submission>of() : submissions) {
                submission.requireNoExtraBody();
            }
            admissionLimiter.acquire(size);
            broker.execute(task);
        } catch (RejectedExecutionException e) {
            admissionLimiter.release(size);
            throw refused(submissions, new ProblemException(Problem.draining()));
        } catch (ProblemException e) {
            throw refused(submissions, e);
        }
    }

    /** Ends the log entries of requests that no call will end. */
    private static ProblemException refused(List<Submission> submissions, ProblemException cause) {
        submissions.forEach(each -> each.logRefusal(cause.problem()));
        return cause;
    }

    /** Returns the number of open requests. */
    public int openRequests() {
        return admissionLimiter.open();
    }

    /**
     * Serves later requests with another broker; earlier ones end as they began.
     *
     * @param unchanged the names of the providers that did not change: they keep breakers and
     *     statistics
     * @param then runs on the broker's thread once it has been replaced
     * @return completes with false if too many replaced brokers still have requests
     */
    public CompletableFuture<Boolean> replace(
            BrokerBuilder builder, Set<String> unchanged, Runnable then) {
        CompletableFuture<Boolean> done = broker.replace(builder, unchanged);
        executeIfOpen(owned -> {
            if (!done.isCompletedExceptionally() && done.getNow(false)) {
                quotas.replaced(builder);
                then.run();
            }
        });
        return done;
    }

    // ---- other calls

    /** Asks the broker on its thread; fails if it is closed or too many wait for it. */
    public <T> CompletableFuture<T> ask(Function<Broker, T> question) {
        return broker.submit(question);
    }

    /** Cancels the open requests of a session with that name; completes with their number. */
    public CompletableFuture<Integer> cancel(String session, String cancelName) {
        return broker.submit(owned -> requests.cancel(session, cancelName));
    }

    /** Returns the quota of a session, if it has one. */
    public CompletableFuture<Optional<QuotaSnapshot>> quota(String session) {
        return broker.submit(owned -> quotas.of(owned, session));
    }

    /** Sets the quota of a session. */
    public CompletableFuture<Optional<QuotaSnapshot>> enableQuota(QuotaSnapshot quota) {
        return broker.submit(owned -> {
            quotas.set(owned, quota, clock.millis());
            return owned.quota(quota.tenant());
        });
    }

    /** Ends the quota of a session; false if it has none of its own. */
    public CompletableFuture<Boolean> disableQuota(String session) {
        return broker.submit(owned -> quotas.remove(owned, session, clock.millis()));
    }

    /** Returns the statistics of batches. */
    public CompletableFuture<BatchStats> batches() {
        return broker.submit(owned -> credits.stats());
    }

    /** Returns the available credits. Broker's thread only. */
    CreditQueue.CreditBalance creditBalance() {
        return credits.balance(clock.millis());
    }

    /** Returns the problems of files of keys and quotas, and of providers out of service, by name. */
    public Map<String, String> problems() {
        Map<String, String> problems = new LinkedHashMap<>(quotas.problems());
        health.problems()
                .forEach((provider, problem) -> problems.put("provider " + provider, problem));
        return problems;
    }

    /** Returns the providers that are in service but slow, in words, by name. */
    public Map<String, String> slowProviders() {
        Map<String, String> slow = new LinkedHashMap<>();
        health.slow().forEach((provider, words) -> slow.put("provider " + provider, words));
        return slow;
    }

    /** Returns the last error of each provider that had one, by name. */
    public Map<String, ProviderHealth.CallError> lastErrors() {
        return health.lastErrors();
    }

    /** Returns the clock of the broker. */
    public Ticker ticker() {
        return ticker;
    }

    /** Returns the wall clock. */
    public InstantSource clock() {
        return clock;
    }

    /**
     * Distributes credits, saves quotas, and sends heartbeats for the games whose connections wait
     * for an answer. Call it several times a second, always on the same thread.
     */
    public void runPeriodic() {
        long now = ticker.nanos();
        boolean heartbeatDue = now - lastHeartbeat >= HEARTBEAT_NANOS;
        if (heartbeatDue) {
            lastHeartbeat = now;
        }
        boolean saveDue = quotas.isChanged() && now - lastRecorded >= RECORD_NANOS;
        if (saveDue) {
            lastRecorded = now;
        }
        if (heartbeatDue || creditsAwaited || saveDue) {
            executeIfOpen(owned -> {
                credits.runDue();
                creditsAwaited = credits.waiting() > 0;
                if (saveDue) {
                    quotas.updateQuotas(owned);
                }
                if (heartbeatDue) {
                    quotas.listen();
                    requests.activeGames().forEach(owned::heartbeat);
                    health.update(owned.stats());
                }
            });
        }
        quotas.save();
    }

    /**
     * Runs an action after the broker's current turn, in which more events of a stream may come, or
     * at once when the broker is closed. The action must not block.
     */
    public void runAfterTurn(Runnable action) {
        afterTurn.add(action);
        if (afterTurnSubmitted.compareAndSet(false, true)) {
            try {
                broker.execute(owned -> runAfterTurn());
            } catch (RejectedExecutionException e) {
                runAfterTurn();
            }
        }
    }

    private void runAfterTurn() {
        afterTurnSubmitted.set(false);
        for (Runnable action = afterTurn.poll(); action != null; action = afterTurn.poll()) {
            try {
                action.run();
            } catch (RuntimeException | Error e) { // the others must run
                LOG.log(Level.WARNING, "a write to a client failed", e);
            }
        }
    }

    /** Runs a task that is not needed once the broker is closed. */
    private void executeIfOpen(Consumer<Broker> task) {
        try {
            broker.execute(task);
        } catch (RejectedExecutionException e) {
            LOG.log(Level.DEBUG, "too late for the broker: {0}", e.getMessage());
        }
    }

    // ---- shutdown

    /** Stops admitting requests; open ones continue. */
    public void drain() {
        admissionLimiter.drain();
    }

    /** Whether the gateway is shutting down. */
    public boolean isDraining() {
        return admissionLimiter.isDraining();
    }

    /**
     * Waits for the last request after {@link #drain}. Blocks.
     *
     * @return false on timeout
     */
    public boolean awaitDrained(Duration timeout) throws InterruptedException {
        return admissionLimiter.awaitDrained(timeout);
    }

    /** Cancels all open requests and closes the broker. Blocks until it is closed. */
    @Override
    public void close() {
        admissionLimiter.drain();
        executeIfOpen(owned -> {
            closing = true;
            List.copyOf(unfunded).forEach(this::fund);
            credits.startAll(); // otherwise they would never end
            owned.close(); // in the same task, before the broker can call a model for them
            quotas.updateQuotas(owned);
        });
        broker.close();
        quotas.save();
    }

    // ---- on the broker's thread

    private void start(Broker owned, List<Submission> submissions) {
        CallGroup group = new CallGroup(quotas, owned, submissions.size());
        List<GatewayCall> calls = submissions.stream()
                .map(submission -> newCall(submission, group, () -> {}))
                .toList();
        calls.forEach(call -> submit(owned, call));
    }

    private void submit(Broker owned, GatewayCall call) {
        call.submit(
                owned,
                group -> {
                    unfunded.add(group);
                    if (closing) {
                        fund(group);
                    }
                },
                group -> executeIfOpen(open -> fund(group)));
    }

    private void fund(CallGroup group) {
        unfunded.remove(group);
        group.fund();
    }

    private GatewayCall newCall(Submission submission, CallGroup group, Runnable onEnd) {
        requests.add(submission);
        return new GatewayCall(submission, clock, quotas, health, group, () -> {
            requests.remove(submission);
            admissionLimiter.release(1);
            onEnd.run();
        });
    }

    private void enqueue(Broker owned, Submission submission, Runnable onEnd) {
        GatewayCall call = newCall(submission, new CallGroup(quotas, owned, 1), onEnd);
        Request<String> request = submission.request();
        BooleanSupplier remove = credits.add(
                request.tenant(),
                request.cost(),
                request.priority().level(),
                () -> submit(owned, call));
        creditsAwaited = credits.waiting() > 0;
        submission
                .token()
                .onCancel(() -> executeIfOpen(open -> {
                    if (remove.getAsBoolean()) {
                        submit(open, call); // ends it at once as cancelled, without its credits
                    }
                }));
    }
}
