/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.story;

/** One story. Artemis fills in the mappers of those that tell it. Game thread only. */
interface Story {
    /**
     * Looks at the village after a tick; only a {@link StagedStory} changes anything.
     *
     * @param tick the tick that is over
     * @param villagers all of them
     */
    void observe(long tick, int[] villagers);

    /** Returns what it has come to so far. */
    StoryResult result();

    /** Goes on where a save was made; returns whether it can. */
    default boolean resume(StoryResult saved) {
        return false;
    }
}
