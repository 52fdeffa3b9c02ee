/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.view;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.triune.action.Step;
import dev.triune.llm.BrokerStats;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The part of the village that changes slowly, by subject; for the page one object. Immutable. */
record VillageScene(
        @JsonUnwrapped Moment moment,
        @JsonUnwrapped Places places,
        @JsonUnwrapped Goods goods,
        @JsonUnwrapped Villagers villagers,
        @JsonUnwrapped Events events,
        @JsonUnwrapped Measures measures) {
    /**
     * Time and weather.
     *
     * @param day the day, from 1
     * @param hour the hour, 0 to 23
     * @param phase the phase of the day, in words
     * @param weather the storm or its forecast, in words; empty for neither
     * @param storm whether there is a storm
     */
    record Moment(long day, int hour, String phase, String weather, boolean storm) {}

    /**
     * What stands on the map.
     *
     * @param fires all fires
     * @param buildings finished and unfinished buildings
     * @param plots the plots of the field
     * @param caps the number and the limit of each building
     */
    record Places(
            List<FireView> fires,
            List<BuildingView> buildings,
            List<PlotView> plots,
            List<BuildingLimit> caps) {}

    /**
     * What there is.
     *
     * @param store the common stock by resource
     * @param room the storage capacity for each resource
     * @param patches the resources left to gather, by place
     */
    record Goods(Map<String, Integer> store, int room, List<PatchView> patches) {}

    /**
     * The villagers; the arrays are by number.
     *
     * @param people newcomers, and villagers who learnt a trade
     * @param circles the conversations
     * @param behaviors the behavior of each villager
     * @param steps the current step of each villager; elements may be null
     * @param loads the resource that each villager carries most of; empty for none
     * @param moods the lowest need of each villager, from 0 to 100, which is best
     */
    @SuppressWarnings("ArrayRecordComponent") // cheap for the game thread, never compared
    record Villagers(
            List<PersonView> people,
            List<ConversationView> circles,
            @JsonIgnore String[] behaviors,
            @JsonIgnore @Nullable Step[] steps,
            String[] loads,
            int[] moods) {
        /** Returns the activity of each villager, in words. */
        @JsonProperty
        String[] doing() {
            String[] words = new String[behaviors.length];
            for (int i = 0; i < words.length; i++) {
                Step step = steps[i];
                words[i] = step == null ? behaviors[i].replace('_', ' ') : step.toString();
            }
            return words;
        }
    }

    /**
     * What happens.
     *
     * @param creatures other creatures, for example a wolf
     * @param stories the state of the stories
     */
    record Events(List<CreatureView> creatures, List<StoryView> stories) {}

    /**
     * What is measured.
     *
     * @param ticks the durations of ticks
     * @param figures statistics of the village
     * @param fault the simulated fault of the model, or {@code none}
     * @param latencyMs the longest time until an answer of the offline mind begins, in milliseconds;
     *     -1 for another mind
     * @param stats the broker's statistics
     */
    record Measures(
            TickTimeView ticks,
            Map<String, Long> figures,
            String fault,
            long latencyMs,
            @JsonIgnore BrokerStats stats) {
        /** Returns the broker's statistics. */
        @JsonProperty
        BrokerView broker() {
            return BrokerView.of(stats);
        }
    }

    /** A villager with its current trade. */
    record PersonView(int number, String name, String trade) {}

    /** A fire; {@code fuel} is 0 to 1. */
    record FireView(float x, float y, boolean burning, float fuel) {}

    /**
     * A building; {@code builder} is the number of its builder, -1 for none; {@code done} is its
     * finished share, 0 to 1.
     */
    record BuildingView(String kind, float x, float y, int builder, float done) {
        /** Returns whether it is finished. */
        @JsonProperty
        boolean standing() {
            return done >= 1;
        }
    }

    /** A plot of the field; {@code grown} is 0 to 1, or -1 if it is bare. */
    record PlotView(float x, float y, float grown) {}

    /**
     * A conversation with the numbers of its members; {@code turn} is the member whose turn it is,
     * or -1.
     */
    record ConversationView(List<Integer> members, int turn) {}

    /** A story with its state and statistics. */
    record StoryView(
            String name, boolean over, boolean happened, String words, Map<String, Long> figures) {}

    /** A creature on the map that is not a villager. */
    record CreatureView(String kind, float x, float y) {}

    /** The resource left to gather at a place. */
    record PatchView(String place, String resource, int left) {}

    /** A kind of building. */
    record BuildingLimit(String kind, int standing, int claimed, int cap) {}

    /** Durations of ticks, in milliseconds; {@code over} is the number of ticks over the budget. */
    record TickTimeView(double p50, double p99, double max, long over) {}
}
