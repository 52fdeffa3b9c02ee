/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.action;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.action.Step;
import dev.triune.component.Journal;
import dev.triune.component.Needs;
import dev.triune.component.QueuedStep;
import dev.triune.village.TestVillage;
import dev.triune.village.people.Position;
import dev.triune.village.people.Trade;
import dev.triune.village.world.Building;
import dev.triune.village.world.BuildingSite;
import dev.triune.village.world.Calendar;
import dev.triune.village.world.Chronicle;
import dev.triune.village.world.Point;
import dev.triune.village.world.Resource;
import dev.triune.village.world.Stock;
import dev.triune.village.world.Village;
import org.junit.jupiter.api.Test;

final class BuildActionTest {
    private static final Step WELL = Step.of("plan_build").with("building", "well");
    private static final Step HOME = Step.of("plan_build").with("building", "home");

    private final TestVillage hamlet = new TestVillage();
    private final Village village = hamlet.village();
    private final Stock store = village.store();
    private final int mira = hamlet.settle("Mira", new Point(24, 26));
    private final int oren = hamlet.settle("Oren", new Point(24, 28));

    BuildActionTest() {
        hamlet.run(VillagerAction.PlanBuild.class, new BuildAction())
                .run("seek_food", new SeekFoodBehavior());
        village.addNewcomer();
        village.addNewcomer();
        store.add(Resource.WOOD, 40);
        store.add(Resource.STONE, 40);
    }

    @Test
    void finishedBuildingConsumesItsMaterial() {
        int wood = store.get(Resource.WOOD);
        int stone = store.get(Resource.STONE);
        assertThat(hamlet.carryOut(mira, WELL).state).isEqualTo(QueuedStep.State.DONE);
        assertThat(village.buildings().builtCount(Building.WELL)).isEqualTo(1);
        assertThat(wood - store.get(Resource.WOOD)).isEqualTo(Building.WELL.wood());
        assertThat(stone - store.get(Resource.STONE)).isEqualTo(Building.WELL.stone());
    }

    @Test
    void announcesWhoRepairs() {
        BuildingSite well = village.buildings().claim(Building.WELL).orElseThrow();
        village.buildings().release(well);
        village.buildings().work(well, -50);
        assertThat(hamlet.carryOut(mira, WELL).state).isEqualTo(QueuedStep.State.DONE);
        assertThat(village.chronicle().nextUnreported()).hasValue("Mira repairs the well");
        assertThat(village.chronicle().count(Chronicle.Change.REPAIRS)).isEqualTo(1);
    }

    @Test
    void whatOthersBuildAtTheCapIsLeftToThem() {
        hamlet.order(mira, WELL);
        QueuedStep second = hamlet.order(oren, WELL);
        hamlet.pass(1);
        assertThat(second.state).isEqualTo(QueuedStep.State.DONE);
        assertThat(hamlet.of(oren, Journal.class).deeds)
                .extracting(deed -> deed.note)
                .contains("others build the last well that the village needs");
        assertThat(village.buildings().claimedCount(Building.WELL)).isEqualTo(1);
    }

    @Test
    void whatOthersHaveFinishedIsDoneAndTheBuilderKnowsWhy() {
        assertThat(hamlet.carryOut(mira, WELL).state).isEqualTo(QueuedStep.State.DONE);
        assertThat(hamlet.carryOut(oren, WELL).state).isEqualTo(QueuedStep.State.DONE);
        assertThat(hamlet.of(oren, Journal.class).deeds)
                .extracting(deed -> deed.note)
                .contains("all wells that the village needs stand already");
        assertThat(village.buildings().builtCount(Building.WELL)).isEqualTo(1);
    }

    @Test
    void villagersBuildTheSameKindOnDifferentSites() {
        hamlet.order(mira, HOME);
        hamlet.order(oren, HOME);
        hamlet.pass(300);
        Position there = hamlet.of(oren, Position.class);
        assertThat(hamlet.of(mira, Position.class).distance(there.x, there.y)).isGreaterThan(4);
    }

    @Test
    void interruptedBuildReleasesItsClaimAndRestarts() {
        QueuedStep step = hamlet.order(mira, WELL);
        hamlet.pass(50);
        assertThat(village.buildings().claimedCount(Building.WELL)).isEqualTo(1);
        store.add(Resource.BREAD, 2);
        hamlet.of(mira, Needs.class).hunger = 0.05f;
        hamlet.pass(2);
        assertThat(village.buildings().claimedCount(Building.WELL)).isZero();
        assertThat(step.state).isEqualTo(QueuedStep.State.PENDING);
        for (int i = 0; i < 3_000 && !step.finished(); i++) {
            hamlet.pass(1);
        }
        assertThat(step.state).isEqualTo(QueuedStep.State.DONE);
        assertThat(village.buildings().builtCount(Building.WELL)).isEqualTo(1);
    }

