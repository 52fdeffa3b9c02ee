/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.policy;

import java.time.Duration;

/** A bucket of credits, refilled evenly to the nanosecond. Times are monotonic. Not thread-safe. */
public final class CreditBucket {
    private static final long NANOS = 1_000_000_000;

    private final int capacity;
    private final int perSecond;

    /** The level in billionths of a credit; each nanosecond adds {@link #perSecond} of them. */
    private long level;

    private long at;
    private boolean initialized;

    /** Creates a full bucket, refilled by {@code perSecond} credits per second. Both at least 1. */
    public CreditBucket(int capacity, int perSecond) {
        this.capacity = capacity;
        this.perSecond = perSecond;
        this.level = full();
    }

    /** Returns the number of whole credits, 0 to the capacity. */
    public int available(long now) {
        refill(now);
        return (int) (level / NANOS);
    }

    /** Removes credits, 0 to the capacity; returns false and removes none if there are too few. */
    public boolean tryConsume(int cost, long now) {
        long needed = needed(cost);
        refill(now);
        if (needed > level) {
            return false;
        }
        level -= needed;
        return true;
    }

    /** Returns how long until there are this many credits, 0 to the capacity, if none is taken. */
    public Duration untilAvailable(int cost, long now) {
        long needed = needed(cost);
        refill(now);
        return needed <= level ? Duration.ZERO : Duration.ofNanos(nanosFor(needed - level));
    }

    private void refill(long now) {
        if (!initialized) {
            initialized = true;
            at = now;
            return;
        }
        long elapsed = now - at;
        if (elapsed <= 0) {
            return;
        }
        at = now;
        long missing = full() - level;
        // compared first, as the product could overflow
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
}
