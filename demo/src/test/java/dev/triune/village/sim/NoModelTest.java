/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.component.Needs;
import dev.triune.rule.Reflex;
import dev.triune.village.world.Calendar;
import dev.triune.village.world.Resource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class NoModelTest {
    private static final SimulationSettings NO_MODEL =
            SimulationSettings.offline(7).with(new MindSource.None());

    @Test
    void villagersSurviveThreeDaysWithoutRequests() {
        int burning = 0;
        VillageSimulation village = new VillageBuilder(NO_MODEL).build();
        for (int tick = 0; tick < 3 * VillageAssertions.DAY; tick++) {
            village.tick();
            burning += village.village().buildings().campfires().get(0).burning() ? 1 : 0;
        }
        village.close();
        VillageAssertions.wellAndAccountedFor(village, NO_MODEL);
        assertThat(village.stats().broker().requests().submitted()).isZero();
        assertThat(village.stats().routines()).isGreaterThan(100);
        assertThat(village.stats().minds().steps().done()).isGreaterThan(300);
        assertThat(food(village)).as("food in the storehouse").isGreaterThan(20);
        assertThat(burning)
                .as("ticks with a burning campfire")
                .isGreaterThan(VillageAssertions.DAY);
    }

    @Test
    void starvationHasPriorityOverBedtime() {
        List<String> began = new ArrayList<>();
        int[] hungry = {-1};
        VillageListener watch = new VillageListener() {
            @Override
            public void reflexBegan(int agent, String behavior, String cause, String interrupted) {
                if (agent == hungry[0]) {
                    began.add(cause);
                }
            }
        };
        VillageSimulation village = new VillageBuilder(NO_MODEL).listener(watch).build();
        while (Calendar.phase(village.ticks()) != Calendar.Phase.NIGHT) {
            village.tick();
        }
        hungry[0] = village.villagers()[3];
        Needs needs = village.needsOf(hungry[0]);
        needs.hunger = 0.09f;
        needs.sleepDrive = 0.65f;
        for (int tick = 0; tick < VillageAssertions.DAY; tick++) {
            village.tick();
        }
        assertThat(began).first().isEqualTo("starving");
        assertThat(began).contains("bedtime");
        assertThat(village.reflexes().count(Reflex.STARVING)).isPositive();
        village.close();
        VillageAssertions.wellAndAccountedFor(village, NO_MODEL);
    }

    @Test
    void villagersSurviveADayWithEmptyStores() {
        VillageSimulation village = new VillageBuilder(NO_MODEL).build();
        village.village().store().clear();
        for (int tick = 0; tick < VillageAssertions.DAY; tick++) {
            village.tick();
        }
        village.close();
        VillageAssertions.wellAndAccountedFor(village, NO_MODEL);
    }

    private static int food(VillageSimulation village) {
        return village.village().store().get(Resource.BERRIES)
                + 2 * village.village().store().get(Resource.BREAD);
    }
}
