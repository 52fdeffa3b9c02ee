/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.tape;

import dev.triune.llm.BrokerListener;
import dev.triune.llm.Prompt;
import dev.triune.llm.Request;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Replays each call of a game up to its end on the tape, including callbacks. Owner only. */
final class TapePlayer {
    /** The events for calls of a game; the tape has an end for each. */
    private static final Set<String> CALLS = Set.of(
            TapeLine.SUBMIT,
            TapeLine.CANCEL,
            TapeLine.DEFER,
            TapeLine.HEARTBEAT,
            TapeLine.COOLDOWN,
            TapeLine.ENABLE_QUOTA,
            TapeLine.DISABLE_QUOTA,
            TapeLine.QUOTA,
            TapeLine.TURN,
            TapeLine.CLOSE);

    private final TapeReader tape;
    private final GameListeners listeners;

    /** Open requests, by number. */
    private final Map<Long, ReplayedRequest<?>> open = new HashMap<>();

    private @Nullable Request<?> submitting;
    private @Nullable TapeLine found;
    private int depth;
    private @Nullable Error error; // an error of the game, which a broker rethrows

    TapePlayer(TapeReader tape, List<BrokerListener> listeners) {
        this.tape = tape;
        this.listeners = new GameListeners(listeners);
    }

    boolean isIdle() {
        return depth == 0;
    }

    /** Reads the result of the last call, such as a quota. */
    <R> R found(Function<TapeLine, R> reading) {
        TapeLine line = Objects.requireNonNull(found, "nothing was found");
        return read(() -> reading.apply(line));
    }

    long submit(long number, ReplayedRequest<?> replayed) {
        Request<?> outer = submitting;
        submitting = replayed.request;
        open.put(number, replayed);
        try {
            return play(TapeLine.submit(number, replayed.request));
        } catch (RuntimeException | Error e) {
            open.remove(number);
            throw e;
        } finally {
            submitting = outer;
        }
    }

    /** Replays a call; returns its result: 0 for none, 0 or 1 for false or true. */
    long play(TapeLine call) {
        expect(call);
        depth++;
        try {
            while (true) {
                TapeLine line = next();
                if (line.is(TapeLine.RETURNED)) {
                    return read(() -> line.number("value"));
                }
                if (line.is(TapeLine.THREW)) {
                    throwAgain(line);
                }
                step(line);
            }
        } finally {
            depth--;
        }
    }

    void mark(String words) {
        expect(TapeLine.mark(words));
    }

    /** Returns the words of the next line, if it is a mark of this turn. */
    Optional<String> nextMark() {
        TapeLine line = tape.peek();
        if (!line.is(TapeLine.MARK) || line.turn() > tape.turn) {
            return Optional.empty();
        }
        return read(() -> Optional.of(line.text("words")));
    }

    /** Throws a mismatch unless the tape ends here. */
    void requireEnd() {
        TapeLine line = next();
        if (!line.is(TapeLine.END)) {
            throw mismatch(line, "the close of the broker");
        }
        tape.requireNothingMore();
    }

    /** Creates the exception for a line that differs from what the game did. */
    TapeMismatchException mismatch(TapeLine line, String actual) {
        return tape.mismatch(
                "expected " + line.describe(tape.turn) + ", but the game did " + actual);
    }

    /** Requires that the next line of the tape is this call of the game. */
    private void expect(TapeLine call) {
        TapeLine actual = TapeLine.parse(call.text(tape.turn));
        TapeLine line = tape.next();
        if (!line.equals(actual)) {
            throw mismatch(line, actual.describe(tape.turn));
        }
    }

    private TapeLine next() {
        TapeLine line = tape.next();
        if (line.turn() != tape.turn) {
            throw mismatch(line, "nothing more in this turn");
        }
        return line;
    }

    private void step(TapeLine line) {
        Consumer<BrokerListener> event =
                read(() -> Optional.ofNullable(listenerEvent(line))).orElse(null);
        if (event != null) {
            callback(() -> listeners.tell(event));
            return;
        }
        switch (line.event()) {
            case TapeLine.RENDER -> render(line);
            case TapeLine.STARTED -> callback(read(() -> of(line).started(line)));
            case TapeLine.PART -> callback(read(() -> of(line).part(line, tape)));
            case TapeLine.ENDED -> {
                Runnable ended = read(() -> of(line).ended(line, tape));
                open.remove(line.number("request"));
                callback(ended);
            }
            case TapeLine.COOLING, TapeLine.SNAPSHOT -> found = line;
            default -> throw mismatch(line, "nothing");
        }
    }

