/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.village.view.Controls;
import org.junit.jupiter.api.Test;

final class PaceTest {
    private static final long STEP = 50_000_000;
    private static final long SECOND = 20 * STEP;

    private long now;

    private Pace simulated(int speed) {
        return new Pace(true, speed, STEP, now);
    }

    private long lived(Pace pace, long nanos) {
        long steps = 0;
        for (long until = now + nanos; now < until; ) {
            now += 7_000_000;
            steps += pace.due(now);
        }
        return steps;
    }

    @Test
    void aSecondHasTwentyStepsTimesTheSpeed() {
        for (int speed : new int[] {1, 2, 5, 20}) {
            assertThat(lived(simulated(speed), 10 * SECOND))
                    .as("speed %d", speed)
                    .isBetween(200L * speed - speed, 200L * speed + speed);
        }
    }

    @Test
    void aLongStallIsGivenUp() {
        Pace pace = simulated(1);
        now += 100 * SECOND;
        assertThat(pace.due(now)).isEqualTo(20);
        assertThat(lived(pace, SECOND)).isBetween(19L, 21L);
    }

    @Test
    void pausedOnlyStepsPassAndNothingIsCaughtUpAfterwards() {
        Pace pace = simulated(1);
        pace.pause(true);
        assertThat(lived(pace, 10 * SECOND)).isZero();
        pace.step();
        pace.step();
        assertThat(lived(pace, SECOND)).isEqualTo(2);
        pace.pause(false);
        assertThat(lived(pace, SECOND)).isBetween(19L, 21L);
    }

    @Test
    void aStepPausesFirst() {
        Pace pace = simulated(5);
        pace.step();
        assertThat(pace.paused()).isTrue();
        assertThat(lived(pace, SECOND)).isEqualTo(1);
    }

    @Test
    void realTimeHasOneSpeed() {
        Pace pace = new Pace(false, 1, STEP, now);
        assertThat(pace.speeds()).containsExactly(1);
        pace.speed(20);
        pace.speed(Controls.UNLIMITED);
        assertThat(pace.speed()).isEqualTo(1);
        assertThat(simulated(1).speeds()).contains(20, Controls.UNLIMITED);
    }
}
