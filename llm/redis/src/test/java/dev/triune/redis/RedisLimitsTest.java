/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.triune.llm.Limits;
import dev.triune.llm.SharedLimits.SharedBudget;
import dev.triune.llm.SharedLimits.SharedReservation;
import dev.triune.llm.Usage;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Leases of one key at two gateways, with a real Redis. */
class RedisLimitsTest extends SingleRedisTest {
    // ---- requests

    @Test
    void gatewaysShareOneRequestLimit() {
        SharedBudget one = budget(0, Limits.perMinute(10));
        SharedBudget other = budget(1, Limits.perMinute(10));

        assertThat(takeAll(one, 0, 7)).isEqualTo(7);
        assertThat(takeAll(other, 0, 7)).isEqualTo(3);
    }

    @Test
    void limitIsFreeAgainAfterTheWindow() {
        SharedBudget one = budget(0, Limits.perMinute(10));
        takeAll(one, 0, 10);
        testGateways.advanceMillis(58_000);
        assertThat(takeAll(one, 0, 10)).isZero();
        testGateways.advanceMillis(5_000);

        assertThat(takeAll(one, 0, 10)).isEqualTo(10);
    }

    @Test
    void unusedLeaseIsReturned() {
        SharedBudget one = budget(0, Limits.perMinute(40));
        SharedBudget other = budget(1, Limits.perMinute(40));
        takeAll(one, 0, 10); // fetches some ahead of need
        testGateways.advanceMillis(3_000);

        assertThat(takeAll(other, 0, 40)).isEqualTo(30);
    }

    @Test
    void leaseOfASilentGatewayCountsAsUsedForOneWindow() {
        SharedBudget one = budget(0, Limits.perMinute(1));
        assertThat(fits(one, 0)).isTrue();
        SharedBudget other = budget(1, Limits.perMinute(1));
        pulseOnlyTheSecond(3_000, other);
        assertThat(fits(other, 0))
                .as("the lease may have been used until it expired")
                .isFalse();
        pulseOnlyTheSecond(59_000, other);
        assertThat(other.fits(Usage.NONE, now())).isFalse();
        pulseOnlyTheSecond(3_000, other);

        assertThat(other.fits(Usage.NONE, now())).isTrue();
    }

    @Test
    void expiredLeaseIsNotUsed() {
        SharedBudget one = budget(0, Limits.perMinute(10));
        assertThat(fits(one, 0)).isTrue();
        testGateways.time.advance(Duration.ofMillis(LeasedBudget.LEASE_MILLIS));

        assertThat(one.fits(Usage.NONE, now())).isFalse();
    }

    @Test
    void releasedCallReturnsItsRequest() {
        SharedBudget one = budget(0, Limits.perMinute(1));
        assertThat(fits(one, 0)).isTrue();
        one.release(one.reserve(Usage.NONE, now()), now());
        SharedBudget other = budget(1, Limits.perMinute(1));
        other.fits(Usage.NONE, now());
        testGateways.advanceMillis(600);

        assertThat(fits(other, 0)).isTrue();
    }

    @Test
    void requestsPerSecondAreShared() {
        SharedBudget one = budget(0, Limits.NONE.withPerSecond(4));
        SharedBudget other = budget(1, Limits.NONE.withPerSecond(4));

        assertThat(takeAll(one, 0, 3)).isEqualTo(3);
        assertThat(takeAll(other, 0, 3)).isEqualTo(1);
        testGateways.advanceMillis(1_400);
        assertThat(takeAll(other, 0, 4)).isEqualTo(4);
    }

    @Test
    void requestsPerDayAreShared() {
        Limits limits = Limits.NONE.withPerDay(10);
        SharedBudget one = budget(0, limits);
        SharedBudget other = budget(1, limits);
        assertThat(takeAll(one, 0, 6)).isEqualTo(6);
        testGateways.advanceMillis(3_000);
        testGateways.advance(Duration.ofHours(20), Duration.ofMinutes(10));
        assertThat(takeAll(other, 0, 6)).isEqualTo(4);
        testGateways.advance(Duration.ofHours(5), Duration.ofMinutes(10));

        assertThat(takeAll(other, 0, 10)).isEqualTo(6);
    }

    // ---- tokens

