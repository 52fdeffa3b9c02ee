/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.mind;

import dev.triune.village.people.Trade;
import dev.triune.village.people.Trait;
import dev.triune.village.people.Villager;
import dev.triune.village.talk.Talking;
import dev.triune.village.world.Building;
import dev.triune.village.world.Buildings.Tally;
import dev.triune.village.world.Calendar;
import dev.triune.village.world.Place;
import dev.triune.village.world.Resource;
import dev.triune.village.world.Stock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What a villager perceives, as values, and in words for prompts. The offline mind reads the values;
 * a model reads {@link #moment}, {@link #facts} and {@link #options}. Immutable.
 *
 * @param tick the time
 * @param self the villager itself
 * @param goods what the village and the villager have
 * @param works fire, buildings and field
 * @param dangers storm and wolf
 * @param informed the names of those nearby with whom the villager talked of what it knows, by kind
 *     of fact
 * @param company the names of those nearby who are free to talk
 * @param wares what those in earshot carry, by name
 * @param said what the villager has said of late or plans to say, as {@link Talking#phrase}; only the
 *     offline mind needs it, as a model seldom says the same twice
 */
record VillageSituation(
        long tick,
        Self self,
        Goods goods,
        Works works,
        Dangers dangers,
        Map<String, List<String>> informed,
        List<String> company,
        Map<String, Map<Resource, Integer>> wares,
        Set<Integer> said) {
    /** More of a resource than two villagers can carry: how much more does not matter. */
    private static final int PLENTY = 48;

    /**
     * The villager: its traits are also in its persona; {@code lessons} are those of youngsters. The
     * healer is another; empty if there is none. The patients are those whom a healer knows to be ill.
     */
    record Self(
            Trade trade,
            Set<Trait> traits,
            boolean toolWorn,
            boolean ill,
            String healer,
            List<String> patients,
            Map<Trade, Integer> lessons) {}

    /** What is stored, with the room for each resource, what is carried, and what grows where. */
    record Goods(
            Map<Resource, Integer> stored,
            int room,
            Map<Resource, Integer> carried,
            boolean depositPlanned,
            List<Patch> patches) {}

    /** A place where a resource grows, with the pieces left. */
    record Patch(Resource resource, Place place, int left) {}

    /** The fire at the square, the buildings and the field. */
    record Works(
            Fire fire,
            List<Tally> buildings,
            List<Begun> begun,
            List<Claimed> claimed,
            List<Building> worn,
            List<Building> wanted,
            Plots plots) {}

    /** A building that is begun, how much of the work is done, and who builds now. */
    record Begun(Building building, int percent, List<String> builders) {
        @Override
        public String toString() {
            int tens = Math.round(percent / 10f) * 10; // as goals show it
            return building.label() + " " + tens + " % done"
                    + (builders.isEmpty() ? "" : " (" + String.join(" and ", builders) + ")");
        }
    }

    /** A building that somebody is about to begin. */
    record Claimed(Building building, String builder) {
        @Override
        public String toString() {
            return building.label() + " (" + builder + ")";
        }
    }

    /** The state of a fire. */
    enum Fire {
        OUT("is out"),
        LOW("burns low"),
        WELL("burns well");

        private final String words;

        Fire(String words) {
            this.words = words;
        }

        /** Returns what the fire does, in words. */
        String words() {
            return words;
        }
    }

    /** The plots of the field by their state, and the hours until the first of them are ripe. */
    record Plots(int bare, int growing, int ripe, int hours) {
        @Override
        public String toString() {
            StringJoiner words = new StringJoiner(", ").setEmptyValue("none");
            add(words, bare, "bare", "");
            add(words, growing, "growing", " (first in " + hours + " h)");
            add(words, ripe, "ripe", "");
            return words.toString();
        }

        private static void add(StringJoiner words, int plots, String state, String when) {
            if (plots > 0) {
                words.add(state + " " + plots + when);
            }
        }
    }

    /** A storm that rages or is forecast, and whether the wolf is in sight. */
    record Dangers(boolean storm, @Nullable Forecast forecast, boolean wolf) {}

    /** When a storm begins, and what the storehouse should hold until then. */
    record Forecast(long begins, Map<Resource, Integer> needed) {
        /** Returns when it begins, in words. */
        String begin() {
            return "day " + Calendar.day(begins) + " at about " + Calendar.hour(begins) + ":00";
        }
    }

    /** Returns the time in words. */
    String moment() {
        return "It is day " + Calendar.day(tick) + ", " + Calendar.time(tick) + ", "
                + Calendar.phase(tick).label() + ", in " + Calendar.season(tick).label() + ".";
    }

    /** Returns what can be begun, and the cost. */
    List<String> options() {
        List<Building> begun = works.begun.stream().map(Begun::building).toList();
        String costs = works.wanted.stream()
                .filter(building -> !begun.contains(building))
                .map(building -> building.label() + " wood " + building.wood()
                        + (building.stone() == 0 ? "" : " stone " + building.stone()) + " ("
                        + hours(building) + ")")
                .collect(Collectors.joining(", "));
        return costs.isEmpty() ? List.of() : List.of(costs);
    }

    /** Returns how long one villager builds, in words. */
    private static String hours(Building building) {
        int minutes = 60 * building.ticks() / Calendar.TICKS_PER_HOUR;
        if (building.isProject()) {
            return Math.max(1, Math.round(minutes / 60f / 24)) + " days of work, shared by all";
        }
        return minutes < 90 ? minutes + " min" : Math.round(minutes / 60f) + " h";
    }

    /** Returns everything else in words, with exact counts. */
    List<String> facts() {
        List<String> facts = new ArrayList<>();
        facts.add("the storehouse (room for " + goods.room + " of each) holds: "
                + Stock.describe(goods.stored) + none(goods.stored));
        boolean stored = goods.depositPlanned
                && goods.carried.values().stream().anyMatch(amount -> amount > 0);
        facts.add("you carry: " + Stock.describe(goods.carried)
                + (stored ? ", which your plan brings to the storehouse" : ""));
        facts.add("the fire at the square " + works.fire.words);
        List<Tally> standing =
                works.buildings.stream().filter(tally -> tally.claimed() > 0).toList();
        facts.add("buildings: " + (standing.isEmpty() ? "none" : joined(standing)));
        if (!works.begun.isEmpty()) {
            facts.add("begun, material there (help its builder, or go on with plan_build): "
                    + joined(works.begun));
        }
        if (!works.claimed.isEmpty()) {
            facts.add("about to be built (another plan_build begins one more): "
                    + joined(works.claimed));
        }
        if (!works.worn.isEmpty()) {
            facts.add("in need of repair: "
                    + joined(works.worn.stream()
                            .map(kind -> kind.label() + " for wood " + kind.repairWood()
                                    + " and stone " + kind.repairStone())
                            .toList()));
        }
        facts.add("plots: " + works.plots);
        addSkills(facts);
        addDangers(facts);
        addInformed(facts);
        if (!goods.patches.isEmpty()) {
            String few = goods.patches.stream()
                    .filter(patch -> patch.left < PLENTY)
                    .map(patch -> patch.resource.label() + " " + patch.left + ", ")
                    .collect(Collectors.joining());
            facts.add("to gather: " + few + "plenty of " + (few.isEmpty() ? "all" : "the rest"));
        }
        return facts;
    }

    /** Returns in words what is known to be missing. */
    private static String none(Map<Resource, Integer> amounts) {
        String missing = amounts.entrySet().stream()
                .filter(each -> each.getValue() == 0)
                .map(each -> each.getKey().label())
                .collect(Collectors.joining(", "));
        return missing.isEmpty() ? "" : "; no " + missing;
    }

    /** Returns what matters in talk among villagers. */
    List<String> talkFacts() {
        List<String> facts = new ArrayList<>();
        facts.add("you carry: " + Stock.describe(goods.carried));
        facts.add("the fire at the square " + works.fire.words);
        addDangers(facts);
        addInformed(facts);
        return facts;
    }

    private void addInformed(List<String> facts) {
        informed.forEach((kind, names) ->
                facts.add("talked of the " + kind + " with you: " + String.join(", ", names)));
    }

    /** Describes the villager's tool and lessons. */
    private void addSkills(List<String> facts) {
        if (self.toolWorn) {
            facts.add(
                    goods.carried.getOrDefault(Resource.TOOL, 0) > 0
                            ? "your tool is worn out; at work you take the one you carry"
                            : "your tool is worn out, so that work takes twice as long");
        }
        if (self.trade == Trade.YOUNGSTER) {
            String lessons = self.lessons.entrySet().stream()
                    .map(lesson -> lesson.getKey().label() + " " + lesson.getValue())
                    .collect(Collectors.joining(", "));
            facts.add("you learn the trade of those beside whom you work, in "
                    + Villager.LESSONS + " lessons; so far: "
                    + (lessons.isEmpty() ? "none" : lessons));
        }
    }

    /** Describes storms, illness and the wolf, with advice. */
    private void addDangers(List<String> facts) {
        if (dangers.storm) {
            facts.add("a storm rages: stay at a fire or at home");
        } else if (dangers.forecast != null) {
            facts.add("a storm comes on " + dangers.forecast.begin()
                    + "; until then the storehouse should hold "
                    + Stock.describe(dangers.forecast.needed));
        }
        if (self.ill) {
            facts.add(
                    self.healer.isEmpty()
                            ? "you are ill: rest where it is warm"
                            : "you are ill: let the healer " + self.healer + " know");
        }
        if (self.trade == Trade.HEALER && !self.patients.isEmpty()) {
            facts.add("ill, as far as you know: " + String.join(", ", self.patients));
        }
        if (dangers.wolf) {
            facts.add("you see a wolf");
        }
    }

    private static String joined(List<?> words) {
        return words.stream().map(Object::toString).collect(Collectors.joining(", "));
    }
}
