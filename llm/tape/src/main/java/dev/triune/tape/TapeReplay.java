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
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Replays a tape of a {@link TapeRecorder} without a provider, threads or a clock, to a game that
 * behaves as it did when the tape was recorded.
 *
 * <p>Each call, prompt digest and mark is compared with the tape. A difference, or the end of a
 * tape that was not closed, causes a {@link TapeMismatchException}, thrown again by every later
 * call except {@link #stats} and {@link #close}. Answers are decoded again by the game's decoders.
 * A game whose decisions depend on {@link #stats}, a clock or other threads cannot be replayed.
 * Same threads as any {@link Broker}.
 */
public final class TapeReplay implements Broker {
    private final TapeReader tape;
    private final TapePlayer player;
    private final ReplayStats stats = new ReplayStats();
    private final GameThread owner = new GameThread();
    private boolean started;
    private boolean closing;
    private boolean closed;
    private long requests;

    private TapeReplay(TapeReader tape, BrokerListener... listeners) {
        List<BrokerListener> all = new ArrayList<>(List.of(listeners));
        all.add(0, stats);
        this.tape = tape;
        this.player = new TapePlayer(tape, all);
        tape.next(); // the header, which the reader checks
    }

    /**
     * Opens a tape and reports its events to the listeners.
     *
     * @throws IOException if the file cannot be opened
     * @throws TapeMismatchException if it is not a tape
     */
    public static TapeReplay of(Path file, BrokerListener... listeners) throws IOException {
        String name = Objects.requireNonNullElse(file.getFileName(), file).toString();
        return of(name, Files.newInputStream(file), listeners);
    }

    /** Replays a tape from a stream, which is closed with the broker; messages contain the name. */
    public static TapeReplay of(String name, InputStream in, BrokerListener... listeners) {
        TapeReader tape = new TapeReader(name, in);
        try {
            return new TapeReplay(tape, listeners);
        } catch (TapeMismatchException e) {
            tape.close();
            throw e;
        }
    }

    /**
     * Starts at a position in the tape, for a game that was saved there; skips earlier lines.
     *
     * @param position {@link TapeRecorder#position} when the game was saved
     * @return this
     * @throws IllegalStateException after the first call of the game
     * @throws TapeMismatchException if the tape has no such position, or a request is pending there
     */
    public TapeReplay resumeAt(TapePosition position) {
        tape.check();
        if (tape.turn != 0 || requests != 0 || closed || started) {
            throw new IllegalStateException("the replay has begun (choose where it begins before)");
        }
        started = true;
        player.seek(position);
        requests = position.requests();
        return this;
    }

    /**
     * Whether only closing the broker is left to replay.
     *
     * @throws TapeMismatchException at the end of a tape whose recording was not closed
     */
    public boolean isAtEnd() {
        owner.check();
        if (closed || tape.hasFailed()) {
            return true;
        }
        TapeLine next = tape.peek();
        return next.turn() <= tape.turn && (next.is(TapeLine.CLOSE) || next.is(TapeLine.END));
    }

    /**
     * Sets the mark that was recorded here by {@link TapeRecorder#mark}. Does nothing once closed.
     *
     * @throws IllegalStateException inside a callback
     * @throws IllegalArgumentException if it is too long
     * @throws TapeMismatchException if the tape has another mark here, or none
     */
    public void mark(String words) {
        check();
        TapeRecorder.checkMark(words);
        if (!player.isIdle()) {
            throw new IllegalStateException("inside a call of the broker");
        }
        if (!closed) {
            player.mark(words);
        }
    }

    /**
     * Returns the mark that the game must set next; empty if another event is next, or after the
     * close.
     *
     * @throws TapeMismatchException at the end of a tape whose recording was not closed, or if the
     *     next line is wrong
     */
    public Optional<String> nextMark() {
        owner.check();
        tape.check();
        if (closed || !player.isIdle()) {
            return Optional.empty();
        }
        return player.nextMark();
    }

    @Override
    public <T> Ticket submit(Request<T> request, Consumer<? super Update<T>> updates) {
        check();
        if (closed) {
            throw new IllegalStateException("broker is closed: no request can be submitted");
        }
        long number = ++requests;
        ReplayedRequest<T> replayed = new ReplayedRequest<>(request, updates);
        return new Ticket(within(() -> player.submit(number, replayed)));
    }

    @Override
    public boolean cancel(Ticket ticket) {
        check();
        return !closed && play(TapeLine.cancel(ticket)) != 0;
    }

    @Override
    public void defer(String session, String agent, Duration time) {
        check();
        if (!closed) {
            play(TapeLine.defer(session, agent, time));
        }
    }

    @Override
    public int heartbeat(String session) {
        check();
        return closed ? 0 : (int) play(TapeLine.ofSession(TapeLine.HEARTBEAT, session));
    }

    @Override
    public TenantCooldown cooldown(Request<?> request) {
        check();
        if (closed) {
            return Broker.super.cooldown(request);
        }
        play(TapeLine.cooldown(request));
        return player.found(line -> line.value("cooldown", TenantCooldown.class));
    }

    @Override
    public void enableQuota(QuotaSnapshot quota) {
        check();
        if (!closed) {
            play(TapeLine.quota(TapeLine.ENABLE_QUOTA, quota));
        }
    }

    @Override
    public void disableQuota(String session) {
        check();
        if (!closed) {
            play(TapeLine.ofSession(TapeLine.DISABLE_QUOTA, session));
        }
    }

    @Override
    public Optional<QuotaSnapshot> quota(String session) {
        check();
        return closed || play(TapeLine.ofSession(TapeLine.QUOTA, session)) == 0
                ? Optional.empty()
                : Optional.of(player.found(TapeLine::quota));
    }

    @Override
    public int doWork() {
        check();
        if (closed) {
            return 0;
        }
        tape.turn++;
        TapeLine next = tape.peek();
        if (next.turn() < tape.turn) {
            throw next.is(TapeLine.END)
                    ? tape.endOfTape("the tape ends in turn " + next.turn())
                    : player.mismatch(next, "doWork");
        }
        boolean silent = next.turn() > tape.turn || !next.is(TapeLine.TURN);
        return silent ? 0 : (int) play(TapeLine.of(TapeLine.TURN));
    }

    /** Returns statistics of the replayed part; values that the tape lacks are zero or empty. */
    @Override
    public BrokerStats stats() {
        owner.check();
        return stats.snapshot();
    }

    /**
     * Replays the closing of the broker and checks that the tape ends there. After a mismatch, or
     * when called again, it only closes the file.
     *
     * @throws TapeMismatchException if the recorded game had not closed its broker here
     */
    @Override
    public void close() {
        owner.check();
        try {
            if (!closed && !tape.hasFailed()) {
                closing = true;
                play(TapeLine.of(TapeLine.CLOSE));
            }
        } finally {
            if (closed || tape.hasFailed()) {
                tape.close();
            }
        }
    }

    private void check() {
        owner.check();
        tape.check();
        started = true;
    }

    private long play(TapeLine call) {
        return within(() -> player.play(call));
    }

    /** Replays a call; the tape ends with the outermost one in which the game closed the broker. */
    private long within(LongSupplier call) {
        try {
            return call.getAsLong();
        } finally {
            if (closing && player.isIdle() && !tape.hasFailed()) {
                closed = true;
                player.requireEnd();
            }
        }
    }
}
