/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.triune.llm.Limits;
import dev.triune.llm.ProviderSettings.BreakerSettings;
import dev.triune.llm.Usage;
import dev.triune.llm.VirtualTime;
import dev.triune.llm.internal.policy.Budget.Reservation;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The limits at the very borders of their ranges and windows; found missing by mutation. */
class LimitBoundariesTest {
    private static final long SECOND = 1_000_000_000;
    private static final Duration OPEN = Duration.ofSeconds(30);
    private static final Duration TOOK = Duration.ofSeconds(1);

    private final VirtualTime time = new VirtualTime();
    private final Breaker breaker =
            new Breaker("groq", new BreakerSettings(10, 0.5, 4, OPEN, 2), time);

    @Test
    void breakerAcceptsOnlySettingsWithinTheirRanges() {
        assertThat(new BreakerSettings(1, 1, 1, Duration.ofMillis(1), 1).window())
                .isEqualTo(1);
        assertThat(new BreakerSettings(5, 0.5, 5, Duration.ofDays(1), 1).open()).hasDays(1);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new BreakerSettings(5, 0, 1, OPEN, 1));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new BreakerSettings(5, 1.01, 1, OPEN, 1));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new BreakerSettings(5, 0.5, 0, OPEN, 1));
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> new BreakerSettings(5, 0.5, 1, Duration.ofDays(1).plusNanos(1), 1));
    }

    @Test
    void abandonedOldCallDoesNotFreeASuccessfulTrial() {
        openAndWait();
        begin();
        breaker.succeeded(TOOK);
        breaker.abandoned();

        breaker.begin();

        assertThat(breaker.allows()).isFalse();
    }

    @Test
    void abandonedOldCallDoesNotFreeAFailedTrial() {
        openAndWait();
        begin();
        breaker.failed(TOOK);
        breaker.abandoned();

        breaker.begin();

        assertThat(breaker.allows()).isFalse();
    }

    @Test
    void abandonedTrialIsFreedOnlyOnce() {
        openAndWait();
        begin();
        breaker.abandoned();
        breaker.abandoned();
        breaker.abandoned();

        breaker.begin();
        breaker.begin();

        assertThat(breaker.allows()).isFalse();
    }

    @Test
    void lateSuccessOfAnOldCallDoesNotCountAsATrial() {
        openAndWait();
        begin();
        breaker.succeeded(OPEN.plusSeconds(4));
        breaker.succeeded(TOOK);

        breaker.begin();

        assertThat(breaker.allows()).as("half open, both trials taken").isFalse();
    }

    @Test
    void callStartedAsTheBreakerOpensDoesNotCountAsATrial() {
        openExceptForOne();
        begin();
        breaker.begin();
        breaker.failed(TOOK);
        time.advance(OPEN);
        begin();
        breaker.succeeded(OPEN.plus(TOOK));
        breaker.succeeded(TOOK);

        breaker.begin();

        assertThat(breaker.allows()).as("half open, both trials taken").isFalse();
    }

    @Test
    void mostNegativeRetryAdviceDoesNotOverflow() {
        RateLimitCooldown rateLimitCooldown = new RateLimitCooldown(() -> 0);

        assertThat(rateLimitCooldown.rateLimited(0, 0, Duration.ofSeconds(Long.MIN_VALUE)))
                .hasSeconds(1);
    }

    @Test
    void eachAnswerRaisesTheLimitWhenTheCleanStretchIsOne() {
        AdaptiveLimit limit = new AdaptiveLimit(8, 1);
        limit.rateLimited(0, 1);
        limit.answered();

        assertThat(limit.current()).isEqualTo(5);
        assertThat(new AdaptiveLimit(1, 1).current()).isEqualTo(1);
    }

    @Test
    void rejectsNegativeLimits() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Limits.NONE.withPerSecond(-1))
                .withMessageStartingWith("requests per second -1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Limits.perMinute(-1))
                .withMessageStartingWith("requests per minute -1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Limits.NONE.withTokensPerMinute(-1))
                .withMessageStartingWith("tokens per minute -1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Limits.NONE.withBurst(-1))
                .withMessageStartingWith("burst -1");
    }

    @Test
    void estimatesAnswersLimitedToOneToken() {
        assertThat(new TokenEstimator().answer(1)).isEqualTo(1);
    }

    @Test
    void releasedReservationRestoresRequestsAndTokens() {
        Budget budget = new Budget(Limits.perMinute(1).withTokensPerMinute(100));
        Reservation reservation = budget.reserve(input(100), 0);
        assertThat(budget.fits(input(100), 0)).isFalse();

        budget.release(reservation, SECOND);

        assertThat(budget.fits(input(100), SECOND)).isTrue();
    }

    @Test
    void budgetWorksFromAnyClockOrigin() {
        for (long origin : new long[] {0, -7 * SECOND, Long.MAX_VALUE - SECOND, Long.MIN_VALUE}) {
            Budget budget = new Budget(Limits.perMinute(1));
            budget.reserve(Usage.NONE, origin);

            assertThat(budget.fits(Usage.NONE, origin + 60 * SECOND))
                    .as("from %d", origin)
                    .isFalse();
            assertThat(budget.fits(Usage.NONE, origin + 62 * SECOND))
                    .as("from %d", origin)
                    .isTrue();
        }
    }

    @Test
    void tokensCountForAFullMinuteFromTheStartWhenMaxTokensCount() {
        Budget budget = new Budget(Limits.NONE.withTokensPerMinute(100));
        budget.settle(budget.reserve(input(100), 0), new Usage(100, 0, 0, 0), 0);

        assertThat(budget.fits(input(1), 60_900_000_000L)).isFalse();
        assertThat(budget.fits(input(1), 61_500_000_000L)).isTrue();
    }

    @Test
    void waitCoversTokensInFlightAndInTheWindow() {
        Budget budget = new Budget(Limits.NONE.withTokensPerMinute(100));
        budget.settle(budget.reserve(input(50), 0), new Usage(50, 0, 0, 0), 0);
        budget.reserve(input(30), 0);

        assertThat(budget.timeUntilFits(input(20), 0L)).isZero();
        assertThat(budget.timeUntilFits(input(40), 0L)).isGreaterThan(Duration.ofSeconds(60));
        assertThat(budget.timeUntilFits(input(80), 0L)).isGreaterThan(Duration.ofSeconds(60));
    }

    @Test
    void slotLengthIsRoundedUp() {
        assertThat(SlidingWindow.slotOf(Duration.ofNanos(255))).hasNanos(1);
        assertThat(SlidingWindow.slotOf(Duration.ofNanos(256))).hasNanos(1);
        assertThat(SlidingWindow.slotOf(Duration.ofNanos(257))).hasNanos(2);
    }

    @Test
    void oldestSlotOfTheWindowStillCounts() {
        SlidingWindow window = new SlidingWindow(3, Duration.ofNanos(256));
        window.add(1, 0, 256);
        assertThat(window.fits(3, 256)).isFalse();
        assertThat(window.fits(3, 257)).isTrue();
        window.add(1, 0, 257);
        assertThat(window.fits(3, 257)).as("what has left is not added").isTrue();
    }

    @Test
    void windowForgetsOldEntriesAfterALongPause() {
        SlidingWindow window = new SlidingWindow(3, Duration.ofNanos(256));
        window.add(3, 0, 0);
        assertThat(window.untilFits(1, 10_000)).isZero();
        window.add(3, 10_000, 10_000);

        for (long now = 10_000; now <= 10_256; now++) {
            assertThat(window.fits(1, now)).as("at %d", now).isFalse();
        }
        for (long now = 10_257; now <= 10_800; now++) {
            assertThat(window.fits(4, now)).as("at %d", now).isFalse();
        }
        assertThat(window.fits(3, 10_800)).isTrue();
    }

    @Test
    void windowWaitsAreExactToOneSlot() {
        SlidingWindow window = new SlidingWindow(3, Duration.ofNanos(2_560));
        assertThat(window.untilFits(3, 15)).isZero();
        window.add(3, 15, 15);

        assertThat(window.untilFits(1, 17)).isEqualTo(2_580 - 17);
        assertThat(window.untilEmpty(29)).isEqualTo(2_590 - 29);
        window.remove(1, 15, 29);
        assertThat(window.untilFits(1, 29)).isZero();
    }

    private void openAndWait() {
        openExceptForOne();
        begin();
        breaker.failed(TOOK);
        time.advance(OPEN);
    }

    private void openExceptForOne() {
        for (int i = 0; i < 3; i++) {
            begin();
            breaker.failed(TOOK);
        }
    }

    private void begin() {
        breaker.begin();
        time.advance(TOOK);
    }

    private static Usage input(long tokens) {
        return new Usage(tokens, 0, 0, 0);
    }
}
