/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class WaitTimeHistogramTest {
    private final WaitTimeHistogram times = new WaitTimeHistogram();

    @Test
    void emptyHistogramReportsZero() {
        assertThat(times.mean()).isZero();
        assertThat(times.percentile(0.95)).isZero();
    }

    @Test
    void percentileIsAccurateToTenPercent() {
        for (long seed = 0; seed < 50; seed++) {
            WaitTimeHistogram each = new WaitTimeHistogram();
            long[] nanos =
                    new Random(seed).longs(500, 1_000_000, 100_000_000_000L).toArray();
            for (long one : nanos) {
                each.add(one);
            }
            Arrays.sort(nanos);
            long exact = nanos[474];
            assertThat(each.percentile(0.95).toNanos())
                    .as("seed %d", seed)
                    .isBetween((long) (exact * 0.999), (long) (exact * 1.101));
        }
    }

    @Test
    void meanIsExact() {
        times.add(1_000_000_000);
        times.add(2_000_000_000);

        assertThat(times.mean()).isEqualTo(Duration.ofMillis(1_500));
    }

    @Test
    void extremeTimesFallIntoTheOutermostBuckets() {
        times.add(0);
        assertThat(times.percentile(1)).isZero();
        times.add(Long.MAX_VALUE);
        assertThat(times.percentile(1)).isGreaterThan(Duration.ofDays(1));
    }
}
