/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.world;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class VillageTest {
    private final Village village = new Village(8);

    @Test
    void allowsOneNewHomePerNewcomer() {
        assertThat(village.claim(Building.HOME)).isEmpty();
        for (int number = 1; village.hasRoomForNewcomer(); number++) {
            village.addNewcomer();
            BuildingSite home = village.claim(Building.HOME).orElseThrow();
            assertThat(home).isEqualTo(village.newcomersHome(number));
            assertThat(village.claim(Building.HOME)).isEmpty();
        }
        assertThat(village.newcomers()).isEqualTo(4);
        assertThat(new Village(100).hasRoomForNewcomer()).isFalse();
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.MATCH_ANY, names = "CAMPFIRE|STOREHOUSE|FIELD|BAKERY|WELL")
    void claimsStopAtTheBuildingCap(Building building) {
        int claimed = 0;
        while (village.claim(building).isPresent()) {
            claimed++;
        }
        assertThat(village.builtCount(building) + claimed).isEqualTo(building.limit());
        assertThat(village.claimedCount(building)).isEqualTo(building.limit());
    }

    @Test
    void projectCanBeClaimedRepeatedlyUntilItIsBuilt() {
        BuildingSite market = village.claim(Building.MARKET).orElseThrow();
        assertThat(village.claim(Building.MARKET)).contains(market);
        assertThat(village.claimedCount(Building.MARKET)).isZero();
        village.release(market);
        village.complete(market);
        assertThat(village.isBuilt(market)).isTrue();
        assertThat(village.claim(Building.MARKET)).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.MATCH_ANY, names = "CAMPFIRE|STOREHOUSE|FIELD|BAKERY|WELL")
    void claimsNeverShareASite(Building building) {
        List<Point> points = new ArrayList<>();
        Optional<BuildingSite> buildingSites = village.claim(building);
        while (buildingSites.isPresent()) {
            points.add(buildingSites.get().point());
            buildingSites = village.claim(building);
        }
        assertThat(points).doesNotHaveDuplicates();
    }

    @Test
    void releasedClaimCanBeClaimedAgain() {
        BuildingSite well = village.claim(Building.WELL).orElseThrow();
        assertThat(village.claim(Building.WELL)).isEmpty();
        village.release(well);
        assertThat(village.claim(Building.WELL)).contains(well);
    }

    @Test
    void rejectsReleasingOrCompletingABuiltSite() {
        BuildingSite field = village.claim(Building.FIELD).orElseThrow();
        village.complete(field);
        assertThatThrownBy(() -> village.release(field)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> village.complete(field)).isInstanceOf(IllegalStateException.class);
        assertThat(village.builtCount(Building.FIELD)).isEqualTo(3);
        assertThat(village.claimedCount(Building.FIELD)).isEqualTo(3);
    }

    @Test
    void newCampfireWarmsOnlyAfterWoodIsAdded() {
        BuildingSite buildingSite = village.claim(Building.CAMPFIRE).orElseThrow();
        village.complete(buildingSite);
        Campfire campfire = village.nearestFire(
                buildingSite.point().x(), buildingSite.point().y());
        assertThat(campfire.point()).isEqualTo(buildingSite.point());
        assertThat(campfire.burning()).isFalse();
        assertThat(village.warmedAt(
                        buildingSite.point().x(), buildingSite.point().y()))
                .isFalse();
        campfire.feed(1);
        assertThat(village.warmedAt(
                        buildingSite.point().x(), buildingSite.point().y()))
                .isTrue();
    }

    @Test
    void campfireBurnsUntilItsFuelIsUsedUp() {
        Campfire campfire = village.campfires().get(0);
        int left = campfire.fuel();
        for (int tick = 1; tick < left; tick++) {
            village.advanceTo(tick);
        }
        assertThat(campfire.burning()).isTrue();
        village.advanceTo(left);
        assertThat(campfire.burning()).isFalse();
        village.advanceTo(left + 1L);
        assertThat(campfire.fuel()).isZero();
    }

    @Test
    void campfireFuelIsLimited() {
        village.campfires().get(0).feed(1_000);
        assertThat(village.campfires().get(0).fuel()).isEqualTo(Campfire.MAX_FUEL);
    }

    @Test
    void gatheredBerriesGrowBackUntilThePatchIsFull() {
        ResourcePatch berries = village.patch(Resource.BERRIES).orElseThrow();
        int full = berries.remaining();
        assertThat(berries.takeOne()).isTrue();
        for (int tick = 1; tick <= 110; tick++) {
            assertThat(berries.remaining()).isEqualTo(full - 1);
            village.advanceTo(tick);
        }
        assertThat(berries.remaining()).isEqualTo(full);
        village.advanceTo(220);
        assertThat(berries.remaining()).isEqualTo(full);
    }

    @Test
    void emptyPatchYieldsNothing() {
        ResourcePatch wood = village.patch(Resource.WOOD).orElseThrow();
        while (wood.remaining() > 0) {
            wood.takeOne();
        }
        assertThat(wood.takeOne()).isFalse();
        assertThat(wood.remaining()).isZero();
    }

    @Test
    void breadCannotBeGathered() {
        assertThat(village.patch(Resource.BREAD)).isEmpty();
    }

    @Test
    void describesBuildingsWithTheirCaps() {
        assertThat(village.describeBuildings())
                .isEqualTo(
                        "home 4 of 4, campfire 1 of 3,"
                                + " storehouse 1 of 3, field 2 of 6, bakery 0 of 2, well 0 of 1, market 0 of 1");
        assertThat(village.claim(Building.WELL)).isPresent();
        assertThat(village.describeBuildings()).contains("well 1 of 1");
    }

    @Test
    void describesOnlyTheNextProject() {
        assertThat(village.wantedBuildings())
                .contains(Building.MARKET)
                .doesNotContain(Building.MILL);
        village.complete(village.claim(Building.MARKET).orElseThrow());
        assertThat(village.wantedBuildings())
                .contains(Building.MILL)
                .doesNotContain(Building.MARKET);
        assertThat(village.describeBuildings()).endsWith("market 1 of 1, mill 0 of 1");
    }

    @Test
    void buildingsWearFromDayThreeUntilTheyAreRepaired() {
        village.complete(village.claim(Building.WELL).orElseThrow());
        List<BuildingSite> stood = List.copyOf(village.built());
        List<BuildingSite> repaired = new ArrayList<>();
        village.store().clear();
        for (int day = 1; day <= 8; day++) {
            village.advanceTo((long) day * Calendar.TICKS_PER_DAY);
            List<BuildingSite> worn = village.unfinished();
            assertThat(worn.isEmpty() || day > 2).as("day %d", day).isTrue();
            for (BuildingSite site : worn) {
                assertThat(village.pay(site)).isFalse();
                assertThat(village.work(site)).isBetween(1 - site.building().ticks(), -1);
                village.store().add(Resource.WOOD, site.building().repairWood());
                village.store().add(Resource.STONE, site.building().repairStone());
                assertThat(village.isPayable(site.building())).isTrue();
                assertThat(village.pay(site)).isTrue();
                assertThat(village.work(site)).isBetween(1, site.building().ticks() - 1);
                assertThat(village.store().total()).isZero();
                village.complete(village.claim(site.building(), site.number()));
                repaired.add(site);
            }
        }
        assertThat(repaired)
                .extracting(BuildingSite::building)
                .contains(Building.HOME, Building.WELL)
                .doesNotContain(Building.CAMPFIRE, Building.FIELD, Building.STOREHOUSE);
        assertThat(village.built()).containsExactlyInAnyOrderElementsOf(stood);
        assertThat(village.home(0)).isEqualTo(new Village(8).home(0));
    }

    @Test
    void growthOfBerriesAndGrainDependsOnTheSeason() {
        assertThat(berriesGrownIn(3)).as("summer").isGreaterThan(berriesGrownIn(0));
        assertThat(berriesGrownIn(9)).as("winter").isBetween(1, berriesGrownIn(0) / 2);
        FieldPlot plot = village.fieldPlots().get(0);
        plot.sow();
        village.advanceTo(9L * Calendar.TICKS_PER_DAY + 1);
        assertThat(plot.grown()).isZero();
        village.advanceTo(12L * Calendar.TICKS_PER_DAY + 1);
        assertThat(plot.grown()).isEqualTo(1);
    }

    private static int berriesGrownIn(int day) {
        Village village = new Village(8);
        ResourcePatch berries = village.patch(Resource.BERRIES).orElseThrow();
        while (berries.takeOne()) {} // none are left
        for (int tick = 1; tick <= 6_600; tick++) {
            village.advanceTo((long) day * Calendar.TICKS_PER_DAY + tick);
        }
        return berries.remaining();
    }
}
