/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.action;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.action.Step;
import dev.triune.component.Behavior;
import dev.triune.component.Needs;
import dev.triune.village.TestVillage;
import dev.triune.village.people.Body;
import dev.triune.village.people.Position;
import dev.triune.village.world.Campfire;
import dev.triune.village.world.Place;
import dev.triune.village.world.Point;
import dev.triune.village.world.Resource;
import dev.triune.village.world.ResourcePatch;
import dev.triune.village.world.Stock;
import dev.triune.village.world.Village;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

final class ReflexBehaviorsTest {
    private final TestVillage hamlet = new TestVillage();
    private final Village village = hamlet.village();
    private final Stock store = village.store();
    private final int mira = hamlet.settle("Mira", new Point(30, 30));
    private final Needs needs = hamlet.of(mira, Needs.class);
    private final Behavior behavior = hamlet.of(mira, Behavior.class);
    private final Position at = hamlet.of(mira, Position.class);
    private final Stock carried = hamlet.carries(mira);

    ReflexBehaviorsTest() {
        hamlet.run("seek_food", new SeekFoodBehavior())
                .run("seek_sleep", new SleepBehavior(true))
                .run("forced_sleep", new SleepBehavior(false))
                .run("seek_warmth", new SeekWarmthBehavior())
                .run("seek_cooling", new RetreatBehavior("river"))
                .run("flee_to_home", new RetreatBehavior("home"))
                .run(ThirstReflex.DRINK, new DrinkBehavior());
    }

    // water

    @Test
    void thirstyVillagerDrinksItsFillAtTheRiver() {
        Body body = hamlet.of(mira, Body.class);
        body.water = 0.2f;
        hamlet.pass(1);
        assertThat(behavior.name).isEqualTo(ThirstReflex.DRINK);
        until(() -> body.water > 0.5f);
        assertThat(at.distance(Place.RIVER.x(), Place.RIVER.y())).isLessThan(1);
        until(behavior::idle);
        assertThat(body.water).isGreaterThanOrEqualTo(0.95f);
    }

    @Test
    void drinksCarriedWaterOnTheSpot() {
        Body body = hamlet.of(mira, Body.class);
        carried.add(Resource.WATER, 3);
        body.water = 0.2f;
        hamlet.pass(1);
        until(behavior::idle);
        assertThat(at.distance(30, 30)).isLessThan(0.5f);
        assertThat(carried.get(Resource.WATER)).isEqualTo(1);
    }

    // food

    @Test
    void eatsCarriedMealsBeforeCarriedBerries() {
        carried.add(Resource.BREAD, 1);
        carried.add(Resource.BERRIES, 9);
        int stored = store.total();
        needs.hunger = 0.2f;
        until(() -> carried.get(Resource.BREAD) == 0);
        assertThat(carried.get(Resource.BERRIES)).isEqualTo(9);
        assertThat(at.distance(30, 30)).isZero();
        until(behavior::idle);
        assertThat(needs.hunger).isGreaterThanOrEqualTo(0.85f);
        assertThat(store.total()).isEqualTo(stored);
    }

    @Test
    void eatsFromTheStorehouseBeforePickingBerries() {
        store.clear();
        store.add(Resource.BREAD, 1);
        ResourcePatch bushes = village.patch(Resource.BERRIES).orElseThrow();
        int growing = bushes.remaining();
        needs.hunger = 0.2f;
        until(() -> store.total() == 0);
        assertThat(carried).hasToString("bread 1");
        assertThat(bushes.remaining()).isEqualTo(growing);
        until(() -> bushes.remaining() < growing);
        assertThat(at.distance(Place.BERRIES.x(), Place.BERRIES.y())).isLessThan(4);
        until(behavior::idle);
        assertThat(needs.hunger).isGreaterThanOrEqualTo(0.85f);
    }

    @Test
    void takesThreeStoredBerriesAtOnce() {
        store.clear();
        store.add(Resource.BERRIES, 5);
        needs.hunger = 0.5f;
        until(() -> carried.total() > 0);
        assertThat(carried).hasToString("berries 3");
    }

    // sleep

    @Test
    void goesHomeToSleepAtBedtime() {
        at.x = 40;
        needs.bedtime = true;
        needs.sleepDrive = 0.6f;
        hamlet.pass(2);
        assertThat(behavior.asleep).isFalse();
        until(() -> behavior.asleep);
        assertThat(at.distance(30, 30)).isZero();
    }

