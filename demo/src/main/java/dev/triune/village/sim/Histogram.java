/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.sim;

/**
 * Percentiles of durations in constant memory, each accurate to 2 %: the buckets grow by that
 * factor, from a microsecond to more than an hour. Not thread-safe.
 */
public final class Histogram {
    private static final double GROWTH = 1.02;
    private static final double SMALLEST = 1_000;
    private static final int BUCKETS = 1_200;

    private final long[] buckets = new long[BUCKETS];
    private long count;
    private long max;
    private long totalNanos;

    /** Adds a duration, in nanoseconds. */
    public void add(long nanos) {
        int bucket =
                nanos <= SMALLEST ? 0 : (int) (Math.log(nanos / SMALLEST) / Math.log(GROWTH)) + 1;
        buckets[Math.min(bucket, BUCKETS - 1)]++;
        count++;
        max = Math.max(max, nanos);
        totalNanos += nanos;
    }

    /** Returns the number of durations. */
    public long count() {
        return count;
    }

    /** Returns the sum of all durations, in nanoseconds. */
    public long totalNanos() {
        return totalNanos;
    }

    /** Returns the longest duration, in milliseconds. */
    public double maxMillis() {
        return rounded(max / 1e6);
    }

    /** Returns a percentile, for example 0.99, in milliseconds; 0 without durations. */
    public double percentileMillis(double share) {
        long rank = Math.max(1, (long) Math.ceil(count * share));
        long seen = 0;
        for (int i = 0; i < BUCKETS && count > 0; i++) {
            seen += buckets[i];
            if (seen >= rank) {
                return rounded(Math.min((double) max, SMALLEST * Math.pow(GROWTH, i)) / 1e6);
            }
        }
        return 0;
    }

    private static double rounded(double millis) {
        return Math.round(millis * 1_000) / 1_000.0;
    }
}