    @Test
    void countedMaxTokensAreNotReturned() {
        Limits limits = Limits.NONE.withTokensPerMinute(1_000);
        SharedBudget one = budget(0, limits);
        assertThat(fits(one, 600)).isTrue();
        one.settle(one.reserve(new Usage(600, 0, 0, 0), now()), new Usage(10, 0, 0, 10), now());
        SharedBudget other = budget(1, limits);

        assertThat(fits(other, 500)).isFalse();
        assertThat(fits(budget(1, limits), 400)).isTrue();
    }

    @Test
    void unusedTokensReturnWhenOnlyUsageCounts() {
        Limits limits = Limits.NONE.withTokensPerMinute(1_000).withCountsMaxTokens(false);
        SharedBudget one = budget(0, limits);
        assertThat(fits(one, 600)).isTrue();
        SharedReservation call = one.reserve(new Usage(600, 0, 0, 0), now());
        SharedBudget other = budget(1, limits);
        testGateways.advanceMillis(20_000);
        assertThat(fits(other, 500)).as("held while it runs").isFalse();
        one.settle(call, new Usage(50, 0, 0, 50), now());
        testGateways.advanceMillis(600);

        assertThat(fits(other, 900)).isTrue();
    }

    @Test
    void answerTokensCountFromTheEndOfTheCall() {
        Limits limits = Limits.NONE.withTokensPerMinute(1_000).withCountsMaxTokens(false);
        SharedBudget one = budget(0, limits);
        assertThat(fits(one, 600)).isTrue();
        SharedReservation call = one.reserve(new Usage(600, 0, 0, 0), now());
        testGateways.advanceMillis(30_000);
        one.settle(call, new Usage(100, 0, 0, 500), now());
        SharedBudget other = budget(1, limits);
        testGateways.advanceMillis(32_000);

        assertThat(fits(other, 501)).as("the prompt has left the window").isFalse();
        assertThat(fits(budget(1, limits), 500)).isTrue();
    }

    @Test
    void dailyTokensAreSharedAndCachedReadsCountAsConfigured() {
        for (boolean counts : new boolean[] {true, false}) {
            Limits limits = Limits.NONE
                    .withTokensPerDay(1_000)
                    .withCountsMaxTokens(false)
                    .withCountsCachedReads(counts);
            SharedBudget one = testGateways.all.get(0).budget("day-" + counts, limits);
            SharedBudget other = testGateways.all.get(1).budget("day-" + counts, limits);
            assertThat(fits(one, 600)).isTrue();
            SharedReservation call = one.reserve(new Usage(600, 0, 0, 0), now());
            one.settle(call, new Usage(100, 400, 0, 100), now());
            testGateways.advanceMillis(70_000);

            assertThat(fits(other, 700)).as("counts: %s", counts).isEqualTo(!counts);
        }
    }

    @Test
    void smallCallsDoNotStarveALargeOneOnAnotherGateway() {
        Limits limits = Limits.NONE.withTokensPerMinute(1_000);
        SharedBudget small = budget(0, limits);
        SharedBudget large = budget(1, limits);
        boolean served = false;
        for (int i = 0; i < 1_400 && !served; i++) {
            if (small.fits(new Usage(50, 0, 0, 0), now())) {
                small.reserve(new Usage(50, 0, 0, 0), now());
            }
            served = i > 200 && large.fits(new Usage(900, 0, 0, 0), now());
            testGateways.advanceMillis(100);
        }

        assertThat(served).isTrue();
    }

    // ---- contract of the budget

    @Test
    void rejectsReservationsThatDoNotFit() {
        SharedBudget one = budget(0, Limits.perMinute(10));

        assertThatThrownBy(() -> one.reserve(Usage.NONE, now()))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void rejectsASecondEndOfACall() {
        SharedBudget one = budget(0, Limits.perMinute(10));
        fits(one, 0);
        SharedReservation call = one.reserve(Usage.NONE, now());
        one.settle(call, Usage.NONE, now());

        assertThatThrownBy(() -> one.settle(call, Usage.NONE, now()))
                .isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> one.release(call, now()))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void sameKeyReturnsTheSameBudget() {
        assertThat(budget(0, Limits.perMinute(10))).isSameAs(budget(0, Limits.perMinute(10)));
    }

    // ---- fixtures

    private void pulseOnlyTheSecond(int millis, SharedBudget asking) {
        for (int passed = 0; passed < millis; passed += 100) {
            testGateways.time.advance(Duration.ofMillis(100));
            asking.fits(Usage.NONE, now());
            testGateways.sendDue(testGateways.second());
        }
    }
}
