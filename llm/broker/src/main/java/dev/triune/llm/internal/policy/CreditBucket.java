/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.policy;

import java.time.Duration;

/** Credits, refilled evenly to the nanosecond; time never goes back. Not thread-safe. */
public final class CreditBucket {
    private static final long NANOS = 1_000_000_000;

    private final int capacity;
    private final int perSecond;

    /** In billionths of a credit: one nanosecond refills as many of them as come in a second. */
    private long level;

    private long at;
    private boolean begun;

    /** Creates a full ledger; {@code perSecond} credits come back in a second. Both 1 or more. */
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

    /** Takes so many credits, 0 to the capacity; false, without taking any, if there are fewer. */
    public boolean tryConsume(int cost, long now) {
        long needed = needed(cost);
        refill(now);
        if (needed > level) {
            return false;
        }
        level -= needed;
        return true;
    }

    /** How long until there are so many credits, 0 to the capacity, if none is taken. */
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
