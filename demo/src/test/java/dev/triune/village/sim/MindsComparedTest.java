/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.action.Step;
import dev.triune.component.Layer;
import dev.triune.llm.Outcome;
import dev.triune.llm.provider.OfflineProvider.FaultMode;
import dev.triune.village.talk.TalkStats;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The same village without a model, with a model, and with an outage of its model. */
final class MindsComparedTest {
    private static final int DAYS = 3 * VillageAssertions.DAY;

    /** The outage of the model: the second day. */
    private static final Outage SECOND_DAY =
            new Outage(VillageAssertions.DAY, 2L * VillageAssertions.DAY);

    /** After so many ticks of an outage the last answer has arrived. */
    private static final long TICKS_UNTIL_SILENT = 100;

    /** After so many ticks the provider's breaker has noticed the recovery. */
    private static final long TICKS_UNTIL_RECOVERED = 2_400;

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
        assertThat(run.village.stats().talk().get(TalkStats.Count.CONVERSATIONS))
                .isPositive();
    }

    @Test
    void planningStopsOnlyDuringAnOutage() {
        SimulationSettings simulationSettings = SimulationSettings.offline(7)
                .with(new MindSource.Offline(FaultMode.NONE, SECOND_DAY));
        Run run = Run.of(simulationSettings);
        VillageAssertions.wellAndAccountedFor(run.village, simulationSettings);
        assertThat(run.plansIn(0, SECOND_DAY.from()))
                .as("plans before the outage")
                .isPositive();
        assertThat(run.plansIn(SECOND_DAY.from() + TICKS_UNTIL_SILENT, SECOND_DAY.to() + 1))
                .as("plans during the outage")
                .isZero();
        assertThat(run.plansIn(SECOND_DAY.to(), SECOND_DAY.to() + TICKS_UNTIL_RECOVERED))
                .as("plans after the outage")
                .isPositive();
        assertThat(run.village.stats().broker().requests().count(Outcome.Kind.FAILED))
                .isPositive();
        assertThat(run.village.stats().failures().failureCounts()).containsKey("unreachable");
    }

    /** A run, with the ticks at which plans were made. */
    private static final class Run implements VillageListener {
        private final List<Long> plans = new ArrayList<>();

        @SuppressWarnings("NullAway.Init") // set after the listener exists
        private VillageSimulation village;

        static Run of(SimulationSettings simulationSettings) {
            Run run = new Run();
            try (VillageSimulation village =
                    new VillageBuilder(simulationSettings).listener(run).build()) {
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
