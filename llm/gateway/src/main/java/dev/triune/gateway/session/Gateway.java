/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.session;

import dev.triune.llm.Broker;
import dev.triune.llm.BrokerStats;
import dev.triune.llm.CancelToken;
import dev.triune.llm.QuotaSnapshot;
import dev.triune.llm.config.GatewaySettings;
import dev.triune.llm.run.BrokerThread;
import dev.triune.llm.time.Ticker;
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
public final class Gateway implements AutoCloseable {
    private static final Logger LOG = System.getLogger(Gateway.class.getName());

    /** Well within the silence that ends a game. */
    private static final long SIGN_NANOS = Duration.ofSeconds(10).toNanos();

    private final BrokerThread broker;
    private final Ticker ticker;
    private final InstantSource clock;
    private final Intake intake;
    private final Batches batches;

    /** Thread of the broker only. */
    private final OpenRequests requests = new OpenRequests();

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
        this.intake = new Intake(settings.streams());
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
        intake.enter(1);
        CancelToken token = new CancelToken();
        execute(1, owned -> passage(request, listener, token).begin(owned));
        return token::cancel;
    }

    /**
     * Takes several requests of one game together. Each waits for its credits first.
     *
     * @param batch at least one, each of which costs no more than the ledger of credits holds
     * @param listeners one for each
     * @return cancels all of them, from any thread
     * @throws Refused if they are not taken; the listeners are told nothing then
     */
    public Runnable submitBatch(List<GameRequest> batch, List<AnswerListener> listeners)
            throws Refused {
        int size = batch.size();
        intake.enter(size);
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
                await(owned, batch.get(i), listener, all);
            }
        });
        return all::cancel;
    }

    private void execute(int entered, Consumer<Broker> task) throws Refused {
        try {
            broker.execute(task);
        } catch (RejectedExecutionException e) {
            intake.leave(entered);
            throw new Refused(Problem.draining());
        }
    }

    /** How many requests are under way. */
    public int open() {
        return intake.open();
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
        return broker.ask(owned -> requests.cancel(session, cancelToken));
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
                if (sign) {
                    requests.sessions().forEach(owned::heartbeat);
                }
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
        intake.drain();
    }

    /** Whether it takes requests. */
    public boolean isDraining() {
        return intake.isDraining();
    }

    /**
     * Waits until the last request is over, after {@link #drain}. Blocks.
     *
     * @return false if that took too long
     */
    public boolean awaitDrained(Duration most) throws InterruptedException {
        return intake.awaitDrained(most);
    }

    /** Ends what is under way as cancelled, and the broker. Blocks until that is done. */
    @Override
    public void close() {
        intake.drain();
        attempt(owned -> batches.startAll()); // or those that wait for credits would have no end
        broker.close();
    }

    // ---- on the thread of the broker

    private Passage passage(GameRequest request, AnswerListener listener, CancelToken token) {
        requests.add(request, token);
        return new Passage(request, listener, token, clock, () -> {
            requests.remove(request, token);
            intake.leave(1);
        });
    }

    private void await(
            Broker owned, GameRequest request, AnswerListener listener, CancelToken all) {
        CancelToken token = new CancelToken();
        all.watch(token::cancel);
        Passage passage = passage(request, listener, token);
        BooleanSupplier takeOut = batches.add(request, () -> passage.begin(owned));
        waitingForCredits = batches.waiting() > 0;
        token.watch(() -> attempt(still -> {
            if (takeOut.getAsBoolean()) {
                passage.begin(still); // which ends it at once as cancelled, without its credits
            }
        }));
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
