/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.story;

import com.artemis.ComponentMapper;
import dev.triune.component.Episode;
import dev.triune.component.Memory;
import dev.triune.component.Persona;
import dev.triune.village.people.Player;
import dev.triune.village.people.Position;
import dev.triune.village.people.VillageFacts;
import dev.triune.village.world.Calendar;
import dev.triune.village.world.Place;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * Observes the rumour of the light. Succeeds if two villagers who know it go to look, as one alone
 * is not believed, and every copy can be traced back to the villager who saw the light: each copy
 * has a source, which must have known the rumour before.
 */
@SuppressWarnings("NullAway.Init") // Artemis fills in the mappers
final class RumourStory implements Story {
    private static final int CHECK_INTERVAL_TICKS = 20;
    private static final int DARK = 20;
    private static final float NEAR_DISTANCE = 6;
    private static final long LAST_NIGHT = 3L * Calendar.TICKS_PER_DAY;

    private final Map<String, Copy> copies = new LinkedHashMap<>();

    /** Those who went to look, in their order. */
    private final Set<String> witnesses = new LinkedHashSet<>();

    private boolean over;

    private ComponentMapper<Memory> mMemory;
    private ComponentMapper<Persona> mPersona;
    private ComponentMapper<Position> mPosition;

    /** A villager's copy. Its source may have learned it in the same observation. */
    private record Copy(String source, long since) {}

    @Override
    public void observe(long tick, int[] villagers) {
        over = tick >= LAST_NIGHT;
        if (tick % CHECK_INTERVAL_TICKS != 0) {
            return;
        }
        for (int agent : villagers) {
            for (Episode episode : mMemory.get(agent).episodes) {
                if (episode.kind.equals(VillageFacts.RUMOUR)) {
                    copies.putIfAbsent(mPersona.get(agent).name, new Copy(episode.source, tick));
                    look(agent, tick);
                }
            }
        }
    }

    /** Notes that a villager who knows the rumour is at the quarry in the dark. */
    private void look(int agent, long tick) {
        Place quarry = Place.QUARRY;
        boolean there = mPosition.get(agent).distance(quarry.x(), quarry.y()) <= NEAR_DISTANCE;
        if (!over && there && Calendar.hour(tick) >= DARK) {
            witnesses.add(mPersona.get(agent).name);
        }
    }

    @Override
    public StoryResult result() {
        Map<String, Integer> distances = new HashMap<>();
        long traceable = copies.keySet().stream()
                .filter(name -> distance(name, distances) >= 0)
                .count();
        int farthest = distances.values().stream().mapToInt(i -> i).max().orElse(0);
        Map<String, Long> figures = new LinkedHashMap<>();
        figures.put("know", (long) copies.size());
        figures.put("traceable", traceable);
        figures.put("mouths", (long) farthest);
        figures.put("witnesses", (long) witnesses.size());
        String words = copies.size() + " know of a light in the quarry, " + traceable
                + " of them from somebody who knew; "
                + describeWitnesses();
        boolean happened = witnesses.size() > 1 && traceable == copies.size();
        return new StoryResult("rumour", over || happened, happened, words, figures);
    }

    private String describeWitnesses() {
        String names = String.join(", ", witnesses);
        return switch (witnesses.size()) {
            case 0 -> "nobody has gone there at night to look.";
            case 1 -> names + " has gone there at night to look, alone, and is not believed.";
            default -> "there have been at night to look: " + names + ".";
        };
    }

    /** Returns the number of villagers that passed a copy on; negative if it cannot be traced. */
    private int distance(String name, Map<String, Integer> distances) {
        int mouths = 0;
        String at = name;
        while (mouths <= copies.size()) {
            Copy copy = copies.get(at);
            if (copy == null) {
                return -1;
            }
            if (copy.source.isEmpty()) {
                distances.put(name, mouths);
                return mouths;
            }
            if (copy.source.equals(Player.NAME)) {
                distances.put(name, mouths + 1);
                return mouths + 1; // the player is a valid source
            }
            Copy sourceCopy = copies.get(copy.source);
            if (sourceCopy == null || sourceCopy.since > copy.since) {
                return -1;
            }
            at = copy.source;
            mouths++;
        }
        return -1;
    }
}
