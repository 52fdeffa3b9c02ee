/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.world;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

final class WeatherTest {
    private static final int CYCLE = Weather.CYCLE_DAYS * Calendar.TICKS_PER_DAY;

    @Test
    void oneStormStartsOnTheEveningOfEveryThirdDay() {
        Set<Long> beginnings = new HashSet<>();
        for (long seed = 0; seed < 100; seed++) {
            Weather weather = new Weather(seed);
            long begins = weather.stormStart(0);
            assertThat(Calendar.day(begins)).as("seed %d", seed).isEqualTo(3);
            assertThat(Calendar.hour(begins)).as("seed %d", seed).isBetween(17, 20);
            assertThat(weather.isStorm(begins - 1)).isFalse();
            assertThat(weather.isStorm(begins)).isTrue();
            assertThat(weather.isStorm(begins + Weather.STORM_TICKS)).isFalse();
            assertThat(weather.stormStart(CYCLE + 5)).isEqualTo(begins + CYCLE);
            beginnings.add(begins);
        }
        assertThat(beginnings).hasSizeGreaterThan(50);
    }

    @Test
    void sixtySeedsHaveStormsAndForecastsInMinutesOfTheirOwn() {
        assertThat(LongStream.range(5, 65)
                        .mapToObj(seed -> minute(new Weather(seed).stormStart(0))))
                .doesNotHaveDuplicates();
        assertThat(LongStream.range(5, 65)
                        .mapToObj(seed -> minute(new Weather(seed).forecastTick(0))))
                .doesNotHaveDuplicates();
    }

    private static String minute(long tick) {
        return Calendar.time(tick).substring(3);
    }

    @Test
    void forecastLastsFromTheSecondMorningUntilTheStorm() {
        Weather weather = new Weather(7);
        long foreseen = weather.forecastTick(0);
        assertThat(Calendar.day(foreseen)).isEqualTo(2);
        assertThat(weather.isStormForecast(foreseen - 1)).isFalse();
        assertThat(weather.isStormForecast(foreseen)).isTrue();
        assertThat(weather.isStormForecast(weather.stormStart(0))).isFalse();
    }

    @Test
    void dampBeforeTheStormSpoilsTwoThirdsOfTheStoredBread() {
        Village village = new Village(8, 7);
        village.store().clear();
        village.store().add(Resource.BREAD, 30);
        village.advanceTo(village.weather().forecastTick(0) - 1);
        assertThat(village.store().get(Resource.BREAD)).isEqualTo(30);
        village.advanceTo(village.weather().forecastTick(0));
        assertThat(village.store().get(Resource.BREAD)).isEqualTo(10);
    }

    @Test
    void stormBurnsFuelFasterAndStopsGrainGrowth() {
        Village village = new Village(8, 7);
        village.buildings().fieldPlots().get(0).sow();
        int fuel = village.buildings().campfires().get(0).fuel();
        village.advanceTo(1);
        assertThat(village.buildings().campfires().get(0).fuel()).isEqualTo(fuel - 1);
        assertThat(village.buildings().fieldPlots().get(0).grown()).isEqualTo(1);
        village.advanceTo(village.weather().stormStart(0));
        assertThat(village.buildings().campfires().get(0).fuel()).isEqualTo(fuel - 3);
        assertThat(village.buildings().fieldPlots().get(0).grown()).isEqualTo(1);
    }
}
