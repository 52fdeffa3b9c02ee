/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.tape;

import dev.triune.llm.Broker;
import dev.triune.llm.Broker.TenantCooldown;
import dev.triune.llm.BrokerListener;
import dev.triune.llm.BrokerStats;
import dev.triune.llm.QuotaSnapshot;
import dev.triune.llm.Request;
import dev.triune.llm.Ticket;
import dev.triune.llm.Update;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;

/**
 * Records the traffic between a game and a broker as JSON lines, for {@link TapeReplay}: calls,
 * updates and events with their turn (the count of {@link #doWork} calls). The tape contains
 * answers as the provider sent them, before any gate of speech, digests of prompts, and no endpoints or
 * keys.
 *
 * <pre>{@code
 * Broker broker = TapeRecorder.record(
 *         file, tape -> new BrokerBuilder().provider(...).listener(tape).build(), metrics);
 * }</pre>
 *
 * <p>Pass listeners that call the broker to this class, like {@code metrics} here, so that the tape
 * records an event before the game reacts. If the tape cannot be written, recording stops with a
 * warning, and {@link #failure} returns the reason. A killed process loses at most its last {@value
 * #FLUSH_TURNS} turns. Same threads as any {@link Broker}.
 */
public final class TapeRecorder implements Broker {
    /** The number of turns after which buffered lines are written. */
    public static final int FLUSH_TURNS = 200;

    /** The maximum length of a mark, in characters. */
    public static final int MAX_MARK_LENGTH = 2_000_000;

    private final Broker broker;
    private final TapeWriter tape;
    private final TapingListener listener;
    private final GameThread owner = new GameThread();
    private long requests;
    private int depth;
    private boolean closing;

    private TapeRecorder(Broker broker, TapeWriter tape, TapingListener listener) {
        this.broker = broker;
        this.tape = tape;
        this.listener = listener;
    }

    /**
     * Records to a new file. {@code opening} opens the broker with the listener that it receives;
     * the other listeners belong to the game.
     *
     * @throws IOException if the file cannot be written; the broker is not opened then
     */
    public static TapeRecorder record(
            Path file, Function<BrokerListener, Broker> opening, BrokerListener... listeners)
            throws IOException {
        return record(file.toString(), Files.newOutputStream(file), opening, listeners);
    }

    /** Records to a stream, which is closed with the broker; otherwise like recording to a file. */
    public static TapeRecorder record(
            OutputStream out,
            Function<BrokerListener, Broker> opening,
            BrokerListener... listeners) {
        return record("a stream", out, opening, listeners);
    }

    private static TapeRecorder record(
            String name,
            OutputStream out,
            Function<BrokerListener, Broker> opening,
            BrokerListener... listeners) {
        TapeWriter tape = new TapeWriter(name, out);
        try {
            TapingListener listener = new TapingListener(tape, List.of(listeners));
            return new TapeRecorder(opening.apply(listener), tape, listener);
        } catch (RuntimeException | Error e) {
            tape.close();
            throw e;
        }
    }

    /**
     * Returns the current position. A replay can start here if no request is pending.
     *
     * @throws IllegalStateException inside a callback, or if recording has stopped
     */
    public TapePosition position() {
        owner.check();
        if (depth > 0 || tape.failure().isPresent()) {
            throw new IllegalStateException(
                    depth > 0 ? "inside a call of the broker" : "recording has stopped");
        }
        return new TapePosition(tape.turn(), requests, tape.lines());
    }

    /**
     * Writes a mark of the game, such as a checksum of its world. The game must set the same mark
     * during the replay ({@link TapeReplay#mark}). Does nothing after the recording was closed or
     * stopped.
     *
     * @param words at most {@value #MAX_MARK_LENGTH} characters, no secrets
     * @throws IllegalStateException inside a callback
     * @throws IllegalArgumentException if there are more characters
     */
    public void mark(String words) {
        owner.check();
        checkMark(words);
        if (depth > 0) {
            throw new IllegalStateException("inside a call of the broker");
        }
        tape.append(TapeLine.mark(words));
    }

    static void checkMark(String words) {
        if (words.length() > MAX_MARK_LENGTH) {
            throw new IllegalArgumentException("a mark of " + words.length()
                    + " characters (expected " + MAX_MARK_LENGTH + " at most)");
        }
    }

    /** Returns the reason why recording stopped before the end; empty if it did not. */
    public Optional<Exception> failure() {
        return tape.failure();
    }

