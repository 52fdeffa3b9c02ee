/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.sim;

import java.util.Arrays;

/**
 * Detects stuck villagers: counts the ticks in which one was awake and neither moved, finished a
 * step nor ate. Game thread only.
 */
final class StuckDetector {
    private static final float MOVED = 0.5f;

    private Track[] tracks = {};
    private long tick;

    /** Observes a villager in a tick. */
    void observe(int agent, long now, float x, float y, float hunger, boolean asleep) {
        tick = now;
        Track track = track(agent);
        boolean moved = Math.abs(x - track.x) + Math.abs(y - track.y) > MOVED;
        if (asleep || moved || hunger > track.hunger) {
            track.since = now;
            track.x = x;
            track.y = y;
        }
        track.hunger = hunger;
        track.longest = Math.max(track.longest, now - track.since);
    }

    /** Returns the record of an entity; entity ids are small consecutive numbers. */
    private Track track(int agent) {
        while (agent >= tracks.length) {
            int oldLength = tracks.length;
            tracks = Arrays.copyOf(tracks, Math.max(16, 2 * oldLength));
            for (int i = oldLength; i < tracks.length; i++) {
                tracks[i] = new Track();
            }
        }
        return tracks[agent];
    }

    /** Records that a villager finished a step. */
    void recordProgress(int agent) {
        track(agent).since = tick;
    }

    /** Returns the longest time without progress, in ticks. */
    long longestStuckTicks(int agent) {
        return track(agent).longest;
    }

    /** Writes the records of villagers to a save. */
    void save(VillageSave save, int[] villagers) {
        save.watchTracks = new float[3 * villagers.length];
        save.watchTicks = new long[2 * villagers.length];
        for (int i = 0; i < villagers.length; i++) {
            Track track = track(villagers[i]);
            save.watchTracks[3 * i] = track.x;
            save.watchTracks[3 * i + 1] = track.y;
            save.watchTracks[3 * i + 2] = track.hunger;
            save.watchTicks[2 * i] = track.since;
            save.watchTicks[2 * i + 1] = track.longest;
        }
    }

    /** Restores the records from a save. */
    void resume(VillageSave save, int[] villagers) {
        tick = save.tick;
        for (int i = 0; i < villagers.length; i++) {
            Track track = track(villagers[i]);
            track.x = save.watchTracks[3 * i];
            track.y = save.watchTracks[3 * i + 1];
            track.hunger = save.watchTracks[3 * i + 2];
            track.since = save.watchTicks[2 * i];
            track.longest = save.watchTicks[2 * i + 1];
        }
    }

    private static final class Track {
        float x;
        float y;
        float hunger;
        long since;
        long longest;
    }
}