    @Test
    void exhaustedVillagerFallsAsleepOnTheSpot() {
        at.x = 40;
        needs.energy = 0;
        hamlet.pass(2);
        assertThat(behavior.asleep).isTrue();
        assertThat(at.x).isEqualTo(40);
    }

    @Test
    void wakesUpWhenBedtimeEnds() {
        needs.bedtime = true;
        needs.sleepDrive = 0.6f;
        until(() -> behavior.asleep);
        needs.bedtime = false;
        hamlet.pass(1);
        assertThat(behavior.asleep).isFalse();
    }

    @Test
    void stoppingTheSleepBehaviorWakesTheVillager() {
        SleepBehavior sleepBehavior = new SleepBehavior(false);
        hamlet.world().inject(sleepBehavior);
        sleepBehavior.tick(mira, Step.of("seek_sleep"));
        assertThat(behavior.asleep).isTrue();
        sleepBehavior.stop(mira, Step.of("seek_sleep"));
        assertThat(behavior.asleep).isFalse();
    }

    @Test
    void starvationHasPriorityOverSleep() {
        store.add(Resource.BREAD, 9);
        needs.bedtime = true;
        needs.sleepDrive = 0.6f;
        until(() -> behavior.asleep);
        needs.hunger = 0.05f;
        hamlet.pass(1);
        assertThat(behavior.asleep).isFalse();
        assertThat(behavior.name).isEqualTo("seek_food");
        until(() -> needs.hunger >= 0.3f);
        until(() -> behavior.asleep);
    }

    // warmth and danger

    @Test
    void coldVillagerGoesToTheBurningCampfire() {
        at.x = 24;
        at.y = 20;
        needs.temperature = 0.1f;
        until(() -> village.buildings().warmedAt(at.x, at.y));
        hamlet.pass(100);
        assertThat(at.distance(24, 24)).isZero();
    }

    @Test
    void coldVillagerLightsTheCampfireWithCarriedWood() {
        Campfire campfire = village.buildings().campfires().get(0);
        hamlet.pass(campfire.fuel());
        carried.add(Resource.WOOD, 5);
        at.x = 24;
        at.y = 22;
        needs.temperature = 0.1f;
        until(campfire::burning);
        assertThat(carried).hasToString("wood 2");
    }

    @Test
    void coldVillagerGoesHomeIfNoFireCanBurn() {
        hamlet.pass(village.buildings().campfires().get(0).fuel());
        at.x = 24;
        at.y = 22;
        needs.temperature = 0.1f;
        until(() -> at.distance(30, 30) == 0);
    }

    @Test
    void hotVillagerGoesToTheRiverAndWoundedVillagerHome() {
        needs.tooHot = true;
        needs.temperature = 0.1f;
        until(() -> at.distance(Place.RIVER.x(), Place.RIVER.y()) < 4);
        needs.tooHot = false;
        needs.temperature = 1;
        needs.hasHome = true;
        needs.health = 0.2f;
        until(() -> at.distance(30, 30) == 0);
        assertThat(behavior.name).isEqualTo("flee_to_home");
    }

    // pastimes

    @Test
    void strollsStayOnTheMapAndRepeatForASeed() {
        Position other = strollFrom(new TestVillage());
        Position same = strollFrom(new TestVillage());
        assertThat(other.distance(same.x, same.y)).isZero();
        assertThat(other.distance(2, 2)).isGreaterThan(0);
    }

    private static Position strollFrom(TestVillage testVillage) {
        int agent = testVillage.settle("Oren", new Point(2, 2));
        testVillage.run("wander", new StrollBehavior(5));
        Position at = testVillage.of(agent, Position.class);
        for (int i = 0; i < 250; i++) {
            testVillage.pass(1);
            assertThat(at.x).isBetween(1f, Place.MAP_SIZE - 1f);
            assertThat(at.y).isBetween(1f, Place.MAP_SIZE - 1f);
        }
        return at;
    }

    private void until(BooleanSupplier goal) {
        for (int i = 0; i < 5_000 && !goal.getAsBoolean(); i++) {
            hamlet.pass(1);
        }
        assertThat(goal.getAsBoolean()).as("within 5000 ticks").isTrue();
    }
}