    /** Returns the notification of listeners; null if the line has none. */
    private @Nullable Consumer<BrokerListener> listenerEvent(TapeLine line) {
        Consumer<BrokerListener> event = TapingListener.read(line, submitting);
        if (event != null) {
            event.accept(new BrokerListener() {}); // reads the fields early, or throws
        }
        return event;
    }

    private ReplayedRequest<?> of(TapeLine line) {
        long number = line.number("request");
        ReplayedRequest<?> replayed = open.get(number);
        if (replayed == null) {
            throw tape.mismatch("an update of request " + number + ", which is not open");
        }
        return replayed;
    }

    private void render(TapeLine line) {
        ReplayedRequest<?> replayed = read(() -> of(line));
        long number = line.number("request");
        TapeLine rendered;
        try {
            Optional<Prompt> prompt = replayed.request.prompt().render();
            Objects.requireNonNull(prompt, "prompt");
            rendered = TapeLine.rendered(number, prompt.orElse(null));
        } catch (RuntimeException | Error e) {
            error = e instanceof Error thrown ? thrown : error;
            rendered = TapeLine.rendered(number, e);
        }
        tape.check(); // the game may have swallowed a mismatch
        expect(rendered);
    }

    private void callback(Runnable callback) {
        try {
            listeners.guarded(callback);
        } catch (Error e) {
            error = e;
        }
        tape.check(); // the game may have swallowed a mismatch
    }

    private void throwAgain(TapeLine line) {
        String type = read(() -> line.text("type"));
        String message = read(() -> line.text("message"));
        if (error != null && error.getClass().getName().equals(type)) {
            throw error;
        }
        if (type.equals(IllegalArgumentException.class.getName())) {
            throw new IllegalArgumentException(message);
        }
        throw new IllegalStateException(message);
    }

    /** Reads fields of a line; a line without them was not written by a recorder. */
    private <R> R read(Supplier<R> fields) {
        try {
            return fields.get();
        } catch (TapeMismatchException e) {
            throw e;
        } catch (RuntimeException e) {
            throw tape.mismatch("this is no line of a tape: " + e.getMessage());
        }
    }

    // ---- replays that begin later

    /**
     * Advances to a position between two calls without requests in flight, for which a loaded game
     * would wait in vain. The header has been read.
     */
    void seek(TapePosition to) {
        Deque<Long> calls = new ArrayDeque<>(); // open calls: the request of a submit, or 0
        Set<Long> requests = new TreeSet<>();
        long submitted = 0;
        for (long line = 2; line <= to.lines(); line++) {
            if (tape.peek().turn() > to.turn()) {
                throw elsewhere(to, "the line is one of turn " + tape.peek().turn());
            }
            TapeLine skipped = tape.next();
            submitted += skipped.is(TapeLine.SUBMIT) ? 1 : 0;
            read(() -> skip(skipped, calls, requests));
        }
        tape.turn = to.turn();
        if (tape.peek().turn() < to.turn()) {
            throw elsewhere(to, "the next line is one of turn " + tape.peek().turn());
        }
        if (submitted != to.requests()) {
            throw elsewhere(to, submitted + " requests come before it");
        }
        if (!calls.isEmpty()) {
            throw elsewhere(to, "it is in the middle of a call");
        }
        if (!requests.isEmpty()) {
            throw tape.mismatch("no replay can begin here: requests " + requests
                    + " are under way, and a game that was loaded waits for none;"
                    + " save it in a turn in which nothing is under way");
        }
    }

    private static boolean skip(TapeLine line, Deque<Long> calls, Set<Long> requests) {
        String event = line.event();
        if (event.equals(TapeLine.SUBMIT)) {
            calls.push(line.number("request"));
            return requests.add(line.number("request"));
        }
        if (CALLS.contains(event)) {
            calls.push(0L);
        } else if (event.equals(TapeLine.RETURNED)) {
            calls.pop();
        } else if (event.equals(TapeLine.THREW)) {
            requests.remove(calls.pop());
        } else if (event.equals(TapeLine.ENDED)) {
            requests.remove(line.number("request"));
        }
        return true;
    }

    private TapeMismatchException elsewhere(TapePosition to, String reason) {
        return tape.mismatch("the tape has no place " + to + ": " + reason);
    }
}
