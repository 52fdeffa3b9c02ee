/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DurationSamplesTest {
    private static final long MILLI = 1_000_000L;

    @Test
    void percentilesAreRecordedValues() {
        DurationSamples durationSamples = new DurationSamples(1000);
        for (int i = 100; i >= 1; i--) {
            durationSamples.add(0, i * MILLI);
        }

        assertThat(DurationSamples.LatencyPercentiles.of(durationSamples.since(0, 10)))
                .isEqualTo(new DurationSamples.LatencyPercentiles(100, 50, 95));
    }

    @Test
    void singleSampleIsEveryPercentile() {
        DurationSamples durationSamples = new DurationSamples(4);
        durationSamples.add(0, 7 * MILLI);

        assertThat(DurationSamples.LatencyPercentiles.of(durationSamples.since(0, 0)))
                .isEqualTo(new DurationSamples.LatencyPercentiles(1, 7, 7));
    }

    @Test
    void oldSamplesAreIgnored() {
        DurationSamples durationSamples = new DurationSamples(4);
        durationSamples.add(0, 7 * MILLI);

        assertThat(DurationSamples.LatencyPercentiles.of(durationSamples.since(11, 10))
                        .count())
                .isZero();
    }

    @Test
    void keepsNoMoreSamplesThanTheCapacity() {
        DurationSamples durationSamples = new DurationSamples(4);
        for (int i = 1; i <= 1000; i++) {
            durationSamples.add(i, i * MILLI);
        }

        assertThat(DurationSamples.LatencyPercentiles.of(durationSamples.since(1000, 1000)))
                .isEqualTo(new DurationSamples.LatencyPercentiles(4, 998, 1000));
    }
}
