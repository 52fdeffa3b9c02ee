/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.people;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.triune.action.Progress;
import dev.triune.action.Step;
import dev.triune.village.TestVillage;
import dev.triune.village.action.GoToAction;
import dev.triune.village.action.VillagerAction;
import dev.triune.village.world.Place;
import dev.triune.village.world.Point;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class VillagerDirectoryTest {
    @Test
    void findsVillagersByNameIgnoringCase() {
        VillagerDirectory villagerDirectory = new VillagerDirectory();
        villagerDirectory.add("Mira", 3);
        assertThat(villagerDirectory.find(" mIRA ")).hasValue(3);
        assertThat(villagerDirectory.find("Nobody")).isEmpty();
    }

    @Test
    void firstTenThousandNamesAreUnique() {
        assertThat(IntStream.range(0, 10_000).mapToObj(VillagerProfiles::name))
                .doesNotHaveDuplicates();
    }

    @Test
    void firstEightVillagersHaveDifferentTrades() {
        assertThat(IntStream.range(0, 8).mapToObj(VillagerProfiles::trade))
                .containsExactlyInAnyOrder(Trade.values());
        assertThat(VillagerProfiles.description(0, VillagerProfiles.trade(0)))
                .contains(VillagerProfiles.name(0), VillagerProfiles.trade(0).label());
    }

    @Test
    void walksStraightAtFourTilesPerSecondToTheExactPoint() {
        TestVillage testVillage = new TestVillage();
        Walker walker = new Walker(testVillage);
        int mira = testVillage.settle("Mira", new Point(10, 10));
        Position at = testVillage.of(mira, Position.class);
        int ticks = 1;
        while (ticks < 100 && !walker.walk(mira, 13, 14)) {
            ticks++;
            assertThat((at.x - 10) * 4).isCloseTo((at.y - 10) * 3, within(0.01f));
        }
        assertThat(ticks).isBetween(25, 26);
        assertThat(at.distance(13, 14)).isZero();
        assertThat(walker.walk(mira, 13, 14)).isTrue();
    }

    @Test
    void villagersAtTheSamePlaceStandApart() {
        TestVillage testVillage = new TestVillage();
        Walker walker = new Walker(testVillage);
        int mira = testVillage.settle("Mira", new Point(28, 22));
        int oren = testVillage.settle("Oren", new Point(28, 22));
        for (int i = 0; i < 50; i++) {
            walker.walk(mira, Place.STOREHOUSE);
            walker.walk(oren, Place.STOREHOUSE);
        }
        Position there = testVillage.of(oren, Position.class);
        assertThat(testVillage.of(mira, Position.class).distance(there.x, there.y))
                .isGreaterThan(0.5f);
    }

    @Test
    void workTakesTheGivenNumberOfTicks() {
        TestVillage testVillage = new TestVillage();
        Walker walker = new Walker(testVillage);
        int mira = testVillage.settle("Mira", new Point(10, 10));
        assertThat(walker.work(mira, 3)).isFalse();
        assertThat(walker.work(mira, 3)).isFalse();
        assertThat(walker.work(mira, 3)).isTrue();
        assertThat(walker.work(mira, 3)).isFalse();
    }

    @Test
    void goToHomeReachesTheVillagersHome() {
        TestVillage testVillage = new TestVillage();
        int mira = testVillage.settle("Mira", new Point(10, 10));
        testVillage.of(mira, Position.class).x = 20;
        testVillage.run(VillagerAction.GoTo.class, new GoToAction());
        testVillage.carryOut(mira, Step.of("go_to").with("place", "home"));
        assertThat(testVillage.of(mira, Position.class).distance(10, 10)).isZero();
    }

    private static final class Walker extends WalkingBehavior<Step> {
        Walker(TestVillage testVillage) {
            testVillage.world().inject(this);
        }

        @Override
        public Progress tick(int agent, Step step) {
            return Progress.RUNNING;
        }
    }
}