    @Override
    public <T> Ticket submit(Request<T> request, Consumer<? super Update<T>> updates) {
        owner.check();
        long number = ++requests;
        RecordedRequest<T> recorded = new RecordedRequest<>(tape, number, request, updates);
        Request<?> outer = listener.submitting;
        long submittedBefore = listener.submitted;
        listener.submitting = request;
        try {
            Ticket ticket = call(
                    TapeLine.submit(number, request),
                    () -> broker.submit(recorded.request(), recorded::deliver),
                    Ticket::number);
            requireListener(submittedBefore);
            return ticket;
        } finally {
            listener.submitting = outer;
        }
    }

    private void requireListener(long submittedBefore) {
        if (listener.submitted == submittedBefore) {
            throw new IllegalStateException("the broker tells the tape nothing (expected"
                    + " .listener(tape) where TapeRecorder.record opens it)");
        }
    }

    @Override
    public boolean cancel(Ticket ticket) {
        return call(TapeLine.cancel(ticket), () -> broker.cancel(ticket), done -> done ? 1 : 0);
    }

    @Override
    public void defer(String session, String agent, Duration time) {
        run(TapeLine.defer(session, agent, time), () -> broker.defer(session, agent, time));
    }

    @Override
    public int heartbeat(String session) {
        return call(
                TapeLine.ofSession(TapeLine.HEARTBEAT, session),
                () -> broker.heartbeat(session),
                count -> count);
    }

    @Override
    public TenantCooldown cooldown(Request<?> request) {
        Supplier<TenantCooldown> query = () -> {
            TenantCooldown cooldown = broker.cooldown(request);
            tape.append(TapeLine.of(TapeLine.COOLING).with("cooldown", cooldown));
            return cooldown;
        };
        return call(TapeLine.cooldown(request), query, cooldown -> 0);
    }

    @Override
    public void enableQuota(QuotaSnapshot quota) {
        run(TapeLine.quota(TapeLine.ENABLE_QUOTA, quota), () -> broker.enableQuota(quota));
    }

    @Override
    public void disableQuota(String session) {
        run(
                TapeLine.ofSession(TapeLine.DISABLE_QUOTA, session),
                () -> broker.disableQuota(session));
    }

    @Override
    public Optional<QuotaSnapshot> quota(String session) {
        Supplier<Optional<QuotaSnapshot>> query = () -> {
            Optional<QuotaSnapshot> found = broker.quota(session);
            found.ifPresent(quota -> tape.append(TapeLine.quota(TapeLine.SNAPSHOT, quota)));
            return found;
        };
        return call(
                TapeLine.ofSession(TapeLine.QUOTA, session),
                query,
                found -> found.isPresent() ? 1 : 0);
    }

    @Override
    public int doWork() {
        owner.check();
        tape.beginTurn();
        int done = within(() -> {
            int things = broker.doWork();
            tape.endTurn(things);
            return things;
        });
        if (tape.turn() % FLUSH_TURNS == 0) {
            tape.flush();
        }
        return done;
    }

    @Override
    public BrokerStats stats() {
        return broker.stats();
    }

    /** Closes the broker, then the tape. */
    @Override
    public void close() {
        owner.check();
        closing = true;
        run(TapeLine.of(TapeLine.CLOSE), broker::close);
    }

    // ---- calls of the game

    private void run(TapeLine line, Runnable work) {
        Supplier<Integer> done = () -> {
            work.run();
            return 0;
        };
        call(line, done, zero -> zero);
    }

    /** Records a call of the game and its result, as a number. */
    private <R> R call(TapeLine line, Supplier<R> work, ToLongFunction<R> value) {
        owner.check();
        tape.append(line);
        return within(() -> {
            R result = work.get();
            tape.append(TapeLine.of(TapeLine.RETURNED).with("value", value.applyAsLong(result)));
            return result;
        });
    }

    /** Performs a call of the game; the tape ends with the outermost call. */
    private <R> R within(Supplier<R> work) {
        depth++;
        try {
            return work.get();
        } catch (RuntimeException | Error e) {
            tape.append(threw(e));
            throw e;
        } finally {
            depth--;
            if (closing && depth == 0) {
                tape.close();
            }
        }
    }

    /**
     * Returns the line of a call that threw; omits an Error's message, which may contain a prompt.
     */
    private static TapeLine threw(Throwable thrown) {
        boolean isRuntimeException = thrown instanceof RuntimeException;
        return TapeLine.of(TapeLine.THREW)
                .with("type", thrown.getClass().getName())
                .with("message", isRuntimeException ? String.valueOf(thrown.getMessage()) : "");
    }
}
