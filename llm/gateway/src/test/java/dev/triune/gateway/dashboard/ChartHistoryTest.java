/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.gateway.dashboard.ChartHistory.ChartPoint;
import dev.triune.gateway.dashboard.DurationSamples.LatencyPercentiles;
import org.junit.jupiter.api.Test;

/** The points of the dashboard charts. */
class ChartHistoryTest {
    private static ChartPoint point(long second) {
        LatencyPercentiles latency = new LatencyPercentiles((int) (second % 4), second, 2 * second);
        return new ChartPoint(1000 * second, second, (int) second, 1, latency, 10);
    }

    @Test
    void minutePointHasMeanRatesAndMaximumLoads() {
        ChartHistory history = new ChartHistory();
        for (long second = 2; second < 60; second += 2) {
            history.add(point(second));
            assertThat(history.day()).isEmpty();
        }
        history.add(point(60));

        assertThat(history.day())
                .containsExactly(
                        new ChartPoint(60_000, 31, 60, 1, new LatencyPercentiles(15, 30, 116), 10));
    }

    @Test
    void keepsAtMostTenMinutesAndOneDay() {
        ChartHistory history = new ChartHistory();
        for (long second = 2; second <= 25 * 3600; second += 2) {
            history.add(point(second));
        }

        assertThat(history.all()).hasSize(300);
        assertThat(history.day()).hasSize(1440);
        assertThat(history.day().get(0).at()).isEqualTo((3600 + 60) * 1000);
    }
}
