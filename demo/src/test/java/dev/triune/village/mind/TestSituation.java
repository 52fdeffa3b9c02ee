/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.mind;

import dev.triune.prompt.AgentSnapshot;
import dev.triune.prompt.Surroundings;
import dev.triune.village.people.Trade;
import dev.triune.village.people.Trait;
import dev.triune.village.people.VillagerProfiles;
import dev.triune.village.world.Building;
import dev.triune.village.world.Buildings.Tally;
import dev.triune.village.world.Calendar;
import dev.triune.village.world.Place;
import dev.triune.village.world.Resource;
import dev.triune.village.world.Stock;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The situation of a villager in a test, at nine in the morning, with little of everything. */
final class TestSituation {
    private final int number;
    private long tick = 3 * Calendar.TICKS_PER_HOUR;
    private Map<Resource, Integer> stored = Map.of();
    private Map<Resource, Integer> carried = Map.of();
    private VillageSituation.Fire fire = VillageSituation.Fire.WELL;
    private VillageSituation.Dangers dangers = new VillageSituation.Dangers(false, null, false);
    private Map<String, List<String>> informed = Map.of();
    private Set<Integer> said = Set.of(1);

    /** Begins the situation of the villager with a number. */
    TestSituation(int number) {
        this.number = number;
    }

    TestSituation day(int day) {
        tick = (day - 1L) * Calendar.TICKS_PER_DAY + 3 * Calendar.TICKS_PER_HOUR;
        return this;
    }

    TestSituation stored(Map<Resource, Integer> amounts) {
        Stock stock = new Stock();
        amounts.forEach(stock::add);
        stored = stock.amountsByResource(); // with zeros, as in the game
        return this;
    }

    TestSituation carried(Map<Resource, Integer> amounts) {
        carried = amounts;
        return this;
    }

    TestSituation fire(VillageSituation.Fire state) {
        fire = state;
        return this;
    }

    TestSituation dangers(VillageSituation.Dangers value) {
        dangers = value;
        return this;
    }

    TestSituation informed(Map<String, List<String>> names) {
        informed = names;
        return this;
    }

    TestSituation said(Set<Integer> phrases) {
        said = phrases;
        return this;
    }

    VillageSituation build() {
        Trade trade = VillagerProfiles.trade(number);
        Set<Trait> traits = Set.copyOf(VillagerProfiles.traits(number));
        return new VillageSituation(
                tick,
                new VillageSituation.Self(
                        trade,
                        traits,
                        false,
                        false,
                        "Joss",
                        List.of("Bram"),
                        Map.of(Trade.COOK, 2)),
                new VillageSituation.Goods(
                        stored,
                        60,
                        carried,
                        false,
                        List.of(
                                new VillageSituation.Patch(Resource.WOOD, Place.FOREST, 30),
                                new VillageSituation.Patch(Resource.STONE, Place.QUARRY, 30),
                                new VillageSituation.Patch(Resource.BERRIES, Place.BERRIES, 30),
                                new VillageSituation.Patch(Resource.WATER, Place.RIVER, 400))),
                new VillageSituation.Works(
                        fire,
                        List.of(
                                new Tally(Building.HOME, 4, 4, 8),
                                new Tally(Building.BAKERY, 0, 0, 2),
                                new Tally(Building.WELL, 0, 0, 1)),
                        List.of(new VillageSituation.Begun(Building.HOME, 40, List.of("Bram"))),
                        List.of(new VillageSituation.Claimed(Building.WELL, "Mira")),
                        List.of(Building.CAMPFIRE),
                        List.of(Building.HOME),
                        new VillageSituation.Plots(2, 1, 1, 4)),
                dangers,
                informed,
                List.of("Oren", "Joss"),
                Map.of("Oren", Map.of(Resource.WOOD, 3)),
                said);
    }

    /** Begins a snapshot of the villager, who is well, near Oren and Joss. */
    AgentSnapshot.Builder snapshot() {
        VillageSituation situation = build();
        return AgentSnapshot.of(
                        VillagerProfiles.name(number),
                        VillagerProfiles.description(number, VillagerProfiles.trade(number)))
                .vitals(new AgentSnapshot.Vitals(0.8f, 0.8f, 0.8f, 1, 0.1f))
                .surroundings(new Surroundings(
                                situation.moment(),
                                List.of("Oren", "Joss"),
                                situation.facts(),
                                situation.options())
                        .from(situation));
    }
}
