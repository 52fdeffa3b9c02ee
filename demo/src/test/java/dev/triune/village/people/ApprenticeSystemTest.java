/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.people;

import static org.assertj.core.api.Assertions.assertThat;

import com.artemis.World;
import com.artemis.WorldConfigurationBuilder;
import dev.triune.component.Behavior;
import dev.triune.component.Persona;
import dev.triune.village.action.VillageRoutine;
import dev.triune.village.world.Calendar;
import dev.triune.village.world.Village;
import org.junit.jupiter.api.Test;

final class ApprenticeSystemTest {
    private final Village village = new Village(8);
    private final World world = new World(
            new WorldConfigurationBuilder().with(new ApprenticeSystem()).build().register(village));
    private final int pell = villager("Pell", Trade.YOUNGSTER, 10);
    private final int oren = villager("Oren", Trade.ELDER, 11);
    private final int bram = villager("Bram", Trade.WOODCUTTER, 12);
    private final int mira = villager("Mira", Trade.BUILDER, 13);
    private final Villager pupil = world.getMapper(Villager.class).get(pell);

    private int villager(String name, Trade trade, int x) {
        int agent = world.create();
        world.edit(agent).create(Villager.class).trade = trade;
        world.edit(agent).create(Position.class).x = x;
        world.edit(agent).create(Persona.class).name = name;
        world.edit(agent).create(Behavior.class).origin = Behavior.Origin.STEP;
        return agent;
    }

    private void hours(int count) {
        for (int hour = 0; hour < count; hour++) {
            village.advanceTo(village.tick() + Calendar.TICKS_PER_HOUR);
            world.process();
        }
    }

    @Test
    void youngsterLearnsTheTradeOfTheNearestWorker() {
        VillageRoutine routine = new VillageRoutine();
        world.inject(routine);
        hours(Villager.LESSONS - 1);
        assertThat(pupil.trade).isEqualTo(Trade.YOUNGSTER);
        assertThat(routine.fallback(pell).get(0)).hasToString("gather berries 8");
        hours(1);
        assertThat(pupil.trade).isEqualTo(Trade.WOODCUTTER);
        assertThat(routine.fallback(pell).get(0)).hasToString("gather wood 6");
        assertThat(world.getMapper(Persona.class).get(pell).description)
                .startsWith("You are the woodcutter of the village");
        assertThat(village.chronicle().nextUnreported())
                .hasValue("Pell has learnt a trade from Bram and others, and is a woodcutter now");
    }

    @Test
    void youngsterLearnsNothingFromIdleDistantOrElderVillagers() {
        world.getMapper(Behavior.class).get(bram).origin = Behavior.Origin.REFLEX;
        world.getMapper(Position.class).get(mira).x = 30;
        hours(Villager.LESSONS);
        assertThat(pupil.lessons).containsOnly(0);
        assertThat(world.getMapper(Villager.class).get(oren).trade).isEqualTo(Trade.ELDER);
    }
}
