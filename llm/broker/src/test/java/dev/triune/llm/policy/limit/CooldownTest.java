/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.policy.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.Optional;
import java.util.Random;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class CooldownTest {
    private static final long SECOND = 1_000_000_000;

    private final Cooldown cooldown = new Cooldown(withoutJitter());

    @Test
    void aProviderThatNeverRefusedDoesNotCool() {
        assertThat(cooldown.over(0)).isTrue();
        assertThat(cooldown.over(Long.MIN_VALUE)).isTrue();
        assertThat(cooldown.left(0)).isZero();
    }

    @Test
    void theAdviceOfTheProviderIsTaken() {
        assertThat(refuse(0, 7)).hasSeconds(7);

        assertThat(cooldown.over(7 * SECOND - 1)).isFalse();
        assertThat(cooldown.left(3 * SECOND)).hasSeconds(4);
        assertThat(cooldown.over(7 * SECOND)).isTrue();
        assertThat(cooldown.left(8 * SECOND)).isZero();
    }

    @Test
    void withoutAdviceTheWaitDoublesFromOneSecondToAMinute() {
        long now = 0;
        for (int expected : new int[] {1, 2, 4, 8, 16, 32, 60, 60, 60}) {
            Duration wait = cooldown.refused(now, now, Optional.empty());
            assertThat(wait).hasSeconds(expected);
            now += wait.toNanos();
        }
    }

    @Test
    void anAnswerMakesTheNextBackoffSmallAgain() {
        cooldown.refused(0, 0, Optional.empty());
        cooldown.refused(10 * SECOND, 10 * SECOND, Optional.empty());

        cooldown.answered();

        assertThat(cooldown.refused(100 * SECOND, 100 * SECOND, Optional.empty()))
                .hasSeconds(1);
    }

    @Test
    void anAnswerDoesNotEndACooldown() {
        refuse(0, 7);

        cooldown.answered();

        assertThat(cooldown.left(SECOND)).hasSeconds(6);
    }

    @Test
    void secondRateLimitNeverShortensTheWait() {
        refuse(0, 30);

        assertThat(refuse(SECOND, 2)).hasSeconds(29);
        assertThat(cooldown.refused(2 * SECOND, 2 * SECOND, Optional.empty())).hasSeconds(28);
        assertThat(cooldown.over(30 * SECOND - 1)).isFalse();
    }

    @Test
    void secondRateLimitMayLengthenTheWait() {
        refuse(0, 2);

        assertThat(refuse(SECOND, 30)).hasSeconds(30);
    }

    @Test
    void jitterOnlyEverAdds() {
        for (long seed = 0; seed < 200; seed++) {
            Cooldown jittered = new Cooldown(new Random(seed));
            Duration advised = jittered.refused(0, 0, Optional.of(Duration.ofSeconds(10)));
            assertThat(advised)
                    .as("seed %d", seed)
                    .isBetween(Duration.ofSeconds(10), Duration.ofSeconds(11));
        }
    }

    @Test
    void sameSeedGivesTheSameJitter() {
        Duration once = new Cooldown(new Random(5)).refused(0, 0, Optional.empty());
        Duration again = new Cooldown(new Random(5)).refused(0, 0, Optional.empty());

        assertThat(once).isEqualTo(again).isGreaterThan(Duration.ofSeconds(1));
    }

    @Test
    void anAdviceOfNothingIsOverAtOnce() {
        assertThat(refuse(0, 0)).isZero();
        assertThat(cooldown.over(0)).isTrue();
    }

    @Test
    void nonsensicalAdviceNeitherOverflowsNorGoesBack() {
        assertThat(cooldown.refused(0, 0, Optional.of(Duration.ofSeconds(-5)))).isZero();
        assertThat(cooldown.refused(0, 0, Optional.of(Duration.ofSeconds(Long.MAX_VALUE))))
                .isEqualTo(Duration.ofDays(365));
        assertThat(cooldown.over(SECOND)).isFalse();
    }

    @Test
    void itWorksWhereTheClockWrapsAround() {
        long now = Long.MAX_VALUE - SECOND;
        refuse(now, 3);

        assertThat(cooldown.over(now + 2 * SECOND)).isFalse();
        assertThat(cooldown.over(now + 3 * SECOND)).isTrue();
    }

    @Test
    void callsThatWereUnderWayTogetherCountAsOneRefusal() {
        cooldown.refused(10 * SECOND, 5 * SECOND, Optional.empty());
        cooldown.refused(10 * SECOND, 6 * SECOND, Optional.empty());
        Duration last = cooldown.refused(10 * SECOND, 10 * SECOND, Optional.empty());

        assertThat(last).hasSeconds(1);
        assertThat(cooldown.refused(12 * SECOND, 11 * SECOND, Optional.empty())).hasSeconds(2);
    }

    @Test
    void aStragglerWaitsAsLongAsThePresentBackoffDid() {
        cooldown.refused(0, 0, Optional.empty());
        cooldown.refused(10 * SECOND, 9 * SECOND, Optional.empty());

        assertThat(cooldown.refused(15 * SECOND, 8 * SECOND, Optional.empty())).hasSeconds(2);
        assertThat(cooldown.refused(20 * SECOND, 19 * SECOND, Optional.empty())).hasSeconds(4);
    }

    @Test
    void theAdviceToAStragglerIsTakenAllTheSame() {
        cooldown.refused(10 * SECOND, 5 * SECOND, Optional.empty());

        assertThat(cooldown.refused(10 * SECOND, 6 * SECOND, Optional.of(Duration.ofSeconds(30))))
                .hasSeconds(30);
    }

    @Test
    void theLongestBackoffMayBeChosen() {
        Cooldown patient = new Cooldown(withoutJitter(), Duration.ofMinutes(10));
        long now = 0;
        Duration last = Duration.ZERO;
        for (int i = 0; i < 40; i++) {
            last = patient.refused(now, now, Optional.empty());
            now += last.toNanos();
        }

        assertThat(last).isEqualTo(Duration.ofMinutes(10));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Cooldown(withoutJitter(), Duration.ofMillis(999)))
                .withMessage("longest backoff PT0.999S (expected PT1S to PT8760H)");
    }

    private Duration refuse(long now, int seconds) {
        return cooldown.refused(now, now, Optional.of(Duration.ofSeconds(seconds)));
    }

    private static RandomGenerator withoutJitter() {
        return () -> 0;
    }
}
