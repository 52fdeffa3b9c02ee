/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.policy.share;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FairShareTest {
    private final FairShare share = new FairShare(Map.of("heavy", 2.0), 10);

    @Test
    void aNewShareIsEmpty() {
        assertThat(share.games()).isZero();
        assertThat(share.least()).isZero();
        assertThat(share.service("a")).isZero();
    }

    @Test
    void aChargeCountsTheTokensAndTheRequest() {
        share.arrived("a");

        assertThat(share.charge("a", 90)).isEqualTo(100);
        assertThat(share.service("a")).isEqualTo(100);
    }

    @Test
    void aGameOfTwiceTheWeightPaysHalf() {
        share.arrived("heavy");

        assertThat(share.charge("heavy", 90)).isEqualTo(50);
        assertThat(share.service("heavy")).isEqualTo(50);
    }

    @Test
    void theTrueTokensReplaceTheEstimateAndTheRequestStays() {
        share.arrived("a");
        double charged = share.charge("a", 4_096);

        share.settle("a", charged, 100);

        assertThat(share.service("a")).isEqualTo(110);
    }

    @Test
    void aCallThatWasNeverMadeCostsNothing() {
        share.arrived("a");
        double charged = share.charge("a", 4_096);

        share.refund("a", charged);

        assertThat(share.service("a")).isZero();
    }

    @Test
    void onlyGamesWithRequestsWaitingCountForTheLeast() {
        share.arrived("a");
        share.arrived("a");
        share.arrived("b");
        serve("a", 90);
        assertThat(share.least()).isZero();

        share.left("b");

        assertThat(share.least()).isEqualTo(100);
    }

    @Test
    void aGameThatComesBackStartsLevelWithTheOthers() {
        share.arrived("busy");
        serve("busy", 990);
        share.arrived("idle");
        assertThat(share.service("idle")).isEqualTo(1_000);

        share.left("idle");
        serve("busy", 4_990);
        share.arrived("idle");

        assertThat(share.service("idle")).isEqualTo(6_000);
    }

    @Test
    void aCallInFlightDoesNotLetAGameBankEither() {
        share.arrived("a");
        share.arrived("b");
        share.charge("b", 90);
        share.left("b");
        serve("a", 990);

        share.arrived("b");

        assertThat(share.service("b")).isEqualTo(1_000);
    }

    @Test
    void aGameInDebtIsNotForgivenByComingBack() {
        share.arrived("a");
        share.arrived("b");
        share.charge("b", 990);
        share.left("b");

        share.arrived("b");

        assertThat(share.service("b")).isEqualTo(1_000);
    }

    @Test
    void anEstimateInFlightDoesNotPutANewcomerBehind() {
        share.arrived("busy");
        double charged = share.charge("busy", 99_990);

        share.arrived("newcomer");
        share.settle("busy", charged, 90);

        assertThat(share.service("newcomer")).isLessThanOrEqualTo(share.service("busy"));
    }

    @Test
    void aGameAlreadyWaitingIsNotLiftedAgain() {
        share.arrived("a");
        share.arrived("b");
        serve("b", 990);

        share.arrived("a");

        assertThat(share.service("a")).isZero();
    }

    @Test
    void urgencyBorrowsNoMoreThanTheLargestCharge() {
        share.arrived("a");
        share.arrived("b");
        assertThat(share.mayJump("a")).isTrue();

        serve("a", 90);
        assertThat(share.mayJump("a")).as("one charge ahead").isTrue();

        serve("a", 90);
        assertThat(share.mayJump("a")).as("two charges ahead").isFalse();
        assertThat(share.mayJump("b")).isTrue();
    }

    @Test
    void whoeverIsAloneMayJump() {
        share.arrived("a");
        serve("a", 90);
        share.left("a");

        assertThat(share.mayJump("a")).isTrue();
        assertThat(share.mayJump("unknown")).isTrue();
    }

    @Test
    void aGameBelowTheLevelIsDropped() {
        share.arrived("a");
        share.arrived("b");
        serve("b", 90);
        share.left("b");
        assertThat(share.games()).as("b is ahead, which must be remembered").isEqualTo(2);

        serve("a", 290);

        assertThat(share.games()).isEqualTo(1);
        assertThat(share.service("b")).as("where it would begin").isEqualTo(300);
    }

    @Test
    void aGameWithACallInFlightIsKept() {
        share.arrived("a");
        share.arrived("b");
        double charged = share.charge("b", 0);
        share.left("b");
        serve("a", 990);
        assertThat(share.games()).isEqualTo(2);

        share.settle("b", charged, 4_990);

        assertThat(share.service("b")).as("it took more than estimated").isEqualTo(5_000);
    }

    @Test
    void whenAllIsDoneNobodyIsKept() {
        for (String game : new String[] {"a", "b"}) {
            share.arrived(game);
            double charged = share.charge(game, 100);
            share.left(game);
            share.settle(game, charged, 50);
        }

        assertThat(share.games()).isZero();
        assertThat(share.service("a")).isEqualTo(share.service("b"));
    }

    @Test
    void manyPassingGamesDoNotFillTheMap() {
        share.arrived("stays");
        for (int i = 0; i < 3 * FairShare.MOST_IDLE; i++) {
            share.arrived("passing " + i);
            serve("passing " + i, 100);
            share.left("passing " + i);
        }

        assertThat(share.games()).isEqualTo(FairShare.MOST_IDLE + 1);
    }

    @Test
    void aForgottenGameNoLongerCounts() {
        share.arrived("gone");
        share.arrived("a");
        double charged = share.charge("gone", 90);
        serve("a", 190);

        share.forget("gone");
        share.settle("gone", charged, 5_000);
        share.left("gone");
        share.forget("gone");

        assertThat(share.games()).isEqualTo(1);
        assertThat(share.least()).isEqualTo(200);
    }

    @Test
    void whatEndsTwiceIsCountedOnce() {
        share.arrived("a");
        double charged = share.charge("a", 90);
        share.settle("a", charged, 90);

        share.settle("a", charged, 90);
        share.refund("a", charged);

        assertThat(share.service("a")).isEqualTo(100);
    }

    @Test
    void leavingMoreOftenThanArrivingIsHarmless() {
        share.left("a");
        share.arrived("a");
        share.left("a");
        share.left("a");
        share.arrived("a");

        assertThat(share.least()).isZero();
        assertThat(share.games()).isEqualTo(1);
    }

    @Test
    void badValuesAreRefused() {
        for (double weight : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
            Map<String, Double> weights = new HashMap<>();
            weights.put("a", weight);
            assertThatThrownBy(() -> new FairShare(weights, 0))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith("weight " + weight + " of game a");
        }
        assertThatThrownBy(() -> new FairShare(Map.of(), -1))
                .hasMessage("tokens per request -1 (expected 0 or more)");
        assertThatThrownBy(() -> share.charge("a", -2))
                .hasMessage("tokens -2 (expected 0 or more)");
        assertThatThrownBy(() -> share.settle("a", Double.NaN, 0))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private void serve(String game, long tokens) {
        share.settle(game, share.charge(game, tokens), tokens);
    }
}
