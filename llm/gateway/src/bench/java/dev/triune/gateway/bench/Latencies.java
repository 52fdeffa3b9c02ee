/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.bench;

/** A histogram of durations with a precision of 0.8 percent. Not thread-safe. */
final class Latencies {
    private static final int FINE = 128;

    private final long[] counts = new long[64 * FINE];
    private long total;

    /** Counts one duration in nanoseconds, 0 or more. */
    void add(long nanos) {
        int shift = Math.max(0, 56 - Long.numberOfLeadingZeros(nanos));
        counts[shift * FINE + (int) (nanos >>> shift)]++;
        total++;
    }

    /** Returns the number of durations. */
    long total() {
        return total;
    }

    /** Returns a quantile, 0 to 1, in microseconds; NaN if there are no durations. */
    double micros(double share) {
        long wanted = (long) Math.ceil(share * total);
        long seen = 0;
        for (int i = 0; i < counts.length && total > 0; i++) {
            seen += counts[i];
            if (seen >= wanted) {
                int shift = Math.max(0, i / FINE - 1);
                return (((long) (i - shift * FINE) << shift) + (1L << shift) / 2.0) / 1e3;
            }
        }
        return Double.NaN;
    }
}
