/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.tape;

import dev.triune.llm.Broker;
import dev.triune.llm.BrokerListener;
import dev.triune.llm.BrokerStats;
import dev.triune.llm.QuotaSnapshot;
import dev.triune.llm.Request;
import dev.triune.llm.TenantCooldown;
import dev.triune.llm.Ticket;
import dev.triune.llm.Update;
import dev.triune.llm.internal.broker.OwnerThread;
import dev.triune.llm.internal.tape.ReplayStats;
import dev.triune.llm.internal.tape.ReplayedRequest;
import dev.triune.llm.internal.tape.TapeLine;
import dev.triune.llm.internal.tape.TapePlayer;
import dev.triune.llm.internal.tape.TapeReader;
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
 * A broker that plays a tape of a {@link TapeRecorder}: no provider, no thread, no clock. To a game
 * that does what it did when the tape was recorded, it says the same in the same turns, so that the
 * same world comes of it.
 *
 * <p>Each call of the game is compared with the tape, each prompt with its digest. Any difference is
 * a {@link TapeMismatchException}, thrown by the call that meets it and by every later one but
 * {@link #stats} and {@link #close}; so is the end of a tape whose recording was not closed. Answers
 * are decoded again by the game's decoders, which must give the values that they gave. Where a game
 * set a mark, the game at the replay sets the same one: {@link #mark}.
 *
 * <p>What a game learns past its broker is not on the tape: a game that decides by
 * {@link #stats}, by a clock or by what its decoders note on other threads lives another life.
 *
 * <p>Same threads as any {@link Broker}.
 */
public final class TapeReplay implements Broker {
    private final TapeReader tape;
    private final TapePlayer player;
    private final ReplayStats stats = new ReplayStats();
    private final OwnerThread owner = new OwnerThread();
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
     * Opens a tape, whose events the listeners are told.
     *
     * @throws IOException if the file cannot be opened
     * @throws TapeMismatchException if it is no tape
     */
    public static TapeReplay of(Path file, BrokerListener... listeners) throws IOException {
        String name = Objects.requireNonNullElse(file.getFileName(), file).toString();
        return of(name, Files.newInputStream(file), listeners);
    }

    /** Plays a tape from a stream, which is closed with the broker, under a name for messages. */
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
     * Begins in the middle, for a game that was saved there and is loaded again. What comes before
     * is read but not played: no listener hears of it, and it is not in {@link #stats}.
     *
     * @param position where {@link TapeRecorder#position} was when the game was saved
     * @return this
     * @throws IllegalStateException after the first call of the game
     * @throws TapeMismatchException if the tape has no such place, or if a request is under way there
     */
    public TapeReplay resumeAt(TapePosition position) {
        tape.check();
        if (tape.turn != 0 || requests != 0 || closed || started) {
            throw new IllegalStateException("the replay has begun: it can begin elsewhere no more");
        }
        started = true;
        player.seek(position);
        requests = position.requests();
        return this;
    }

    /**
     * Whether everything was played that was recorded before the close, so that the next thing to do
     * is to close.
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
     * Says what {@link TapeRecorder#mark} was told at this place. Does nothing after the close.
     *
     * @throws IllegalStateException inside a callback
     * @throws IllegalArgumentException if it is too long to be a mark
     * @throws TapeMismatchException if the tape has other words here, or no mark
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
     * The mark that the game has to set next, before it calls anything else. It stays the next one.
     * Empty if something else comes next, or after the close.
     *
     * @throws TapeMismatchException at the end of a tape whose recording was not closed, or if there is
     *     something wrong with the next line
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
        return closed ? 0 : (int) play(TapeLine.heartbeat(session));
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
            play(TapeLine.disableQuota(session));
        }
    }

    @Override
    public Optional<QuotaSnapshot> quota(String session) {
        check();
        return closed || play(TapeLine.quota(session)) == 0
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

    /**
     * Counts of what was played. What a tape does not hold is zero or empty: waiting times, the
     * cache, and everything by provider, by model and by game.
     */
    @Override
    public BrokerStats stats() {
        owner.check();
        return stats.snapshot();
    }

    /**
     * Plays the close, and makes sure that the tape ends with it. Closing twice, or after a
     * mismatch, only closes the file.
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

    /** Plays a call; the tape ends with the outermost one in which the game closed the broker. */
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
