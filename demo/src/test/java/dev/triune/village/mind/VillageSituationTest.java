/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.mind;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.action.Step;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.QueuedStep;
import dev.triune.testsupport.RecordVariants;
import dev.triune.village.TestVillage;
import dev.triune.village.people.Trade;
import dev.triune.village.people.VillageFacts;
import dev.triune.village.people.Villager;
import dev.triune.village.world.Building;
import dev.triune.village.world.Buildings.Tally;
import dev.triune.village.world.Calendar;
import dev.triune.village.world.Point;
import dev.triune.village.world.Resource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class VillageSituationTest {
    private static final int YOUNGSTER = 7;

    private final TestSituation some = new TestSituation(YOUNGSTER)
            .stored(Map.of(Resource.WOOD, 20))
            .carried(Map.of(Resource.BREAD, 2))
            .dangers(new VillageSituation.Dangers(
                    false,
                    new VillageSituation.Forecast(
                            2 * Calendar.TICKS_PER_DAY + 12 * Calendar.TICKS_PER_HOUR,
                            Map.of(Resource.WOOD, 24)),
                    false))
            .informed(Map.of(VillageFacts.FEAST, List.of("Oren", "Joss")));

    @Test
    void begunBuildingsDoNotCountAsFinished() {
        assertThat(new Tally(Building.HOME, 3, 4, 8)).hasToString("home 3 and 1 begun");
        assertThat(new Tally(Building.HOME, 4, 4, 8)).hasToString("home 4");
    }

    @Test
    void describesItselfWithExactCounts() {
        assertThat(some.build().moment()).isEqualTo("It is day 1, 09:00, day, in spring.");
        assertThat(some.build().options())
                .as("plan_build goes on with a home that is begun")
                .isEmpty();
        assertThat(some.build().facts())
                .containsExactly(
                        "the storehouse (room for 60 of each) holds: wood 20; no"
                                + " stone, berries, grain, water, bread, tool",
                        "you carry: bread 2",
                        "the fire at the square burns well",
                        "buildings: home 4",
                        "begun, material there (help its builder, or go on with plan_build): home 40 % done (Bram)",
                        "about to be built (another plan_build begins one more): well (Mira)",
                        "in need of repair: campfire for wood 2 and stone 1",
                        "plots: bare 2, growing 1 (first in 4 h), ripe 1",
                        "you learn the trade of those beside whom you work, in 12 lessons; so far:"
                                + " cook 2",
                        "a storm comes on day 3 at about 18:00; until then the storehouse should"
                                + " hold wood 24",
                        "talked of the feast with you: Oren, Joss",
                        "to gather: wood 30, stone 30, berries 30, plenty of the rest");
    }

    @Test
    void aModelIsToldEveryValueThatTheOfflineMindReads() throws ReflectiveOperationException {
        assertThat(RecordVariants.unused(some.build(), VillageSituationTest::words))
                .as(
                        "traits are in the persona, those near are told by the library, the healer is told"
                                + " to the ill, and they to the healer; what can be made tells whether"
                                + " there may be more; models do not count what they said;"
                                + " percentages are rounded")
                .containsExactly(
                        "company",
                        "said",
                        "self.healer",
                        "self.patients",
                        "self.traits",
                        "wares",
                        "works.begun.percent",
                        "works.buildings.limit");
    }

    @Test
    void aHealerKnowsOfTheIllWhomItSees() {
        TestVillage hamlet = new TestVillage();
        int healer = hamlet.settle("Joss", new Point(24, 24));
        int oren = hamlet.settle("Oren", new Point(25, 24));
        hamlet.of(healer, Villager.class).trade = Trade.HEALER;
        VillagePerception perception = new VillagePerception();
        hamlet.world().inject(perception);
        assertThat(perception.perceive(healer).facts()).noneMatch(fact -> fact.contains("ill"));
        hamlet.of(oren, Villager.class).ill = true;
        assertThat(perception.perceive(healer).facts()).contains("ill, as far as you know: Oren");
    }

    @Test
    void goodsThatThePlanKeepsAreNotToldToGoToTheStorehouse() {
        TestVillage hamlet = new TestVillage();
        VillagePerception perception = new VillagePerception();
        hamlet.world().inject(perception);
        int oren = hamlet.settle("Oren", new Point(10, 10));
        hamlet.carries(oren).add(Resource.GRAIN, 4);
        Step bread = Step.of("deposit").with("where", "storehouse").with("item", "bread");
        hamlet.of(oren, BehaviorQueue.class).steps.add(new QueuedStep(bread));
        assertThat(perception.perceive(oren).facts()).contains("you carry: grain 4");
        hamlet.of(oren, BehaviorQueue.class).steps.add(new QueuedStep(bread.with("item", "grain")));
        assertThat(perception.perceive(oren).facts())
                .contains("you carry: grain 4, which your plan brings to the storehouse");
    }

    private static List<String> words(VillageSituation situation) {
        List<String> words = new ArrayList<>(situation.facts());
        words.addAll(situation.options());
        words.add(situation.moment());
        return words;
    }
}
