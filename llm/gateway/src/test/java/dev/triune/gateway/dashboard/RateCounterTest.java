/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class RateCounterTest {
    private static final long SECOND = 1_000_000_000L;

    private final RateCounter rateCounter = new RateCounter(11, SECOND);

    @Test
    void ignoresCountsOlderThanTheWindow() {
        rateCounter.add(0, 5);
        rateCounter.add(10 * SECOND, 2);

        assertThat(rateCounter.sum(10 * SECOND)).isEqualTo(7);
        assertThat(rateCounter.sum(11 * SECOND)).isEqualTo(2);
        assertThat(rateCounter.sum(21 * SECOND)).isZero();
    }

    @Test
    void slotIsReusedForALaterTime() {
        rateCounter.add(3 * SECOND, 100);
        rateCounter.add(14 * SECOND, 1); // the same slot, a round later

        assertThat(rateCounter.sum(14 * SECOND)).isEqualTo(1);
    }

    @Test
    void steadyRateIsReportedExactly() {
        for (int i = 0; i < 400; i++) {
            rateCounter.add(i * SECOND / 10, 1); // ten a second
        }

        assertThat(rateCounter.perSecond(399 * SECOND / 10, 0)).isCloseTo(10, within(0.2));
    }

    @Test
    void earlyRatesAreAveragedOnlyOverElapsedTime() {
        rateCounter.add(SECOND, 8);

        assertThat(rateCounter.perSecond(2 * SECOND, 0)).isEqualTo(4);
        assertThat(rateCounter.perSecond(2 * SECOND, 2 * SECOND))
                .as("rates are averaged over at least one second")
                .isEqualTo(8);
    }

    @Test
    void acceptsNegativeTimes() {
        rateCounter.add(-SECOND / 2, 3);

        assertThat(rateCounter.sum(0)).isEqualTo(3);
        assertThat(rateCounter.sum(10 * SECOND)).isZero();
    }
}