    @Test
    void unfinishedBuildingIsCompletedWithoutNewMaterial() {
        QueuedStep begun = hamlet.order(mira, HOME);
        hamlet.pass(300);
        hamlet.of(mira, Needs.class).danger = true;
        hamlet.pass(2);
        assertThat(begun.state).isEqualTo(QueuedStep.State.PENDING);
        assertThat(village.buildings().unfinished()).hasSize(1);
        store.clear();
        QueuedStep ended = hamlet.order(oren, HOME);
        for (int i = 0; i < Building.HOME.ticks() && !ended.finished(); i++) {
            hamlet.pass(1);
        }
        assertThat(ended.state).isEqualTo(QueuedStep.State.DONE);
        assertThat(village.buildings().unfinished()).isEmpty();
        assertThat(village.buildings().builtCount(Building.HOME)).isEqualTo(5);
    }

    @Test
    void severalVillagersBuildAProjectInShifts() {
        Step market = Step.of("plan_build").with("building", "market");
        assertThat(hamlet.carryOut(mira, market).state).isEqualTo(QueuedStep.State.DONE);
        assertThat(village.buildings().builtCount(Building.MARKET)).isZero();
        int first = village.buildings().work(village.buildings().unfinished().get(0));
        store.clear();
        QueuedStep second = hamlet.order(mira, market);
        assertThat(hamlet.carryOut(oren, market).state).isEqualTo(QueuedStep.State.DONE);
        hamlet.pass(50);
        assertThat(second.state).isEqualTo(QueuedStep.State.DONE);
        assertThat(village.buildings().work(village.buildings().unfinished().get(0)))
                .isEqualTo(3 * first);
    }

    @Test
    void stepSucceedsWhenAnotherVillagerFinishesTheProject() {
        Step market = Step.of("plan_build").with("building", "market");
        QueuedStep one = hamlet.order(mira, market);
        QueuedStep other = hamlet.order(oren, market);
        hamlet.pass(100);
        village.buildings()
                .work(village.buildings().unfinished().get(0), Building.MARKET.ticks() - 1);
        hamlet.pass(2);
        assertThat(village.buildings().builtCount(Building.MARKET)).isEqualTo(1);
        assertThat(one.state).isEqualTo(QueuedStep.State.DONE);
        assertThat(other.state).isEqualTo(QueuedStep.State.DONE);
    }

    @Test
    void builderRoutineContinuesUnfinishedBuildings() {
        VillageRoutine routine = new VillageRoutine();
        hamlet.world().inject(routine);
        assertThat(routine.stepsOf(Trade.BUILDER))
                .extracting(Step::type)
                .doesNotContain("plan_build");
        hamlet.order(mira, HOME);
        hamlet.pass(300);
        hamlet.of(mira, Needs.class).danger = true;
        hamlet.pass(2);
        assertThat(routine.stepsOf(Trade.BUILDER)).containsExactly(HOME);
    }

    @Test
    void failsAndReleasesClaimWhenTheMaterialIsGone() {
        QueuedStep step = hamlet.order(mira, WELL);
        hamlet.pass(10);
        store.clear();
        for (int i = 0; i < 2_000 && !step.finished(); i++) {
            hamlet.pass(1);
        }
        assertThat(step.reason)
                .isEqualTo(
                        "a well takes wood 6 and stone 18; the storehouse has wood 0 and stone 0");
        assertThat(village.buildings().claimedCount(Building.WELL)).isZero();
    }

    @Test
    void repairConsumesAQuarterOfTheMaterialOnce() {
        hamlet.carryOut(mira, WELL);
        BuildingSite well =
                village.buildings().built().get(village.buildings().built().size() - 1);
        for (int day = 0; day < 100 && village.buildings().isBuilt(well); day++) {
            village.advanceTo(village.tick() / Calendar.TICKS_PER_DAY * Calendar.TICKS_PER_DAY
                    + Calendar.TICKS_PER_DAY);
        }
        assertThat(village.buildings().isBuilt(well)).isFalse();
        store.clear();
        assertThat(hamlet.carryOut(mira, WELL).reason)
                .isEqualTo(
                        "needs the material stored: wood 1 and stone 4, and it has wood 0 and stone 0");
        store.add(Resource.WOOD, 2);
        store.add(Resource.STONE, 5);
        QueuedStep repair = hamlet.order(mira, WELL);
        hamlet.pass(100);
        hamlet.of(mira, Needs.class).danger = true; // an interrupted repair is not paid for twice
        hamlet.pass(2);
        hamlet.of(mira, Needs.class).danger = false;
        for (int i = 0; i < 3_600 && !repair.finished(); i++) {
            hamlet.pass(1);
        }
        assertThat(repair.state).isEqualTo(QueuedStep.State.DONE);
        assertThat(village.buildings().isBuilt(well)).isTrue();
        assertThat(store).hasToString("wood 1, stone 1");
        assertThat(village.chronicle().count(Chronicle.Change.REPAIRS)).isEqualTo(1);
    }

    @Test
    void doesNotClaimASiteWithoutMaterial() {
        store.clear();
        QueuedStep step = hamlet.carryOut(mira, HOME);
        assertThat(step.state).isEqualTo(QueuedStep.State.FAILED);
        assertThat(village.buildings().claimedCount(Building.HOME)).isEqualTo(4);
    }
}
