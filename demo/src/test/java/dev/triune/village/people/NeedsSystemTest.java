/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.people;

import static org.assertj.core.api.Assertions.assertThat;

import com.artemis.World;
import com.artemis.WorldConfigurationBuilder;
import dev.triune.component.Behavior;
import dev.triune.component.Home;
import dev.triune.component.Needs;
import dev.triune.rule.ReflexTable.Thresholds;
import dev.triune.village.world.Village;
import org.junit.jupiter.api.Test;

final class NeedsSystemTest {
    private static final int MIDNIGHT = 18_000;
    private static final int NOON = 6_000;

    private final Village village = new Village(8);
    private final World world = new World(
            new WorldConfigurationBuilder().with(new NeedsSystem()).build().register(village));
    private final int agent = world.create();
    private final Needs needs = world.edit(agent).create(Needs.class);
    private final Behavior behavior = world.edit(agent).create(Behavior.class);
    private final Position position = world.edit(agent).create(Position.class);
    private final Home home = world.edit(agent).create(Home.class);

    NeedsSystemTest() {
        world.edit(agent).create(Villager.class);
        world.edit(agent).create(Body.class);
    }

    @Test
    void sleepRestoresEnergyAndSlowsHunger() {
        pass(NOON, 1_000);
        float hunger = needs.hunger;
        float energy = needs.energy;
        assertThat(hunger).isBetween(0.94f, 0.96f);
        assertThat(energy).isLessThan(1);
        behavior.asleep = true;
        pass(NOON, 1_000);
        assertThat(needs.energy).isGreaterThan(energy);
        assertThat(hunger - needs.hunger).isBetween(0.02f, 0.03f);
    }

    @Test
    void nightsAreColdExceptAtHomeAndByTheCampfire() {
        home.x = 5;
        home.y = 5;
        position.x = 40;
        pass(MIDNIGHT, 100);
        assertThat(needs.temperature).isLessThan(1);
        position.x = 5;
        position.y = 5;
        needs.temperature = 0.3f;
        pass(MIDNIGHT, 100);
        assertThat(needs.temperature).isGreaterThan(0.3f);
        position.x = 24;
        position.y = 24;
        float before = needs.temperature;
        pass(MIDNIGHT, 100);
        assertThat(needs.temperature - before).isGreaterThan(0.2f);
    }

    @Test
    void bedtimeIsFromNineToHalfPastFiveAndLaterForSomeVillagers() {
        pass(14_999, 1);
        assertThat(needs.bedtime).isFalse();
        pass(15_000, 1);
        assertThat(needs.bedtime).isTrue();
        pass(23_499, 1);
        assertThat(needs.bedtime).isTrue();
        pass(23_500, 1);
        assertThat(needs.bedtime).isFalse();
        world.getMapper(Villager.class).get(agent).number = 5;
        pass(16_249, 1);
        assertThat(needs.bedtime).isFalse();
        pass(16_250, 1);
        assertThat(needs.bedtime).isTrue();
        pass(24_749, 1);
        assertThat(needs.bedtime).isTrue();
        pass(24_750, 1);
        assertThat(needs.bedtime).isFalse();
    }

    @Test
    void sleepingVillagersStayAsleepUntilMorning() {
        needs.sleepDrive = 0.7f;
        behavior.asleep = true;
        pass(MIDNIGHT, 9_000);
        assertThat(needs.sleepDrive).isGreaterThan(Thresholds.DEFAULT.bedtime().leave());
        pass(NOON, 2_000);
        assertThat(needs.sleepDrive).isZero();
    }

    @Test
    void starvationReducesHealthAndFoodRestoresIt() {
        needs.hunger = 0;
        pass(NOON, 1_200);
        assertThat(needs.health).isBetween(0.89f, 0.91f);
        needs.hunger = 1;
        pass(NOON, 1_000);
        assertThat(needs.health).isGreaterThan(0.94f);
    }

    @Test
    void deadVillagersStayDead() {
        needs.health = 0;
        needs.hunger = 1;
        pass(NOON, 100);
        assertThat(needs.alive()).isFalse();
        assertThat(needs.hunger).isEqualTo(1);
    }

    @Test
    void needsStayWithinTheirRange() {
        needs.sleepDrive = 1;
        needs.hunger = 0.01f;
        needs.energy = 0.01f;
        pass(NOON, 600);
        assertThat(needs.hunger).isZero();
        assertThat(needs.energy).isZero();
        assertThat(needs.sleepDrive).isEqualTo(1);
    }

    private void pass(long at, int ticks) {
        village.advanceTo(at);
        for (int i = 0; i < ticks; i++) {
            world.process();
        }
    }
}
