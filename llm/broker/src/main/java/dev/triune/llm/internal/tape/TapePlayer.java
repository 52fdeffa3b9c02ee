/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.tape;

import dev.triune.llm.BrokerListener;
import dev.triune.llm.QuotaSnapshot;
import dev.triune.llm.Request;
import dev.triune.llm.TenantCooldown;
import dev.triune.llm.internal.broker.ListenerNotifier;
import dev.triune.llm.tape.TapeMismatchException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
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
public final class TapePlayer {
    private final TapeReader tape;
    private final ListenerNotifier listeners;
    private final ListenerEventReader events = new ListenerEventReader();
    private final TapeLineWriter line = new TapeLineWriter();

    /** Requests without an end, by their number. */
    private final Map<Long, ReplayedRequest<?>> open = new HashMap<>();

    private Optional<QuotaSnapshot> quota = Optional.empty();
    private TenantCooldown cooldown = new TenantCooldown(Duration.ZERO, 0, 0, 0);
    private int depth;

    /** What the game threw and a broker does not keep to itself. */
    private @Nullable Error error;

    public TapePlayer(TapeReader tape, List<BrokerListener> listeners) {
        this.tape = tape;
        this.listeners = new ListenerNotifier(
                listeners,
                thrown -> thrown instanceof Error || thrown instanceof TapeMismatchException);
    }

    /** Whether no call is being played. */
    public boolean isIdle() {
        return depth == 0;
    }

    /** The quota that was last found. */
    public Optional<QuotaSnapshot> quota() {
        return quota;
    }

    /** The cooldown that was last told. */
    public TenantCooldown cooldown() {
        return cooldown;
    }

    /** Plays a submit. */
    public long submit(long number, ReplayedRequest<?> replayedRequest) {
        Request<?> outer = events.submitting;
        events.submitting = replayedRequest.request;
        open.put(number, replayedRequest);
        try {
            return play(TapeEvent.submit(number, replayedRequest.request));
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
     * @return what it gave back, as {@link TapeEvent#returned} has it
     */
    public long play(TapeEvent call) {
        expect(call);
        depth++;
        try {
            while (true) {
                TapeEntry tapeEntry = next();
                if (tapeEntry.is(TapeEvent.RETURNED)) {
                    return read(() -> tapeEntry.number("value"));
                }
                if (tapeEntry.is(TapeEvent.THREW)) {
                    throwAgain(tapeEntry);
                }
                step(tapeEntry);
            }
        } finally {
            depth--;
        }
    }

    /** Plays a mark of the game. */
    public void mark(String words) {
        expect(TapeEvent.mark(words));
    }

    /** The words of the next line, if it is a mark of this turn. */
    public Optional<String> nextMark() {
        TapeEntry tapeEntry = tape.peek();
        if (!tapeEntry.is(TapeEvent.MARK) || tapeEntry.turn() > tape.turn) {
            return Optional.empty();
        }
        return read(() -> Optional.of(tapeEntry.text("words")));
    }

    /** The tape has to end here. */
    public void requireEnd() {
        TapeEntry tapeEntry = next();
        if (!tapeEntry.is(TapeEvent.END)) {
            throw mismatch(tapeEntry, "the close of the broker");
        }
        tape.requireNothingMore();
    }

    /** The tape has this, but the game did that. */
    public TapeMismatchException mismatch(TapeEntry tapeEntry, String came) {
        return tape.mismatch(
                "expected " + tapeEntry.describe(tape.turn) + ", but the game did " + came);
    }

    /** The game did something: the tape must have the same. */
    private void expect(TapeEvent tapeEvent) {
        String came = line.write(tape.turn, tapeEvent).toString();
        TapeEntry tapeEntry = tape.next();
        if (!tapeEntry.text().equals(came)) {
            throw mismatch(tapeEntry, TapeReader.parse(came).describe(tape.turn));
        }
    }

    private TapeEntry next() {
        TapeEntry tapeEntry = tape.next();
        if (tapeEntry.turn() != tape.turn) {
            throw mismatch(tapeEntry, "nothing more in this turn");
        }
        return tapeEntry;
    }

    private void step(TapeEntry tapeEntry) {
        Consumer<BrokerListener> event =
                read(() -> Optional.ofNullable(events.read(tapeEntry))).orElse(null);
        if (event != null) {
            callback(() -> listeners.notifyListeners(event));
            return;
        }
        switch (tapeEntry.event()) {
            case TapeEvent.RENDER -> render(tapeEntry);
            case TapeEvent.STARTED -> callback(read(() -> of(tapeEntry).started(tapeEntry)));
            case TapeEvent.PART -> callback(read(() -> of(tapeEntry).part(tapeEntry, tape)));
            case TapeEvent.ENDED -> {
                Runnable ended = read(() -> of(tapeEntry).ended(tapeEntry, tape));
                open.remove(tapeEntry.number("request"));
                callback(ended);
            }
            case TapeEvent.COOLING ->
                cooldown = read(() -> new TenantCooldown(
                        tapeEntry.duration("remaining"),
                        tapeEntry.count("activeTenants"),
                        tapeEntry.count("requestsPerMinute"),
                        tapeEntry.field("sharePerMinute").doubleValue()));
            case TapeEvent.SNAPSHOT ->
                quota = read(() -> Optional.of(OutcomeJson.quota(tapeEntry.body())));
            default -> throw mismatch(tapeEntry, "nothing");
        }
    }

    private ReplayedRequest<?> of(TapeEntry tapeEntry) {
        long number = tapeEntry.number("request");
        ReplayedRequest<?> replayedRequest = open.get(number);
        if (replayedRequest == null) {
            throw tape.mismatch("an update of request " + number + ", which is not open");
        }
        return replayedRequest;
    }

    private void render(TapeEntry tapeEntry) {
        ReplayedRequest<?> replayedRequest = read(() -> of(tapeEntry));
        RenderedPrompt renderedPrompt = RenderedPrompt.of(replayedRequest.request.prompt());
        tape.check(); // the game may have swallowed a mismatch
        if (renderedPrompt.thrown() instanceof Error thrown) {
            error = thrown;
        }
        expect(renderedPrompt.note(tapeEntry.number("request")));
    }

    private void callback(Runnable callback) {
        try {
            listeners.guarded(callback);
        } catch (Error e) {
            error = e;
        }
        tape.check(); // the game may have swallowed a mismatch
    }

    private void throwAgain(TapeEntry tapeEntry) {
        String type = read(() -> tapeEntry.text("type"));
        String message = read(() -> tapeEntry.text("message"));
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
        } catch (TapeMismatchException e) {
            throw e;
        } catch (RuntimeException e) {
            throw tape.mismatch("this is no line of a tape: " + e.getMessage());
        }
    }
}
