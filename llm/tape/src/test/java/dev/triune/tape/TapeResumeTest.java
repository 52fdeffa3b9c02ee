/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.tape;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.triune.llm.BrokerListener;
import dev.triune.llm.BrokerStats;
import dev.triune.llm.VirtualTime;
import dev.triune.testsupport.Thorough;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Replays that start in the middle of a tape. A failure names its seed and tick. */
class TapeResumeTest {
    private static final Logger QUIET = Logger.getLogger("dev.triune.llm");
    private static final int SEEDS = Thorough.count(1, 8);
    private static final int TICKS = 200;

    static {
        QUIET.setLevel(Level.OFF);
    }

    private static final int REST_EVERY = 20;
    private static final int LONGEST_REST = 5_000;

    /**
     * The tape position after each tick, and whether any request was pending then.
     *
     * @param rest the turns after the tick in which the game only waited
     */
    private record Mark(int tick, int rest, TapePosition position, boolean busy) {}

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final List<Mark> marks = new ArrayList<>();
    private List<Integer> fingerprints = List.of();

    private void record(long seed) {
        out.reset();
        marks.clear();
        VirtualTime time = new VirtualTime();
        TapedGame game = new TapedGame(seed);
        TapeRecorder recorder = RecordedRun.record(seed, time, game, out);
        game.plays(recorder);
        for (int tick = 1; tick <= TICKS; tick++) {
            time.advance(Duration.ofMillis(50));
            game.tick();
            int rest = 0;
            while (tick % REST_EVERY == 0 && busy(recorder) && rest < LONGEST_REST) {
                time.advance(Duration.ofSeconds(1));
                recorder.doWork();
                rest++;
            }
            marks.add(new Mark(tick, rest, recorder.position(), busy(recorder)));
        }
        game.close();
        fingerprints = game.fingerprints;
    }

    private static boolean busy(TapeRecorder recorder) {
        BrokerStats stats = recorder.stats();
        return stats.requests().submitted() != stats.requests().ended();
    }

    @Test
    void resumedReplayYieldsTheSameWorld() {
        int idle = 0;
        for (long seed = 0; seed < SEEDS; seed++) {
            record(seed);
            for (Mark mark : marks) {
                if (!mark.busy() && mark.position().requests() > 0) {
                    idle++;
                    assertThat(playedInTwoHalves(seed, mark))
                            .as("seed %d, tick %d", seed, mark.tick())
                            .isEqualTo(fingerprints);
                }
            }
        }
        assertThat(idle).as("ticks without pending requests").isGreaterThan(SEEDS);
    }

    private List<Integer> playedInTwoHalves(long seed, Mark mark) {
        TapedGame game = new TapedGame(seed);
        play(game, open(game), 0, mark.tick());
        play(game, open(game).resumeAt(mark.position()), mark.tick(), TICKS);
        game.close();
        return game.fingerprints;
    }

    private void play(TapedGame game, TapeReplay replay, int from, int to) {
        game.plays(replay);
        for (Mark mark : marks.subList(from, to)) {
            game.tick();
            for (int turn = 0; turn < mark.rest(); turn++) {
                replay.doWork();
            }
        }
    }

    @Test
    void cannotResumeWhileARequestIsPending() {
        int busy = 0;
        for (long seed = 0; seed < Thorough.count(1, 5); seed++) {
            record(seed);
            for (Mark mark : marks) {
                if (mark.busy()) {
                    busy++;
                    assertThatExceptionOfType(TapeMismatchException.class)
                            .as("seed %d, tick %d", seed, mark.tick())
                            .isThrownBy(() -> open().resumeAt(mark.position()))
                            .withMessageContaining("turn " + mark.position().turn() + ":")
                            .withMessageContaining("are under way")
                            .withMessageContaining("save it in a turn in which nothing");
                }
            }
        }
        assertThat(busy).isPositive();
    }

    @Test
    void canResumeAtTheStart() {
        record(3);
        TapedGame game = new TapedGame(3);
        play(game, open(game).resumeAt(TapePosition.START), 0, TICKS);
        game.close();
        assertThat(game.fingerprints).isEqualTo(fingerprints);
    }

    @Test
    void rejectsPositionsOfAnotherTape() {
        TapePosition place = recordWithIdle().position();
        TapePosition[] wrong = {
            new TapePosition(place.turn(), place.requests() + 1, place.lines()),
            new TapePosition(place.turn(), place.requests(), place.lines() + 1),
            new TapePosition(place.turn(), place.requests(), place.lines() - 1),
            new TapePosition(place.turn() - 10, place.requests(), place.lines()),
            new TapePosition(place.turn() + 100, place.requests(), place.lines()),
        };
        for (TapePosition position : wrong) {
            assertThatExceptionOfType(TapeMismatchException.class)
                    .as("%s in place of %s", position, place)
                    .isThrownBy(() -> open().resumeAt(position))
                    .withMessageContaining("tape");
        }
    }

    @Test
    void rejectsPositionsPastTheEnd() {
        record(3);
        assertThatExceptionOfType(TapeMismatchException.class)
                .isThrownBy(() -> open().resumeAt(new TapePosition(1_000_000, 1, 1_000_000)));
    }

    @Test
    void cannotResumeAReplayThatHasStarted() {
        TapePosition place = recordWithIdle().position();
        TapeReplay replay = open();
        assertThat(replay.isAtEnd()).isFalse();
        assertThatExceptionOfType(TapeMismatchException.class).isThrownBy(replay::close);
        assertThatExceptionOfType(TapeMismatchException.class)
                .isThrownBy(() -> replay.resumeAt(place));
        TapeReplay twice = open().resumeAt(place);
        assertThatIllegalStateException()
                .isThrownBy(() -> twice.resumeAt(place))
                .withMessageContaining("has begun");
    }

    @ParameterizedTest
    @CsvSource({"-1, 0, 1", "0, -1, 1", "0, 0, 0"})
    void rejectsInvalidPositions(long turn, long requests, long lines) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new TapePosition(turn, requests, lines))
                .withMessageContaining("expected 0, 0 and 1 or more");
    }

    /** Records until there is a position, after some requests, with no pending request. */
    private Mark recordWithIdle() {
        for (long seed = 0; seed < SEEDS; seed++) {
            record(seed);
            for (Mark mark : marks) {
                if (!mark.busy() && mark.position().requests() > 2) {
                    return mark;
                }
            }
        }
        throw new AssertionError("no seed up to " + SEEDS + " has an idle place");
    }

    private TapeReplay open(BrokerListener... listeners) {
        return TapeReplay.of("tape.jsonl", new ByteArrayInputStream(out.toByteArray()), listeners);
    }
}
