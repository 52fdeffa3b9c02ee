/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.story;

import dev.triune.village.places.Resource;
import dev.triune.village.places.Village;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A shortage before the storm: is the stock built in time? Of several storms, the last counts. */
final class StormStory implements Story {
    private static final List<Resource> NEEDED =
            List.of(Resource.WOOD, Resource.BERRIES, Resource.BREAD);

    private final Village village;
    private final Map<String, Long> figures = new LinkedHashMap<>();
    private boolean over;
    private boolean inTime;

    StormStory(Village village) {
        this.village = village;
    }

    @Override
    public void observe(long tick, int[] villagers) {
        long now = village.tick();
        if (now == village.weather().foreseen(now)) {
            figures.clear();
            over = false;
            NEEDED.forEach(resource -> note(resource, "AtFirst"));
        }
        if (now == village.weather().stormBegins(now) && !figures.isEmpty()) {
            over = true;
            inTime = true;
            NEEDED.forEach(resource -> {
                note(resource, "");
                figures.put(resource.label() + "Needed", (long) village.needed(resource));
                inTime &= village.store().get(resource) >= village.needed(resource);
            });
        }
    }

    private void note(Resource resource, String when) {
        String key = resource.label() + when;
        figures.put(key, (long) village.store().get(resource));
    }

    @Override
    public Telling telling() {
        return new Telling("storm", over, over && inTime, words(), figures);
    }

    private String words() {
        if (!over) {
            return "the storm is still to come";
        }
        StringBuilder words = new StringBuilder("in store after the damp and when the storm came:");
        for (Resource resource : NEEDED) {
            words.append(' ')
                    .append(resource.label())
                    .append(' ')
                    .append(figures.get(resource.label() + "AtFirst"))
                    .append(" to ")
                    .append(figures.get(resource.label()))
                    .append(" (needed ")
                    .append(village.needed(resource))
                    .append("),");
        }
        words.setLength(words.length() - 1);
        return words.toString();
    }
}
