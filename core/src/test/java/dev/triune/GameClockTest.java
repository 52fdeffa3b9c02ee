/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GameClockTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 3, 7, 20, 30, 60, 144, 999, 1000})
    void oneSecondEqualsTheRateInTicks(int rate) {
        GameClock clock = new GameClock(rate);
        assertThat(clock.ticks(Duration.ofSeconds(1))).isEqualTo(rate);
        assertThat(clock.ticks(Duration.ofSeconds(10))).isEqualTo(10L * rate);
        assertThat(clock.duration(rate)).isEqualTo(Duration.ofSeconds(1));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 7, 20, 30, 60, 144, 999, 1000})
    void ticksSurviveConversionToDurationAndBack(int rate) {
        GameClock clock = new GameClock(rate);
        for (long ticks = 0; ticks < 3_000; ticks++) {
            assertThat(clock.ticks(clock.duration(ticks))).isEqualTo(ticks);
        }
    }

    @Test
    void durationsRoundUpToWholeTicks() {
        GameClock clock = new GameClock();
        assertThat(clock.ticks(Duration.ofMillis(50))).isEqualTo(1);
        assertThat(clock.ticks(Duration.ofMillis(51))).isEqualTo(2);
        assertThat(clock.ticks(Duration.ofMillis(250))).isEqualTo(5);
        assertThat(clock.ticks(Duration.ZERO)).isZero();
    }

    @Test
    void firstTickIsOne() {
        GameClock clock = new GameClock();
        assertThat(clock.tick()).isZero();
        clock.advance();
        assertThat(clock.tick()).isEqualTo(1);
    }

    @Test
    void resumesAtTheSavedTick() {
        GameClock clock = new GameClock();
        clock.resume(500);
        clock.advance();
        assertThat(clock.tick()).isEqualTo(501);
        clock.resume(0);
        assertThat(clock.tick()).isZero();
    }

    @Test
    void rejectsNegativeTickAndKeepsCurrentOne() {
        GameClock clock = new GameClock();
        clock.advance();
        assertThatIllegalArgumentException().isThrownBy(() -> clock.resume(-1));
        assertThat(clock.tick()).isEqualTo(1);
    }

    @Test
    void timesWithoutEndHaveADurationOfAsManyMillisecondsAsThereAre() {
        for (GameClock clock : List.of(
                new GameClock(),
                new GameClock(1),
                new GameClock(Duration.ofHours(1)),
                GameClock.byDelta(Duration.ofMillis(1)))) {
            for (long ticks :
                    new long[] {GameClock.FOREVER, GameClock.FOREVER << 5, Long.MAX_VALUE}) {
                assertThat(clock.duration(ticks).toMillis())
                        .isGreaterThan(Duration.ofDays(1_000_000).toMillis());
                assertThat(clock.duration(-ticks).toMillis())
                        .isLessThan(-Duration.ofDays(1_000_000).toMillis());
            }
        }
    }

    @Test
    void rejectsRateOutOfRange() {
        assertThatIllegalArgumentException().isThrownBy(() -> new GameClock(0));
        assertThatIllegalArgumentException().isThrownBy(() -> new GameClock(1_001));
    }
}
