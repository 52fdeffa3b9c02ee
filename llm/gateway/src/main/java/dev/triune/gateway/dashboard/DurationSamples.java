/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.dashboard;

import java.util.Arrays;

/**
 * A bounded number of the latest durations. Times are nanoseconds and must not decrease. Not
 * thread-safe.
 */
final class DurationSamples {
    private final long[] at;
    private final long[] nanos;
    private long added;

    DurationSamples(int capacity) {
        this.at = new long[capacity];
        this.nanos = new long[capacity];
    }

    /** Adds a duration; overwrites the oldest one if the buffer is full. */
    void add(long now, long duration) {
        int next = (int) (added++ % at.length);
        at[next] = now;
        nanos[next] = duration;
    }

    /** Returns the durations of a window until now that are still in the buffer. */
    long[] since(long now, long windowNanos) {
        int sampleCount = (int) Math.min(added, at.length);
        long[] values = new long[sampleCount];
        int count = 0;
        for (int i = 0; i < sampleCount; i++) {
            if (now - at[i] <= windowNanos) {
                values[count++] = nanos[i];
            }
        }
        return Arrays.copyOf(values, count);
    }

    /**
     * Percentiles of durations. Immutable.
     *
     * @param count the number of durations; if it is 0, the percentiles are meaningless
     * @param p50 the median, in milliseconds
     * @param p95 the 95th percentile, in milliseconds
     */
    record LatencyPercentiles(int count, double p50, double p95) {
        /** Computes the percentiles of durations in nanoseconds, in any order. */
        static LatencyPercentiles of(long[] nanos) {
            long[] sorted = nanos.clone();
            Arrays.sort(sorted);
            return new LatencyPercentiles(
                    sorted.length, millis(sorted, 0.50), millis(sorted, 0.95));
        }

        /**
         * Returns the smallest value that is not exceeded by that fraction of all, in milliseconds.
         */
        private static double millis(long[] sorted, double part) {
            int place = (int) Math.ceil(part * sorted.length) - 1;
            return sorted.length == 0 ? 0 : sorted[place] / 1e6;
        }
    }
}
