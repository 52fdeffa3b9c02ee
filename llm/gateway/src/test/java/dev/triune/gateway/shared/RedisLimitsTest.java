/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.shared;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.triune.llm.policy.limit.Limits;
import dev.triune.llm.policy.limit.SharedLimits.Slice;
import dev.triune.llm.policy.limit.SharedLimits.Taken;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Slices of one key at two gateways, with a real Redis between them. */
class RedisLimitsTest extends OnOneRedis {
    // ---- requests

    @Test
    void whatOneGatewayTookTheOtherDoesNotGet() {
        Slice one = slice(0, Limits.perMinute(10));
        Slice other = slice(1, Limits.perMinute(10));

        assertThat(takeAll(one, 0, 7)).isEqualTo(7);
        assertThat(takeAll(other, 0, 7)).isEqualTo(3);
    }

    @Test
    void everythingIsFreeAgainAfterAMinuteAndABit() {
        Slice one = slice(0, Limits.perMinute(10));
        takeAll(one, 0, 10);
        gateways.advanceMillis(58_000);
        assertThat(takeAll(one, 0, 10)).isZero();
        gateways.advanceMillis(5_000);

        assertThat(takeAll(one, 0, 10)).isEqualTo(10);
    }

    @Test
    void whatIsInHandAndNotUsedGoesBack() {
        Slice one = slice(0, Limits.perMinute(40));
        Slice other = slice(1, Limits.perMinute(40));
        takeAll(one, 0, 10); // fetches some ahead of need
        gateways.advanceMillis(3_000);

        assertThat(takeAll(other, 0, 40)).isEqualTo(30);
    }

    @Test
    void theSliceOfAGatewayThatFellSilentCountsAsUsedAndThenLeaves() {
        Slice one = slice(0, Limits.perMinute(1));
        assertThat(fits(one, 0)).isTrue();
        Slice other = slice(1, Limits.perMinute(1));
        pulseOnlyTheSecond(3_000, other);
        assertThat(fits(other, 0)).as("may have been used until it lapsed").isFalse();
        pulseOnlyTheSecond(59_000, other);
        assertThat(other.fits(0, now())).isFalse();
        pulseOnlyTheSecond(3_000, other);

        assertThat(other.fits(0, now())).isTrue();
    }

    @Test
    void aLapsedSliceIsNotUsed() {
        Slice one = slice(0, Limits.perMinute(10));
        assertThat(fits(one, 0)).isTrue();
        gateways.time.advance(Duration.ofMillis(KeySlice.LEASE_LIFE));

        assertThat(one.fits(0, now())).isFalse();
    }

    @Test
    void aCallThatNeverLeftGivesItsPlaceBack() {
        Slice one = slice(0, Limits.perMinute(1));
        assertThat(fits(one, 0)).isTrue();
        one.release(one.take(0, now()), now());
        Slice other = slice(1, Limits.perMinute(1));
        other.fits(0, now());
        gateways.advanceMillis(600);

        assertThat(fits(other, 0)).isTrue();
    }

    @Test
    void requestsOfASecondAreSharedToo() {
        Slice one = slice(0, Limits.NONE.withPerSecond(4));
        Slice other = slice(1, Limits.NONE.withPerSecond(4));

        assertThat(takeAll(one, 0, 3)).isEqualTo(3);
        assertThat(takeAll(other, 0, 3)).isEqualTo(1);
        gateways.advanceMillis(1_400);
        assertThat(takeAll(other, 0, 4)).isEqualTo(4);
    }

    @Test
    void requestsOfADayAreSharedToo() {
        Limits limits = Limits.NONE.withPerDay(10);
        Slice one = slice(0, limits);
        Slice other = slice(1, limits);
        assertThat(takeAll(one, 0, 6)).isEqualTo(6);
        gateways.advanceMillis(3_000);
        gateways.advance(Duration.ofHours(20), Duration.ofMinutes(10));
        assertThat(takeAll(other, 0, 6)).isEqualTo(4);
        gateways.advance(Duration.ofHours(5), Duration.ofMinutes(10));

        assertThat(takeAll(other, 0, 10)).isEqualTo(6);
    }

    // ---- tokens

    @Test
    void whereTheMostIsCountedNothingComesBack() {
        Limits limits = Limits.NONE.withTokensPerMinute(1_000);
        Slice one = slice(0, limits);
        assertThat(fits(one, 600)).isTrue();
        one.settle(one.take(600, now()), 10, 10, now());
        Slice other = slice(1, limits);

        assertThat(fits(other, 500)).isFalse();
        assertThat(fits(slice(1, limits), 400)).isTrue();
    }

    @Test
    void whereWhatWasUsedIsCountedTheRestComesBack() {
        Limits limits = Limits.NONE.withTokensPerMinute(1_000).withCountsMaxTokens(false);
        Slice one = slice(0, limits);
        assertThat(fits(one, 600)).isTrue();
        Taken call = one.take(600, now());
        Slice other = slice(1, limits);
        gateways.advanceMillis(20_000);
        assertThat(fits(other, 500)).as("held while it runs").isFalse();
        one.settle(call, 50, 50, now());
        gateways.advanceMillis(600);

        assertThat(fits(other, 900)).isTrue();
    }

    @Test
    void theAnswerCountsFromItsEnd() {
        Limits limits = Limits.NONE.withTokensPerMinute(1_000).withCountsMaxTokens(false);
        Slice one = slice(0, limits);
        assertThat(fits(one, 600)).isTrue();
        Taken call = one.take(600, now());
        gateways.advanceMillis(30_000);
        one.settle(call, 100, 500, now());
        Slice other = slice(1, limits);
        gateways.advanceMillis(32_000);

        assertThat(fits(other, 501)).as("the prompt has left").isFalse();
        assertThat(fits(slice(1, limits), 500)).isTrue();
    }

    @Test
    void aLargeCallIsNotStarvedBySmallOnesElsewhere() {
        Limits limits = Limits.NONE.withTokensPerMinute(1_000);
        Slice small = slice(0, limits);
        Slice large = slice(1, limits);
        boolean served = false;
        for (int i = 0; i < 1_400 && !served; i++) {
            if (small.fits(50, now())) {
                small.take(50, now());
            }
            served = i > 200 && large.fits(900, now());
            gateways.advanceMillis(100);
        }

        assertThat(served).isTrue();
    }

    // ---- the seam

    @Test
    void takingWhatDoesNotFitIsAMistake() {
        Slice one = slice(0, Limits.perMinute(10));

        assertThatThrownBy(() -> one.take(0, now())).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void aCallEndsOnce() {
        Slice one = slice(0, Limits.perMinute(10));
        fits(one, 0);
        Taken call = one.take(0, now());
        one.settle(call, 0, 0, now());

        assertThatThrownBy(() -> one.settle(call, 0, 0, now()))
                .isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> one.release(call, now()))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void aKeyIsOpenedOnce() {
        assertThat(slice(0, Limits.perMinute(10))).isSameAs(slice(0, Limits.perMinute(10)));
    }

    // ---- fixtures

    private void pulseOnlyTheSecond(int millis, Slice asking) {
        for (int passed = 0; passed < millis; passed += 100) {
            gateways.time.advance(Duration.ofMillis(100));
            asking.fits(0, now());
            gateways.pulse(gateways.second());
        }
    }
}
