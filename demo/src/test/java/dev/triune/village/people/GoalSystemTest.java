/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.people;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.action.Step;
import dev.triune.component.Goals;
import dev.triune.component.Journal;
import dev.triune.village.TestVillage;
import dev.triune.village.world.Building;
import dev.triune.village.world.BuildingSite;
import dev.triune.village.world.Calendar;
import dev.triune.village.world.FieldPlot;
import dev.triune.village.world.Place;
import dev.triune.village.world.Resource;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The village tells its people how far their goals are, and ends those that are met. */
final class GoalSystemTest {
    private static final int TICKS = 250; // the goals are looked at every hundred

    private final TestVillage hamlet = new TestVillage();
    private final int mira = hamlet.settle("Mira", Place.SQUARE.point());
    private final Goals goals = hamlet.world().getMapper(Goals.class).create(mira);
    private final Journal journal = hamlet.world().getMapper(Journal.class).create(mira);

    private void only(String goal) {
        goals.goals.clear();
        goals.add("personal", goal);
        hamlet.pass(TICKS);
    }

    private void isReached(String goal) {
        assertThat(goals.goals).isEmpty();
        assertThat(journal.deeds)
                .anyMatch(deed -> deed.note.equals("you reached your goal: " + goal));
    }

    @Test
    void buildingThatStandsEndsTheGoalOfIt() {
        only("see the bakery finished");
        BuildingSite site = hamlet.village().buildings().claim(Building.BAKERY).orElseThrow();
        hamlet.village().buildings().work(site, Building.BAKERY.ticks() / 2);
        hamlet.pass(TICKS);
        assertThat(goals.goals)
                .singleElement()
                .satisfies(goal -> assertThat(goal.progress).isEqualTo(0.5f));
        hamlet.village().buildings().complete(site);
        hamlet.pass(TICKS);
        isReached("see the bakery finished");
    }

    @Test
    void wishToSeeAllTogetherIsMetOnceAllAreThere() {
        int oren = hamlet.settle("Oren", Place.RIVER.point());
        only(VillagerProfiles.TABLE);
        assertThat(goals.goals)
                .singleElement()
                .satisfies(goal -> assertThat(goal.progress).isEqualTo(0.5f));
        hamlet.of(oren, Position.class).x = Place.SQUARE.x();
        hamlet.of(oren, Position.class).y = Place.SQUARE.y();
        hamlet.pass(TICKS);
        isReached(VillagerProfiles.TABLE);
    }

    @Test
    void wishOfTheHealerIsMetWhenNobodyIsIllAfterTheThirdDay() {
        hamlet.of(mira, Villager.class).ill = true;
        only(VillagerProfiles.HEALTH);
        hamlet.pass(3 * Calendar.TICKS_PER_DAY);
        assertThat(goals.goals).hasSize(1);
        hamlet.of(mira, Villager.class).ill = false;
        hamlet.pass(TICKS);
        isReached(VillagerProfiles.HEALTH);
    }

    @Test
    void wishForAHarvestGrowsWithTheGrain() {
        hamlet.of(mira, Villager.class).lifetime[Resource.GRAIN.ordinal()] = 10;
        only(VillagerProfiles.GRAIN);
        assertThat(goals.goals)
                .singleElement()
                .satisfies(goal -> assertThat(goal.progress).isEqualTo(0.25f));
        hamlet.of(mira, Villager.class).lifetime[Resource.GRAIN.ordinal()] = 40;
        hamlet.pass(TICKS);
        isReached(VillagerProfiles.GRAIN);
    }

    @Test
    void wishOfTheTraderIsMetByThreeTrades() {
        for (int i = 0; i < 3; i++) {
            journal.did(Step.of("trade").with("to", "Oren" + i), "", hamlet.tick());
        }
        only(VillagerProfiles.TRADES_MADE);
        isReached(VillagerProfiles.TRADES_MADE);
    }

    @Test
    void goalOfAGreenFieldGrowsWithThePlotsThatAreSown() {
        only("see the whole field green");
        List<FieldPlot> plots = hamlet.village().buildings().fieldPlots();
        plots.get(0).sow();
        hamlet.pass(TICKS);
        assertThat(goals.goals)
                .singleElement()
                .satisfies(goal -> assertThat(goal.progress).isEqualTo(1f / plots.size()));
        plots.stream().filter(FieldPlot::bare).forEach(FieldPlot::sow);
        hamlet.pass(TICKS);
        isReached("see the whole field green");
    }

    @Test
    void wishForAWellIsMetByAnyWell() {
        only("build a well that outlasts you");
        assertThat(goals.goals).hasSize(1);
        hamlet.village()
                .buildings()
                .complete(hamlet.village().buildings().claim(Building.WELL).orElseThrow());
        hamlet.pass(TICKS);
        isReached("build a well that outlasts you");
    }

    @Test
    void thanksEndTheWishForThem() {
        only(VillagerProfiles.THANKS);
        journal.meet("Oren", 1).add(true, "Thank you, Oren.", 1);
        hamlet.pass(TICKS);
        assertThat(goals.goals).as("own thanks").hasSize(1);
        journal.meet("Oren", 2).add(false, "Thanks for the wood!", 2);
        hamlet.pass(TICKS);
        isReached(VillagerProfiles.THANKS);
    }

    @Test
    void whoComesToTheQuarryKnowsWhatIsThere() {
        only(VillagerProfiles.QUARRY);
        assertThat(goals.goals).hasSize(1);
        Position at = hamlet.of(mira, Position.class);
        at.x = Place.QUARRY.x();
        at.y = Place.QUARRY.y();
        hamlet.pass(TICKS);
        isReached(VillagerProfiles.QUARRY);
    }

    @Test
    void otherGoalsStay() {
        only("win the heart of Oren");
        assertThat(goals.goals).hasSize(1);
    }
}
