/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.lab;

import dev.triune.component.Episode;
import dev.triune.component.Journal.Acquaintance;
import dev.triune.component.Journal.Agreement;
import dev.triune.component.Journal.Deed;
import dev.triune.village.people.Fact;
import dev.triune.village.world.Building;
import dev.triune.village.world.Resource;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a villager knows when it speaks, as values: its own life, and the village that it sees.
 *
 * @param tick the current tick
 * @param name its name
 * @param partners those who hear it, by name
 * @param people the names of all villagers that its line contains, and its own
 * @param self its body
 * @param life its own life
 * @param village what it sees of the village
 * @param facts what villagers pass on
 * @param heard the lines of others that it heard in this conversation
 */
record SpeakerView(
        long tick,
        String name,
        List<String> partners,
        List<String> people,
        Body self,
        Life life,
        Sight village,
        List<Fact> facts,
        List<String> heard) {
    /** Its needs, 0 to 1, and what it carries. */
    record Body(
            float hunger,
            float warmth,
            float energy,
            float health,
            boolean ill,
            Map<Resource, Integer> carried) {}

    /** Its deeds, agreements, memories, acquaintances, and the remaining steps of its plan. */
    record Life(
            List<Deed> deeds,
            List<Agreement> agreements,
            List<Episode> episodes,
            List<Acquaintance> met,
            List<String> plan) {}

    /**
     * The village.
     *
     * @param stored what the storehouse held in the last seconds, the present last
     * @param fuel the ticks for which the fire at the square still burns, likewise
     * @param stormBegins the tick of a forecast storm; negative for none
     * @param storm whether it rages
     * @param built the numbers of finished buildings
     * @param begun the work done on unfinished ones, in percent
     */
    record Sight(
            List<Map<Resource, Integer>> stored,
            List<Integer> fuel,
            long stormBegins,
            boolean storm,
            Map<Building, Integer> built,
            Map<Building, Set<Integer>> begun) {}
}
