/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.BrokerStats;
import dev.triune.llm.Outcome;
import dev.triune.village.world.Building;

/** Conditions that hold for every village after any run. */
final class VillageAssertions {
    static final int DAY = 24_000;
    static final int LONGEST_STUCK = 2_400;

    private VillageAssertions() {}

    /** Runs a village for the given ticks and closes it. */
    static VillageSimulation through(SimulationSettings simulationSettings, int ticks) {
        try (VillageSimulation village = new VillageBuilder(simulationSettings).build()) {
            for (int i = 0; i < ticks; i++) {
                village.tick();
            }
            return village; // closed, but its statistics can still be read
        }
    }

    /** All villagers are alive and made progress, and the statistics are consistent. */
    static void wellAndAccountedFor(
            VillageSimulation village, SimulationSettings simulationSettings) {
        everybodyWell(village, simulationSettings);
        accountedFor(village, simulationSettings);
    }

    /** All villagers are alive and made progress. */
    static void everybodyWell(VillageSimulation village, SimulationSettings simulationSettings) {
        String rerun = "rerun with " + simulationSettings;
        for (int agent : village.villagers()) {
            String who = village.nameOf(agent) + ", " + rerun;
            assertThat(village.needsOf(agent).alive()).as(who).isTrue();
            assertThat(village.stats().stuckTicks(agent))
                    .as(who)
                    .isLessThanOrEqualTo(LONGEST_STUCK);
        }
    }

    /** The statistics are consistent. */
    static void accountedFor(VillageSimulation village, SimulationSettings simulationSettings) {
        String rerun = "rerun with " + simulationSettings;
        BrokerStats stats = village.stats().broker();
        assertThat(stats.requests().submitted())
                .as(rerun)
                .isEqualTo(stats.requests().ended());
        assertThat(village.stats().minds().requests().pending()).as(rerun).isZero();
        assertThat(village.stats().minds().answers().total())
                .as(rerun)
                .isEqualTo(stats.requests().count(Outcome.Kind.ANSWERED)
                        + stats.requests().count(Outcome.Kind.INCOMPLETE));
        long failures = village.stats().failures().failureCounts().values().stream()
                .mapToLong(FailureLog.FailureCount::count)
                .sum();
        assertThat(failures)
                .as(rerun)
                .isEqualTo(stats.requests().count(Outcome.Kind.FAILED)
                        + stats.requests().count(Outcome.Kind.INCOMPLETE)
                        + stats.requests().count(Outcome.Kind.REJECTED));
        assertThat(stepsLeft(village))
                .as(rerun)
                .isBetween(0L, 32L * simulationSettings.villagers());
        for (Building building : Building.values()) {
            assertThat(village.village().buildings().claimedCount(building))
                    .as(rerun)
                    .isLessThanOrEqualTo(building.limit());
        }
    }

    private static long stepsLeft(VillageSimulation village) {
        return village.stats().minds().steps().queued()
                - village.stats().minds().steps().done()
                - village.stats().minds().steps().failed()
                - village.stats().minds().steps().dropped();
    }
}
