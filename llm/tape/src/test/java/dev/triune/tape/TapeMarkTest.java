/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.tape;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.triune.llm.Broker;
import dev.triune.llm.VirtualTime;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class TapeMarkTest {
    private static final int TICKS = 300;

    @Test
    void replaySucceedsWithTheRecordedMarks() {
        byte[] tape = recorded("seed 7", "half", "all \u00e4\ud83d \"quoted\"");

        TapeReplay replay = TapeReplayTest.open(tape);

        assertThat(replay.nextMark()).contains("seed 7");
        assertThat(replay.nextMark()).as("reading does not consume the mark").contains("seed 7");
        replay.mark("seed 7");
        assertThat(replay.nextMark()).as("the next mark belongs to turn 1").isEmpty();
        assertThat(replay.isAtEnd()).isFalse();
        replay.doWork();
        assertThat(replay.nextMark()).contains("half");
        replay.mark("half");
        replay.doWork();
        assertThat(replay.isAtEnd()).as("one mark is still expected").isFalse();
        replay.mark("all \u00e4\ud83d \"quoted\"");
        assertThat(replay.isAtEnd()).isTrue();
        replay.close();
        assertThat(replay.nextMark()).isEmpty();
        replay.mark("ignored after the close");
    }

    @Test
    void reportsAWrongMarkWithLineTurnAndBothTexts() {
        TapeReplay replay = TapeReplayTest.open(recorded("seed 7", "half", "all"));
        replay.mark("seed 7");
        replay.doWork();

        assertThatThrownBy(() -> replay.mark("quarter"))
                .isInstanceOf(TapeMismatchException.class)
                .hasMessage("tape.jsonl:3: turn 1: expected mark of words half, but the game did"
                        + " mark of words quarter");
        assertThatThrownBy(replay::nextMark)
                .as("thrown again")
                .isInstanceOf(TapeMismatchException.class);
        replay.close();
    }

    @Test
    void missingMarkIsAMismatch() {
        TapeReplay replay = TapeReplayTest.open(recorded("seed 7", "half", "all"));

        assertThatThrownBy(replay::doWork)
                .isInstanceOf(TapeMismatchException.class)
                .hasMessageContaining("expected mark of words seed 7")
                .hasMessageEndingWith("but the game did doWork");
    }

    @Test
    void tapeWithoutMarksReplaysForAGameWithoutMarks() {
        RecordedRun old = RecordedRun.of(5, TICKS);
        assertThat(new String(old.tape(), StandardCharsets.US_ASCII)).doesNotContain("\"mark\"");
        assertThat(old.replay().fingerprints).isEqualTo(old.fingerprints());

        TapeReplay replay = TapeReplayTest.open(old.tape());
        assertThat(replay.nextMark()).isEmpty();
        assertThatThrownBy(() -> replay.mark("seed 7"))
                .isInstanceOf(TapeMismatchException.class)
                .hasMessageEndingWith("but the game did mark of words seed 7");
        replay.close();
    }

    @Test
    void marksDoNotAffectTheGame() {
        for (long seed = 0; seed < 10; seed++) {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            VirtualTime time = new VirtualTime();
            TapedGame live = new TapedGame(seed);
            TapeRecorder recorder = RecordedRun.record(seed, time, live, out);
            play(live, recorder, recorder::mark, () -> time.advance(Duration.ofMillis(50)));

            TapedGame again = new TapedGame(seed);
            TapeReplay replay = TapeReplayTest.open(out.toByteArray(), again);
            play(again, replay, replay::mark, () -> {});

            assertThat(again.fingerprints).as("seed %d", seed).isEqualTo(live.fingerprints);
        }
    }

    private static void play(
            TapedGame game, Broker broker, Consumer<String> mark, Runnable beforeTick) {
        game.plays(broker);
        mark.accept("begin");
        for (int tick = 0; tick < TICKS; tick++) {
            beforeTick.run();
            game.tick();
            if (tick % 10 == 9) {
                mark.accept(tick + " " + game.fingerprints.get(tick));
            }
        }
        mark.accept("end");
        game.close();
    }

    @Test
    void marksAreAllowedOnlyBetweenCalls() {
        TapeRecorder recorder = RecordedRun.record(
                1, new VirtualTime(), new TapedGame(1), new ByteArrayOutputStream());
        recorder.submit(
                TapeReplayTest.request("mira", "What now?").with((part, to) -> {}, () -> {
                    recorder.mark("inside");
                    return Optional.empty();
                }),
                update -> {});
        recorder.mark("x".repeat(TapeRecorder.MAX_MARK_LENGTH));
        assertThatThrownBy(() -> recorder.mark("x".repeat(TapeRecorder.MAX_MARK_LENGTH + 1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("2000001 characters (expected 2000000 at most)");
        recorder.doWork();
        assertThat(recorder.stats().requests().ended())
                .as("requests ended because their prompt failed")
                .isEqualTo(1);
        recorder.close();
        assertThat(recorder.failure()).isEmpty();
    }

    @Test
    void longestMarkFitsOnALineForAnyCharacters() {
        String longest = "\ud83d".repeat(TapeRecorder.MAX_MARK_LENGTH);
        byte[] tape = recorded(longest, "half", "all");
        assertThat(TapeReplayTest.open(tape).nextMark()).contains(longest);
    }

    @Test
    void tapeTruncatedAfterAMarkEndsThere() {
        String whole = new String(recorded("seed 7", "half", "all"), StandardCharsets.US_ASCII);
        int cut = whole.indexOf("half");
        TapeReplay replay =
                TapeReplayTest.open(Arrays.copyOf(whole.getBytes(StandardCharsets.US_ASCII), cut));
        replay.mark("seed 7");

        assertThatThrownBy(replay::nextMark)
                .isInstanceOfSatisfying(
                        TapeMismatchException.class,
                        e -> assertThat(e.isEndOfTape()).isTrue());
    }

    /** A run of two turns with a mark before, between and after them. */
    private static byte[] recorded(String before, String between, String after) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (TapeRecorder recorder =
                TapeRecorder.record(out, tape -> RecordedRun.broker(1, new VirtualTime(), tape))) {
            recorder.mark(before);
            recorder.doWork();
            recorder.mark(between);
            recorder.doWork();
            recorder.mark(after);
        }
        return out.toByteArray();
    }
}
