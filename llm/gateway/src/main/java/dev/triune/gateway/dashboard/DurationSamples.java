/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.dashboard;

import java.util.Arrays;

/**
 * The latest durations, a bounded number of them. Times are nanoseconds and never go back. Not
 * thread-safe.
 */
final class DurationSamples {
    private final long[] at;
    private final long[] nanos;
    private long added;

    /** None yet, and never more than that many. */
    DurationSamples(int most) {
        this.at = new long[most];
        this.nanos = new long[most];
    }

    /** Adds one; the oldest makes room. */
    void add(long now, long duration) {
        int next = (int) (added++ % at.length);
        at[next] = now;
        nanos[next] = duration;
    }

    /** Those of the last while, of which the oldest may be missing if there were too many. */
    long[] since(long now, long windowNanos) {
        int held = (int) Math.min(added, at.length);
        long[] values = new long[held];
        int count = 0;
        for (int i = 0; i < held; i++) {
            if (now - at[i] <= windowNanos) {
                values[count++] = nanos[i];
            }
        }
        return Arrays.copyOf(values, count);
    }

    /**
     * How durations were spread. Immutable.
     *
     * @param count of them; if it is 0, the others mean nothing
     * @param p50 milliseconds that half of them did not exceed
     * @param p95 milliseconds that 95 % of them did not exceed
     */
    record LatencyPercentiles(int count, double p50, double p95) {
        /** Of these nanoseconds, in any order. */
        static LatencyPercentiles of(long[] nanos) {
            long[] sorted = nanos.clone();
            Arrays.sort(sorted);
            return new LatencyPercentiles(
                    sorted.length, millis(sorted, 0.50), millis(sorted, 0.95));
        }

        /** The smallest value that so great a part of all does not exceed. */
        private static double millis(long[] sorted, double part) {
            int place = (int) Math.ceil(part * sorted.length) - 1;
            return sorted.length == 0 ? 0 : sorted[place] / 1e6;
        }
    }
}
