/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.tape;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class BrokenTapeTest {
    private static final int TICKS = 300;

    @Test
    void truncatedRecordingReplaysUpToItsEnd() {
        RecordedRun recordedRun = RecordedRun.of(7, TICKS);
        byte[] cut = Arrays.copyOf(recordedRun.tape(), recordedRun.tape().length / 2);
        TapedGame game = new TapedGame(7);
        TapeReplay replay = TapeReplayTest.open(cut, game);
        game.plays(replay);

        TapeMismatchException end = catchThrowableOfType(TapeMismatchException.class, () -> {
            for (int tick = 0; tick < TICKS; tick++) {
                game.tick();
            }
        });

        assertThat(end).hasMessageContaining("the line breaks off");
        assertThat(end.isEndOfTape()).isTrue();
        int played = game.fingerprints.size();
        assertThat(played).isBetween(50, TICKS - 1);
        assertThat(game.fingerprints).isEqualTo(recordedRun.fingerprints().subList(0, played));
        replay.close();
    }

    @Test
    void reportsTapesWithoutAnEnd() {
        String whole = new String(
                TapeReplayTest.oneRequest("mira", "What now?"), StandardCharsets.US_ASCII);
        String cut = whole.substring(0, whole.indexOf('\n') + 1);

        assertThatThrownBy(TapeReplayTest.open(cut.getBytes(StandardCharsets.US_ASCII))::doWork)
                .isInstanceOf(TapeMismatchException.class)
                .hasMessage("tape.jsonl:2: turn 1: the tape is over, but not ended: its recording"
                        + " was stopped here")
                .satisfies(e ->
                        assertThat(((TapeMismatchException) e).isEndOfTape()).isTrue());
    }

    @Test
    void replaysTapesThatWereCheckedOutOnWindows() {
        RecordedRun recordedRun = RecordedRun.of(7, TICKS);
        String tape = new String(recordedRun.tape(), StandardCharsets.UTF_8);
        byte[] changed = ("\uFEFF" + tape.replace("\n", "\r\n")).getBytes(StandardCharsets.UTF_8);

        TapedGame game = RecordedRun.replay(7, changed, TICKS);

        assertThat(game.fingerprints).isEqualTo(recordedRun.fingerprints());
    }

    @Test
    void rejectsFilesThatAreNotTapes() {
        assertThatThrownBy(() -> TapeReplayTest.open(new byte[0]))
                .hasMessageContaining("tape.jsonl:1: turn 0");
        assertThatThrownBy(() -> TapeReplayTest.open("hello".getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(TapeMismatchException.class)
                .hasMessageContaining("no tape");
        assertThatThrownBy(() -> TapeReplayTest.open(
                        "hello, this is no tape at all\n".getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(TapeMismatchException.class)
                .hasMessage("tape.jsonl:1: turn 0: this is no line of a tape");
        assertThatThrownBy(() -> TapeReplayTest.open(new byte[(32 << 20) + 1]))
                .isInstanceOf(TapeMismatchException.class)
                .hasMessage("tape.jsonl:1: turn 0: a line of more than 33554432 bytes");
    }

    @Test
    void rejectsOtherTapeVersions() {
        String tape = new String(
                        TapeReplayTest.oneRequest("mira", "What now?"), StandardCharsets.US_ASCII)
                .replaceFirst("\"version\":1", "\"version\":2");

        assertThatThrownBy(() -> TapeReplayTest.open(tape.getBytes(StandardCharsets.US_ASCII)))
                .isInstanceOf(TapeMismatchException.class)
                .hasMessage("tape.jsonl:1: turn 0: version 2 of tapes (expected 1)");
    }
}
