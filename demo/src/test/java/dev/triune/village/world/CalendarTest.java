/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.world;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class CalendarTest {
    @ParameterizedTest
    @CsvSource({
        "0, 1, 06:00, morning",
        "2999, 1, 08:59, morning",
        "3000, 1, 09:00, day",
        "11999, 1, 17:59, day",
        "12000, 1, 18:00, evening",
        "14999, 1, 20:59, evening",
        "15000, 1, 21:00, night",
        "17999, 1, 23:59, night",
        "18000, 2, 00:00, night",
        "23999, 2, 05:59, night",
        "24000, 2, 06:00, morning",
        "72500, 4, 06:30, morning"
    })
    void convertsTicksToDayTimeAndPhase(long tick, long day, String time, String phase) {
        assertThat(Calendar.day(tick)).isEqualTo(day);
        assertThat(Calendar.time(tick)).isEqualTo(time);
        assertThat(Calendar.phase(tick).label()).isEqualTo(phase);
    }

    @Test
    void hourMatchesTheFormattedTime() {
        for (long tick = 0; tick < 2 * Calendar.TICKS_PER_DAY; tick += 7) {
            assertThat(Calendar.time(tick)).matches("[0-2]\\d:[0-5]\\d");
            assertThat(Calendar.hour(tick))
                    .isEqualTo(Integer.parseInt(Calendar.time(tick).substring(0, 2)));
        }
    }

    @Test
    void seasonsLastThreeDays() {
        assertThat(Calendar.season(0)).isEqualTo(Calendar.Season.SPRING);
        assertThat(Calendar.season(3L * Calendar.TICKS_PER_DAY - 1).label()).isEqualTo("spring");
        assertThat(Calendar.season(3L * Calendar.TICKS_PER_DAY).label()).isEqualTo("summer");
        assertThat(Calendar.season(11L * Calendar.TICKS_PER_DAY).label()).isEqualTo("winter");
        assertThat(Calendar.season(12L * Calendar.TICKS_PER_DAY).label()).isEqualTo("spring");
    }

    @Test
    void yearBeginsWithSpring() {
        assertThat(Calendar.year(0)).isEqualTo(1);
        assertThat(Calendar.year(12L * Calendar.TICKS_PER_DAY - 1)).isEqualTo(1);
        assertThat(Calendar.year(12L * Calendar.TICKS_PER_DAY)).isEqualTo(2);
    }
}
