/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.view;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The village at one moment, built by the game thread. I/O threads write it as JSON; the arrays no
 * longer change.
 *
 * @param tick the tick of the game
 * @param paused whether time is paused
 * @param speed the speed, times real time; 0 for no limit
 * @param tps the ticks per second
 * @param ended whether this is the last frame
 * @param x the distances of villagers from the western edge, in hundredths of a tile, by number
 * @param y the same from the northern edge
 * @param flags the bits of {@link Flag} of villagers, by number
 * @param scene the part that changes slowly
 * @param news the last events, oldest first
 * @param deeds the promises; the same object until there is something new
 * @param details the details of inspected villagers
 */
@SuppressWarnings("ArrayRecordComponent") // cheap for the game thread, never compared
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
        @JsonIgnore DeedsView deeds,
        @JsonIgnore List<VillagerDetail> details) {
    /** The state of a villager as bits; the page uses the same values. */
    static final class Flag {
        /** Two bits for the layer that guides the villager now, from 1; 0 if none does. */
        static final int LAYER = 3;

        static final int THINKING = 4;
        static final int ASLEEP = 8;
        static final int DEAD = 16;
        static final int TALKING = 32;
        static final int REFLEX = 64;
        static final int OVERRIDDEN = 128;
        static final int BY_HAND = 256;

        private Flag() {}
    }

    /**
     * Returns whether another frame shows the same moment and time controls; details are ignored.
     */
    boolean looksLike(@Nullable VillageFrame other) {
        return other != null
                && tick == other.tick
                && paused == other.paused
                && speed == other.speed
                && ended == other.ended
                && tps == other.tps;
    }
}
