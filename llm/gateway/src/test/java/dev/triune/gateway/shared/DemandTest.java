/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.shared;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.gateway.shared.Demand.Plan;
import dev.triune.gateway.shared.Fetch.Amount;
import dev.triune.llm.policy.limit.Limits;
import org.junit.jupiter.api.Test;

/** What is fetched, and what goes back. */
class DemandTest {
    private final Demand demand =
            new Demand(Window.of(Limits.perMinute(100).withTokensPerMinute(5_000)));

    @Test
    void whoNeedsMoreThanItHasGivesBackAndAsksForAllOfIt() {
        demand.wish(new Amount(1, 800), 1_000);

        assertThat(demand.plan(new Amount(3, 500), true, 1_000))
                .isEqualTo(new Plan(Amount.NONE, new Amount(1, 800), Amount.NONE));
    }

    @Test
    void ofSeveralWishesSinceTheLastFetchTheLargestCounts() {
        demand.wish(new Amount(1, 800), 1_000);
        demand.wish(new Amount(1, 100), 1_000);
        assertThat(demand.plan(Amount.NONE, true, 1_000).wish()).isEqualTo(new Amount(1, 800));
        demand.wish(new Amount(1, 100), 1_100);

        assertThat(demand.plan(Amount.NONE, true, 1_100).wish()).isEqualTo(new Amount(1, 100));
    }

    @Test
    void aWishThatNobodyRepeatsIsForgotten() {
        demand.wish(new Amount(1, 800), 1_000);

        assertThat(demand.wishes(1_000 + KeySlice.WISH_LIFE)).isFalse();
    }

    @Test
    void aTenthOfALimitIsFetchedAheadAtTheMost() {
        demand.plan(Amount.NONE, true, 1_000);
        for (int i = 0; i < 50; i++) {
            demand.spent(new Amount(1, 100));
        }

        assertThat(demand.plan(Amount.NONE, true, 1_200).extra()).isEqualTo(new Amount(10, 500));
    }

    @Test
    void whatIsNotUsedGoesBackStepByStep() {
        demand.plan(Amount.NONE, true, 1_000);
        demand.spent(new Amount(8, 80));
        demand.plan(Amount.NONE, true, 1_200);
        Plan next = demand.plan(new Amount(8, 80), true, 1_700);
        assertThat(next).isEqualTo(new Plan(new Amount(4, 40), Amount.NONE, Amount.NONE));
        for (int i = 1; i < 7; i++) {
            next = demand.plan(next.keep(), true, 1_700 + 500 * i);
        }

        assertThat(next).isEqualTo(Plan.NOTHING);
    }

    @Test
    void whatWasPromisedIsKeptForAMoment() {
        demand.promise(new Amount(1, 300), 1_000);

        assertThat(demand.plan(new Amount(5, 500), true, 1_050).keep())
                .isEqualTo(new Amount(1, 300));
        assertThat(demand.plan(new Amount(1, 300), true, 1_200).keep()).isEqualTo(Amount.NONE);
    }
}
