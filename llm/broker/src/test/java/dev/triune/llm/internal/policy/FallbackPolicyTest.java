/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.internal.policy.FallbackPolicy.Candidate;
import dev.triune.llm.internal.policy.FallbackPolicy.Decision.GiveUp;
import dev.triune.llm.internal.policy.FallbackPolicy.Decision.NextRound;
import dev.triune.llm.internal.policy.FallbackPolicy.Decision.TryTarget;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class FallbackPolicyTest {
    private static final Candidate FREE = new Candidate(false, false, false, Duration.ZERO);
    private static final Candidate FULL = new Candidate(false, false, true, Duration.ZERO);
    private static final Candidate FAILED = new Candidate(true, true, false, Duration.ZERO);
    private static final Candidate TRIED = new Candidate(true, false, false, Duration.ZERO);

    @Test
    void rateLimitMovesToTheNextFreeProvider() {
        assertThat(FallbackPolicy.afterRateLimit(List.of(triedAndCooling(5), FREE, FREE), 0, 3))
                .isEqualTo(new TryTarget(1));
    }

    @Test
    void skipsProvidersThatAreTriedFullOrCooling() {
        assertThat(FallbackPolicy.afterRateLimit(List.of(TRIED, FULL, cooling(1), FREE), 0, 3))
                .isEqualTo(new TryTarget(3));
    }

    @Test
    void rateLimitMayMoveToAnEarlierProvider() {
        assertThat(FallbackPolicy.afterRateLimit(List.of(FREE, triedAndCooling(5)), 0, 3))
                .isEqualTo(new TryTarget(0));
    }

    @Test
    void nextRoundStartsAtTheProviderThatRecoversFirst() {
        assertThat(FallbackPolicy.afterRateLimit(
                        List.of(triedAndCooling(9), cooling(4), cooling(6)), 0, 3))
                .isEqualTo(new NextRound(1));
    }

    @Test
    void prefersTheEarlierProviderWhenWaitsAreEqual() {
        assertThat(FallbackPolicy.afterRateLimit(List.of(triedAndCooling(4), cooling(4)), 2, 3))
                .isEqualTo(new NextRound(0));
    }

    @Test
    void fullProvidersGetNoNextRound() {
        assertThat(FallbackPolicy.afterRateLimit(List.of(triedAndCooling(9), FULL), 0, 3))
                .isEqualTo(new NextRound(0));
    }

    @Test
    void givesUpWhenEveryQueueIsFull() {
        Candidate fullAndCooling = new Candidate(true, false, true, Duration.ofSeconds(3));

        assertThat(FallbackPolicy.afterRateLimit(List.of(fullAndCooling), 0, 3))
                .isEqualTo(new GiveUp());
        assertThat(FallbackPolicy.untilRecovery(List.of(fullAndCooling))).hasSeconds(3);
    }

    @Test
    void givesUpAfterTheLastRoundWithTheShortestWait() {
        List<Candidate> chain = List.of(triedAndCooling(9), triedAndCooling(4));

        assertThat(FallbackPolicy.afterRateLimit(chain, 2, 3)).isEqualTo(new NextRound(1));
        assertThat(FallbackPolicy.afterRateLimit(chain, 3, 3)).isEqualTo(new GiveUp());
        assertThat(FallbackPolicy.untilRecovery(chain)).hasSeconds(4);
    }

    @Test
    void givesUpImmediatelyWithoutRounds() {
        assertThat(FallbackPolicy.afterRateLimit(List.of(triedAndCooling(9)), 0, 0))
                .isEqualTo(new GiveUp());
    }

    @Test
    void triesFreeProvidersInTheLastRound() {
        assertThat(FallbackPolicy.afterRateLimit(List.of(triedAndCooling(9), FREE), 3, 3))
                .isEqualTo(new TryTarget(1));
    }

    @Test
    void failureMovesToAFreeProviderOrElseToACoolingOne() {
        assertThat(FallbackPolicy.afterFailure(List.of(FAILED, cooling(1), FREE), 0, 3))
                .isEqualTo(new TryTarget(2));
        assertThat(FallbackPolicy.afterFailure(List.of(FAILED, FULL, cooling(1)), 0, 3))
                .isEqualTo(new TryTarget(2));
    }

    @Test
    void rateLimitedProviderGetsAnotherRoundAfterAFailure() {
        assertThat(FallbackPolicy.afterFailure(List.of(triedAndCooling(5), FAILED), 0, 3))
                .isEqualTo(new NextRound(0));
        assertThat(FallbackPolicy.afterFailure(List.of(triedAndCooling(5), FAILED), 3, 3))
                .isInstanceOf(GiveUp.class);
    }

    @Test
    void failureMayMoveToAnEarlierProvider() {
        assertThat(FallbackPolicy.afterFailure(List.of(FREE, FAILED), 0, 3))
                .isEqualTo(new TryTarget(0));
    }

    @Test
    void recoveryWaitIgnoresFailedProviders() {
        assertThat(FallbackPolicy.untilRecovery(List.of(FAILED, triedAndCooling(5))))
                .hasSeconds(5);
        assertThat(FallbackPolicy.untilRecovery(List.of(FAILED))).isZero();
    }

    @Test
    void neverRetriesAFailedProvider() {
        assertThat(FallbackPolicy.afterFailure(List.of(FAILED, FAILED), 0, 3))
                .isEqualTo(new GiveUp());
        assertThat(FallbackPolicy.afterRateLimit(List.of(FAILED, triedAndCooling(5)), 0, 3))
                .isEqualTo(new NextRound(1));
    }

    private static Candidate cooling(int seconds) {
        return new Candidate(false, false, false, Duration.ofSeconds(seconds));
    }

    private static Candidate triedAndCooling(int seconds) {
        return new Candidate(true, false, false, Duration.ofSeconds(seconds));
    }
}
