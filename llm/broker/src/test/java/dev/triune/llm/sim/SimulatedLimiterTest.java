/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SimulatedLimiterTest {
    private static final long SECOND = 1_000_000_000;
    private static final long MINUTE = 60 * SECOND;
    private static final long DAY = 24 * 60 * MINUTE;
    private static final long[] WINDOWS = {MINUTE, DAY, 7};
    private static final long[] STARTS = {0, -5 * MINUTE - 3, 3 * DAY + 17};

    @Test
    void tokenBucketHoldsTheLimitAndRefillsContinuously() {
        SimulatedLimiter simulatedLimiter =
                SimulatedLimiter.of(SimulatedLimitKind.TOKEN_BUCKET, 30, MINUTE);
        simulatedLimiter.count(30, 0);

        assertThat(simulatedLimiter.remaining(0)).isZero();
        assertThat(simulatedLimiter.nanosUntil(1, 0)).isEqualTo(2 * SECOND);
        assertThat(simulatedLimiter.nanosUntil(1, SECOND)).isEqualTo(SECOND);
        assertThat(simulatedLimiter.nanosUntilFull(SECOND)).isEqualTo(59 * SECOND);
        assertThat(simulatedLimiter.remaining(21 * SECOND)).isEqualTo(10);
        assertThat(simulatedLimiter.remaining(1_000 * SECOND)).isEqualTo(30);
    }

    @Test
    void tokenBucketAdmitsItsCapacityPlusRefillInOneMinute() {
        assertThat(admittedInAMinute(SimulatedLimitKind.TOKEN_BUCKET, 0)).isEqualTo(59);
    }

    @Test
    void slidingWindowForgetsRequestsAfterOneMinute() {
        SimulatedLimiter simulatedLimiter =
                SimulatedLimiter.of(SimulatedLimitKind.SLIDING_WINDOW, 2, MINUTE);
        simulatedLimiter.count(1, 0);
        simulatedLimiter.count(1, 10 * SECOND);

        assertThat(simulatedLimiter.nanosUntil(1, 20 * SECOND)).isEqualTo(40 * SECOND);
        assertThat(simulatedLimiter.nanosUntil(2, 20 * SECOND)).isEqualTo(50 * SECOND);
        assertThat(simulatedLimiter.remaining(MINUTE - 1)).isZero();
        assertThat(simulatedLimiter.remaining(MINUTE)).isEqualTo(1);
        assertThat(simulatedLimiter.nanosUntilFull(MINUTE)).isEqualTo(10 * SECOND);
        assertThat(simulatedLimiter.nanosUntilFull(MINUTE + 10 * SECOND)).isZero();
    }

    @Test
    void slidingWindowAdmitsNoMoreThanTheLimitInAnyMinute() {
        assertThat(admittedInAMinute(SimulatedLimitKind.SLIDING_WINDOW, 0)).isEqualTo(30);
        assertThat(admittedInAMinute(SimulatedLimitKind.SLIDING_WINDOW, 30 * SECOND))
                .isEqualTo(30);
    }

    @Test
    void fixedWindowEndsWithTheMinute() {
        SimulatedLimiter simulatedLimiter =
                SimulatedLimiter.of(SimulatedLimitKind.FIXED_WINDOW, 2, MINUTE);
        simulatedLimiter.count(2, 50 * SECOND);

        assertThat(simulatedLimiter.nanosUntil(1, 50 * SECOND)).isEqualTo(10 * SECOND);
        assertThat(simulatedLimiter.nanosUntilFull(50 * SECOND)).isEqualTo(10 * SECOND);
        assertThat(simulatedLimiter.remaining(MINUTE - 1)).isZero();
        assertThat(simulatedLimiter.remaining(MINUTE)).isEqualTo(2);
        assertThat(simulatedLimiter.nanosUntilFull(MINUTE)).isZero();
    }

    @Test
    void fixedWindowAdmitsTwiceTheLimitAcrossItsEdge() {
        assertThat(admittedInAMinute(SimulatedLimitKind.FIXED_WINDOW, 0)).isEqualTo(30);
        assertThat(admittedInAMinute(SimulatedLimitKind.FIXED_WINDOW, 30 * SECOND))
                .isEqualTo(60);
    }

    @Test
    void fixedWindowsBeforeTimeZeroHaveTheSameLength() {
        SimulatedLimiter simulatedLimiter =
                SimulatedLimiter.of(SimulatedLimitKind.FIXED_WINDOW, 1, MINUTE);
        simulatedLimiter.count(1, -1);

        assertThat(simulatedLimiter.nanosUntil(1, -1)).isEqualTo(1);
        assertThat(simulatedLimiter.nanosUntil(1, 0)).isZero();
    }

    @ParameterizedTest
    @EnumSource(SimulatedLimitKind.class)
    void admitsTheWholeLimitAtOnceAndNoMore(SimulatedLimitKind kind) {
        SimulatedLimiter simulatedLimiter = SimulatedLimiter.of(kind, 7, MINUTE);

        assertThat(simulatedLimiter.remaining(0)).isEqualTo(7);
        for (int i = 0; i < 7; i++) {
            assertThat(simulatedLimiter.nanosUntil(1, 0)).isZero();
            simulatedLimiter.count(1, 0);
        }
        assertThat(simulatedLimiter.nanosUntil(1, 0)).isPositive();
        assertThat(simulatedLimiter.remaining(0)).isZero();
        assertThat(simulatedLimiter.nanosUntil(7, 0)).isEqualTo(MINUTE);
        assertThat(simulatedLimiter.nanosUntil(7, MINUTE)).isZero();
    }

    @ParameterizedTest
    @EnumSource(SimulatedLimitKind.class)
    void amountOverTheLimitWaitsAWholeWindow(SimulatedLimitKind kind) {
        SimulatedLimiter simulatedLimiter = SimulatedLimiter.of(kind, 100, MINUTE);

        assertThat(simulatedLimiter.nanosUntil(101, 20 * SECOND)).isEqualTo(MINUTE);
        simulatedLimiter.count(1, 20 * SECOND);
        assertThat(simulatedLimiter.nanosUntil(101, 20 * SECOND)).isEqualTo(MINUTE);
    }

    @Test
    void tokenBucketPaysOffTheExcess() {
        SimulatedLimiter simulatedLimiter =
                SimulatedLimiter.of(SimulatedLimitKind.TOKEN_BUCKET, 10, MINUTE);
        simulatedLimiter.count(25, 0);

        assertThat(simulatedLimiter.remaining(0)).isZero();
        assertThat(simulatedLimiter.nanosUntilFull(0)).isEqualTo(150 * SECOND);
        assertThat(simulatedLimiter.nanosUntil(1, 0)).isEqualTo(96 * SECOND);
        assertThat(simulatedLimiter.nanosUntil(1, MINUTE)).isEqualTo(36 * SECOND);
    }

    @ParameterizedTest
    @EnumSource(
            value = SimulatedLimitKind.class,
            mode = EnumSource.Mode.EXCLUDE,
            names = "TOKEN_BUCKET")
    void windowForgetsTheExcess(SimulatedLimitKind kind) {
        SimulatedLimiter simulatedLimiter = SimulatedLimiter.of(kind, 10, MINUTE);
        simulatedLimiter.count(25, 0);

        assertThat(simulatedLimiter.remaining(0)).isZero();
        assertThat(simulatedLimiter.nanosUntil(10, 0)).isEqualTo(MINUTE);
        assertThat(simulatedLimiter.nanosUntil(10, MINUTE)).isZero();
    }

    @ParameterizedTest
    @EnumSource(SimulatedLimitKind.class)
    void largestLimitNeverRunsOut(SimulatedLimitKind kind) {
        SimulatedLimiter simulatedLimiter = SimulatedLimiter.of(kind, Integer.MAX_VALUE, DAY);
        simulatedLimiter.count(Integer.MAX_VALUE - 1L, 5);

        assertThat(simulatedLimiter.remaining(5)).isEqualTo(1);
        assertThat(simulatedLimiter.nanosUntil(1, 5)).isZero();
    }

    @ParameterizedTest
    @EnumSource(SimulatedLimitKind.class)
    void limiterAgreesWithTheReferenceModel(SimulatedLimitKind kind) {
        for (long seed = 0; seed < 300; seed++) {
            RandomGenerator random = new SplittableRandom(seed);
            long window = WINDOWS[random.nextInt(WINDOWS.length)];
            long limit = random.nextLong(1, random.nextBoolean() ? 10 : 5_000);
            SimulatedLimiter simulatedLimiter = SimulatedLimiter.of(kind, limit, window);
            Log log = new Log(kind, limit, window);
            long now = STARTS[random.nextInt(STARTS.length)];
            for (int step = 0; step < 60; step++) {
                now += random.nextLong(window / 5 + 1);
                long amount = random.nextLong(1, limit + 1);
                String where = "seed " + seed + ", step " + step;
                long wait = simulatedLimiter.nanosUntil(amount, now);
                assertThat(simulatedLimiter.remaining(now)).as(where).isEqualTo(log.remaining(now));
                assertThat(log.admits(amount, now)).as(where).isEqualTo(wait == 0);
                assertThat(log.admits(amount, now + wait)).as(where).isTrue();
                assertThat(wait > 0 && log.admits(amount, now + wait - 1))
                        .as(where)
                        .isFalse();
                long full = simulatedLimiter.nanosUntilFull(now);
                assertThat(log.remaining(now + full)).as(where).isEqualTo(limit);
                if (wait > 0 && random.nextBoolean()) {
                    now += wait - 1;
                    assertThat(simulatedLimiter.nanosUntil(amount, now))
                            .as(where)
                            .isEqualTo(1);
                    now += 1;
                    assertThat(simulatedLimiter.nanosUntil(amount, now))
                            .as(where)
                            .isZero();
                    wait = 0;
                }
                if (wait == 0 || random.nextInt(8) == 0) {
                    simulatedLimiter.count(amount, now);
                    log.count(amount, now);
                }
            }
        }
    }

    /** The number of requests admitted within one minute, at ten requests per second. */
    private static int admittedInAMinute(SimulatedLimitKind kind, long from) {
        SimulatedLimiter simulatedLimiter = SimulatedLimiter.of(kind, 30, MINUTE);
        int admitted = 0;
        for (long now = from; now < from + MINUTE; now += SECOND / 10) {
            if (simulatedLimiter.nanosUntil(1, now) == 0) {
                simulatedLimiter.count(1, now);
                admitted++;
            }
        }
        return admitted;
    }

    /** A simple reference model: a list of everything counted, with exact fractions. */
    private static final class Log {
        private final SimulatedLimitKind kind;
        private final long limit;
        private final long window;
        private final List<long[]> entries = new ArrayList<>();

        Log(SimulatedLimitKind kind, long limit, long window) {
            this.kind = kind;
            this.limit = limit;
            this.window = window;
        }

        void count(long amount, long now) {
            entries.add(new long[] {now, amount});
        }

        boolean admits(long amount, long now) {
            return kind == SimulatedLimitKind.TOKEN_BUCKET
                    ? missing(now).add(units(amount)).compareTo(units(limit)) <= 0
                    : used(now) + amount <= limit;
        }

        long remaining(long now) {
            long left = kind == SimulatedLimitKind.TOKEN_BUCKET
                    ? units(limit)
                            .subtract(missing(now))
                            .max(BigInteger.ZERO)
                            .divide(BigInteger.valueOf(window))
                            .longValueExact()
                    : limit - used(now);
            return Math.max(0, left);
        }

        private long used(long now) {
            long begin = kind == SimulatedLimitKind.SLIDING_WINDOW
                    ? now - window + 1
                    : now - Math.floorMod(now, window);
            return entries.stream()
                    .filter(entry -> entry[0] >= begin)
                    .mapToLong(entry -> entry[1])
                    .sum();
        }

        /** In fractions of a token; each nanosecond refills as many of them as the limit. */
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
