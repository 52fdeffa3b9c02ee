/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.Limits;
import dev.triune.redis.LeaseDemand.LeasePlan;
import dev.triune.redis.LeaseRequest.LeaseAmount;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The amounts a gateway requests and returns. */
class LeaseDemandTest {
    private final LeaseDemand leaseDemand =
            new LeaseDemand(LimitWindow.of(Limits.perMinute(100).withTokensPerMinute(5_000)));

    @Test
    void unmetDemandReturnsTheLeaseAndRequestsAllOfIt() {
        leaseDemand.want(new LeaseAmount(1, 800), 1_000);

        assertThat(leaseDemand.plan(new LeaseAmount(3, 500), true, 1_000))
                .isEqualTo(
                        new LeasePlan(LeaseAmount.NONE, new LeaseAmount(1, 800), LeaseAmount.NONE));
    }

    @Test
    void requestsTheLargestDemandSinceTheLastFetch() {
        leaseDemand.want(new LeaseAmount(1, 800), 1_000);
        leaseDemand.want(new LeaseAmount(1, 100), 1_000);
        assertThat(leaseDemand.plan(LeaseAmount.NONE, true, 1_000).want())
                .isEqualTo(new LeaseAmount(1, 800));
        leaseDemand.want(new LeaseAmount(1, 100), 1_100);

        assertThat(leaseDemand.plan(LeaseAmount.NONE, true, 1_100).want())
                .isEqualTo(new LeaseAmount(1, 100));
    }

    @Test
    void slowRedisIsAskedForManyCallsAtOnce() {
        leaseDemand.want(new LeaseAmount(1, 800), 1_000);
        leaseDemand.answeredAfter(LeaseDemand.SLOW_MILLIS);

        LeasePlan plan = leaseDemand.plan(LeaseAmount.NONE, true, 1_000);

        assertThat(plan.want()).isEqualTo(new LeaseAmount(1, 800));
        assertThat(plan.extra().requests()).as("a tenth of the limit").isGreaterThanOrEqualTo(10);
        leaseDemand.answeredAfter(1);
        leaseDemand.want(new LeaseAmount(1, 800), 5_000);
        assertThat(leaseDemand.plan(LeaseAmount.NONE, true, 9_000).extra().requests())
                .as("once Redis is fast")
                .isLessThan(10);
    }

    @Test
    void unrepeatedDemandExpires() {
        leaseDemand.want(new LeaseAmount(1, 800), 1_000);

        assertThat(leaseDemand.isCallWaiting(1_000 + LeasedBudget.DEMAND_MILLIS))
                .isFalse();
    }

    @Test
    void refusedDemandIsRepeatedLessAndLessOftenUntilItIsGranted() {
        List<Long> delays = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            leaseDemand.want(new LeaseAmount(1, 800), 1_000);
            leaseDemand.plan(LeaseAmount.NONE, true, 1_000);
            leaseDemand.granted(LeaseAmount.NONE);
            delays.add(leaseDemand.retryMillis());
        }
        leaseDemand.granted(new LeaseAmount(1, 800));
        delays.add(leaseDemand.retryMillis());

        assertThat(delays).containsExactly(50L, 100L, 200L, 400L, 400L, 0L);
    }

    @Test
    void smallerDemandIsNotDelayedByLargerOnes() {
        for (int i = 0; i < 5; i++) {
            leaseDemand.want(new LeaseAmount(1, 800), 1_000);
            leaseDemand.plan(LeaseAmount.NONE, true, 1_000);
            leaseDemand.granted(LeaseAmount.NONE);
        }
        leaseDemand.want(new LeaseAmount(1, 700), 1_000);

        assertThat(leaseDemand.retryMillis()).isEqualTo(50);
    }

    @Test
    void refusedDemandIsRepeatedOftenWhereAWindowIsShort() {
        LeaseDemand ofSeconds = new LeaseDemand(LimitWindow.of(Limits.NONE.withPerSecond(5)));
        for (int i = 0; i < 5; i++) {
            ofSeconds.want(new LeaseAmount(1, 0), 1_000);
            ofSeconds.plan(LeaseAmount.NONE, true, 1_000);
            ofSeconds.granted(LeaseAmount.NONE);
        }

        assertThat(ofSeconds.retryMillis()).isEqualTo(50);
    }

    @Test
    void prefetchesAtMostOneTenthOfALimit() {
        leaseDemand.plan(LeaseAmount.NONE, true, 1_000);
        for (int i = 0; i < 50; i++) {
            leaseDemand.recordSpent(new LeaseAmount(1, 100));
        }

        assertThat(leaseDemand.plan(LeaseAmount.NONE, true, 1_200).extra())
                .isEqualTo(new LeaseAmount(10, 500));
    }

    @Test
    void returnsUnusedAmountsStepByStep() {
        leaseDemand.plan(LeaseAmount.NONE, true, 1_000);
        leaseDemand.recordSpent(new LeaseAmount(8, 80));
        leaseDemand.plan(LeaseAmount.NONE, true, 1_200);
        LeasePlan next = leaseDemand.plan(new LeaseAmount(8, 80), true, 1_700);
        assertThat(next)
                .isEqualTo(
                        new LeasePlan(new LeaseAmount(4, 40), LeaseAmount.NONE, LeaseAmount.NONE));
        for (int i = 1; i < 7; i++) {
            next = leaseDemand.plan(next.keep(), true, 1_700 + 500 * i);
        }

        assertThat(next).isEqualTo(LeasePlan.NOTHING);
    }

    @Test
    void keepsReservedAmountsForAMoment() {
        leaseDemand.reserve(new LeaseAmount(1, 300), 1_000);

        assertThat(leaseDemand.plan(new LeaseAmount(5, 500), true, 1_050).keep())
                .isEqualTo(new LeaseAmount(1, 300));
        assertThat(leaseDemand.plan(new LeaseAmount(1, 300), true, 1_200).keep())
                .isEqualTo(LeaseAmount.NONE);
    }
}
