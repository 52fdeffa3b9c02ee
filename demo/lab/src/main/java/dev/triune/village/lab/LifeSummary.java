/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.lab;

import com.fasterxml.jackson.annotation.JsonValue;
import dev.triune.village.sim.VillageSimulation;
import dev.triune.village.story.StoryResult;
import dev.triune.village.talk.TalkStats;
import dev.triune.village.talk.WordsAndDeeds.SayAndDo;
import dev.triune.village.world.Building;
import dev.triune.village.world.Chronicle;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a run report says about life in the village: talk, buildings, villagers and stories. */
record LifeSummary(
        TalkSummary talk,
        SayAndDo sayAndDo,
        long routines,
        double busyShare,
        Map<String, Integer> buildings,
        Map<String, Long> changes,
        List<VillagerSummary> villagers,
        List<StoryResult> stories) {
    static LifeSummary of(VillageSimulation village) {
        Map<String, Integer> buildings = new LinkedHashMap<>();
        for (Building building : Building.values()) {
            buildings.put(building.label(), village.village().buildings().builtCount(building));
        }
        Map<String, Long> changes = new LinkedHashMap<>();
        for (Chronicle.Change change : Chronicle.Change.values()) {
            changes.put(change.label(), village.village().chronicle().count(change));
        }
        return new LifeSummary(
                TalkSummary.of(village.stats().talk()),
                village.stats().deeds().sayAndDo(),
                village.stats().routines(),
                village.stats().busyShare(),
                buildings,
                changes,
                Arrays.stream(village.villagers())
                        .mapToObj(agent -> VillagerSummary.of(village, agent))
                        .toList(),
                village.stories());
    }

    /** Counts the villagers that are alive. */
    long alive() {
        return villagers.stream().filter(VillagerSummary::alive).count();
    }

    /** Returns the longest time that any villager was stuck, in ticks. */
    long longestStuck() {
        return villagers.stream().mapToLong(VillagerSummary::stuckTicks).max().orElse(0);
    }

    /** The conversations, their lines and effects. */
    record TalkSummary(
            long conversations,
            long lines,
            long repeats,
            long ownRepeats,
            long distinct,
            long promises,
            long told,
            long relations) {
        private static TalkSummary of(TalkStats counts) {
            return new TalkSummary(
                    counts.get(TalkStats.Count.CONVERSATIONS),
                    counts.get(TalkStats.Count.LINES),
                    counts.get(TalkStats.Count.REPEATS),
                    counts.get(TalkStats.Count.OWN_REPEATS),
                    counts.get(TalkStats.Count.DISTINCT),
                    counts.get(TalkStats.Count.PROMISES),
                    counts.get(TalkStats.Count.FACTS_SHARED),
                    counts.get(TalkStats.Count.RELATIONS));
        }
    }

    /** One villager: a value for each column. */
    record VillagerSummary(Map<VillagerColumn, Object> values) {
        private static VillagerSummary of(VillageSimulation village, int agent) {
            Map<VillagerColumn, Object> values = new EnumMap<>(VillagerColumn.class);
            for (VillagerColumn column : VillagerColumn.values()) {
                values.put(column, column.value(village, agent));
            }
            return new VillagerSummary(values);
        }

        @JsonValue
        Map<String, Object> fields() {
            Map<String, Object> fields = new LinkedHashMap<>();
            values.forEach((column, value) -> fields.put(column.key(), value));
            return fields;
        }

        boolean alive() {
            return Boolean.TRUE.equals(values.get(VillagerColumn.ALIVE));
        }

        long stuckTicks() {
            return ((Number) values.getOrDefault(VillagerColumn.STUCK_TICKS, 0)).longValue();
        }
    }
}
