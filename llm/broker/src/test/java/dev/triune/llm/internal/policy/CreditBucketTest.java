/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CreditBucketTest {
    private static final long SECOND = 1_000_000_000;
    private static final int SEEDS = 200;

    private final CreditBucket creditBucket = new CreditBucket(100, 10);

    @Test
    void startsFull() {
        assertThat(creditBucket.available(-5)).isEqualTo(100);
    }

    @Test
    void refillsEvenlyAtTenCreditsPerSecond() {
        assertThat(creditBucket.tryConsume(100, 0)).isTrue();

        assertThat(creditBucket.available(SECOND / 10 - 1)).isZero();
        assertThat(creditBucket.available(SECOND / 10)).isEqualTo(1);
        assertThat(creditBucket.available(SECOND)).isEqualTo(10);
        assertThat(creditBucket.available(9 * SECOND)).isEqualTo(90);
        assertThat(creditBucket.available(60 * SECOND)).isEqualTo(100);
    }

    @Test
    void consumesNothingWhenCreditsAreInsufficient() {
        creditBucket.tryConsume(95, 0);

        assertThat(creditBucket.tryConsume(6, 0)).isFalse();
        assertThat(creditBucket.available(0)).isEqualTo(5);
        assertThat(creditBucket.tryConsume(5, 0)).isTrue();
    }

    @Test
    void predictsTheWaitToTheNanosecond() {
        CreditBucket three = new CreditBucket(10, 3);
        three.tryConsume(10, 0);

        Duration wait = three.untilAvailable(1, 0);

        assertThat(wait).hasNanos(333_333_334);
        assertThat(three.tryConsume(1, wait.toNanos() - 1)).isFalse();
        assertThat(three.tryConsume(1, wait.toNanos())).isTrue();
        assertThat(three.untilAvailable(0, wait.toNanos())).isZero();
    }

    @Test
    void rejectsInvalidCosts() {
        assertThatThrownBy(() -> creditBucket.tryConsume(101, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("cost 101 (expected 0 to the capacity of 100)");
        assertThatThrownBy(() -> creditBucket.untilAvailable(101, 0))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> creditBucket.tryConsume(-1, 0))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void extremeValuesDoNotOverflow() {
        CreditBucket huge = new CreditBucket(Integer.MAX_VALUE, Integer.MAX_VALUE);
        huge.tryConsume(Integer.MAX_VALUE, Long.MIN_VALUE);

        assertThat(huge.untilAvailable(Integer.MAX_VALUE, Long.MIN_VALUE)).hasSeconds(1);
        assertThat(huge.available(-1)).isEqualTo(Integer.MAX_VALUE);
    }

    @Test
    void backwardClockRefillsNothing() {
        creditBucket.tryConsume(100, SECOND);

        assertThat(creditBucket.available(0)).isZero();
        assertThat(creditBucket.available(2 * SECOND)).isEqualTo(10);
    }

    @Test
    void neverConsumesMoreThanCapacityPlusRefill() {
        for (long seed = 0; seed < SEEDS; seed++) {
            Random random = new Random(seed);
            int capacity = 1 + random.nextInt(50);
            int perSecond = 1 + random.nextInt(30);
            CreditBucket bucket = new CreditBucket(capacity, perSecond);
            long now = 0;
            long taken = 0;
            for (int step = 0; step < 300; step++) {
                now += random.nextInt(200_000_000);
                int cost = random.nextInt(capacity + 1);
                Duration wait = bucket.untilAvailable(cost, now);
                boolean took = bucket.tryConsume(cost, now);
                assertThat(took).as("took, seed %d", seed).isEqualTo(wait.isZero());
                taken += took ? cost : 0;
                assertThat(BigInteger.valueOf(taken - capacity)
                                .multiply(BigInteger.valueOf(SECOND)))
                        .as("taken, seed %d step %d", seed, step)
                        .isLessThanOrEqualTo(
                                BigInteger.valueOf(now).multiply(BigInteger.valueOf(perSecond)));
            }
            assertThat(taken).as("something was taken, seed %d", seed).isPositive();
        }
    }
}
