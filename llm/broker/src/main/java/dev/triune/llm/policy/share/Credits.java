/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.policy.share;

import java.time.Duration;

/** A ledger of credits, refilled evenly up to its capacity. Not thread-safe. */
public final class Credits {
    /** The usual capacity. */
    public static final int CAPACITY = 100;

    /** The usual refill. */
    public static final int PER_SECOND = 10;

    private static final long SECOND = 1_000_000_000L;

    private final int capacity;
    private final long nanosEach;

    /** When it is, or was, full again. */
    private long fullAt;

    private boolean used;

    /**
     * A full ledger.
     *
     * @param capacity 1 or more
     * @param perSecond credits of one second's refill, 1 or more
     */
    public Credits(int capacity, int perSecond) {
        if (capacity < 1 || perSecond < 1) {
            throw new IllegalArgumentException(
                    "credits " + capacity + ", " + perSecond + " a second (expected 1 or more)");
        }
        this.capacity = capacity;
        this.nanosEach = SECOND / perSecond;
    }

    /** Whole credits that are there. */
    public int available(long now) {
        long missing = missingNanos(now);
        return capacity - (int) ((missing + nanosEach - 1) / nanosEach);
    }

    /** Takes credits if they are there. */
    public boolean tryTake(int cost, long now) {
        if (available(now) < cost) {
            return false;
        }
        fullAt = now + missingNanos(now) + cost * nanosEach;
        used = true;
        return true;
    }

    /** Gives credits back that were taken for nothing. */
    public void giveBack(int cost, long now) {
        fullAt = now + Math.max(0, missingNanos(now) - cost * nanosEach);
    }

    /**
     * How long until so many are there; zero if they are.
     *
     * @throws IllegalArgumentException if there are never as many
     */
    public Duration untilAvailable(int cost, long now) {
        if (cost > capacity) {
            throw new IllegalArgumentException(
                    cost + " credits (expected at most the capacity of " + capacity + ")");
        }
        return Duration.ofNanos(Math.max(0, missingNanos(now) - (capacity - cost) * nanosEach));
    }

    private long missingNanos(long now) {
        return used ? Math.max(0, fullAt - now) : 0;
    }
}
