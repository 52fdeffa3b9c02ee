/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.places;

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

    @ParameterizedTest
    @EnumSource(Building.class)
    void claimsEndAtTheCap(Building building) {
        int claimed = 0;
        while (village.claim(building).isPresent()) {
            claimed++;
        }
        assertThat(village.standing(building) + claimed).isEqualTo(building.cap());
        assertThat(village.claims(building)).isEqualTo(building.cap());
    }

    @ParameterizedTest
    @EnumSource(Building.class)
    void noTwoClaimsAreForTheSameSite(Building building) {
        List<Point> points = new ArrayList<>();
        Optional<Site> site = village.claim(building);
        while (site.isPresent()) {
            points.add(site.get().point());
            site = village.claim(building);
        }
        assertThat(points).doesNotHaveDuplicates();
    }

    @Test
    void aClaimGivenUpIsFreeAgain() {
        Site well = village.claim(Building.WELL).orElseThrow();
        assertThat(village.claim(Building.WELL)).isEmpty();
        village.release(well);
        assertThat(village.claim(Building.WELL)).contains(well);
    }

    @Test
    void aClaimIsGivenUpOrBuiltOnOnlyOnce() {
        Site home = village.claim(Building.HOME).orElseThrow();
        village.complete(home);
        assertThatThrownBy(() -> village.release(home)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> village.complete(home)).isInstanceOf(IllegalStateException.class);
        assertThat(village.standing(Building.HOME)).isEqualTo(5);
        assertThat(village.claims(Building.HOME)).isEqualTo(5);
    }

    @Test
    void aHomeStandsWhereItWasClaimedWhoeverIsReadyFirst() {
        Site first = village.claim(Building.HOME).orElseThrow();
        Site second = village.claim(Building.HOME).orElseThrow();
        village.complete(second);
        assertThat(village.home(4)).isEqualTo(second.point());
        village.complete(first);
        assertThat(village.home(5)).isEqualTo(first.point());
    }

    @Test
    void aNewCampfireIsAFireThatDoesNotBurnYet() {
        Site site = village.claim(Building.CAMPFIRE).orElseThrow();
        village.complete(site);
        Fire fire = village.nearestFire(site.point().x(), site.point().y());
        assertThat(fire.point()).isEqualTo(site.point());
        assertThat(fire.burning()).isFalse();
        assertThat(village.warmedAt(site.point().x(), site.point().y())).isFalse();
        fire.feed(1);
        assertThat(village.warmedAt(site.point().x(), site.point().y())).isTrue();
    }

    @Test
    void aFireBurnsAsLongAsItsWood() {
        Fire fire = village.fires().get(0);
        int left = fire.fuel();
        for (int tick = 1; tick < left; tick++) {
            village.pass(tick);
        }
        assertThat(fire.burning()).isTrue();
        village.pass(left);
        assertThat(fire.burning()).isFalse();
        village.pass(left + 1L);
        assertThat(fire.fuel()).isZero();
    }

    @Test
    void aFireTakesNoMoreThanItCanHold() {
        village.fires().get(0).feed(1_000);
        assertThat(village.fires().get(0).fuel()).isEqualTo(Fire.MOST_FUEL);
    }

    @Test
    void whatIsGatheredGrowsBackUntilThePatchIsFull() {
        Patch berries = village.patch(Resource.BERRIES).orElseThrow();
        int full = berries.left();
        assertThat(berries.takeOne()).isTrue();
        for (int tick = 1; tick <= 110; tick++) {
            assertThat(berries.left()).isEqualTo(full - 1);
            village.pass(tick);
        }
        assertThat(berries.left()).isEqualTo(full);
        village.pass(220);
        assertThat(berries.left()).isEqualTo(full);
    }

    @Test
    void anEmptyPatchGivesNothing() {
        Patch wood = village.patch(Resource.WOOD).orElseThrow();
        while (wood.left() > 0) {
            wood.takeOne();
        }
        assertThat(wood.takeOne()).isFalse();
        assertThat(wood.left()).isZero();
    }

    @Test
    void nothingIsGatheredThatIsMade() {
        assertThat(village.patch(Resource.BREAD)).isEmpty();
    }

    @Test
    void buildingsAreToldWithTheirCaps() {
        assertThat(village.buildings())
                .isEqualTo("home 4 of 8, campfire 1 of 3,"
                        + " storehouse 1 of 3, field 2 of 6, bakery 0 of 2, well 0 of 1");
        assertThat(village.claim(Building.WELL)).isPresent();
        assertThat(village.buildings()).endsWith("well 1 of 1");
    }
}
