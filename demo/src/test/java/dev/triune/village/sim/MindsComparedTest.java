/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.action.Step;
import dev.triune.component.Layer;
import dev.triune.llm.Outcome;
import dev.triune.llm.provider.FaultMode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The same village with its model off, on, and dying midway and coming back. */
final class MindsComparedTest {
    private static final int DAYS = 3 * VillageAssertions.DAY;

    /** When the model is dead: the second day. */
    private static final Outage SECOND_DAY =
            new Outage(VillageAssertions.DAY, 2L * VillageAssertions.DAY);

    /** After so many ticks the last word of a model that died has been heard. */
    private static final long LAST_WORDS = 100;

    /** After so many ticks its provider's breaker has noticed that the model is back. */
    private static final long FIRST_WORDS = 2_400;

    @Test
    void villagersSurviveWithoutAModelAndMakeNoPlans() {
        SimulationSettings simulationSettings =
                SimulationSettings.offline(7).with(new MindSource.None());
        Run run = Run.of(simulationSettings);
        VillageAssertions.wellAndAccountedFor(run.village, simulationSettings);
        assertThat(run.plans).isEmpty();
        assertThat(run.village.routines()).isPositive();
    }

    @Test
    void villagersSurviveWithAModelAndPlanEveryDay() {
        SimulationSettings simulationSettings = SimulationSettings.offline(7);
        Run run = Run.of(simulationSettings);
        VillageAssertions.wellAndAccountedFor(run.village, simulationSettings);
        for (int day = 0; day < 3; day++) {
            assertThat(run.plansIn(
                            day * (long) VillageAssertions.DAY, (day + 1L) * VillageAssertions.DAY))
                    .as("day %d", day + 1)
                    .isPositive();
        }
        assertThat(run.village.conversations()).isPositive();
    }

    @Test
    void planningStopsOnlyDuringAnOutage() {
        SimulationSettings simulationSettings = SimulationSettings.offline(7)
                .with(new MindSource.Offline(FaultMode.NONE, SECOND_DAY));
        Run run = Run.of(simulationSettings);
        VillageAssertions.wellAndAccountedFor(run.village, simulationSettings);
        assertThat(run.plansIn(0, SECOND_DAY.from())).as("before it").isPositive();
        assertThat(run.plansIn(SECOND_DAY.from() + LAST_WORDS, SECOND_DAY.to() + 1))
                .as("meanwhile")
                .isZero();
        assertThat(run.plansIn(SECOND_DAY.to(), SECOND_DAY.to() + FIRST_WORDS))
                .as("once it is back")
                .isPositive();
        assertThat(run.village.brokerStats().count(Outcome.Kind.FAILED)).isPositive();
        assertThat(run.village.failureLog().failureCounts()).containsKey("unreachable");
    }

    /** A run, and when somebody had a plan. */
    private static final class Run implements VillageListener {
        private final List<Long> plans = new ArrayList<>();

        @SuppressWarnings("NullAway.Init") // it needs its narrator first
        private VillageSimulation village;

        static Run of(SimulationSettings simulationSettings) {
            Run run = new Run();
            try (VillageSimulation village = new VillageSimulation(simulationSettings, run)) {
                run.village = village;
                for (int i = 0; i < DAYS; i++) {
                    village.tick();
                }
            }
            return run;
        }

        @Override
        public void planMade(int agent, Layer layer, List<Step> steps) {
            plans.add(village.ticks());
        }

        long plansIn(long from, long to) {
            return plans.stream().filter(at -> at >= from && at < to).count();
        }
    }
}
