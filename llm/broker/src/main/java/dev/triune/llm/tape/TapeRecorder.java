/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.tape;

import dev.triune.llm.AnswerPart;
import dev.triune.llm.Broker;
import dev.triune.llm.BrokerListener;
import dev.triune.llm.BrokerStats;
import dev.triune.llm.Decoder;
import dev.triune.llm.Prompt;
import dev.triune.llm.PromptSource;
import dev.triune.llm.QuotaSnapshot;
import dev.triune.llm.Request;
import dev.triune.llm.TenantCooldown;
import dev.triune.llm.Ticket;
import dev.triune.llm.Update;
import dev.triune.llm.internal.broker.OwnerThread;
import dev.triune.llm.internal.tape.TapeLine;
import dev.triune.llm.internal.tape.TapeWriter;
import dev.triune.llm.internal.tape.TapingListener;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * Records the traffic between a game and a broker as JSON lines, for {@link TapeReplay}: calls,
 * updates and events with their turn (the count of {@link #doWork} calls). The tape contains
 * answers, digests of prompts, and no endpoints or keys.
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
    public static final int MAX_MARK_LENGTH = 100_000;

    private final Broker broker;
    private final TapeWriter tape;
    private final TapingListener listener;
    private final OwnerThread owner = new OwnerThread();
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
        Request<Decoded<T>> decoded =
                request.with(Decoded.by(request.decoder()), source(number, request.prompt()));
        Request<?> outer = listener.submitting;
        long submittedBefore = listener.submitted;
        listener.submitting = request;
        try {
            long ticket = call(
                    TapeLine.submit(number, request),
                    () -> broker.submit(decoded, update -> deliver(number, updates, update))
                            .number());
            requireListener(submittedBefore);
            return new Ticket(ticket);
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
        return call(TapeLine.cancel(ticket), () -> broker.cancel(ticket) ? 1 : 0) != 0;
    }

    @Override
    public void defer(String session, String agent, Duration time) {
        run(TapeLine.defer(session, agent, time), () -> broker.defer(session, agent, time));
    }

    @Override
    public int heartbeat(String session) {
        return (int) call(TapeLine.heartbeat(session), () -> broker.heartbeat(session));
    }

    @Override
    public TenantCooldown cooldown(Request<?> request) {
        TenantCooldown[] cooldowns = new TenantCooldown[1];
        call(TapeLine.cooldown(request), () -> {
            cooldowns[0] = broker.cooldown(request);
            tape.append(TapeLine.of(TapeLine.COOLING).with("cooldown", cooldowns[0]));
            return 0;
        });
        return cooldowns[0];
    }

    @Override
    public void enableQuota(QuotaSnapshot quota) {
        run(TapeLine.quota(TapeLine.ENABLE_QUOTA, quota), () -> broker.enableQuota(quota));
    }

    @Override
    public void disableQuota(String session) {
        run(TapeLine.disableQuota(session), () -> broker.disableQuota(session));
    }

    @Override
    public Optional<QuotaSnapshot> quota(String session) {
        QuotaSnapshot[] found = new QuotaSnapshot[1];
        call(TapeLine.quota(session), () -> {
            broker.quota(session).ifPresent(quota -> {
                found[0] = quota;
                tape.append(TapeLine.quota(TapeLine.SNAPSHOT, quota));
            });
            return found[0] == null ? 0 : 1;
        });
        return Optional.ofNullable(found[0]);
    }

    @Override
    public int doWork() {
        owner.check();
        tape.beginTurn();
        int done = (int) within(() -> {
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
        call(line, () -> {
            work.run();
            return 0;
        });
    }

    private long call(TapeLine line, LongSupplier work) {
        owner.check();
        tape.append(line);
        return within(() -> {
            long result = work.getAsLong();
            tape.append(TapeLine.of(TapeLine.RETURNED).with("value", result));
            return result;
        });
    }

    /** Performs a call of the game; the tape ends with the outermost call. */
    private long within(LongSupplier work) {
        depth++;
        try {
            return work.getAsLong();
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

    // ---- callbacks of the broker

    /** A decoded value, with its part of the answer and its index among the part's values. */
    private record Decoded<T>(AnswerPart source, int index, T value) {
        static <T> Decoder<Decoded<T>> by(Decoder<T> decoder) {
            return new Decoder<>() {
                @Override
                public void decode(AnswerPart part, Consumer<? super Decoded<T>> out) {
                    int[] next = new int[1];
                    decoder.decode(
                            part, value -> out.accept(new Decoded<>(part, next[0]++, value)));
                }

                @Override
                public void raw(String delta) {
                    decoder.raw(delta);
                }
            };
        }
    }

    private PromptSource source(long number, PromptSource source) {
        return () -> {
            tape.append(TapeLine.of(TapeLine.RENDER).with("request", number));
            try {
                Optional<Prompt> prompt = Objects.requireNonNull(source.render(), "prompt");
                tape.append(TapeLine.rendered(number, prompt.orElse(null)));
                return prompt;
            } catch (RuntimeException | Error e) {
                tape.append(TapeLine.rendered(number, e));
                throw e;
            }
        };
    }

    private <T> void deliver(
            long number, Consumer<? super Update<T>> updates, Update<Decoded<T>> update) {
        Ticket ticket = update.ticket();
        if (update instanceof Update.Started<Decoded<T>> started) {
            tape.append(line(TapeLine.STARTED, number, ticket)
                    .with("provider", started.provider())
                    .with("model", started.model()));
            updates.accept(new Update.Started<>(ticket, started.provider(), started.model()));
        } else if (update instanceof Update.Part<Decoded<T>> part) {
            tape.append(line(number, ticket, part.value()));
            updates.accept(new Update.Part<>(ticket, part.value().value()));
        } else if (update instanceof Update.Ended<Decoded<T>> ended) {
            tape.append(line(TapeLine.ENDED, number, ticket)
                    .with("outcome", ended.outcome())
                    .with("telemetry", ended.telemetry()));
            updates.accept(new Update.Ended<>(ticket, ended.outcome(), ended.telemetry()));
        } else {
            throw new IllegalArgumentException("an update of an unknown kind: " + update);
        }
    }

    /** Returns the line of a value; only the first value of a part contains the part. */
    private static TapeLine line(long number, Ticket ticket, Decoded<?> value) {
        TapeLine line = line(TapeLine.PART, number, ticket).with("index", value.index());
        return value.index() == 0 ? line.with(TapeLine.PART, value.source()) : line;
    }

    private static TapeLine line(String event, long number, Ticket ticket) {
        return TapeLine.of(event).with("request", number).with("ticket", ticket.number());
    }
}
