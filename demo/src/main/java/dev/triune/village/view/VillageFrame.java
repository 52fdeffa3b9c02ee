/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.view;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The village at one moment, as the game thread saw it. The arrays do not change any more; I/O
 * threads write it as JSON.
 *
 * @param tick of the game
 * @param paused whether time stands still
 * @param speed times real time, 0 for no limit
 * @param tps ticks in the last second
 * @param ended whether there is no more to come
 * @param x where villagers are, in hundredths of a tile, by number
 * @param y the same from the north
 * @param flags the bits of {@link Flag}, by number
 * @param scene what changes slowly
 * @param news the last events, the oldest first
 * @param details of the villagers that somebody inspects
 */
@SuppressWarnings("ArrayRecordComponent") // the least work for the game thread; never compared
record VillageFrame(
        long tick,
        boolean paused,
        int speed,
        double tps,
        double tickMillis,
        boolean ended,
        int[] x,
        int[] y,
        int[] flags,
        @JsonIgnore VillageScene scene,
        @JsonIgnore List<NewsEntry> news,
        @JsonIgnore List<VillagerDetail> details) {
    /** State of a villager as bits; the page knows these numbers. */
    static final class Flag {
        /** Two bits: the layer that thought last, counted from 1; 0 for none so far. */
        static final int LAYER = 3;

        static final int THINKING = 4;
        static final int ASLEEP = 8;
        static final int DEAD = 16;
        static final int TALKING = 32;
        static final int REFLEX = 64;
        static final int OVERRIDDEN = 128;

        private Flag() {}
    }

    /** Returns whether two frames are equal apart from details. */
    boolean looksLike(@Nullable VillageFrame other) {
        return other != null
                && tick == other.tick
                && paused == other.paused
                && speed == other.speed
                && ended == other.ended
                && tps == other.tps;
    }
}
