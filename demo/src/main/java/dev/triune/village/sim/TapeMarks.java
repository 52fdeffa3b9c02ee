/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.sim;

import dev.triune.llm.Broker;
import dev.triune.llm.tape.TapeMismatchException;
import dev.triune.llm.tape.TapeRecorder;
import dev.triune.llm.tape.TapeReplay;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What a village says of itself on the tape of its broker: how it was set up, its fingerprint at
 * every {@value #INTERVAL_TICKS}th tick and at the end, and what it was told past its broker. Does nothing
 * where there is no tape. Game thread only.
 */
final class TapeMarks {
    /** The ticks between two fingerprints. */
    static final int INTERVAL_TICKS = 1_000;

    private static final String LOADED = "loaded at ";
    private static final String END = "end at ";
    private static final String INPUT = "told ";

    private final @Nullable TapeRecorder recorder;
    private final @Nullable TapeReplay replay;
    private @Nullable TapeMismatchException endMismatch;
    private boolean over;
    private boolean ended;
    private boolean leftEarly;

    TapeMarks(Broker broker) {
        recorder = broker instanceof TapeRecorder tape ? tape : null;
        replay = broker instanceof TapeReplay tape ? tape : null;
    }

    /** The village is set up like this. */
    void begin(SimulationSettings simulationSettings, boolean loaded) {
        markIfExpected(VillageTape.BEGIN, VillageTape.mark(simulationSettings, loaded));
    }

    /** The village was loaded. */
    void loaded(long tick, String fingerprint) {
        markIfExpected(LOADED, LOADED + state(tick, fingerprint));
    }

    /** A replay that begins in the middle of a tape finds no such mark there, and needs none. */
    private void markIfExpected(String kind, String words) {
        if (replay == null
                || replay.nextMark().filter(next -> next.startsWith(kind)).isPresent()) {
            mark(words);
        }
    }

    /** A tick has passed. */
    void markTick(long tick, Supplier<String> fingerprint) {
        if (tick % INTERVAL_TICKS == 0) {
            mark(state(tick, fingerprint.get()));
        }
    }

    /** The village was told something, in words that {@link #replayInputs} gets at the replay. */
    void recordInput(String words) {
        if (recorder != null) {
            recorder.mark(INPUT + words);
        }
    }

    /** Gives what the village was told at this place when it was recorded. */
    void replayInputs(Consumer<String> listener) {
        if (replay == null || endMismatch != null) {
            return;
        }
        for (Optional<String> next = replay.nextMark();
                next.isPresent() && next.get().startsWith(INPUT);
                next = replay.nextMark()) {
            replay.mark(next.get());
            listener.accept(next.get().substring(INPUT.length()));
        }
    }

    /** Whether a tape is being replayed: then nobody else is heard. */
    boolean isReplay() {
        return replay != null;
    }

    /** Whether a tape is being recorded. */
    boolean isRecording() {
        return recorder != null;
    }

    /**
     * Whether the tape that is replayed ends here.
     *
     * @throws TapeMismatchException if there is something wrong with it
     */
    boolean isOver() {
        if (replay == null || over) {
            return over;
        }
        try {
            over = replay.nextMark().filter(words -> words.startsWith(END)).isPresent()
                    || replay.isAtEnd();
        } catch (TapeMismatchException e) {
            breakOff(e);
        }
        return over;
    }

    /**
     * The tape breaks off here, as its recording did.
     *
     * @throws TapeMismatchException if it does not break off, but differs
     */
    void breakOff(TapeMismatchException mismatch) {
        if (!mismatch.isEndOfTape()) {
            throw mismatch;
        }
        endMismatch = mismatch;
        over = true;
    }

    /**
     * The village ends, and its broker is closed next.
     *
     * @throws TapeMismatchException if it ended otherwise when it was recorded
     */
    void end(long tick, String fingerprint) {
        if (ended) {
            return;
        }
        ended = true;
        if (replay != null && (endMismatch != null || !over)) {
            leftEarly = endMismatch == null;
            VillageTape.closeEarly(replay);
            return;
        }
        mark(END + state(tick, fingerprint));
    }

    /** What became of the tape, in words; empty if there is none. */
    Optional<String> status(long tick) {
        if (recorder != null) {
            return Optional.of(recorder.failure()
                    .map(e -> "recording stopped before the end: " + e)
                    .orElse("recorded, whole"));
        }
        if (replay == null) {
            return Optional.empty();
        }
        if (leftEarly) {
            return Optional.of("replayed up to tick " + tick + ", which is before its end");
        }
        return Optional.of(
                endMismatch == null
                        ? "replayed to its end"
                        : "replayed to where it breaks off, tick " + tick
                                + ": its recording was stopped there");
    }

    /** Why the tape that is being recorded is not whole. */
    Optional<Exception> failure() {
        return recorder == null ? Optional.empty() : recorder.failure();
    }

    private static String state(long tick, String fingerprint) {
        return "tick " + tick + ", fingerprint " + fingerprint;
    }

    private void mark(String words) {
        if (recorder != null) {
            recorder.mark(words);
        } else if (replay != null) {
            replay.mark(words);
        }
    }
}
