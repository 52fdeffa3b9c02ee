/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Random;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RateLimitCooldownTest {
    private static final long SECOND = 1_000_000_000;

    private final RateLimitCooldown rateLimitCooldown = new RateLimitCooldown(withoutJitter());

    @Test
    void noCooldownBeforeTheFirstRateLimit() {
        assertThat(rateLimitCooldown.remaining(0)).isZero();
        assertThat(rateLimitCooldown.remaining(Long.MIN_VALUE)).isZero();
        assertThat(rateLimitCooldown.remaining(0)).isZero();
    }

    @Test
    void followsTheRetryAdviceOfTheProvider() {
        assertThat(refuse(0, 7)).hasSeconds(7);

        assertThat(rateLimitCooldown.remaining(7 * SECOND - 1)).isPositive();
        assertThat(rateLimitCooldown.remaining(3 * SECOND)).hasSeconds(4);
        assertThat(rateLimitCooldown.remaining(7 * SECOND)).isZero();
        assertThat(rateLimitCooldown.remaining(8 * SECOND)).isZero();
    }

    @Test
    void backoffWithoutAdviceDoublesFromOneSecondToOneMinute() {
        long now = 0;
        for (int expected : new int[] {1, 2, 4, 8, 16, 32, 60, 60, 60}) {
            Duration wait = rateLimitCooldown.rateLimited(now, now, null);
            assertThat(wait).hasSeconds(expected);
            now += wait.toNanos();
        }
    }

    @Test
    void answerResetsTheBackoff() {
        rateLimitCooldown.rateLimited(0, 0, null);
        rateLimitCooldown.rateLimited(10 * SECOND, 10 * SECOND, null);

        rateLimitCooldown.answered();

        assertThat(rateLimitCooldown.rateLimited(100 * SECOND, 100 * SECOND, null))
                .hasSeconds(1);
    }

    @Test
    void answerDoesNotEndTheCooldown() {
        refuse(0, 7);

        rateLimitCooldown.answered();

        assertThat(rateLimitCooldown.remaining(SECOND)).hasSeconds(6);
    }

    @Test
    void secondRateLimitNeverShortensTheWait() {
        refuse(0, 30);

        assertThat(refuse(SECOND, 2)).hasSeconds(29);
        assertThat(rateLimitCooldown.rateLimited(2 * SECOND, 2 * SECOND, null)).hasSeconds(28);
        assertThat(rateLimitCooldown.remaining(30 * SECOND - 1)).isPositive();
    }

    @Test
    void secondRateLimitMayLengthenTheWait() {
        refuse(0, 2);

        assertThat(refuse(SECOND, 30)).hasSeconds(30);
    }

    @Test
    void jitterOnlyLengthensTheWait() {
        for (long seed = 0; seed < 200; seed++) {
            RateLimitCooldown jittered = new RateLimitCooldown(new Random(seed));
            Duration advised = jittered.rateLimited(0, 0, Duration.ofSeconds(10));
            assertThat(advised)
                    .as("seed %d", seed)
                    .isBetween(Duration.ofSeconds(10), Duration.ofSeconds(11));
        }
    }

    @Test
    void sameSeedGivesTheSameJitter() {
        Duration once = new RateLimitCooldown(new Random(5)).rateLimited(0, 0, null);
        Duration again = new RateLimitCooldown(new Random(5)).rateLimited(0, 0, null);

        assertThat(once).isEqualTo(again).isGreaterThan(Duration.ofSeconds(1));
    }

    @ParameterizedTest
    @ValueSource(longs = {-5_000, 0, 6, 999})
    void shortAdviceDoesNotShortenTheBackoff(long millis) {
        long now = 0;
        for (int expected : new int[] {1, 2, 4, 8, 16, 32, 60, 60}) {
            Duration wait = rateLimitCooldown.rateLimited(now, now, Duration.ofMillis(millis));
            assertThat(wait).hasSeconds(expected);
            now += wait.toNanos();
        }
    }

    @Test
    void backoffKeepsGrowingWhileLongerAdviceIsFollowed() {
        assertThat(refuse(0, 7)).hasSeconds(7);
        assertThat(refuse(10 * SECOND, 7)).hasSeconds(7);
        assertThat(refuse(20 * SECOND, 7)).hasSeconds(7);
        assertThat(refuse(30 * SECOND, 7)).hasSeconds(8);
    }

    @Test
    void invalidAdviceIsLimitedToTheValidRange() {
        assertThat(rateLimitCooldown.rateLimited(0, 0, Duration.ofSeconds(-5))).hasSeconds(1);
        assertThat(rateLimitCooldown.rateLimited(0, 0, Duration.ofSeconds(Long.MAX_VALUE)))
                .isEqualTo(Duration.ofDays(365));
        assertThat(rateLimitCooldown.remaining(SECOND)).isPositive();
    }

    @Test
    void cooldownSurvivesClockWraparound() {
        long now = Long.MAX_VALUE - SECOND;
        refuse(now, 3);

        assertThat(rateLimitCooldown.remaining(now + 2 * SECOND)).isPositive();
        assertThat(rateLimitCooldown.remaining(now + 3 * SECOND)).isZero();
    }

    @Test
    void concurrentRateLimitsCountOnce() {
        rateLimitCooldown.rateLimited(10 * SECOND, 5 * SECOND, null);
        rateLimitCooldown.rateLimited(10 * SECOND, 6 * SECOND, null);
        Duration last = rateLimitCooldown.rateLimited(10 * SECOND, 10 * SECOND, null);

        assertThat(last).hasSeconds(1);
        assertThat(rateLimitCooldown.rateLimited(12 * SECOND, 11 * SECOND, null))
                .hasSeconds(2);
    }

    @Test
    void lateRateLimitOfAnOldCallRepeatsTheCurrentBackoff() {
        rateLimitCooldown.rateLimited(0, 0, null);
        rateLimitCooldown.rateLimited(10 * SECOND, 9 * SECOND, null);

        assertThat(rateLimitCooldown.rateLimited(15 * SECOND, 8 * SECOND, null)).hasSeconds(2);
        assertThat(rateLimitCooldown.rateLimited(20 * SECOND, 19 * SECOND, null))
                .hasSeconds(4);
    }

    @Test
    void adviceToAnOldCallIsFollowed() {
        rateLimitCooldown.rateLimited(10 * SECOND, 5 * SECOND, null);

        assertThat(rateLimitCooldown.rateLimited(10 * SECOND, 6 * SECOND, Duration.ofSeconds(30)))
                .hasSeconds(30);
    }

    private Duration refuse(long now, int seconds) {
        return rateLimitCooldown.rateLimited(now, now, Duration.ofSeconds(seconds));
    }

    private static RandomGenerator withoutJitter() {
        return () -> 0;
    }
}
