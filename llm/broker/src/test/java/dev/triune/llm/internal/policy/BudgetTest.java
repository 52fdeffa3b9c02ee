/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.triune.llm.Limits;
import dev.triune.llm.internal.policy.Budget.Reservation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class BudgetTest {
    private static final long SECOND = 1_000_000_000;
    private static final long HOUR = 3_600 * SECOND;

    @Test
    void withoutLimitsEverythingFits() {
        Budget budget = new Budget(Limits.NONE);

        for (int i = 0; i < 1_000; i++) {
            budget.reserve(Integer.MAX_VALUE, 0);
        }
        assertThat(budget.fits(Long.MAX_VALUE, 0)).isTrue();
        assertThat(budget.timeUntilFits(5L, 0L)).isZero();
    }

    @Test
    void aMinuteTakesSoManyRequests() {
        Budget budget = new Budget(Limits.perMinute(2));
        budget.reserve(0, 0);
        budget.reserve(0, 30 * SECOND);

        assertThat(budget.fits(0, 61 * SECOND)).isFalse();
        assertThatIllegalStateException().isThrownBy(() -> budget.reserve(0, 61 * SECOND));
        assertThat(budget.fits(0, 61 * SECOND + SECOND / 2)).isTrue();
    }

    @Test
    void aSecondAndADayAreKeptBesides() {
        Budget budget = new Budget(Limits.perMinute(100).withPerSecond(2).withPerDay(3));
        budget.reserve(0, 0);
        budget.reserve(0, 0);

        assertThat(budget.timeUntilFits(0L, 0L))
                .isBetween(Duration.ofMillis(1_250), Duration.ofMillis(1_260));
        budget.reserve(0, 2 * SECOND);
        assertThat(budget.timeUntilFits(0L, 4 * SECOND))
                .isBetween(Duration.ofHours(24), Duration.ofHours(24).plusMinutes(7));
    }

    @Test
    void theBurstRefillsEvenly() {
        Budget budget = new Budget(Limits.perMinute(30).withBurst(5));
        for (int i = 0; i < 5; i++) {
            budget.reserve(0, 0);
        }

        assertThat(budget.timeUntilFits(0L, 0L)).hasSeconds(2);
        assertThat(budget.fits(0, 2 * SECOND - 1)).isFalse();
        budget.reserve(0, 2 * SECOND);
        assertThat(budget.fits(0, 2 * SECOND)).isFalse();
    }

    @Test
    void aCallAboveTheTokensOfAMinuteNeverFits() {
        Budget budget = new Budget(Limits.NONE.withTokensPerMinute(1_000));

        assertThat(budget.everFits(1_000)).isTrue();
        assertThat(budget.everFits(1_001)).isFalse();
        assertThat(budget.fits(1_001, 0)).isFalse();
        assertThat(budget.timeUntilFits(1_001L, 0L)).isEqualTo(Budget.NEVER);
    }

    @Test
    void tokensOfALongCallAreHeldHoweverLongItTakes() {
        for (boolean countsMax : new boolean[] {true, false}) {
            Budget budget = new Budget(
                    Limits.NONE.withTokensPerMinute(1_000).withCountsMaxTokens(countsMax));
            Reservation call = budget.reserve(900, 0);

            assertThat(budget.fits(200, HOUR)).isFalse();
            assertThat(budget.timeUntilFits(200L, HOUR)).isPositive();
            budget.settle(call, 0, 900, HOUR);
            assertThat(budget.fits(200, HOUR)).isEqualTo(countsMax);
        }
    }

    @Test
    void aProviderThatCountsTheMostGivesNothingBack() {
        Budget budget = new Budget(Limits.NONE.withTokensPerMinute(1_000));
        budget.settle(budget.reserve(600, 0), 50, 50, SECOND);
        assertThat(budget.fits(401, SECOND)).isFalse();
        assertThat(budget.fits(400, SECOND)).isTrue();

        budget.settle(budget.reserve(100, SECOND), 50, 250, 2 * SECOND);
        assertThat(budget.fits(101, 2 * SECOND)).isFalse();
        assertThat(budget.fits(100, 2 * SECOND)).isTrue();
    }

    @Test
    void aProviderThatCountsTheUseGivesTheRestBack() {
        Budget budget =
                new Budget(Limits.NONE.withTokensPerMinute(1_000).withCountsMaxTokens(false));
        budget.settle(budget.reserve(600, 0), 0, 100, 50 * SECOND);

        assertThat(budget.fits(900, 50 * SECOND)).isTrue();
        assertThat(budget.fits(901, 110 * SECOND)).isFalse();
        assertThat(budget.fits(901, 111 * SECOND)).isTrue();
    }

    @Test
    void thereAPromptCountsFromTheStartOfItsCallAndAnAnswerFromItsEnd() {
        Budget budget =
                new Budget(Limits.NONE.withTokensPerMinute(1_000).withCountsMaxTokens(false));
        budget.settle(budget.reserve(600, 0), 500, 100, 50 * SECOND);

        assertThat(budget.fits(400, 50 * SECOND)).isTrue();
        assertThat(budget.fits(401, 60 * SECOND)).isFalse();
        assertThat(budget.fits(900, 62 * SECOND)).isTrue();
        assertThat(budget.fits(901, 110 * SECOND)).isFalse();
        assertThat(budget.fits(1_000, 111 * SECOND)).isTrue();
    }

    @Test
    void thereThePromptOfAShortCallCountsNoLongerThanItsAnswer() {
        Budget budget =
                new Budget(Limits.NONE.withTokensPerMinute(1_000).withCountsMaxTokens(false));
        budget.settle(budget.reserve(600, 0), 500, 100, SECOND / 10);

        assertThat(budget.fits(401, 60 * SECOND)).isFalse();
        assertThat(budget.fits(1_000, 61 * SECOND)).isTrue();
    }

    @Test
    void aReservationEndsOnceAndAtItsOwnBudget() {
        Budget budget = new Budget(Limits.perMinute(5));
        Reservation settled = budget.reserve(0, 0);
        budget.settle(settled, 0, 0, 0);
        Reservation released = budget.reserve(0, 0);
        budget.release(released, 0);

        assertThatIllegalStateException().isThrownBy(() -> budget.settle(settled, 0, 0, 0));
        assertThatIllegalStateException().isThrownBy(() -> budget.release(settled, 0));
        assertThatIllegalStateException().isThrownBy(() -> budget.release(released, 0));
        Reservation foreign = new Budget(Limits.NONE).reserve(0, 0);
        assertThatIllegalArgumentException().isThrownBy(() -> budget.release(foreign, 0));
    }

    @Test
    void aReleaseAfterItsWindowTakesNothingFromOthers() {
        Budget budget = new Budget(Limits.perMinute(1));
        Reservation old = budget.reserve(0, 0);
        budget.reserve(0, 70 * SECOND);

        budget.release(old, 71 * SECOND);

        assertThat(budget.fits(0, 71 * SECOND)).isFalse();
    }

    @Test
    void theBurstComesBackOnlyWhereNoOtherCallFollowed() {
        Budget budget = new Budget(Limits.perMinute(60).withBurst(2));
        Reservation first = budget.reserve(0, 0);
        Reservation second = budget.reserve(0, 0);

        budget.release(first, 0);
        assertThat(budget.fits(0, 0)).isFalse();
        budget.release(second, 0);
        assertThat(budget.fits(0, 0)).isTrue();
    }

    @Test
    void negativeTokensAreRefused() {
        Budget budget = new Budget(Limits.NONE);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> budget.fits(-1, 0))
                .withMessage("tokens -1 (expected 0 or more)");
    }

    @Test
    void aBackloggedSenderUsesNearlyAllRequestsOfAnHour() {
        for (int perMinute : new int[] {10, 30, 60, 1_000}) {
            for (Limits limits : List.of(
                    Limits.perMinute(perMinute), Limits.perMinute(perMinute).withBurst(5))) {
                Budget budget = new Budget(limits);
                int sent = 0;
                long now = -5; // clocks begin anywhere
                while (now < HOUR) {
                    sent += sendAll(budget, now);
                    now += budget.timeUntilFits(0L, now).toNanos();
                }
                assertThat(sent / (60.0 * perMinute)).as("%s", limits).isBetween(0.97, 1.02);
            }
        }
    }

    private static int sendAll(Budget budget, long now) {
        int sent = 0;
        while (budget.fits(0, now)) {
            budget.settle(budget.reserve(0, now), 0, 0, now);
            sent++;
        }
        return sent;
    }

    @Test
    void callsOfTwoSecondsUseNearlyAllTokensOfAnHour() {
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
                budget.settle(underWay.remove(0), each / 2, each - each / 2, now);
                used += each;
            }
            while (budget.fits(each, now)) {
                underWay.add(budget.reserve(each, now));
                ends.add(now + 2 * SECOND);
            }
        }
        return used;
    }
}
