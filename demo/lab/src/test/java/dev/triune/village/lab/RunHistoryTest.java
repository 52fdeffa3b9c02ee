/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.component.Needs;
import dev.triune.village.sim.SimulationSettings;
import dev.triune.village.sim.VillageBuilder;
import dev.triune.village.sim.VillageSimulation;
import dev.triune.village.world.Calendar;
import dev.triune.village.world.Resource;
import dev.triune.village.world.Stock;
import java.util.List;
import org.junit.jupiter.api.Test;

final class RunHistoryTest {
    @Test
    void samplesEveryTwoHundredTicks() {
        RunHistory history = new RunHistory();
        VillageSimulation village = live(Calendar.TICKS_PER_DAY, history);

        List<RunHistory.Sample> samples = history.samples();

        assertThat(samples).hasSize(Calendar.TICKS_PER_DAY / 200);
        assertThat(samples).extracting(RunHistory.Sample::tick).startsWith(200L, 400L);
        assertThat(samples).allMatch(at -> at.alive() == 8 && at.hunger() > 0 && at.hunger() <= 1);
        RunHistory.Sample last = samples.get(samples.size() - 1);
        assertThat(last.stock()).hasSize(Resource.COUNT);
        assertThat(last.stock().get(Resource.WOOD.ordinal()))
                .isEqualTo(village.village().store().get(Resource.WOOD));
        assertThat(last.requests().stream().mapToLong(Long::longValue).sum())
                .isBetween(1L, village.stats().broker().requests().ended());
        assertThat(history.spans()).hasSize(24);
        assertThat(history.spans()).allMatch(at -> at.p50Ms() <= at.p99Ms());
    }

    @Test
    void limitsSamplesOfLongRuns() {
        RunHistory runHistory = new RunHistory();
        var stats = live(10, new RunHistory()).stats().broker();
        Needs needs = new Needs();
        long ticks = 9_000_000;
        for (long tick = 1; tick <= ticks; tick++) {
            if (runHistory.recordTick(tick, 1_000_000)) {
                runHistory.takeSample(tick, List.of(needs), new Stock(), stats);
            }
        }
        assertThat(runHistory.samples())
                .hasSizeBetween(RunHistory.MAX_SAMPLES / 2, RunHistory.MAX_SAMPLES);
        assertThat(runHistory.spans())
                .hasSizeBetween(RunHistory.MAX_SAMPLES / 2, RunHistory.MAX_SAMPLES);
        long interval =
                runHistory.samples().get(1).tick() - runHistory.samples().get(0).tick();
        for (int i = 1; i < runHistory.samples().size(); i++) {
            assertThat(runHistory.samples().get(i).tick()
                            - runHistory.samples().get(i - 1).tick())
                    .as("sample %d", i)
                    .isEqualTo(interval);
        }
    }

    private static VillageSimulation live(int ticks, RunHistory history) {
        try (VillageSimulation village =
                new VillageBuilder(SimulationSettings.offline(7)).build()) {
            for (int i = 0; i < ticks; i++) {
                village.tick();
                history.tickEnded(village);
            }
            return village;
        }
    }
}
