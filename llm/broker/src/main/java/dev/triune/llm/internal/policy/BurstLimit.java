/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.policy;

/** A burst limit by the generic cell rate algorithm, without rounding. Not thread-safe. */
final class BurstLimit {
    private final long interval;
    private final long tolerance;
    private long fullAt;

    /** Creates a full bucket, refilled by {@code perMinute} calls per minute. Both at least 1. */
    BurstLimit(int calls, int perMinute) {
        this.interval = (60_000_000_000L + perMinute - 1) / perMinute;
        this.tolerance = (Math.min(calls, perMinute) - 1) * interval;
    }

    /** Returns the nanoseconds until this number of calls may start at once; zero if now. */
    long untilFree(int calls, long now) {
        return Math.max(0, fullAt + (calls - 1) * interval - now - tolerance);
    }

    /** Removes one call; returns the previous {@link #fullAt}, for {@link #refund}. */
    long take(long now) {
        long before = fullAt;
        fullAt = Math.max(before, now) + interval;
        return before;
    }

    /** Undoes the last {@link #take}; an earlier one is refilled after one interval instead. */
    void refund(long before, long takenAt) {
        if (fullAt == Math.max(before, takenAt) + interval) {
            fullAt = before;
        }
    }
}
