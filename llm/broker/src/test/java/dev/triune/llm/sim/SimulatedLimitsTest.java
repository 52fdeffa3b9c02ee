/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SimulatedLimitsTest {
    private static final long SECOND = 1_000_000_000;
    private static final int MANY = Integer.MAX_VALUE;

    @Test
    void unlimitedPlanAdmitsEverything() {
        SimulatedLimits limits = new SimulatedLimits(SimulatedPlan.UNLIMITED);
        for (int i = 0; i < 1_000; i++) {
            assertThat(limits.admit("m", 1_000, 1_000, 0)).isEmpty();
        }
        assertThat(limits.requestsCounted()).isEqualTo(1_000);
    }

    @Test
    void requestNeedsRoomInEveryLimitOrCountsTowardsNone() {
        SimulatedLimits limits = limits(10, 100, true);

        assertThat(limits.admit("m", 80, 0, 0)).isEmpty();
        SimulatedLimits.Shortage short21 = limits.admit("m", 21, 0, 0).orElseThrow();

        assertThat(short21.tokens().exhausted()).isTrue();
        assertThat(short21.requests().remaining()).isEqualTo(9);
        assertThat(short21.delay()).isEqualTo(Duration.ofMillis(600));
        assertThat(limits.admit("m", 20, 0, 0)).isEmpty();
        assertThat(limits.requestsCounted()).isEqualTo(2);
        assertThat(limits.tokensCounted()).isEqualTo(100);
    }

    @Test
    void answerTokensAreFreeWhenMaxTokensCountAtAdmission() {
        SimulatedLimits limits = limits(MANY, 100, true);

        assertThat(limits.admit("m", 10, 50, 0)).isEmpty();
        limits.ended("m", 5, 0);

        assertThat(limits.tokensCounted()).isEqualTo(60);
        assertThat(limits.admit("m", 41, 0, 0)).isPresent();
        assertThat(limits.admit("m", 40, 0, 0)).isEmpty();
    }

    @Test
    void answerTokensCountAtTheEndEvenBeyondTheLimit() {
        SimulatedLimits limits = limits(MANY, 100, false);

        assertThat(limits.admit("m", 10, 4_096, 0)).isEmpty();
        limits.ended("m", 190, 0);

        assertThat(limits.tokensCounted()).isEqualTo(200);
        Duration delay = limits.admit("m", 20, 0, 0).orElseThrow().delay();
        assertThat(delay).isEqualTo(Duration.ofSeconds(72));
        assertThat(limits.admit("m", 20, 0, delay.toNanos() - 1)).isPresent();
        assertThat(limits.admit("m", 20, 0, delay.toNanos())).isEmpty();
    }

    @Test
    void dailyLimitIsIndependent() {
        SimulatedLimits limits = new SimulatedLimits(
                SimulatedPlan.of(SimulatedLimitKind.FIXED_WINDOW, 2, MANY, true).withPerDay(3));

        assertThat(limits.admit("m", 1, 0, 0)).isEmpty();
        assertThat(limits.admit("m", 1, 0, 0)).isEmpty();
        assertThat(limits.admit("m", 1, 0, 0).orElseThrow().requests().limit()).isEqualTo(2);
        assertThat(limits.admit("m", 1, 0, 60 * SECOND)).isEmpty();
        SimulatedLimits.Shortage day = limits.admit("m", 1, 0, 61 * SECOND).orElseThrow();

        assertThat(day.requests().limit()).isEqualTo(3);
        assertThat(day.delay()).isEqualTo(Duration.ofDays(1).minusSeconds(61));
        assertThat(limits.admit("m", 1, 0, 86_400 * SECOND)).isEmpty();
    }

    @Test
    void refusedRequestsCountOnlyWhenConfigured() {
        SimulatedPlan plan = SimulatedPlan.of(SimulatedLimitKind.SLIDING_WINDOW, 1, MANY, true);

        assertThat(waitAtThirty(plan)).isEqualTo(Duration.ofSeconds(30));
        assertThat(waitAtThirty(plan.withRefusedCount())).isEqualTo(Duration.ofSeconds(60));
    }

    private static Duration waitAtThirty(SimulatedPlan plan) {
        SimulatedLimits limits = new SimulatedLimits(plan);
        assertThat(limits.admit("m", 1, 0, 0)).isEmpty();
        return limits.admit("m", 1, 0, 30 * SECOND).orElseThrow().delay();
    }

    @ParameterizedTest
    @EnumSource(SimulatedLimitKind.class)
    void requestIsAdmittedAfterTheAdvisedWait(SimulatedLimitKind kind) {
        SimulatedLimits limits =
                new SimulatedLimits(SimulatedPlan.of(kind, 3, MANY, true).withRefusedCount());
        long now = 0;
        for (int i = 0; i < 50; i++) {
            now += SECOND / 3;
            var shortage = limits.admit("m", 1, 0, now);
            if (shortage.isPresent()) {
                now += shortage.get().delay().toNanos();
                assertThat(limits.admit("m", 1, 0, now)).as("request %d", i).isEmpty();
            }
        }
    }

    @Test
    void modelsShareLimitsUnlessConfiguredPerModel() {
        SimulatedPlan plan = SimulatedPlan.of(SimulatedLimitKind.TOKEN_BUCKET, 1, MANY, true);
        SimulatedLimits shared = new SimulatedLimits(plan);
        SimulatedLimits apart = new SimulatedLimits(plan.withPerModel());

        assertThat(shared.admit("a", 1, 0, 0)).isEmpty();
        assertThat(shared.admit("b", 1, 0, 0)).isPresent();
        assertThat(apart.admit("a", 1, 0, 0)).isEmpty();
        assertThat(apart.admit("b", 1, 0, 0)).isEmpty();
        assertThat(apart.admit("a", 1, 0, 0)).isPresent();
    }

    @Test
    void rejectsLimitsBelowOne() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SimulatedPlan.of(SimulatedLimitKind.TOKEN_BUCKET, 1, 0, true))
                .withMessageContaining("expected 1 or more");
    }

    private static SimulatedLimits limits(int perMinute, int tokens, boolean countsMaxTokens) {
        return new SimulatedLimits(SimulatedPlan.of(
                SimulatedLimitKind.TOKEN_BUCKET, perMinute, tokens, countsMaxTokens));
    }
}
