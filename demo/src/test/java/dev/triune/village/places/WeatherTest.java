/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.places;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class WeatherTest {
    private static final int CYCLE = Weather.CYCLE_DAYS * Calendar.TICKS_PER_DAY;

    @Test
    void thereIsOneStormInThreeDaysInTheEveningOfTheThird() {
        Set<Long> beginnings = new HashSet<>();
        for (long seed = 0; seed < 100; seed++) {
            Weather weather = new Weather(seed);
            long begins = weather.stormBegins(0);
            assertThat(Calendar.day(begins)).as("seed %d", seed).isEqualTo(3);
            assertThat(Calendar.hour(begins)).as("seed %d", seed).isBetween(17, 20);
            assertThat(weather.storm(begins - 1)).isFalse();
            assertThat(weather.storm(begins)).isTrue();
            assertThat(weather.storm(begins + Weather.STORM_TICKS)).isFalse();
            assertThat(weather.stormBegins(CYCLE + 5)).isEqualTo(begins + CYCLE);
            beginnings.add(begins);
        }
        assertThat(beginnings).hasSizeGreaterThan(50);
    }

    @Test
    void itIsForeseenOnTheSecondMorningAndNoLongerComesOnceItIsThere() {
        Weather weather = new Weather(7);
        long foreseen = weather.foreseen(0);
        assertThat(Calendar.day(foreseen)).isEqualTo(2);
        assertThat(weather.stormComes(foreseen - 1)).isFalse();
        assertThat(weather.stormComes(foreseen)).isTrue();
        assertThat(weather.stormComes(weather.stormBegins(0))).isFalse();
    }

    @Test
    void theDampBeforeTheStormLeavesAThirdOfTheStock() {
        Village village = new Village(8, 7);
        village.store().clear();
        village.store().add(Resource.BREAD, 30);
        village.pass(village.weather().foreseen(0) - 1);
        assertThat(village.store().get(Resource.BREAD)).isEqualTo(30);
        village.pass(village.weather().foreseen(0));
        assertThat(village.store().get(Resource.BREAD)).isEqualTo(10);
    }

    @Test
    void aStormFansTheFiresAndHoldsUpTheGrain() {
        Village village = new Village(8, 7);
        village.plots().get(0).sow();
        int fuel = village.fires().get(0).fuel();
        village.pass(1);
        assertThat(village.fires().get(0).fuel()).isEqualTo(fuel - 1);
        assertThat(village.plots().get(0).grown()).isEqualTo(1);
        village.pass(village.weather().stormBegins(0));
        assertThat(village.fires().get(0).fuel()).isEqualTo(fuel - 3);
        assertThat(village.plots().get(0).grown()).isEqualTo(1);
    }
}
