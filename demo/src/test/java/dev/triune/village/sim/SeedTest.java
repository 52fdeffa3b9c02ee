/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.provider.OfflineProvider.FaultMode;
import dev.triune.testsupport.Thorough;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

final class SeedTest {
    private static final int SEEDS = Thorough.count(1, 20);
    private static final int MANY = 10;

    /** Some of its stories end well, and some do not. */
    private static final long FIRST = 2;

    private static final int MARK_EVERY = 1_000;

    /** Long enough for a night and a morning; the whole day in the profile thorough. */
    private static final int COMPARED_TICKS = Thorough.count(8_000, VillageAssertions.DAY);

    @Test
    void sameSeedGivesTheSameLife() {
        assertThat(marks(SimulationSettings.offline(7)))
                .isEqualTo(marks(SimulationSettings.offline(7)));
    }

    /**
     * If a change of behaviour is meant, replace each fingerprint by that in the message, and say so
     * in the changelog.
     */
    @ParameterizedTest
    @CsvSource({"1001, 5a7d3e0a52b6897b", "1002, a00b58e21612c0e1", "7, 216ba169d7daab0f"})
    void lifeWithoutHabitsStaysTheSameBetweenVersions(long seed, String fingerprint) {
        assertThat(VillageAssertions.through(SimulationSettings.offline(seed), 6_000)
                        .fingerprint())
                .isEqualTo(fingerprint);
    }

    @Test
    void differentSeedsDifferAfterOneTick() {
        assertThat(VillageAssertions.through(SimulationSettings.offline(1), 1).fingerprint())
                .isEqualTo(VillageAssertions.through(SimulationSettings.offline(1), 1)
                        .fingerprint())
                .isNotEqualTo(VillageAssertions.through(SimulationSettings.offline(2), 1)
                        .fingerprint());
    }

    @Test
    void faultsAreDeterministicForASeed() {
        SimulationSettings chaos =
                SimulationSettings.offline(7).with(new MindSource.Offline(FaultMode.ALL));
        assertThat(marks(chaos)).isEqualTo(marks(chaos));
    }

    @Test
    void villagersSurviveManySeedsWithDifferentOutcomes() {
        Set<String> fingerprints = new HashSet<>();
        Map<String, List<Boolean>> ends = new TreeMap<>();
        LongStream.range(FIRST, FIRST + SEEDS).forEach(seed -> {
            SimulationSettings simulationSettings =
                    SimulationSettings.offline(seed).with(HabitSource.LEARNING);
            VillageSimulation village =
                    VillageAssertions.through(simulationSettings, 3 * VillageAssertions.DAY);
            VillageAssertions.wellAndAccountedFor(village, simulationSettings);
            assertThat(fingerprints.add(village.fingerprint()))
                    .as("seed %d", seed)
                    .isTrue();
            village.stories()
                    .forEach(story -> ends.computeIfAbsent(story.story(), none -> new ArrayList<>())
                            .add(story.happened()));
            assertThat(village.stories()).filteredOn(story -> !story.over()).hasSizeLessThan(3);
        });
        assertThat(ends).hasSize(9);
        assertThat(ends.remove("injection")).doesNotContain(false);
        if (SEEDS >= MANY) {
            assertThat(ends)
                    .allSatisfy((story, well) -> assertThat(well).as(story).contains(true, false));
        }
        assertThat(ends.values().stream().flatMap(List::stream)).contains(true, false);
    }

    @ParameterizedTest
    @EnumSource(FaultMode.class)
    void villagersSurviveADayOfEveryFault(FaultMode faultMode) {
        SimulationSettings simulationSettings =
                SimulationSettings.offline(11).with(new MindSource.Offline(faultMode));
        VillageAssertions.wellAndAccountedFor(
                VillageAssertions.through(simulationSettings, VillageAssertions.DAY),
                simulationSettings);
    }

    @ParameterizedTest
    @MethodSource("crowds")
    void supportsLargeVillages(int villagers) {
        SimulationSettings simulationSettings =
                new SimulationSettings(5, villagers, true, MindSource.Offline.RELIABLE);
        VillageSimulation village = VillageAssertions.through(simulationSettings, 2_000);
        assertThat(village.villagers()).hasSize(villagers);
        VillageAssertions.wellAndAccountedFor(village, simulationSettings);
        assertThat(village.stats().minds().steps().done()).isPositive();
    }

    static List<Integer> crowds() {
        return List.of(1, 2, 100);
    }

    private static List<String> marks(SimulationSettings simulationSettings) {
        List<String> marks = new ArrayList<>();
        try (VillageSimulation village = new VillageBuilder(simulationSettings).build()) {
            for (int tick = 1; tick <= COMPARED_TICKS; tick++) {
                village.tick();
                if (tick % MARK_EVERY == 0) {
                    marks.add(village.fingerprint());
                }
            }
        }
        assertThat(marks).hasSize(COMPARED_TICKS / MARK_EVERY).doesNotHaveDuplicates();
        return marks;
    }
}
