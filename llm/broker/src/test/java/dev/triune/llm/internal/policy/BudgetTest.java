/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.triune.llm.Limits;
import dev.triune.llm.Usage;
import dev.triune.llm.internal.policy.Budget.Reservation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class BudgetTest {
    private static final long SECOND = 1_000_000_000;
    private static final long HOUR = 3_600 * SECOND;

    @Test
    void everythingFitsWithoutLimits() {
        Budget budget = new Budget(Limits.NONE);

        for (int i = 0; i < 1_000; i++) {
            budget.reserve(input(Integer.MAX_VALUE), 0);
        }
        assertThat(budget.fits(input(Long.MAX_VALUE), 0)).isTrue();
        assertThat(budget.timeUntilFits(input(5), 0L)).isZero();
    }

    @Test
    void enforcesRequestsPerMinute() {
        Budget budget = new Budget(Limits.perMinute(2));
        budget.reserve(Usage.NONE, 0);
        budget.reserve(Usage.NONE, 30 * SECOND);

        assertThat(budget.fits(Usage.NONE, 61 * SECOND)).isFalse();
        assertThatIllegalStateException().isThrownBy(() -> budget.reserve(Usage.NONE, 61 * SECOND));
        assertThat(budget.fits(Usage.NONE, 61 * SECOND + SECOND / 2)).isTrue();
    }

    @Test
    void enforcesLimitsPerSecondAndPerDayToo() {
        Budget budget = new Budget(Limits.perMinute(100).withPerSecond(2).withPerDay(3));
        budget.reserve(Usage.NONE, 0);
        budget.reserve(Usage.NONE, 0);

        assertThat(budget.timeUntilFits(Usage.NONE, 0L))
                .isBetween(Duration.ofMillis(1_250), Duration.ofMillis(1_260));
        budget.reserve(Usage.NONE, 2 * SECOND);
        assertThat(budget.timeUntilFits(Usage.NONE, 4 * SECOND))
                .isBetween(Duration.ofHours(24), Duration.ofHours(24).plusMinutes(7));
    }

    @Test
    void burstRefillsEvenly() {
        Budget budget = new Budget(Limits.perMinute(30).withBurst(5));
        for (int i = 0; i < 5; i++) {
            budget.reserve(Usage.NONE, 0);
        }

        assertThat(budget.timeUntilFits(Usage.NONE, 0L)).hasSeconds(2);
        assertThat(budget.fits(Usage.NONE, 2 * SECOND - 1)).isFalse();
        budget.reserve(Usage.NONE, 2 * SECOND);
        assertThat(budget.fits(Usage.NONE, 2 * SECOND)).isFalse();
    }

    @Test
    void callLargerThanTheTokenLimitNeverFits() {
        Budget budget = new Budget(Limits.NONE.withTokensPerMinute(1_000));

        assertThat(budget.everFits(input(1_000))).isTrue();
        assertThat(budget.everFits(input(1_001))).isFalse();
        assertThat(budget.fits(input(1_001), 0)).isFalse();
        assertThat(budget.timeUntilFits(input(1_001), 0L)).isEqualTo(Budget.NEVER);
    }

    @Test
    void longCallsHoldTheirTokensUntilTheyEnd() {
        for (boolean countsMax : new boolean[] {true, false}) {
            Budget budget = new Budget(
                    Limits.NONE.withTokensPerMinute(1_000).withCountsMaxTokens(countsMax));
            Reservation call = budget.reserve(input(900), 0);

            assertThat(budget.fits(input(200), HOUR)).isFalse();
            assertThat(budget.timeUntilFits(input(200), HOUR)).isPositive();
            budget.settle(call, new Usage(0, 0, 0, 900), HOUR);
            assertThat(budget.fits(input(200), HOUR)).isEqualTo(countsMax);
        }
    }

    @Test
    void unusedTokensAreNotRefundedWhenMaxTokensCount() {
        Budget budget = new Budget(Limits.NONE.withTokensPerMinute(1_000));
        budget.settle(budget.reserve(input(600), 0), new Usage(50, 0, 0, 50), SECOND);
        assertThat(budget.fits(input(401), SECOND)).isFalse();
        assertThat(budget.fits(input(400), SECOND)).isTrue();

        budget.settle(budget.reserve(input(100), SECOND), new Usage(50, 0, 0, 250), 2 * SECOND);
        assertThat(budget.fits(input(101), 2 * SECOND)).isFalse();
        assertThat(budget.fits(input(100), 2 * SECOND)).isTrue();
    }

    @Test
    void unusedTokensAreRefundedWhenOnlyUsedTokensCount() {
        Budget budget =
                new Budget(Limits.NONE.withTokensPerMinute(1_000).withCountsMaxTokens(false));
        budget.settle(budget.reserve(input(600), 0), new Usage(0, 0, 0, 100), 50 * SECOND);

        assertThat(budget.fits(input(900), 50 * SECOND)).isTrue();
        assertThat(budget.fits(input(901), 110 * SECOND)).isFalse();
        assertThat(budget.fits(input(901), 111 * SECOND)).isTrue();
    }

    @Test
    void promptCountsFromCallStartAndAnswerFromCallEnd() {
        Budget budget =
                new Budget(Limits.NONE.withTokensPerMinute(1_000).withCountsMaxTokens(false));
        budget.settle(budget.reserve(input(600), 0), new Usage(500, 0, 0, 100), 50 * SECOND);

        assertThat(budget.fits(input(400), 50 * SECOND)).isTrue();
        assertThat(budget.fits(input(401), 60 * SECOND)).isFalse();
        assertThat(budget.fits(input(900), 62 * SECOND)).isTrue();
        assertThat(budget.fits(input(901), 110 * SECOND)).isFalse();
        assertThat(budget.fits(input(1_000), 111 * SECOND)).isTrue();
    }

    @Test
    void promptAndAnswerOfAShortCallExpireTogether() {
        Budget budget =
                new Budget(Limits.NONE.withTokensPerMinute(1_000).withCountsMaxTokens(false));
        budget.settle(budget.reserve(input(600), 0), new Usage(500, 0, 0, 100), SECOND / 10);

        assertThat(budget.fits(input(401), 60 * SECOND)).isFalse();
        assertThat(budget.fits(input(1_000), 61 * SECOND)).isTrue();
    }

    @Test
    void rejectsReservationsAlreadyEndedOrFromAnotherBudget() {
        Budget budget = new Budget(Limits.perMinute(5));
        Reservation settled = budget.reserve(Usage.NONE, 0);
        budget.settle(settled, Usage.NONE, 0);
        Reservation released = budget.reserve(Usage.NONE, 0);
        budget.release(released, 0);

        assertThatIllegalStateException().isThrownBy(() -> budget.settle(settled, Usage.NONE, 0));
        assertThatIllegalStateException().isThrownBy(() -> budget.release(settled, 0));
        assertThatIllegalStateException().isThrownBy(() -> budget.release(released, 0));
        Reservation foreign = new Budget(Limits.NONE).reserve(Usage.NONE, 0);
        assertThatIllegalArgumentException().isThrownBy(() -> budget.release(foreign, 0));
    }

    @Test
    void releaseAfterTheWindowFreesNoRoom() {
        Budget budget = new Budget(Limits.perMinute(1));
        Reservation old = budget.reserve(Usage.NONE, 0);
        budget.reserve(Usage.NONE, 70 * SECOND);

        budget.release(old, 71 * SECOND);

        assertThat(budget.fits(Usage.NONE, 71 * SECOND)).isFalse();
    }

    @Test
    void releaseRestoresTheBurstOnlyForTheLatestCall() {
        Budget budget = new Budget(Limits.perMinute(60).withBurst(2));
        Reservation first = budget.reserve(Usage.NONE, 0);
        Reservation second = budget.reserve(Usage.NONE, 0);

        budget.release(first, 0);
        assertThat(budget.fits(Usage.NONE, 0)).isFalse();
        budget.release(second, 0);
        assertThat(budget.fits(Usage.NONE, 0)).isTrue();
    }

    @Test
    void backloggedSenderUsesNearlyTheWholeRequestLimit() {
        for (int perMinute : new int[] {10, 30, 60, 1_000}) {
            for (Limits limits : List.of(
                    Limits.perMinute(perMinute), Limits.perMinute(perMinute).withBurst(5))) {
                Budget budget = new Budget(limits);
                int sent = 0;
                long now = -5; // clocks begin anywhere
                while (now < HOUR) {
                    sent += sendAll(budget, now);
                    now += budget.timeUntilFits(Usage.NONE, now).toNanos();
                }
                assertThat(sent / (60.0 * perMinute)).as("%s", limits).isBetween(0.97, 1.02);
            }
        }
    }

    private static int sendAll(Budget budget, long now) {
        int sent = 0;
        while (budget.fits(Usage.NONE, now)) {
            budget.settle(budget.reserve(Usage.NONE, now), Usage.NONE, now);
            sent++;
        }
        return sent;
    }

    @Test
    void twoSecondCallsUseNearlyTheWholeTokenLimit() {
        for (boolean countsMax : new boolean[] {true, false}) {
            for (int each : new int[] {100, 1_000, 5_000}) {
                double used = tokensOfAnHour(countsMax, each) / (60.0 * 20_000);
                assertThat(used)
                        .as("counts most %s, %d tokens a call", countsMax, each)
                        .isBetween(0.95, 1.02);
            }
        }
    }

    private static long tokensOfAnHour(boolean countsMax, int each) {
        Budget budget =
                new Budget(Limits.NONE.withTokensPerMinute(20_000).withCountsMaxTokens(countsMax));
        List<Reservation> underWay = new ArrayList<>();
        List<Long> ends = new ArrayList<>();
        long used = 0;
        for (long now = 0; now < HOUR; now += SECOND / 20) {
            while (!ends.isEmpty() && ends.get(0) <= now) {
                ends.remove(0);
                budget.settle(underWay.remove(0), new Usage(each / 2, 0, 0, each - each / 2), now);
                used += each;
            }
            while (budget.fits(input(each), now)) {
                underWay.add(budget.reserve(input(each), now));
                ends.add(now + 2 * SECOND);
            }
        }
        return used;
    }

    private static Usage input(long tokens) {
        return new Usage(tokens, 0, 0, 0);
    }
}
