/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.story;

import com.artemis.annotations.Wire;
import dev.triune.village.world.Resource;
import dev.triune.village.world.Village;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Observes the stock before a storm. Succeeds if enough is stored in time; the last storm counts.
 */
@SuppressWarnings("NullAway.Init") // Artemis fills in the village
final class StormStory implements Story {
    private static final List<Resource> NEEDED =
            List.of(Resource.WOOD, Resource.BERRIES, Resource.BREAD);

    private final Map<String, Long> atFirst = new LinkedHashMap<>();
    private Map<String, Long> figures = Map.of();
    private boolean inTime;

    @Wire
    private Village village;

    @Override
    public void observe(long tick, int[] villagers) {
        long now = village.tick();
        if (now == village.weather().forecastTick(now)) {
            NEEDED.forEach(resource ->
                    atFirst.put(resource.label(), (long) village.store().get(resource)));
        }
        if (now == village.weather().stormStart(now)) {
            begins();
        }
    }

    private void begins() {
        Map<String, Long> counted = new LinkedHashMap<>();
        inTime = true;
        for (Resource resource : NEEDED) {
            long stored = village.store().get(resource);
            long needed = village.needed(resource);
            counted.put(
                    resource.label() + "AtFirst", atFirst.getOrDefault(resource.label(), stored));
            counted.put(resource.label(), stored);
            counted.put(resource.label() + "Needed", needed);
            inTime &= stored >= needed;
        }
        figures = counted;
    }

    private boolean over() {
        return !figures.isEmpty();
    }

    @Override
    public StoryResult result() {
        return new StoryResult("storm", over(), over() && inTime, words(), figures);
    }

    private String words() {
        if (!over()) {
            return "The storm is still to come.";
        }
        String stock = NEEDED.stream()
                .map(Resource::label)
                .map(thing -> thing + " went from " + figures.get(thing + "AtFirst") + " to "
                        + figures.get(thing) + " of " + figures.get(thing + "Needed"))
                .collect(Collectors.joining(", "));
        return "Between the damp and the storm " + stock + (inTime ? "." : ": too little.");
    }
}
