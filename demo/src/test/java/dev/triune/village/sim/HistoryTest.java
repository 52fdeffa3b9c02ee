/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.component.Needs;
import dev.triune.village.places.Resource;
import dev.triune.village.places.Stock;
import java.util.List;
import org.junit.jupiter.api.Test;

final class HistoryTest {
    @Test
    void aDayHasASampleEachTwoHundredTicksAndTheTimesOfEachHour() {
        VillageSimulation village = Lived.through(Settings.offline(7), Lived.DAY);

        List<History.Sample> samples = village.history().samples();

        assertThat(samples).hasSize(Lived.DAY / 200);
        assertThat(samples).extracting(History.Sample::tick).startsWith(200L, 400L);
        assertThat(samples).allMatch(at -> at.alive() == 8 && at.hunger() > 0 && at.hunger() <= 1);
        History.Sample last = samples.get(samples.size() - 1);
        assertThat(last.stock()).hasSize(Resource.COUNT);
        assertThat(last.stock().get(Resource.WOOD.ordinal()))
                .isEqualTo(village.village().store().get(Resource.WOOD));
        assertThat(last.requests().stream().mapToLong(Long::longValue).sum())
                .isBetween(1L, village.brokerStats().ended());
        assertThat(village.history().spans()).hasSize(24);
        assertThat(village.history().spans()).allMatch(at -> at.p50Ms() <= at.p99Ms());
    }

    @Test
    void aRunOfAnyLengthFits() {
        History history = new History();
        var stats = Lived.through(Settings.offline(7), 10).brokerStats();
        Needs needs = new Needs();
        long ticks = 9_000_000;
        for (long tick = 1; tick <= ticks; tick++) {
            if (history.ticked(tick, 1_000_000)) {
                history.take(tick, List.of(needs), new Stock(), stats);
            }
        }
        assertThat(history.samples()).hasSizeBetween(History.MOST / 2, History.MOST);
        assertThat(history.spans()).hasSizeBetween(History.MOST / 2, History.MOST);
        long interval =
                history.samples().get(1).tick() - history.samples().get(0).tick();
        for (int i = 1; i < history.samples().size(); i++) {
            assertThat(history.samples().get(i).tick()
                            - history.samples().get(i - 1).tick())
                    .as("sample %d", i)
                    .isEqualTo(interval);
        }
    }
}
