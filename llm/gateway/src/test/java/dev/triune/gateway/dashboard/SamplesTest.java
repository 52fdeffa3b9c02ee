/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SamplesTest {
    private static final long MILLI = 1_000_000L;

    @Test
    void percentilesAreValuesThatWereSeen() {
        Samples samples = new Samples(1000);
        for (int i = 100; i >= 1; i--) {
            samples.add(0, i * MILLI);
        }

        assertThat(Samples.Percentiles.of(samples.since(0, 10)))
                .isEqualTo(new Samples.Percentiles(100, 50, 95));
    }

    @Test
    void oneSampleIsEveryPercentile() {
        Samples samples = new Samples(4);
        samples.add(0, 7 * MILLI);

        assertThat(Samples.Percentiles.of(samples.since(0, 0)))
                .isEqualTo(new Samples.Percentiles(1, 7, 7));
    }

    @Test
    void oldSamplesCountNoMore() {
        Samples samples = new Samples(4);
        samples.add(0, 7 * MILLI);

        assertThat(Samples.Percentiles.of(samples.since(11, 10)).count()).isZero();
    }

    @Test
    void noMoreAreKeptThanThereIsRoomFor() {
        Samples samples = new Samples(4);
        for (int i = 1; i <= 1000; i++) {
            samples.add(i, i * MILLI);
        }

        assertThat(Samples.Percentiles.of(samples.since(1000, 1000)))
                .isEqualTo(new Samples.Percentiles(4, 998, 1000));
    }
}
