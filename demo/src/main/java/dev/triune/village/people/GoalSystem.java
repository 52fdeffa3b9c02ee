/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.people;

import com.artemis.ComponentMapper;
import com.artemis.annotations.All;
import com.artemis.annotations.Wire;
import com.artemis.systems.IteratingSystem;
import dev.triune.action.Wording;
import dev.triune.action.Wording.Text;
import dev.triune.component.Goals;
import dev.triune.component.Goals.Goal;
import dev.triune.component.Journal;
import dev.triune.component.Journal.Acquaintance;
import dev.triune.component.Journal.Deed;
import dev.triune.village.world.Building;
import dev.triune.village.world.BuildingSite;
import dev.triune.village.world.Calendar;
import dev.triune.village.world.FieldPlot;
import dev.triune.village.world.Place;
import dev.triune.village.world.Resource;
import dev.triune.village.world.Village;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reports to villagers how far their goals are, and ends those that are met: a building that stands,
 * thanks that were said, a place that was seen, a harvest. Of other goals they judge themselves.
 */
@SuppressWarnings("NullAway.Init") // Artemis fills in the mappers
@All({Villager.class, Goals.class, Position.class})
public class GoalSystem extends IteratingSystem {
    private static final int EVERY = 100;
    private static final float AT_PLACE = 4;
    private static final List<String> BREAD = List.of("bread", "loaf", "loaves");

    private int[] built = {};
    private int[] builtBefore = {};

    @Wire
    private Village village;

    @Wire
    private VillagerDirectory people;

    private ComponentMapper<Goals> mGoals;
    private ComponentMapper<Villager> mVillager;
    private ComponentMapper<Journal> mJournal;
    private ComponentMapper<Position> mPosition;

    @Override
    protected boolean checkProcessing() {
        return village.tick() % EVERY == 0;
    }

    @Override
    protected void begin() {
        int[] now = Stream.of(Building.values())
                .mapToInt(village.buildings()::builtCount)
                .toArray();
        builtBefore = built.length == now.length ? built : now; // or of an earlier version's save
        built = now;
    }

    /** Returns the buildings that stood when it last looked, by ordinal; empty if it never did. */
    public int[] built() {
        return built.clone();
    }

    /** Continues from the {@link #built} of a save. */
    public void resume(int[] saved) {
        built = saved.clone();
    }

    @Override
    protected void process(int agent) {
        Goals goals = mGoals.get(agent);
        Journal journal = mJournal.get(agent);
        for (Goal goal : List.copyOf(goals.goals)) {
            if (isMet(agent, goal, journal)) {
                goals.finish(goal.description);
                mJournal.create(agent)
                        .happened(
                                Wording.ENGLISH.say(Text.GOAL_REACHED, goal.description),
                                "",
                                village.tick());
            }
        }
    }

    private boolean isMet(int agent, Goal goal, @Nullable Journal journal) {
        String words = goal.description;
        Building building = building(words);
        if (building != null) {
            Optional<BuildingSite> begun = village.buildings().unfinished().stream()
                    .filter(site -> site.building() == building)
                    .filter(site -> village.buildings().work(site) > 0)
                    .findFirst();
            goal.progress = begun.map(
                            site -> (float) village.buildings().work(site) / building.ticks())
                    .orElse(goal.progress);
            int before = VillagerProfiles.isWish(words) ? 0 : builtBefore[building.ordinal()];
            return built[building.ordinal()] > before;
        }
        if (isOfField(words)) {
            goal.progress = green();
            return goal.progress >= 1;
        }
        if (words.equals(VillagerProfiles.THANKS)) {
            return isTold(journal, List.of("thank"));
        }
        if (words.equals(VillagerProfiles.BREAD)) {
            boolean bakes = journal != null
                    && journal.deeds.stream()
                            .anyMatch(deed -> deed.kind == Deed.Kind.DONE
                                    && deed.step.type().equals("cook"));
            return bakes && isTold(journal, BREAD);
        }
        switch (words) {
            case VillagerProfiles.TABLE -> goal.progress = Math.max(goal.progress, gathered());
            case VillagerProfiles.TRADES_MADE ->
                goal.progress = Math.max(goal.progress, trades(journal) / 3f);
            case VillagerProfiles.HEALTH -> {
                boolean over = Calendar.day(village.tick()) > 3;
                goal.progress = !over ? goal.progress : ill() ? 0 : 1;
            }
            case VillagerProfiles.GRAIN ->
                goal.progress = mVillager.get(agent).lifetime[Resource.GRAIN.ordinal()] / 40f;
            case VillagerProfiles.QUARRY -> goal.progress = isAt(agent, Place.QUARRY) ? 1 : 0;
            default -> {
                return false;
            }
        }
        goal.progress = Math.min(1, goal.progress);
        return goal.progress >= 1;
    }

    /** Returns whether a goal is that the field is sown. */
    private static boolean isOfField(String goal) {
        String words = goal.toLowerCase(Locale.ROOT);
        return (words.contains("field") || words.contains("plots"))
                && (words.contains("green") || words.contains("sow") || words.contains("plant"));
    }

    /** Returns the share of the plots on which grain grows. */
    private float green() {
        List<FieldPlot> plots = village.buildings().fieldPlots();
        long green = plots.stream().filter(plot -> !plot.bare()).count();
        return plots.isEmpty() ? 0 : (float) green / plots.size();
    }

    private boolean isAt(int agent, Place place) {
        Position at = mPosition.get(agent);
        return at.distance(place.x(), place.y()) <= AT_PLACE;
    }

    /** Returns the share of the villagers who are at the square. */
    private float gathered() {
        int there = 0;
        for (int villager : people.all()) {
            there += isAt(villager, Place.SQUARE) ? 1 : 0;
        }
        return (float) there / Math.max(1, people.all().size());
    }

    private boolean ill() {
        for (int villager : people.all()) {
            if (mVillager.get(villager).ill) {
                return true;
            }
        }
        return false;
    }

    /** Returns the trades that a villager made, whoever offered them. */
    private static int trades(@Nullable Journal journal) {
        int trades = 0;
        for (Deed deed : journal == null ? List.<Deed>of() : journal.deeds) {
            boolean traded = deed.kind == Deed.Kind.DONE && deed.step.type().equals("trade");
            trades += traded ? deed.times : 0;
        }
        return trades;
    }

    /** Returns the building that a goal is to build, or to see finished; null if it is another. */
    private static @Nullable Building building(String goal) {
        String words = goal.toLowerCase(Locale.ROOT);
        if (!words.startsWith("build a ") && !words.endsWith(" finished")) {
            return null;
        }
        for (Building building : Building.values()) {
            if (words.contains(" " + building.label() + " ")) {
                return building;
            }
        }
        return null;
    }

    /** Returns whether somebody has lately said one of some words to a villager. */
    private static boolean isTold(@Nullable Journal journal, List<String> words) {
        for (Acquaintance other : journal == null ? List.<Acquaintance>of() : journal.people) {
            for (Journal.Line line : other.lines) {
                String text = line.own ? "" : line.text.toLowerCase(Locale.ROOT);
                if (words.stream().anyMatch(text::contains)) {
                    return true;
                }
            }
        }
        return false;
    }
}
