/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.sim;

import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.Deque;

/** A limit of a simulated provider, counted like real ones. Not thread-safe. */
abstract class SimulatedLimiter {
    final long limit;
    final long windowNanos;

    private SimulatedLimiter(long limit, long windowNanos) {
        this.limit = limit;
        this.windowNanos = windowNanos;
    }

    static SimulatedLimiter of(SimulatedLimitKind kind, long limit, long windowNanos) {
        return switch (kind) {
            case TOKEN_BUCKET -> new Bucket(limit, windowNanos);
            case SLIDING_WINDOW -> new Sliding(limit, windowNanos);
            case FIXED_WINDOW -> new Fixed(limit, windowNanos);
        };
    }

    /**
     * Returns the time until an amount is allowed; 0 if it is now, a whole window if it never is.
     */
    abstract long nanosUntil(long amount, long now);

    /** Returns the amount allowed now, 0 or more. */
    abstract long remaining(long now);

    /** Returns the time until the whole limit is available again. */
    abstract long nanosUntilFull(long now);

    /** Counts an amount, even beyond the limit, as limiters do that learn the usage afterwards. */
    abstract void count(long amount, long now);

    private static final class Bucket extends SimulatedLimiter {
        /**
         * The missing amount, scaled so that each nanosecond refills exactly as much as the limit.
         */
        private BigInteger missing = BigInteger.ZERO;

        private long at = Long.MIN_VALUE;

        Bucket(long limit, long windowNanos) {
            super(limit, windowNanos);
        }

        private void refill(long now) {
            if (at != Long.MIN_VALUE) {
                missing = missing.subtract(parts(limit, now - at)).max(BigInteger.ZERO);
            }
            at = now;
        }

        private static BigInteger parts(long units, long nanos) {
            return BigInteger.valueOf(units).multiply(BigInteger.valueOf(nanos));
        }

        private long nanosToRefill(BigInteger parts) {
            BigInteger roundedUp = parts.add(BigInteger.valueOf(limit - 1));
            return roundedUp.divide(BigInteger.valueOf(limit)).longValue();
        }

        @Override
        long nanosUntil(long amount, long now) {
            refill(now);
            BigInteger over = missing.add(parts(amount - limit, windowNanos));
            return amount > limit ? windowNanos : Math.max(0, nanosToRefill(over));
        }

        @Override
        long remaining(long now) {
            refill(now);
            BigInteger left = parts(limit, windowNanos).subtract(missing);
            return left.max(BigInteger.ZERO)
                    .divide(BigInteger.valueOf(windowNanos))
                    .longValue();
        }

        @Override
        long nanosUntilFull(long now) {
            refill(now);
            return nanosToRefill(missing);
        }

        @Override
        void count(long amount, long now) {
            refill(now);
            missing = missing.add(parts(amount, windowNanos));
        }
    }

    private static final class Sliding extends SimulatedLimiter {
        private final Deque<long[]> counted = new ArrayDeque<>();
        private long sum;

        Sliding(long limit, long windowNanos) {
            super(limit, windowNanos);
        }

        private void forget(long now) {
            while (!counted.isEmpty() && now - counted.getFirst()[0] >= windowNanos) {
                sum -= counted.removeFirst()[1];
            }
        }

        @Override
        long nanosUntil(long amount, long now) {
            forget(now);
            long left = sum;
            long wait = 0;
            for (long[] entry : counted) {
                if (left + amount <= limit) {
                    break;
                }
                left -= entry[1];
                wait = entry[0] + windowNanos - now;
            }
            return left + amount <= limit ? wait : windowNanos;
        }

        @Override
        long remaining(long now) {
            forget(now);
            return Math.max(0, limit - sum);
        }

        @Override
        long nanosUntilFull(long now) {
            forget(now);
            return counted.isEmpty() ? 0 : counted.getLast()[0] + windowNanos - now;
        }

        @Override
        void count(long amount, long now) {
            forget(now);
            counted.addLast(new long[] {now, amount});
            sum += amount;
        }
    }

    private static final class Fixed extends SimulatedLimiter {
        private long window = Long.MIN_VALUE;
        private long used;

        Fixed(long limit, long windowNanos) {
            super(limit, windowNanos);
        }

        private void turn(long now) {
            long current = Math.floorDiv(now, windowNanos);
            if (current != window) {
                window = current;
                used = 0;
            }
        }

        @Override
        long nanosUntil(long amount, long now) {
            turn(now);
            long wait = amount > limit ? windowNanos : nanosUntilNext(now);
            return used + amount <= limit ? 0 : wait;
        }

        @Override
        long remaining(long now) {
            turn(now);
            return Math.max(0, limit - used);
        }

        @Override
        long nanosUntilFull(long now) {
            turn(now);
            return used == 0 ? 0 : nanosUntilNext(now);
        }

        @Override
        void count(long amount, long now) {
            turn(now);
            used += amount;
        }

        private long nanosUntilNext(long now) {
            return windowNanos - Math.floorMod(now, windowNanos);
        }
    }
}
