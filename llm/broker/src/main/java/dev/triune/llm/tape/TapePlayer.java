/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.tape;

import dev.triune.llm.BrokerListener;
import dev.triune.llm.QuotaSnapshot;
import dev.triune.llm.Request;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Plays one call of the game after the other: what the tape has between the line of the call and
 * that of its end, calls from inside callbacks included. Each step reads a line, so it ends. Owner
 * only.
 */
final class TapePlayer {
    private final TapeReader tape;
    private final Told told;
    private final PlayedEvents events = new PlayedEvents();
    private final TapeLine line = new TapeLine();

    /** Requests without an end, by their number. */
    private final Map<Long, Playback<?>> open = new HashMap<>();

    private Optional<QuotaSnapshot> quota = Optional.empty();
    private int depth;

    /** What the game threw and a broker does not keep to itself. */
    private @Nullable Error error;

    TapePlayer(TapeReader tape, Told told) {
        this.tape = tape;
        this.told = told;
    }

    /** Whether no call is being played. */
    boolean isIdle() {
        return depth == 0;
    }

    /** The quota that was last found. */
    Optional<QuotaSnapshot> quota() {
        return quota;
    }

    /** Plays a submit. */
    long submit(long number, Playback<?> playback) {
        Request<?> outer = events.submitting;
        events.submitting = playback.request;
        open.put(number, playback);
        try {
            return play(Note.submit(number, playback.request));
        } catch (RuntimeException | Error e) {
            open.remove(number);
            throw e;
        } finally {
            events.submitting = outer;
        }
    }

    /**
     * Plays a call.
     *
     * @return what it gave back, as {@link Note#returned} has it
     */
    long play(Note call) {
        expect(call);
        depth++;
        try {
            while (true) {
                Entry entry = next();
                if (entry.is(Note.RETURNED)) {
                    return read(() -> entry.number("value"));
                }
                if (entry.is(Note.THREW)) {
                    throwAgain(entry);
                }
                step(entry);
            }
        } finally {
            depth--;
        }
    }

    /** Plays a mark of the game. */
    void mark(String words) {
        expect(Note.mark(words));
    }

    /** The words of the next line, if it is a mark of this turn. */
    Optional<String> nextMark() {
        Entry entry = tape.peek();
        if (!entry.is(Note.MARK) || entry.turn() > tape.turn) {
            return Optional.empty();
        }
        return read(() -> Optional.of(entry.text("words")));
    }

    /** The tape has to end here. */
    void requireEnd() {
        Entry entry = next();
        if (!entry.is(Note.END)) {
            throw expected(entry, "the close of the broker");
        }
        tape.requireNothingMore();
    }

    /** The tape has this, but the game did that. */
    TapeMismatch expected(Entry entry, String came) {
        return tape.mismatch("expected " + entry.words(tape.turn) + ", but the game did " + came);
    }

    /** The game did something: the tape must have the same. */
    private void expect(Note note) {
        String came = line.write(tape.turn, note).toString();
        Entry entry = tape.next();
        if (!entry.text().equals(came)) {
            throw expected(entry, TapeReader.parse(came).words(tape.turn));
        }
    }

    private Entry next() {
        Entry entry = tape.next();
        if (entry.turn() != tape.turn) {
            throw expected(entry, "nothing more in this turn");
        }
        return entry;
    }

    private void step(Entry entry) {
        Consumer<BrokerListener> event =
                read(() -> Optional.ofNullable(events.read(entry))).orElse(null);
        if (event != null) {
            callback(() -> told.tell(event));
            return;
        }
        switch (entry.event()) {
            case Note.RENDER -> render(entry);
            case Note.STARTED -> callback(read(() -> of(entry).started(entry)));
            case Note.PART -> callback(read(() -> of(entry).part(entry, tape)));
            case Note.ENDED -> {
                Runnable ended = read(() -> of(entry).ended(entry, tape));
                open.remove(entry.number("request"));
                callback(ended);
            }
            case Note.SNAPSHOT -> quota = read(() -> Optional.of(EndJson.quota(entry.body())));
            default -> throw expected(entry, "nothing");
        }
    }

    private Playback<?> of(Entry entry) {
        long number = entry.number("request");
        Playback<?> playback = open.get(number);
        if (playback == null) {
            throw tape.mismatch("an update of request " + number + ", which is not open");
        }
        return playback;
    }

    private void render(Entry entry) {
        Playback<?> playback = read(() -> of(entry));
        Rendering rendering = Rendering.of(playback.request.prompt());
        tape.check(); // the game may have swallowed a mismatch
        if (rendering.thrown() instanceof Error thrown) {
            error = thrown;
        }
        expect(rendering.note(entry.number("request")));
    }

    private void callback(Runnable callback) {
        try {
            Told.guarded(callback);
        } catch (Error e) {
            error = e;
        }
        tape.check(); // the game may have swallowed a mismatch
    }

    private void throwAgain(Entry entry) {
        String type = read(() -> entry.text("type"));
        String message = read(() -> entry.text("message"));
        if (error != null && error.getClass().getName().equals(type)) {
            throw error;
        }
        if (type.equals(IllegalArgumentException.class.getName())) {
            throw new IllegalArgumentException(message);
        }
        throw new IllegalStateException(message);
    }

    /** Reads fields of a line; one without them was not written by a recorder. */
    private <R> R read(Supplier<R> fields) {
        try {
            return fields.get();
        } catch (TapeMismatch e) {
            throw e;
        } catch (RuntimeException e) {
            throw tape.mismatch("this is no line of a tape: " + e.getMessage());
        }
    }
}
