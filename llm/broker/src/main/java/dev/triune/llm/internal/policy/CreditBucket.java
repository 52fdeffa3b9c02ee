/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.policy;

import java.time.Duration;

/**
 * A ledger of credits, full at first and refilled evenly, to the nanosecond and without rounding.
 * Times are nanoseconds; a time before the last one refills nothing. Not thread-safe: one owner.
 */
public final class CreditBucket {
    private static final long NANOS = 1_000_000_000;

    private final int capacity;
    private final int perSecond;

    /** In billionths of a credit: one nanosecond refills as many of them as come in a second. */
    private long level;

    private long at;
    private boolean begun;

    /**
     * A full ledger of so many credits, of which {@code perSecond} come back in a second; both 1 or
     * more.
     */
    public CreditBucket(int capacity, int perSecond) {
        this.capacity = checkPositive("credit capacity", capacity);
        this.perSecond = checkPositive("credits a second", perSecond);
        this.level = full();
    }

    /** Whole credits at that time, 0 to the capacity. */
    public int available(long now) {
        refill(now);
        return (int) (level / NANOS);
    }

    /**
     * Takes so many credits, 0 to the capacity; false if there are not enough, and none is taken.
     */
    public boolean tryConsume(int cost, long now) {
        long needed = needed(cost);
        refill(now);
        if (needed > level) {
            return false;
        }
        level -= needed;
        return true;
    }

    /**
     * How long until so many credits, 0 to the capacity, are there if nobody takes any meanwhile.
     */
    public Duration untilAvailable(int cost, long now) {
        long needed = needed(cost);
        refill(now);
        return needed <= level ? Duration.ZERO : Duration.ofNanos(nanosFor(needed - level));
    }

    private void refill(long now) {
        if (!begun) {
            begun = true;
            at = now;
            return;
        }
        long elapsed = now - at;
        if (elapsed <= 0) {
            return;
        }
        at = now;
        long missing = full() - level;
        // compared first: after a long time the product would overflow
        level = elapsed >= nanosFor(missing) ? full() : level + elapsed * perSecond;
    }

    private long nanosFor(long billionths) {
        return billionths / perSecond + (billionths % perSecond == 0 ? 0 : 1);
    }

    private long full() {
        return capacity * NANOS;
    }

    private long needed(int cost) {
        if (cost < 0 || cost > capacity) {
            throw new IllegalArgumentException(
                    "cost " + cost + " (expected 0 to the capacity of " + capacity + ")");
        }
        return cost * NANOS;
    }

    private static int checkPositive(String what, int value) {
        if (value < 1) {
            throw new IllegalArgumentException(what + " " + value + " (expected 1 or more)");
        }
        return value;
    }
}
