/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.Limits;
import dev.triune.llm.Usage;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class BudgetReserveTest {
    private static final long SECOND = Duration.ofSeconds(1).toNanos();
    private static final Usage HUNDRED = new Usage(100, 0, 0, 0);

    private static int callsAtOnce(Budget budget, long now) {
        int calls = 0;
        while (budget.fitsBesideReserve(HUNDRED, now)) {
            budget.reserve(HUNDRED, now);
            calls++;
        }
        return calls;
    }

    @Test
    void ordinaryCallsLeaveRoomForEmergencies() {
        Budget budget = new Budget(Limits.perMinute(60), 0.1);

        int calls = callsAtOnce(budget, 0);

        assertThat(calls).isBetween(54, 59);
        assertThat(budget.fits(HUNDRED, 0)).isTrue();
    }

    @Test
    void unusedReserveIsReleasedWithinAMinute() {
        Budget budget = new Budget(Limits.perMinute(60), 0.1);
        int calls = callsAtOnce(budget, 0);
        for (int second = 1; second < 61; second++) {
            calls += callsAtOnce(budget, second * SECOND);
        }

        assertThat(calls).isGreaterThanOrEqualTo(58);
    }

    @Test
    void frequentEmergenciesEnlargeTheReserve() {
        Budget calm = new Budget(Limits.perMinute(600), 0.1);
        Budget busy = new Budget(Limits.perMinute(600), 0.1);
        for (int i = 0; i < 200; i++) {
            busy.emergency(HUNDRED, i * SECOND);
        }

        assertThat(callsAtOnce(busy, 200 * SECOND)).isLessThan(callsAtOnce(calm, 200 * SECOND));
        assertThat(callsAtOnce(busy, 200 * SECOND)).isZero();
        assertThat(busy.fits(HUNDRED, 200 * SECOND)).isTrue();
    }

    @Test
    void reserveIsEmptyAfterAnHourWithoutEmergencies() {
        Budget budget = new Budget(Limits.perMinute(60), 0.1);
        callsAtOnce(budget, 0);

        assertThat(callsAtOnce(budget, 3_600 * SECOND)).isEqualTo(60);
    }

    @Test
    void noReserveForLimitsBelowTenOrAZeroShare() {
        assertThat(callsAtOnce(new Budget(Limits.perMinute(9), 0.1), 0)).isEqualTo(9);
        assertThat(callsAtOnce(new Budget(Limits.perMinute(60), 0), 0)).isEqualTo(60);
    }

    @Test
    void tokenReserveMatchesTheSizeOfEmergencies() {
        Budget budget = new Budget(Limits.NONE.withTokensPerMinute(10_000), 0.1);
        budget.emergency(new Usage(300, 0, 0, 0), 0);

        int calls = callsAtOnce(budget, 0);

        assertThat(100 * calls).isBetween(9_000, 9_700);
    }

    @Test
    void ordinaryCallFitsAfterThePredictedWait() {
        Budget budget = new Budget(Limits.perMinute(60), 0.1);
        callsAtOnce(budget, 0);
        long wait = budget.nanosUntilStart(HUNDRED, false, 0);

        assertThat(wait).isPositive();
        assertThat(budget.nanosUntilStart(HUNDRED, true, 0)).isZero();
        assertThat(budget.fitsBesideReserve(HUNDRED, wait)).isTrue();
    }
}
