/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.policy.share;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Shares and credits where several games and calls meet; found missing by mutation. */
class SharesTest {
    private static final long SECOND = 1_000_000_000;

    private final FairShare share = new FairShare(Map.of("heavy", 2.0), 10);
    private final Credits credits = new Credits(Credits.CAPACITY, Credits.PER_SECOND);

    @Test
    void thePartOfAGameIsItsWeightAmongTheBusyOnes() {
        assertThat(share.part("a")).isEqualTo(1);
        share.arrived("a");
        share.arrived("heavy");

        assertThat(share.part("a")).isCloseTo(1.0 / 3, within(1e-9));
        assertThat(share.part("heavy")).isCloseTo(2.0 / 3, within(1e-9));
        assertThat(share.part("newcomer")).isCloseTo(1.0 / 4, within(1e-9));
    }

    @Test
    void aGameIsBusyWhileItWaitsOrHasACallInFlight() {
        share.arrived("heavy");
        share.arrived("a");
        double charged = share.charge("a", 50);
        share.left("a");
        assertThat(share.part("heavy")).as("a is in flight").isCloseTo(2.0 / 3, within(1e-9));

        share.settle("a", charged, 50);

        assertThat(share.part("heavy")).as("a is idle").isEqualTo(1);
        share.left("heavy");
        assertThat(share.part("a")).as("nobody is busy").isEqualTo(1);
    }

    @Test
    void aCallIsSettledBesideAnotherInFlight() {
        share.arrived("a");
        double first = share.charge("a", 90);
        double second = share.charge("a", 190);

        share.settle("a", first, 40);
        assertThat(share.service("a")).isEqualTo(50 + 200);
        share.refund("a", second);
        assertThat(share.service("a")).isEqualTo(50);
    }

    @Test
    void theLeastFollowsEveryChargeAndEveryGameThatLeaves() {
        share.arrived("a");
        share.arrived("b");
        share.arrived("c");
        share.charge("a", 90);
        share.charge("b", 50);
        share.charge("c", 10);
        assertThat(share.least()).isEqualTo(20);

        share.charge("c", 490);
        assertThat(share.least()).isEqualTo(60);
        share.left("b");
        assertThat(share.least()).isEqualTo(100);
        share.left("a");
        assertThat(share.least()).isEqualTo(520);
        share.left("c");
        assertThat(share.least()).isZero();
    }

    @Test
    void theLeastFollowsWhatCallsTrulyTook() {
        share.arrived("a");
        share.arrived("b");
        double ofA = share.charge("a", 990);
        double ofB = share.charge("b", 490);

        share.settle("a", ofA, 90);
        assertThat(share.least()).isEqualTo(100);
        share.settle("b", ofB, 40);
        assertThat(share.least()).isEqualTo(50);
    }

    @Test
    void aGameMayJumpAsFarAsTheLargestChargeAheadOfTheLeast() {
        share.arrived("a");
        share.arrived("b");
        share.charge("b", 40);
        share.charge("a", 40);
        share.charge("a", 40);

        assertThat(share.mayJump("a")).isTrue();
        share.charge("a", 0);
        assertThat(share.mayJump("a")).isFalse();
    }

    @Test
    void weightsFromAMillionthToAMillionAreTaken() {
        FairShare extreme = new FairShare(Map.of("light", 1e-6, "heavy", 1e6), 0);

        assertThat(extreme.charge("heavy", 1_000_000)).isEqualTo(1);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new FairShare(Map.of("light", 0.99e-6), 0));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new FairShare(Map.of("heavy", 1.01e6), 0));
    }

    @Test
    void onlyWhatAChargeCanReturnIsSettled() {
        FairShare free = new FairShare(Map.of(), 0);
        double charged = free.charge("a", 0);
        assertThat(charged).isZero();
        free.settle("a", charged, 0);

        for (double wrong : new double[] {-1, Double.NaN, Double.POSITIVE_INFINITY}) {
            assertThatIllegalArgumentException().isThrownBy(() -> free.refund("a", wrong));
        }
    }

    @Test
    void onlyTheMissingCreditsAreWaitedFor() {
        credits.tryTake(95, 0);

        assertThat(credits.untilAvailable(10, 0)).isEqualTo(Duration.ofMillis(500));
    }

    @Test
    void theRefillStopsWhereTheLedgerIsFull() {
        credits.tryTake(5, 0);

        assertThat(credits.available(SECOND)).isEqualTo(100);
    }

    @Test
    void withoutCreditsEverybodyGetsNothing() {
        assertThat(CreditShares.share(0, Map.of("a", 3))).containsOnly(Map.entry("a", 0));
    }

    @Test
    void oneGameAndAYearOfSilenceMayBeChosen() {
        GameSessions one = new GameSessions(Duration.ofDays(365), 1);

        assertThat(one.sign("a", 0)).isTrue();
        assertThat(one.sign("b", 0)).isFalse();
    }
}
