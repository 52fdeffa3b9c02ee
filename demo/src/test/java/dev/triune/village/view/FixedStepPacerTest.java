/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.view;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class FixedStepPacerTest {
    private static final long STEP = 50_000_000;
    private static final long SECOND = 20 * STEP;

    private long now;

    private FixedStepPacer simulated(int speed) {
        return new FixedStepPacer(true, speed, STEP, now);
    }

    private long stepsDueWithin(FixedStepPacer fixedStepPacer, long nanos) {
        long steps = 0;
        for (long until = now + nanos; now < until; ) {
            now += 7_000_000;
            steps += fixedStepPacer.stepsDue(now);
        }
        return steps;
    }

    @Test
    void runsTwentyStepsPerSecondTimesTheSpeed() {
        for (int speed : new int[] {1, 2, 5, 20}) {
            assertThat(stepsDueWithin(simulated(speed), 10 * SECOND))
                    .as("speed %d", speed)
                    .isBetween(200L * speed - speed, 200L * speed + speed);
        }
    }

    @Test
    void doesNotCatchUpAfterALongStall() {
        FixedStepPacer fixedStepPacer = simulated(1);
        now += 100 * SECOND;
        assertThat(fixedStepPacer.stepsDue(now)).isEqualTo(20);
        assertThat(stepsDueWithin(fixedStepPacer, SECOND)).isBetween(19L, 21L);
    }

    @Test
    void runsOnlySingleStepsWhilePausedAndNeverCatchesUp() {
        FixedStepPacer fixedStepPacer = simulated(1);
        fixedStepPacer.pause(true);
        assertThat(stepsDueWithin(fixedStepPacer, 10 * SECOND)).isZero();
        fixedStepPacer.step();
        fixedStepPacer.step();
        assertThat(stepsDueWithin(fixedStepPacer, SECOND)).isEqualTo(2);
        fixedStepPacer.pause(false);
        assertThat(stepsDueWithin(fixedStepPacer, SECOND)).isBetween(19L, 21L);
    }

    @Test
    void singleStepPausesTheRun() {
        FixedStepPacer fixedStepPacer = simulated(5);
        fixedStepPacer.step();
        assertThat(fixedStepPacer.paused()).isTrue();
        assertThat(stepsDueWithin(fixedStepPacer, SECOND)).isEqualTo(1);
    }

    @Test
    void realTimeAllowsOnlyOneSpeed() {
        FixedStepPacer fixedStepPacer = new FixedStepPacer(false, 1, STEP, now);
        assertThat(fixedStepPacer.speeds()).containsExactly(1);
        fixedStepPacer.speed(20);
        fixedStepPacer.speed(FixedStepPacer.UNLIMITED);
        assertThat(fixedStepPacer.speed()).isEqualTo(1);
        assertThat(simulated(1).speeds()).contains(20, FixedStepPacer.UNLIMITED);
    }
}
