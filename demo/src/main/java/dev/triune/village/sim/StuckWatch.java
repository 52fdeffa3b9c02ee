/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.sim;

import java.util.HashMap;
import java.util.Map;

/**
 * Notices who is stuck: awake, yet for how many ticks neither moved, nor finished a step, nor ate?
 * Game thread only.
 */
final class StuckWatch {
    private static final float MOVED = 0.5f;

    private final Map<Integer, Track> tracks = new HashMap<>();
    private long tick;

    /** Looks at a villager in this tick. */
    void look(int agent, long now, float x, float y, float hunger, boolean asleep) {
        tick = now;
        Track track = tracks.computeIfAbsent(agent, none -> new Track());
        boolean moved = Math.abs(x - track.x) + Math.abs(y - track.y) > MOVED;
        if (asleep || moved || hunger > track.hunger) {
            track.since = now;
            track.x = x;
            track.y = y;
        }
        track.hunger = hunger;
        track.longest = Math.max(track.longest, now - track.since);
    }

    /** A villager finished a step. */
    void progressed(int agent) {
        tracks.computeIfAbsent(agent, none -> new Track()).since = tick;
    }

    /** The longest time without progress, in ticks. */
    long longest(int agent) {
        Track track = tracks.get(agent);
        return track == null ? 0 : track.longest;
    }

    private static final class Track {
        float x;
        float y;
        float hunger;
        long since;
        long longest;
    }
}
