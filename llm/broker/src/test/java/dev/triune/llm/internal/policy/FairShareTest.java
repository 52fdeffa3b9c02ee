/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FairShareTest {
    private final FairShare share = new FairShare(Map.of("heavy", 2.0), 10);

    @Test
    void startsWithoutTenantsOrService() {
        assertThat(share.tenants()).isZero();
        assertThat(share.leastService()).isZero();
        assertThat(share.service("a")).isZero();
    }

    @Test
    void chargeCountsTokensAndTheRequest() {
        share.enqueued("a");

        assertThat(share.charge("a", 90)).isEqualTo(100);
        assertThat(share.service("a")).isEqualTo(100);
    }

    @Test
    void gameWithTwiceTheWeightIsChargedHalf() {
        share.enqueued("heavy");

        assertThat(share.charge("heavy", 90)).isEqualTo(50);
        assertThat(share.service("heavy")).isEqualTo(50);
    }

    @Test
    void settlingReplacesEstimatedTokensButKeepsTheRequestCharge() {
        share.enqueued("a");
        double charged = share.charge("a", 4_096);

        share.settle("a", charged, 100);

        assertThat(share.service("a")).isEqualTo(110);
    }

    @Test
    void refundedCallCostsNothing() {
        share.enqueued("a");
        double charged = share.charge("a", 4_096);

        share.refund("a", charged);

        assertThat(share.service("a")).isZero();
    }

    @Test
    void leastServiceIgnoresGamesWithoutWaitingRequests() {
        share.enqueued("a");
        share.enqueued("a");
        share.enqueued("b");
        serve("a", 90);
        assertThat(share.leastService()).isZero();

        share.dequeued("b");

        assertThat(share.leastService()).isEqualTo(100);
    }

    @Test
    void returningGameStartsLevelWithTheOthers() {
        share.enqueued("busy");
        serve("busy", 990);
        share.enqueued("idle");
        assertThat(share.service("idle")).isEqualTo(1_000);

        share.dequeued("idle");
        serve("busy", 4_990);
        share.enqueued("idle");

        assertThat(share.service("idle")).isEqualTo(6_000);
    }

    @Test
    void returningGameWithACallInFlightGainsNoCredit() {
        share.enqueued("a");
        share.enqueued("b");
        share.charge("b", 90);
        share.dequeued("b");
        serve("a", 990);

        share.enqueued("b");

        assertThat(share.service("b")).isEqualTo(1_000);
    }

    @Test
    void returningGameKeepsItsDebt() {
        share.enqueued("a");
        share.enqueued("b");
        share.charge("b", 990);
        share.dequeued("b");

        share.enqueued("b");

        assertThat(share.service("b")).isEqualTo(1_000);
    }

    @Test
    void estimateInFlightDoesNotDisadvantageANewGame() {
        share.enqueued("busy");
        double charged = share.charge("busy", 99_990);

        share.enqueued("newcomer");
        share.settle("busy", charged, 90);

        assertThat(share.service("newcomer")).isLessThanOrEqualTo(share.service("busy"));
    }

    @Test
    void furtherRequestsOfAWaitingGameKeepItsService() {
        share.enqueued("a");
        share.enqueued("b");
        serve("b", 990);

        share.enqueued("a");

        assertThat(share.service("a")).isZero();
    }

    @Test
    void oneGameMayPreemptFiveTimesInARow() {
        share.enqueued("a");
        share.enqueued("b");

        assertThat(preemptionsInARow(share, "a")).isEqualTo(5);
        assertThat(share.mayPreempt("b")).isTrue();
    }

    @Test
    void constantEmergenciesDoNotEnlargeTheShareOfAGame() {
        share.enqueued("a");
        share.enqueued("b");
        for (int i = 0; i < 1_000; i++) {
            boolean ofA = share.mayPreempt("a") || share.service("a") < share.service("b");
            serve(ofA ? "a" : "b", 90);
        }

        assertThat(share.service("a") - share.service("b")).isCloseTo(500, within(100.0));
    }

    @Test
    void otherGamesCatchUpAfterEmergencies() {
        share.enqueued("a");
        share.enqueued("b");
        preemptionsInARow(share, "a");
        int callsOfB = 0;
        while (share.service("b") < share.service("a")) {
            serve("b", 90);
            callsOfB++;
        }

        assertThat(callsOfB).isEqualTo(5);
    }

    @Test
    void callOfALightGameDoesNotEnlargeThePreemptionLimitOfOthers() {
        FairShare mixed = new FairShare(Map.of("light", 0.01), 10);
        mixed.settle("light", mixed.charge("light", 90), 90);
        mixed.enqueued("a");
        mixed.enqueued("b");

        assertThat(preemptionsInARow(mixed, "a")).isEqualTo(5);
    }

    @Test
    void preemptionLimitShrinksAgainAfterALargeCall() {
        share.enqueued("a");
        share.enqueued("b");
        serve("a", 100_000);
        serve("b", 100_010);
        for (int i = 0; i < 200; i++) {
            serve("a", 90);
            serve("b", 90);
        }

        assertThat(preemptionsInARow(share, "a")).isLessThanOrEqualTo(6);
    }

    @Test
    void gameWithoutCompetitorsMayPreempt() {
        share.enqueued("a");
        serve("a", 90);
        share.dequeued("a");

        assertThat(share.mayPreempt("a")).isTrue();
        assertThat(share.mayPreempt("unknown")).isTrue();
    }

    @Test
    void dropsIdleGamesThatFallBelowTheLeastService() {
        share.enqueued("a");
        share.enqueued("b");
        serve("b", 90);
        share.dequeued("b");
        assertThat(share.tenants()).as("b is ahead, which must be remembered").isEqualTo(2);

        serve("a", 290);

        assertThat(share.tenants()).isEqualTo(1);
        assertThat(share.service("b")).as("level at which b would start").isEqualTo(300);
    }

    @Test
    void keepsIdleGamesWithACallInFlight() {
        share.enqueued("a");
        share.enqueued("b");
        double charged = share.charge("b", 0);
        share.dequeued("b");
        serve("a", 990);
        assertThat(share.tenants()).isEqualTo(2);

        share.settle("b", charged, 4_990);

        assertThat(share.service("b")).as("it took more than estimated").isEqualTo(5_000);
    }

    @Test
    void keepsNoGamesOnceAllWorkIsDone() {
        for (String game : new String[] {"a", "b"}) {
            share.enqueued(game);
            double charged = share.charge(game, 100);
            share.dequeued(game);
            share.settle(game, charged, 50);
        }

        assertThat(share.tenants()).isZero();
        assertThat(share.service("a")).isEqualTo(share.service("b"));
    }

    @Test
    void limitsTheNumberOfIdleGamesKept() {
        share.enqueued("stays");
        for (int i = 0; i < 3 * FairShare.MAX_IDLE; i++) {
            share.enqueued("passing " + i);
            serve("passing " + i, 100);
            share.dequeued("passing " + i);
        }

        assertThat(share.tenants()).isEqualTo(FairShare.MAX_IDLE + 1);
    }

    @Test
    void forgottenGameNoLongerCounts() {
        share.enqueued("gone");
        share.enqueued("a");
        double charged = share.charge("gone", 90);
        serve("a", 190);

        share.forget("gone");
        share.settle("gone", charged, 5_000);
        share.dequeued("gone");
        share.forget("gone");

        assertThat(share.tenants()).isEqualTo(1);
        assertThat(share.leastService()).isEqualTo(200);
    }

    @Test
    void endingACallTwiceCountsOnce() {
        share.enqueued("a");
        double charged = share.charge("a", 90);
        share.settle("a", charged, 90);

        share.settle("a", charged, 90);
        share.refund("a", charged);

        assertThat(share.service("a")).isEqualTo(100);
    }

    @Test
    void surplusDequeuesAreHarmless() {
        share.dequeued("a");
        share.enqueued("a");
        share.dequeued("a");
        share.dequeued("a");
        share.enqueued("a");

        assertThat(share.leastService()).isZero();
        assertThat(share.tenants()).isEqualTo(1);
    }

    @Test
    void rejectsInvalidValues() {
        for (double weight : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
            Map<String, Double> weights = new HashMap<>();
            weights.put("a", weight);
            assertThatThrownBy(() -> new FairShare(weights, 0))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith("weight " + weight + " of tenant a");
        }
        assertThatThrownBy(() -> new FairShare(Map.of(), -1))
                .hasMessage("tokens per request -1 (expected 0 or more)");
        assertThatThrownBy(() -> share.charge("a", -2))
                .hasMessage("tokens -2 (expected 0 or more)");
        assertThatThrownBy(() -> share.settle("a", Double.NaN, 0))
                .isInstanceOf(IllegalArgumentException.class);
    }

    /** Serves emergencies of a game for as long as it may preempt; returns their number. */
    private static int preemptionsInARow(FairShare share, String game) {
        int calls = 0;
        for (; share.mayPreempt(game); calls++) {
            share.settle(game, share.charge(game, 90), 90);
        }
        return calls;
    }

    private void serve(String game, long tokens) {
        share.settle(game, share.charge(game, tokens), tokens);
    }
}
