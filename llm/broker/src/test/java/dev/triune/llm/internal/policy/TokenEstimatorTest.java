/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class TokenEstimatorTest {
    private final TokenEstimator estimate = new TokenEstimator();

    @Test
    void initialEstimatesAreConservative() {
        assertThat(estimate.prompt()).isEqualTo(1_000);
        assertThat(estimate.promptOf(0)).isZero();
        assertThat(estimate.promptOf(301)).isEqualTo(101);
        assertThat(estimate.answer(512)).isEqualTo(512);
    }

    @Test
    void convergesToSteadyUsage() {
        for (int i = 0; i < 200; i++) {
            estimate.observed(4_000, 1_200, 80);
        }

        assertThat(estimate.prompt()).isBetween(1_200L, 1_202L);
        assertThat(estimate.promptOf(2_000)).isBetween(600L, 602L);
        assertThat(estimate.answer(512)).isBetween(80L, 82L);
        assertThat(estimate.answer(50)).isEqualTo(50);
    }

    @Test
    void ignoresUnreportedUsage() {
        estimate.observed(100, 0, 0);
        estimate.observed(100, -1, -1);
        assertThat(estimate.prompt()).isEqualTo(1_000);
        assertThat(estimate.answer(512)).isEqualTo(512);

        estimate.observed(0, 400, 0);
        assertThat(estimate.prompt()).isEqualTo(800);
        assertThat(estimate.promptOf(300)).isEqualTo(100);
        assertThat(estimate.answer(512)).isEqualTo(512);
    }

    @Test
    void mostAnswersStayBelowTheEstimate() {
        for (long seed = 0; seed < 50; seed++) {
            Random random = new Random(seed);
            TokenEstimator learned = new TokenEstimator();
            int above = 0;
            for (int i = 0; i < 2_000; i++) {
                long answer = Math.max(1, Math.round(200 + 50 * random.nextGaussian()));
                above += answer > learned.answer(4_000) ? 1 : 0;
                learned.observed(1_000, 300, answer);
            }
            assertThat(above).as("seed %d", seed).isLessThan(200);
            assertThat(learned.answer(4_000)).as("seed %d", seed).isLessThan(400);
        }
    }

    @Test
    void meanAnswerStartsAtHalfTheMaximumAndLearnsTheAverage() {
        TokenEstimator estimate = new TokenEstimator();
        assertThat(estimate.meanAnswer(601)).isEqualTo(301);

        for (int i = 0; i < 200; i++) {
            estimate.observed(400, 100, i % 2 == 0 ? 100 : 300);
        }

        assertThat(estimate.meanAnswer(1_000)).isBetween(180L, 220L);
        assertThat(estimate.meanAnswer(50)).isEqualTo(50);
    }
}
