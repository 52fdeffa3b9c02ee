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
        assertThat(village.buildings().claim(Building.HOME)).isEmpty();
        for (int number = 1; village.hasRoomForNewcomer(); number++) {
            village.addNewcomer();
            BuildingSite home = village.buildings().claim(Building.HOME).orElseThrow();
            assertThat(home).isEqualTo(village.newcomersHome(number));
            assertThat(village.buildings().claim(Building.HOME)).isEmpty();
        }
        assertThat(village.newcomers()).isEqualTo(4);
        assertThat(new Village(100).hasRoomForNewcomer()).isFalse();
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.MATCH_ANY, names = "CAMPFIRE|STOREHOUSE|FIELD|BAKERY|WELL")
    void claimsStopAtTheBuildingCap(Building building) {
        int claimed = 0;
        while (village.buildings().claim(building).isPresent()) {
            claimed++;
        }
        assertThat(village.buildings().builtCount(building) + claimed).isEqualTo(building.limit());
        assertThat(village.buildings().claimedCount(building)).isEqualTo(building.limit());
    }

    @Test
    void scarcestBuildingIsPayableAndProjectsComeLast() {
        Stock store = village.store();
        store.take(Resource.WOOD, Integer.MAX_VALUE);
        store.take(Resource.STONE, Integer.MAX_VALUE);
        assertThat(village.buildings().scarcest()).isEmpty();
        store.add(Resource.WOOD, Building.FIELD.wood());
        assertThat(village.buildings().scarcest()).contains(Building.FIELD);
        store.add(Resource.WOOD, Building.MARKET.wood());
        store.add(Resource.STONE, Building.BAKERY.stone());
        assertThat(village.buildings().scarcest()).contains(Building.BAKERY);
        while (village.buildings().claim(Building.BAKERY).isPresent()) {
            assertThat(village.buildings().scarcest()).isPresent();
        }
        assertThat(village.buildings().scarcest())
                .isPresent()
                .get()
                .isNotEqualTo(Building.BAKERY)
                .matches(building -> !building.isProject());
    }

    @Test
    void projectCanBeClaimedRepeatedlyUntilItIsBuilt() {
        BuildingSite market = village.buildings().claim(Building.MARKET).orElseThrow();
        assertThat(village.buildings().claim(Building.MARKET)).contains(market);
        assertThat(village.buildings().claimedCount(Building.MARKET)).isZero();
        village.buildings().release(market);
        village.buildings().complete(market);
        assertThat(village.buildings().isBuilt(market)).isTrue();
        assertThat(village.buildings().claim(Building.MARKET)).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.MATCH_ANY, names = "CAMPFIRE|STOREHOUSE|FIELD|BAKERY|WELL")
    void claimsNeverShareASite(Building building) {
        List<Point> points = new ArrayList<>();
        Optional<BuildingSite> buildingSites = village.buildings().claim(building);
        while (buildingSites.isPresent()) {
            points.add(buildingSites.get().point());
            buildingSites = village.buildings().claim(building);
        }
        assertThat(points).doesNotHaveDuplicates();
    }

    @Test
    void releasedClaimCanBeClaimedAgain() {
        BuildingSite well = village.buildings().claim(Building.WELL).orElseThrow();
        assertThat(village.buildings().claim(Building.WELL)).isEmpty();
        village.buildings().release(well);
        assertThat(village.buildings().claim(Building.WELL)).contains(well);
    }

    @Test
    void rejectsReleasingOrCompletingABuiltSite() {
        BuildingSite field = village.buildings().claim(Building.FIELD).orElseThrow();
        village.buildings().complete(field);
        assertThatThrownBy(() -> village.buildings().release(field))
                .isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> village.buildings().complete(field))
                .isInstanceOf(IllegalStateException.class);
        assertThat(village.buildings().builtCount(Building.FIELD)).isEqualTo(3);
        assertThat(village.buildings().claimedCount(Building.FIELD)).isEqualTo(3);
    }

    @Test
    void newCampfireWarmsOnlyAfterWoodIsAdded() {
        BuildingSite buildingSite = village.buildings().claim(Building.CAMPFIRE).orElseThrow();
        village.buildings().complete(buildingSite);
        Campfire campfire = village.buildings()
                .nearestFire(buildingSite.point().x(), buildingSite.point().y());
        assertThat(campfire.point()).isEqualTo(buildingSite.point());
        assertThat(campfire.burning()).isFalse();
        assertThat(village.buildings()
                        .warmedAt(buildingSite.point().x(), buildingSite.point().y()))
                .isFalse();
        campfire.feed(1);
        assertThat(village.buildings()
                        .warmedAt(buildingSite.point().x(), buildingSite.point().y()))
                .isTrue();
    }

    @Test
    void campfireBurnsUntilItsFuelIsUsedUp() {
        Campfire campfire = village.buildings().campfires().get(0);
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
        village.buildings().campfires().get(0).feed(1_000);
        assertThat(village.buildings().campfires().get(0).fuel()).isEqualTo(Campfire.MAX_FUEL);
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
    void describesBuildings() {
        assertThat(village.buildings().tallies())
                .extracting(Object::toString)
                .containsExactly(
                        "home 4",
                        "campfire 1",
                        "storehouse 1",
                        "field 2",
                        "bakery 0",
                        "well 0",
                        "market 0");
        assertThat(village.buildings().claim(Building.WELL)).isPresent();
        assertThat(village.buildings().tallies())
                .extracting(Object::toString)
                .contains("well 0 and 1 begun");
    }

    @Test
    void describesOnlyTheNextProject() {
        assertThat(village.buildings().wanted())
                .contains(Building.MARKET)
                .doesNotContain(Building.MILL);
        village.buildings().complete(village.buildings().claim(Building.MARKET).orElseThrow());
        assertThat(village.buildings().wanted())
                .contains(Building.MILL)
                .doesNotContain(Building.MARKET);
        assertThat(village.buildings().tallies())
                .extracting(Object::toString)
                .endsWith("market 1", "mill 0");
    }

    @Test
    void buildingsWearFromDayThreeUntilTheyAreRepaired() {
        village.buildings().complete(village.buildings().claim(Building.WELL).orElseThrow());
        List<BuildingSite> stood = List.copyOf(village.buildings().built());
        List<BuildingSite> repaired = new ArrayList<>();
        village.store().clear();
        for (int day = 1; day <= 8; day++) {
            village.advanceTo((long) day * Calendar.TICKS_PER_DAY);
            List<BuildingSite> worn = village.buildings().unfinished();
            assertThat(worn.isEmpty() || day > 2).as("day %d", day).isTrue();
            for (BuildingSite site : worn) {
                assertThat(village.buildings().pay(site)).isFalse();
                assertThat(village.buildings().work(site))
                        .isBetween(1 - site.building().ticks(), -1);
                village.store().add(Resource.WOOD, site.building().repairWood());
                village.store().add(Resource.STONE, site.building().repairStone());
                assertThat(village.buildings().isPayable(site.building())).isTrue();
                assertThat(village.buildings().pay(site)).isTrue();
                assertThat(village.buildings().work(site))
                        .isBetween(1, site.building().ticks() - 1);
                assertThat(village.store().total()).isZero();
                village.buildings()
                        .complete(village.buildings().claim(site.building(), site.number()));
                repaired.add(site);
            }
        }
        assertThat(repaired)
                .extracting(BuildingSite::building)
                .contains(Building.HOME, Building.WELL)
                .doesNotContain(Building.CAMPFIRE, Building.FIELD, Building.STOREHOUSE);
        assertThat(village.buildings().built()).containsExactlyInAnyOrderElementsOf(stood);
        assertThat(village.home(0)).isEqualTo(new Village(8).home(0));
    }

    @Test
    void growthOfBerriesAndGrainDependsOnTheSeason() {
        assertThat(berriesGrownIn(3)).as("summer").isGreaterThan(berriesGrownIn(0));
        assertThat(berriesGrownIn(9)).as("winter").isBetween(1, berriesGrownIn(0) / 2);
        FieldPlot plot = village.buildings().fieldPlots().get(0);
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
