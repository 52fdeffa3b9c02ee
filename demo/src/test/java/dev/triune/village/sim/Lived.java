/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.BrokerStats;
import dev.triune.llm.Outcome;
import dev.triune.village.places.Building;

/** What must hold for every village, whatever happened in it. */
final class Lived {
    static final int DAY = 24_000;
    static final int LONGEST_STUCK = 2_400;

    private Lived() {}

    /** Lives that long and ends what is under way. */
    static VillageSimulation through(Settings settings, int ticks) {
        try (VillageSimulation village = new VillageSimulation(settings, Narrator.SILENT)) {
            for (int i = 0; i < ticks; i++) {
                village.tick();
            }
            return village; // closed, yet every figure can still be read
        }
    }

    /** Everybody is alive and got somewhere, and the figures agree with each other. */
    static void wellAndAccountedFor(VillageSimulation village, Settings settings) {
        String rerun = "rerun with " + settings;
        for (int agent : village.villagers()) {
            String who = village.nameOf(agent) + ", " + rerun;
            assertThat(village.needsOf(agent).alive()).as(who).isTrue();
            assertThat(village.stuckTicks(agent)).as(who).isLessThanOrEqualTo(LONGEST_STUCK);
        }
        accountedFor(village, settings);
    }

    /** The figures agree with each other. */
    static void accountedFor(VillageSimulation village, Settings settings) {
        String rerun = "rerun with " + settings;
        BrokerStats stats = village.brokerStats();
        assertThat(stats.submitted()).as(rerun).isEqualTo(stats.ended());
        assertThat(village.underWay()).as(rerun).isZero();
        assertThat(village.ledger().answers())
                .as(rerun)
                .isEqualTo(stats.count(Outcome.Kind.ANSWERED));
        long failures = village.outages().failures().values().stream()
                .mapToLong(Outages.Failures::count)
                .sum();
        assertThat(failures)
                .as(rerun)
                .isEqualTo(stats.count(Outcome.Kind.FAILED) + stats.count(Outcome.Kind.REJECTED));
        assertThat(stepsLeft(village)).as(rerun).isBetween(0L, 32L * settings.villagers());
        for (Building building : Building.values()) {
            assertThat(village.village().claims(building))
                    .as(rerun)
                    .isLessThanOrEqualTo(building.cap());
        }
    }

    private static long stepsLeft(VillageSimulation village) {
        return village.ledger().queued()
                - village.ledger().done()
                - village.ledger().failed()
                - village.ledger().dropped();
    }
}
