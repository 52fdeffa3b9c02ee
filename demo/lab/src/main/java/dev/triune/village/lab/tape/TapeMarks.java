/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.lab.tape;

import dev.triune.llm.Broker;
import dev.triune.tape.TapeMismatchException;
import dev.triune.tape.TapeRecorder;
import dev.triune.tape.TapeReplay;
import dev.triune.village.sim.SimulationSettings;
import dev.triune.village.sim.Transcript;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Marks of a village on its broker's tape: its settings, its fingerprint every {@value
 * #INTERVAL_TICKS} ticks and at the end, and inputs that do not pass through the broker. Does
 * nothing without a tape. Game thread only.
 */
final class TapeMarks implements Transcript {
    /** The ticks between two fingerprints. */
    static final int INTERVAL_TICKS = 1_000;

    private static final String LOADED = "loaded at ";
    private static final String END = "end at ";
    private static final String INPUT = "told ";

    private final @Nullable TapeRecorder recorder;
    private final @Nullable TapeReplay replay;
    private @Nullable TapeMismatchException endMismatch;
    private boolean finished;
    private boolean ended;
    private boolean leftEarly;
    private long tick;

    TapeMarks(Broker broker) {
        recorder = broker instanceof TapeRecorder tape ? tape : null;
        replay = broker instanceof TapeReplay tape ? tape : null;
    }

    /** Marks the settings of the village. */
    @Override
    public void begin(SimulationSettings simulationSettings, boolean loaded) {
        markIfExpected(VillageTape.BEGIN, VillageTape.mark(simulationSettings, loaded));
    }

    /** Marks that the village was loaded. */
    @Override
    public void loaded(long tick, String fingerprint) {
        markIfExpected(LOADED, LOADED + state(tick, fingerprint));
    }

    /** Adds a mark, except in a replay whose tape has no such mark here. */
    private void markIfExpected(String kind, String words) {
        if (replay == null
                || replay.nextMark().filter(next -> next.startsWith(kind)).isPresent()) {
            mark(words);
        }
    }

    /** Marks the fingerprint if it is due after this tick. */
    @Override
    public void tickEnded(long now, Supplier<String> fingerprint) {
        tick = now;
        if (tick % INTERVAL_TICKS == 0) {
            mark(state(tick, fingerprint.get()));
        }
    }

    @Override
    public void recordInput(String words) {
        if (recorder != null) {
            recorder.mark(INPUT + words);
        }
    }

    @Override
    public void replayInputs(Consumer<String> listener) {
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

    @Override
    public boolean isReplay() {
        return replay != null;
    }

    @Override
    public boolean isRecording() {
        return recorder != null;
    }

    /**
     * Returns whether the tape that is replayed ends here.
     *
     * @throws TapeMismatchException if it does not match
     */
    @Override
    public boolean isOver() {
        if (replay == null || finished) {
            return finished;
        }
        try {
            finished = replay.nextMark().filter(words -> words.startsWith(END)).isPresent()
                    || replay.isAtEnd();
        } catch (TapeMismatchException e) {
            failed(e);
        }
        return finished;
    }

    @Override
    public boolean isMismatch(Throwable e) {
        return e instanceof TapeMismatchException;
    }

    /** Ends the replay where the recording was interrupted. */
    @Override
    public void failed(RuntimeException e) {
        if (!(e instanceof TapeMismatchException mismatch) || !mismatch.isEndOfTape()) {
            throw e;
        }
        endMismatch = mismatch;
        finished = true;
    }

    /**
     * Marks the end of the village, whose broker is closed next.
     *
     * @throws TapeMismatchException if it ended differently when it was recorded
     */
    @Override
    public void ended(long now, String fingerprint) {
        if (ended) {
            return;
        }
        ended = true;
        tick = now;
        if (replay != null && (endMismatch != null || !finished)) {
            leftEarly = endMismatch == null;
            VillageTape.closeEarly(replay);
            return;
        }
        mark(END + state(tick, fingerprint));
    }

    @Override
    public Optional<String> status() {
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

    @Override
    public Optional<Exception> failure() {
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
