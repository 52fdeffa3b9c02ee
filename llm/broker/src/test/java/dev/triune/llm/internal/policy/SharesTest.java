/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.policy;

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
    private final CreditBucket creditBucket = new CreditBucket(100, 10);

    @Test
    void shareOfAGameIsItsWeightAmongBusyGames() {
        assertThat(share.shareOf("a")).isEqualTo(1);
        share.enqueued("a");
        share.enqueued("heavy");

        assertThat(share.shareOf("a")).isCloseTo(1.0 / 3, within(1e-9));
        assertThat(share.shareOf("heavy")).isCloseTo(2.0 / 3, within(1e-9));
        assertThat(share.shareOf("newcomer")).isCloseTo(1.0 / 4, within(1e-9));
    }

    @Test
    void gameIsBusyWhileItWaitsOrHasACallInFlight() {
        share.enqueued("heavy");
        share.enqueued("a");
        double charged = share.charge("a", 50);
        share.dequeued("a");
        assertThat(share.shareOf("heavy")).as("a is in flight").isCloseTo(2.0 / 3, within(1e-9));

        share.settle("a", charged, 50);

        assertThat(share.shareOf("heavy")).as("a is idle").isEqualTo(1);
        share.dequeued("heavy");
        assertThat(share.shareOf("a")).as("no game is busy").isEqualTo(1);
    }

    @Test
    void settlesOneCallWhileAnotherIsInFlight() {
        share.enqueued("a");
        double first = share.charge("a", 90);
        double second = share.charge("a", 190);

        share.settle("a", first, 40);
        assertThat(share.service("a")).isEqualTo(50 + 200);
        share.refund("a", second);
        assertThat(share.service("a")).isEqualTo(50);
    }

    @Test
    void leastServiceFollowsChargesAndDepartures() {
        share.enqueued("a");
        share.enqueued("b");
        share.enqueued("c");
        share.charge("a", 90);
        share.charge("b", 50);
        share.charge("c", 10);
        assertThat(share.leastService()).isEqualTo(20);

        share.charge("c", 490);
        assertThat(share.leastService()).isEqualTo(60);
        share.dequeued("b");
        assertThat(share.leastService()).isEqualTo(100);
        share.dequeued("a");
        assertThat(share.leastService()).isEqualTo(520);
        share.dequeued("c");
        assertThat(share.leastService()).isZero();
    }

    @Test
    void leastServiceFollowsSettledTokens() {
        share.enqueued("a");
        share.enqueued("b");
        double ofA = share.charge("a", 990);
        double ofB = share.charge("b", 490);

        share.settle("a", ofA, 90);
        assertThat(share.leastService()).isEqualTo(100);
        share.settle("b", ofB, 40);
        assertThat(share.leastService()).isEqualTo(50);
    }

    @Test
    void gameMayPreemptUpToFourLargestChargesAhead() {
        share.enqueued("a");
        share.enqueued("b");
        share.charge("b", 40);
        for (int i = 0; i < 5; i++) {
            share.charge("a", 40);
        }

        assertThat(share.mayPreempt("a")).isTrue();
        share.charge("a", 0);
        assertThat(share.mayPreempt("a")).isFalse();
    }

    @Test
    void acceptsWeightsFromOneMillionthToOneMillion() {
        FairShare extreme = new FairShare(Map.of("light", 1e-6, "heavy", 1e6), 0);

        assertThat(extreme.charge("heavy", 1_000_000)).isEqualTo(1);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new FairShare(Map.of("light", 0.99e-6), 0));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new FairShare(Map.of("heavy", 1.01e6), 0));
    }

    @Test
    void rejectsChargesThatCannotExist() {
        FairShare free = new FairShare(Map.of(), 0);
        double charged = free.charge("a", 0);
        assertThat(charged).isZero();
        free.settle("a", charged, 0);

        for (double wrong : new double[] {-1, Double.NaN, Double.POSITIVE_INFINITY}) {
            assertThatIllegalArgumentException().isThrownBy(() -> free.refund("a", wrong));
        }
    }

    @Test
    void waitsOnlyForTheMissingCredits() {
        creditBucket.tryConsume(95, 0);

        assertThat(creditBucket.untilAvailable(10, 0)).isEqualTo(Duration.ofMillis(500));
    }

    @Test
    void refillStopsAtTheCapacity() {
        creditBucket.tryConsume(5, 0);

        assertThat(creditBucket.available(SECOND)).isEqualTo(100);
    }

    @Test
    void leasesAcceptOneSessionAndAOneYearTimeout() {
        TenantLeases one = new TenantLeases(Duration.ofDays(365), 1);

        assertThat(one.renew("a", 0)).isTrue();
        assertThat(one.renew("b", 0)).isFalse();
    }
}
