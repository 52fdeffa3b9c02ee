/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import java.time.Duration;

/** The mean and percentiles of waiting times, in buckets that grow by a tenth. Not thread-safe. */
final class WaitTimeHistogram {
    private static final double GROWTH = 1.1;
    private static final long SMALLEST = 1_000_000;
    private static final int BUCKETS = 200;

    private final long[] buckets = new long[BUCKETS];
    private long count;
    private double sumNanos;

    void add(long nanos) {
        buckets[bucket(nanos)]++;
        count++;
        sumNanos += nanos;
    }

    Duration mean() {
        return count == 0 ? Duration.ZERO : Duration.ofNanos((long) (sumNanos / count));
    }

    /** Returns the percentile of waiting times for a share from 0 to 1, accurate to a tenth. */
    Duration percentile(double share) {
        long rank = (long) Math.ceil(count * share);
        long seen = 0;
        for (int i = 0; i < BUCKETS && rank > 0; i++) {
            seen += buckets[i];
            if (seen >= rank) {
                return i == 0 ? Duration.ZERO : upperEdge(i);
            }
        }
        return Duration.ZERO;
    }

    private static int bucket(long nanos) {
        if (nanos < SMALLEST) {
            return 0;
        }
        int index = 1 + (int) (Math.log((double) nanos / SMALLEST) / Math.log(GROWTH));
        return Math.min(index, BUCKETS - 1);
    }

    private static Duration upperEdge(int bucket) {
        return Duration.ofNanos((long) (SMALLEST * Math.pow(GROWTH, bucket)));
    }
}
