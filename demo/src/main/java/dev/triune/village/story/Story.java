/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.story;

/** A story. Artemis fills in the mappers. Game thread only. */
interface Story {
    /**
     * Observes the village after a tick; only a {@link StagedStory} changes it.
     *
     * @param tick the last tick
     * @param villagers all villagers
     */
    void observe(long tick, int[] villagers);

    /** Returns the current result. */
    StoryResult result();

    /** Restores the story from a save; returns whether it supports that. */
    default boolean resume(StoryResult saved) {
        return false;
    }
}
