/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.provider.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LimiterTest {
    private static final long SECOND = 1_000_000_000;
    private static final long MINUTE = 60 * SECOND;
    private static final long DAY = 24 * 60 * MINUTE;
    private static final long[] WINDOWS = {MINUTE, DAY, 7};
    private static final long[] STARTS = {0, -5 * MINUTE - 3, 3 * DAY + 17};

    @Test
    void aBucketHoldsTheLimitAndRefillsAllTheTime() {
        Limiter limiter = Limiter.of(LimitKind.TOKEN_BUCKET, 30, MINUTE);
        limiter.count(30, 0);

        assertThat(limiter.remaining(0)).isZero();
        assertThat(limiter.nanosUntil(1, 0)).isEqualTo(2 * SECOND);
        assertThat(limiter.nanosUntil(1, SECOND)).isEqualTo(SECOND);
        assertThat(limiter.nanosUntilFull(SECOND)).isEqualTo(59 * SECOND);
        assertThat(limiter.remaining(21 * SECOND)).isEqualTo(10);
        assertThat(limiter.remaining(1_000 * SECOND)).isEqualTo(30);
    }

    @Test
    void aBucketAdmitsAFullOneAndItsRefillWithinAMinute() {
        assertThat(admittedInAMinute(LimitKind.TOKEN_BUCKET, 0)).isEqualTo(59);
    }

    @Test
    void aSlidingWindowForgetsEachRequestAMinuteAfterIt() {
        Limiter limiter = Limiter.of(LimitKind.SLIDING_WINDOW, 2, MINUTE);
        limiter.count(1, 0);
        limiter.count(1, 10 * SECOND);

        assertThat(limiter.nanosUntil(1, 20 * SECOND)).isEqualTo(40 * SECOND);
        assertThat(limiter.nanosUntil(2, 20 * SECOND)).isEqualTo(50 * SECOND);
        assertThat(limiter.remaining(MINUTE - 1)).isZero();
        assertThat(limiter.remaining(MINUTE)).isEqualTo(1);
        assertThat(limiter.nanosUntilFull(MINUTE)).isEqualTo(10 * SECOND);
        assertThat(limiter.nanosUntilFull(MINUTE + 10 * SECOND)).isZero();
    }

    @Test
    void aSlidingWindowAdmitsNoMoreThanTheLimitInAnyMinute() {
        assertThat(admittedInAMinute(LimitKind.SLIDING_WINDOW, 0)).isEqualTo(30);
        assertThat(admittedInAMinute(LimitKind.SLIDING_WINDOW, 30 * SECOND)).isEqualTo(30);
    }

    @Test
    void aFixedWindowEndsWithTheMinuteWhereverInItARequestCame() {
        Limiter limiter = Limiter.of(LimitKind.FIXED_WINDOW, 2, MINUTE);
        limiter.count(2, 50 * SECOND);

        assertThat(limiter.nanosUntil(1, 50 * SECOND)).isEqualTo(10 * SECOND);
        assertThat(limiter.nanosUntilFull(50 * SECOND)).isEqualTo(10 * SECOND);
        assertThat(limiter.remaining(MINUTE - 1)).isZero();
        assertThat(limiter.remaining(MINUTE)).isEqualTo(2);
        assertThat(limiter.nanosUntilFull(MINUTE)).isZero();
    }

    @Test
    void aFixedWindowAdmitsTwiceTheLimitAcrossItsEdge() {
        assertThat(admittedInAMinute(LimitKind.FIXED_WINDOW, 0)).isEqualTo(30);
        assertThat(admittedInAMinute(LimitKind.FIXED_WINDOW, 30 * SECOND)).isEqualTo(60);
    }

    @Test
    void fixedWindowsBeforeTimeZeroHaveTheSameLength() {
        Limiter limiter = Limiter.of(LimitKind.FIXED_WINDOW, 1, MINUTE);
        limiter.count(1, -1);

        assertThat(limiter.nanosUntil(1, -1)).isEqualTo(1);
        assertThat(limiter.nanosUntil(1, 0)).isZero();
    }

    @ParameterizedTest
    @EnumSource(LimitKind.class)
    void theWholeLimitIsAdmittedAtOnceAndNotOneMore(LimitKind kind) {
        Limiter limiter = Limiter.of(kind, 7, MINUTE);

        assertThat(limiter.remaining(0)).isEqualTo(7);
        for (int i = 0; i < 7; i++) {
            assertThat(limiter.nanosUntil(1, 0)).isZero();
            limiter.count(1, 0);
        }
        assertThat(limiter.nanosUntil(1, 0)).isPositive();
        assertThat(limiter.remaining(0)).isZero();
        assertThat(limiter.nanosUntil(7, 0)).isEqualTo(MINUTE);
        assertThat(limiter.nanosUntil(7, MINUTE)).isZero();
    }

    @ParameterizedTest
    @EnumSource(LimitKind.class)
    void whatNeverFitsIsToldToWaitAWholeWindow(LimitKind kind) {
        Limiter limiter = Limiter.of(kind, 100, MINUTE);

        assertThat(limiter.nanosUntil(101, 20 * SECOND)).isEqualTo(MINUTE);
        limiter.count(1, 20 * SECOND);
        assertThat(limiter.nanosUntil(101, 20 * SECOND)).isEqualTo(MINUTE);
    }

    @Test
    void whatIsCountedBeyondTheLimitIsPaidOffByABucket() {
        Limiter limiter = Limiter.of(LimitKind.TOKEN_BUCKET, 10, MINUTE);
        limiter.count(25, 0);

        assertThat(limiter.remaining(0)).isZero();
        assertThat(limiter.nanosUntilFull(0)).isEqualTo(150 * SECOND);
        assertThat(limiter.nanosUntil(1, 0)).isEqualTo(96 * SECOND);
        assertThat(limiter.nanosUntil(1, MINUTE)).isEqualTo(36 * SECOND);
    }

    @ParameterizedTest
    @EnumSource(value = LimitKind.class, mode = EnumSource.Mode.EXCLUDE, names = "TOKEN_BUCKET")
    void whatIsCountedBeyondTheLimitIsForgottenByAWindow(LimitKind kind) {
        Limiter limiter = Limiter.of(kind, 10, MINUTE);
        limiter.count(25, 0);

        assertThat(limiter.remaining(0)).isZero();
        assertThat(limiter.nanosUntil(10, 0)).isEqualTo(MINUTE);
        assertThat(limiter.nanosUntil(10, MINUTE)).isZero();
    }

    @ParameterizedTest
    @EnumSource(LimitKind.class)
    void theLargestLimitNeverRunsOut(LimitKind kind) {
        Limiter limiter = Limiter.of(kind, Integer.MAX_VALUE, DAY);
        limiter.count(Integer.MAX_VALUE - 1L, 5);

        assertThat(limiter.remaining(5)).isEqualTo(1);
        assertThat(limiter.nanosUntil(1, 5)).isZero();
    }

    @ParameterizedTest
    @EnumSource(LimitKind.class)
    void everyStandingIsThatOfALogOfEverything(LimitKind kind) {
        for (long seed = 0; seed < 300; seed++) {
            RandomGenerator random = new SplittableRandom(seed);
            long window = WINDOWS[random.nextInt(WINDOWS.length)];
            long limit = random.nextLong(1, random.nextBoolean() ? 10 : 5_000);
            Limiter limiter = Limiter.of(kind, limit, window);
            Log log = new Log(kind, limit, window);
            long now = STARTS[random.nextInt(STARTS.length)];
            for (int step = 0; step < 60; step++) {
                now += random.nextLong(window / 5 + 1);
                long amount = random.nextLong(1, limit + 1);
                String where = "seed " + seed + ", step " + step;
                long wait = limiter.nanosUntil(amount, now);
                assertThat(limiter.remaining(now)).as(where).isEqualTo(log.remaining(now));
                assertThat(log.admits(amount, now)).as(where).isEqualTo(wait == 0);
                assertThat(log.admits(amount, now + wait)).as(where).isTrue();
                assertThat(wait > 0 && log.admits(amount, now + wait - 1))
                        .as(where)
                        .isFalse();
                long full = limiter.nanosUntilFull(now);
                assertThat(log.remaining(now + full)).as(where).isEqualTo(limit);
                if (wait > 0 && random.nextBoolean()) {
                    now += wait - 1;
                    assertThat(limiter.nanosUntil(amount, now)).as(where).isEqualTo(1);
                    now += 1;
                    assertThat(limiter.nanosUntil(amount, now)).as(where).isZero();
                    wait = 0;
                }
                if (wait == 0 || random.nextInt(8) == 0) {
                    limiter.count(amount, now);
                    log.count(amount, now);
                }
            }
        }
    }

    /** How many of ten each second pass within a minute from then. */
    private static int admittedInAMinute(LimitKind kind, long from) {
        Limiter limiter = Limiter.of(kind, 30, MINUTE);
        int admitted = 0;
        for (long now = from; now < from + MINUTE; now += SECOND / 10) {
            if (limiter.nanosUntil(1, now) == 0) {
                limiter.count(1, now);
                admitted++;
            }
        }
        return admitted;
    }

    /** Everything that was ever counted, in the plainest way: a list, and exact fractions. */
    private static final class Log {
        private final LimitKind kind;
        private final long limit;
        private final long window;
        private final List<long[]> entries = new ArrayList<>();

        Log(LimitKind kind, long limit, long window) {
            this.kind = kind;
            this.limit = limit;
            this.window = window;
        }

        void count(long amount, long now) {
            entries.add(new long[] {now, amount});
        }

        boolean admits(long amount, long now) {
            return kind == LimitKind.TOKEN_BUCKET
                    ? missing(now).add(units(amount)).compareTo(units(limit)) <= 0
                    : used(now) + amount <= limit;
        }

        long remaining(long now) {
            long left = kind == LimitKind.TOKEN_BUCKET
                    ? units(limit)
                            .subtract(missing(now))
                            .max(BigInteger.ZERO)
                            .divide(BigInteger.valueOf(window))
                            .longValueExact()
                    : limit - used(now);
            return Math.max(0, left);
        }

        private long used(long now) {
            long begin = kind == LimitKind.SLIDING_WINDOW
                    ? now - window + 1
                    : now - Math.floorMod(now, window);
            return entries.stream()
                    .filter(entry -> entry[0] >= begin)
                    .mapToLong(entry -> entry[1])
                    .sum();
        }

        /** In parts of a token, of which the limiter refills as many each nanosecond as its limit. */
        private BigInteger missing(long now) {
            BigInteger missing = BigInteger.ZERO;
            long at = entries.isEmpty() ? now : entries.get(0)[0];
            for (long[] entry : entries) {
                missing = refilled(missing, entry[0] - at).add(units(entry[1]));
                at = entry[0];
            }
            return refilled(missing, now - at);
        }

        private BigInteger refilled(BigInteger missing, long nanos) {
            BigInteger refill = BigInteger.valueOf(nanos).multiply(BigInteger.valueOf(limit));
            return missing.subtract(refill).max(BigInteger.ZERO);
        }

        private BigInteger units(long amount) {
            return BigInteger.valueOf(amount).multiply(BigInteger.valueOf(window));
        }
    }
}
