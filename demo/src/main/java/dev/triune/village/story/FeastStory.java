/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.story;

import com.artemis.ComponentMapper;
import com.artemis.annotations.Wire;
import dev.triune.component.Behavior;
import dev.triune.component.Memory;
import dev.triune.component.Persona;
import dev.triune.village.people.Position;
import dev.triune.village.people.VillageFacts;
import dev.triune.village.world.Calendar;
import dev.triune.village.world.Place;
import dev.triune.village.world.Resource;
import dev.triune.village.world.Village;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Observes the feast, which only the elder knows of at first. Guests know of the feast and spend at
 * least 40 seconds of its evening awake near the square. It succeeds if {@value #ENOUGH} or more
 * were invited and came, and there was bread for all.
 */
@SuppressWarnings("NullAway.Init") // Artemis fills in the mappers
final class FeastStory implements Story {
    private static final int CHECK_INTERVAL_TICKS = 20;
    private static final int FIRST_HOUR = 17;
    private static final int LAST_HOUR = 21;
    private static final int MIN_STAY_TICKS = 800;
    private static final float AT_THE_SQUARE = 4;
    private static final int ENOUGH = 3;
    private static final int NAMES = 12;
    private static final int LOAVES = 3;

    @Wire
    private Village village;

    private boolean over;
    private long bread;
    private final Map<Integer, Integer> stayed = new TreeMap<>();
    private final Map<Integer, String> invited = new TreeMap<>();

    private ComponentMapper<Memory> mMemory;
    private ComponentMapper<Position> mPosition;
    private ComponentMapper<Behavior> mBehavior;
    private ComponentMapper<Persona> mPersona;

    @Override
    public void observe(long tick, int[] villagers) {
        over = Calendar.day(tick) > VillageFacts.FEAST_DAY
                || (Calendar.day(tick) == VillageFacts.FEAST_DAY
                        && Calendar.hour(tick) >= LAST_HOUR);
        if (tick % CHECK_INTERVAL_TICKS != 0 || over) {
            return;
        }
        boolean feast = Calendar.day(tick) == VillageFacts.FEAST_DAY
                && Calendar.hour(tick) >= FIRST_HOUR
                && Calendar.hour(tick) < LAST_HOUR;
        if (feast && bread == 0) {
            bread = village.store().get(Resource.BREAD);
        }
        for (int agent : villagers) {
            if (recordInvitation(agent) && feast && present(agent)) {
                stayed.merge(agent, CHECK_INTERVAL_TICKS, Integer::sum);
            }
        }
    }

    /** Returns whether the villager knows of the feast. */
    private boolean recordInvitation(int agent) {
        for (var episode : mMemory.get(agent).episodes) {
            if (episode.kind.equals(VillageFacts.FEAST)) {
                if (!episode.source.isEmpty()) {
                    invited.putIfAbsent(agent, episode.source);
                }
                return true;
            }
        }
        return false;
    }

    private boolean present(int agent) {
        Position at = mPosition.get(agent);
        return !mBehavior.get(agent).asleep
                && at.distance(Place.SQUARE.x(), Place.SQUARE.y()) <= AT_THE_SQUARE;
    }

    @Override
    public StoryResult result() {
        Map<String, Long> figures = new LinkedHashMap<>();
        long guests =
                stayed.values().stream().filter(time -> time >= MIN_STAY_TICKS).count();
        figures.put("invitations", (long) invited.size());
        figures.put("guests", guests);
        figures.put("bread", bread);
        String evening = "on the evening of day " + VillageFacts.FEAST_DAY;
        String words = over
                ? "The elder told of the feast " + evening + ", and " + invited.size()
                        + " heard of it; " + guests + " came (" + names() + "), and there "
                        + (bread < LOAVES * guests
                                ? "was too little bread: "
                                : "was bread for all: ")
                        + bread
                : "The feast is " + evening + "; " + listeners() + " heard of it so far";
        boolean succeeded =
                invited.size() >= ENOUGH && guests >= ENOUGH && bread >= LOAVES * guests;
        return new StoryResult("feast", over, over && succeeded, words + ".", figures);
    }

    private String listeners() {
        return switch (invited.size()) {
            case 0 -> "nobody has";
            case 1 -> "1 has";
            default -> invited.size() + " have";
        };
    }

    /** Returns the names of the first {@value #NAMES} guests. */
    private String names() {
        List<String> names = stayed.entrySet().stream()
                .filter(each -> each.getValue() >= MIN_STAY_TICKS)
                .map(each -> mPersona.get(each.getKey()).name)
                .toList();
        if (names.isEmpty()) {
            return "nobody";
        }
        int shown = Math.min(NAMES, names.size());
        String more = names.size() > shown ? " and " + (names.size() - shown) + " more" : "";
        return String.join(", ", names.subList(0, shown)) + more;
    }
}
