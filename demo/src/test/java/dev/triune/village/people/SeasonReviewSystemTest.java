/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.people;

import static org.assertj.core.api.Assertions.assertThat;

import com.artemis.World;
import com.artemis.WorldConfigurationBuilder;
import dev.triune.component.Persona;
import dev.triune.village.world.Calendar;
import dev.triune.village.world.Resource;
import dev.triune.village.world.Village;
import org.junit.jupiter.api.Test;

final class SeasonReviewSystemTest {
    private final Village village = new Village(8);
    private final World world = new World(new WorldConfigurationBuilder()
            .with(new SeasonReviewSystem())
            .build()
            .register(village));
    private final Villager bram = villager("Bram");
    private final Villager edda = villager("Edda");

    private Villager villager(String name) {
        int agent = world.create();
        world.edit(agent).create(Persona.class).name = name;
        return world.edit(agent).create(Villager.class);
    }

    private void passDays(int days) {
        for (int day = 0; day < days; day++) {
            village.advanceTo(village.tick() + Calendar.TICKS_PER_DAY);
            world.process();
        }
    }

    @Test
    void announcesTheBestOfEachSeason() {
        bram.provided[Resource.WOOD.ordinal()] = 40;
        edda.provided[Resource.WOOD.ordinal()] = 39;
        edda.provided[Resource.BREAD.ordinal()] = 1;
        passDays(2);
        assertThat(village.chronicle().nextUnreported()).isEmpty();
        passDays(1);
        assertThat(village.chronicle().nextUnreported())
                .hasValue("nobody gathered more wood in spring than Bram: 40 of 79");
        assertThat(village.chronicle().nextUnreported())
                .hasValue("nobody baked more bread in spring than Edda: 1 of 1");
        edda.provided[Resource.WOOD.ordinal()] = 7;
        passDays(3);
        assertThat(village.chronicle().nextUnreported())
                .hasValue("nobody gathered more wood in summer than Edda: 7 of 7, after 79 before");
        passDays(3); // in which nobody provides anything
        assertThat(village.chronicle().nextUnreported()).isEmpty();
    }
}
