/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.component.Layer;
import dev.triune.testsupport.Thorough;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Villagers with habits: as alive as those without, for fewer calls. */
final class VillageHabitsTest {
    private static final int DAYS = 4;

    static LongStream seeds() {
        return LongStream.range(93_001, 93_001 + Thorough.count(2, 10));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void plansCostLessEachDayAndNobodyDies(long seed) {
        SimulationSettings settings = SimulationSettings.offline(seed).with(HabitSource.LEARNING);
        VillageSimulation village =
                VillageAssertions.through(settings, DAYS * VillageAssertions.DAY);
        VillageAssertions.wellAndAccountedFor(village, settings);
        List<RunHistory.Day> days = village.runHistory().days();

        assertThat(days).hasSize(DAYS);
        assertThat(plansAsked(days.get(DAYS - 1)))
                .as("seed %d", seed)
                .isLessThan(plansAsked(days.get(0)) * 2 / 3);
        assertThat(days.get(DAYS - 1).steps()).isGreaterThan(days.get(0).steps() * 3 / 4);
    }

    private static long plansAsked(RunHistory.Day day) {
        return day.requests().get(Layer.EXECUTOR.ordinal());
    }
}
