/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.people;

import static org.assertj.core.api.Assertions.assertThat;

import com.artemis.World;
import com.artemis.WorldConfigurationBuilder;
import dev.triune.component.Conversation;
import dev.triune.component.Needs;
import dev.triune.village.world.Building;
import dev.triune.village.world.Calendar;
import dev.triune.village.world.Place;
import dev.triune.village.world.Village;
import dev.triune.village.world.Wolf;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

final class WolfSystemTest {
    private static final long AFTERNOON = 8_000;
    private static final long EVENING = 13_000;
    private static final long LATE = 2 * 24_000 + 9_000;

    private final Village village = new Village(8, 0); // in which events come on the hour
    private final Wolf wolf = village.wolf();
    private final World world = world(village);
    private final int mira = villager(world, 33, 24);
    private final int oren = villager(world, 24, 24);
    private final Needs needs = world.getMapper(Needs.class).get(mira);
    private final Position at = world.getMapper(Position.class).get(mira);

    private static World world(Village village) {
        return new World(
                new WorldConfigurationBuilder().with(new WolfSystem()).build().register(village));
    }

    private static int villager(World world, float x, float y) {
        int agent = world.create();
        world.edit(agent).create(Villager.class);
        world.edit(agent).create(Needs.class);
        world.edit(agent).create(Errand.class);
        world.edit(agent).create(Conversation.class);
        Position position = world.edit(agent).create(Position.class);
        position.x = x;
        position.y = y;
        return agent;
    }

    private void pass(long tick) {
        village.advanceTo(tick);
        world.process();
    }

    private void build() {
        Errand errand = world.getMapper(Errand.class).get(mira);
        village.addNewcomer();
        errand.site = village.buildings().claim(Building.HOME).orElseThrow();
        errand.work = 1;
    }

    @Test
    void wolfComesInAMinuteThatFewSeedsShare() {
        assertThat(LongStream.range(5, 65).mapToObj(seed -> {
                    Village other = new Village(8, seed);
                    World around = world(other);
                    villager(around, 33, 24);
                    for (long tick = LATE; !other.wolf().isPresent(); tick++) {
                        other.advanceTo(tick);
                        around.process();
                    }
                    return Calendar.time(other.wolf().arrivalTick()).substring(3);
                }))
                .doesNotHaveDuplicates();
    }

    @Test
    void wolfApproachesABuilderFromOutside() {
        pass(AFTERNOON);
        assertThat(wolf.isPresent()).isFalse();
        build();
        pass(AFTERNOON + 1);
        assertThat(wolf.isPresent()).as("in another minute").isFalse();
        pass(AFTERNOON);
        assertThat(wolf.isPresent()).isTrue();
        assertThat(wolf.point().x()).isGreaterThan(at.x);
        assertThat(needs.danger).isFalse();
        for (int tick = 1; tick < 100 && !needs.danger; tick++) {
            pass(AFTERNOON + tick);
        }
        assertThat(needs.danger).isTrue();
        assertThat(wolf.distance(at.x, at.y)).isLessThan(Wolf.FEAR_RADIUS);
        assertThat(world.getMapper(Needs.class).get(oren).danger).isFalse();
    }

    @Test
    void talkersFearTheWolfFromAfar() {
        pass(AFTERNOON);
        wolf.appear(at.x + Wolf.SAFE_RADIUS - 1, at.y, AFTERNOON);
        pass(AFTERNOON + 1);
        assertThat(needs.danger).isFalse();
        world.getMapper(Conversation.class).get(mira).active = true;
        pass(AFTERNOON + 2);
        assertThat(needs.danger).isTrue();
    }

    @Test
    void wolfStaysAwayBeforeTheFirstAfternoonAndInTheDark() {
        build();
        pass(AFTERNOON - 1);
        pass(EVENING);
        assertThat(wolf.isPresent()).isFalse();
    }

    @Test
    void escapedVillagerIsSafeAndTheWolfLeaves() {
        build();
        pass(AFTERNOON);
        wolf.appear(at.x + 3, at.y, AFTERNOON);
        pass(AFTERNOON + 1);
        assertThat(needs.danger).isTrue();
        at.x = Place.SQUARE.x() - 20;
        pass(AFTERNOON + 2);
        assertThat(needs.danger).isFalse();
        world.getMapper(Position.class).get(oren).x = Place.SQUARE.x() - 20;
        pass(AFTERNOON + 3);
        assertThat(wolf.isPresent()).isFalse();
    }

    @Test
    void wolfComesOncePerThreeDays() {
        build();
        pass(AFTERNOON);
        wolf.leave();
        pass(AFTERNOON + 1);
        pass(LATE);
        assertThat(wolf.isPresent()).isFalse();
        pass(3 * 24_000 + AFTERNOON);
        assertThat(wolf.isPresent()).isTrue();
        assertThat(wolf.visits()).isEqualTo(2);
    }

    @Test
    void wolfHuntsTheFarthestVillagerLateOnDayThree() {
        pass(LATE);
        assertThat(wolf.isPresent()).isTrue();
        assertThat(wolf.distance(at.x, at.y)).isLessThan(12);
    }

    @Test
    void wolfInjuresWithoutKillingAndLeaves() {
        build();
        pass(AFTERNOON);
        for (int tick = 1; tick < 2_000; tick++) {
            pass(AFTERNOON + tick);
        }
        assertThat(needs.health).isBetween(0.3f, 0.99f);
        assertThat(wolf.isPresent()).isFalse();
        assertThat(needs.danger).isFalse();
    }
}
