/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.view;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.triune.action.Step;
import dev.triune.llm.BrokerStats;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The part of the village that changes slowly. Immutable.
 *
 * @param day from 1
 * @param hour 0 to 23
 * @param phase of the day, in words
 * @param weather in words; empty while there is nothing to say of it
 * @param storm whether one rages
 * @param fires every fire
 * @param buildings what stands and what is being built
 * @param creatures who else is about, for example a wolf
 * @param plots every piece of field
 * @param circles who talks with whom
 * @param store the common stock by resource
 * @param room how much of each resource there is room for
 * @param people who came to live here, or learnt a trade
 * @param stories what they have come to so far
 * @param patches what is left to gather, by place
 * @param caps how many of each building stand, and may
 * @param behaviors what each villager does, by number
 * @param steps the step that each carries out; an element may be null
 * @param loads what each carries most of; empty if it carries nothing
 * @param moods how each fares, 0 to 100, by the worst of its needs
 * @param ticks how long ticks take
 * @param figures counts of the village
 * @param fault how the model fails at present, {@code none} if it does not
 * @param stats what the broker has done
 */
@SuppressWarnings("ArrayRecordComponent") // the least work for the game thread; never compared
record VillageScene(
        long day,
        int hour,
        String phase,
        String weather,
        boolean storm,
        List<FireView> fires,
        List<BuildingView> buildings,
        List<CreatureView> creatures,
        List<PlotView> plots,
        List<ConversationView> circles,
        Map<String, Integer> store,
        int room,
        List<PersonView> people,
        List<StoryView> stories,
        List<PatchView> patches,
        List<BuildingLimit> caps,
        @JsonIgnore String[] behaviors,
        @JsonIgnore @Nullable Step[] steps,
        String[] loads,
        int[] moods,
        TickTimeView ticks,
        Map<String, Long> figures,
        String fault,
        @JsonIgnore BrokerStats stats) {
    /** A villager, as it is now. */
    record PersonView(int number, String name, String trade) {}

    /** A fire; {@code fuel} is 0 to 1. */
    record FireView(float x, float y, boolean burning, float fuel) {}

    /**
     * A building; {@code builder} is the number of who is at it, -1 for nobody; {@code done} is 0 to
     * 1, and 1 once it stands.
     */
    record BuildingView(String kind, float x, float y, int builder, float done) {
        /** Returns whether it is finished. */
        @JsonProperty
        boolean standing() {
            return done >= 1;
        }
    }

    /** A piece of field: {@code grown} is 0 to 1, and -1 if it is bare. */
    record PlotView(float x, float y, float grown) {}

    /**
     * A conversation, by the numbers of its members; {@code turn} is whose turn it is, -1 for
     * nobody's.
     */
    record ConversationView(List<Integer> members, int turn) {}

    /** A story and its state; {@code figures} are what was counted for it. */
    record StoryView(
            String name, boolean over, boolean happened, String words, Map<String, Long> figures) {}

    /** A creature on the map that is not a villager. */
    record CreatureView(String kind, float x, float y) {}

    /** What is left to gather at a place. */
    record PatchView(String place, String resource, int left) {}

    /** A kind of building. */
    record BuildingLimit(String kind, int standing, int claimed, int cap) {}

    /** Durations of ticks, in milliseconds; {@code over} counts those that took too long. */
    record TickTimeView(double p50, double p99, double max, long over) {}

    /** Returns what each villager does, in words. */
    @JsonProperty
    String[] doing() {
        String[] words = new String[behaviors.length];
        for (int i = 0; i < words.length; i++) {
            Step step = steps[i];
            words[i] = step == null ? behaviors[i].replace('_', ' ') : step.toString();
        }
        return words;
    }

    /** The broker's figures. */
    @JsonProperty
    BrokerView broker() {
        return BrokerView.of(stats);
    }
}
