/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class RateTest {
    private static final long SECOND = 1_000_000_000L;

    private final Rate rate = new Rate(11, SECOND);

    @Test
    void whatIsOlderThanTheWindowDoesNotCount() {
        rate.add(0, 5);
        rate.add(10 * SECOND, 2);

        assertThat(rate.sum(10 * SECOND)).isEqualTo(7);
        assertThat(rate.sum(11 * SECOND)).isEqualTo(2);
        assertThat(rate.sum(21 * SECOND)).isZero();
    }

    @Test
    void aSlotIsUsedAgainForALaterTime() {
        rate.add(3 * SECOND, 100);
        rate.add(14 * SECOND, 1); // the same slot, a round later

        assertThat(rate.sum(14 * SECOND)).isEqualTo(1);
    }

    @Test
    void aSteadyRateIsToldAsItIs() {
        for (int i = 0; i < 400; i++) {
            rate.add(i * SECOND / 10, 1); // ten a second
        }

        assertThat(rate.perSecond(399 * SECOND / 10, 0)).isCloseTo(10, within(0.2));
    }

    @Test
    void theFirstSecondsAreNotThinnedOutByTimeThatWasNot() {
        rate.add(SECOND, 8);

        assertThat(rate.perSecond(2 * SECOND, 0)).isEqualTo(4);
        assertThat(rate.perSecond(2 * SECOND, 2 * SECOND))
                .as("a second at least, so that one request is no storm")
                .isEqualTo(8);
    }

    @Test
    void timesBeforeZeroAreTimesToo() {
        rate.add(-SECOND / 2, 3);

        assertThat(rate.sum(0)).isEqualTo(3);
        assertThat(rate.sum(10 * SECOND)).isZero();
    }
}
