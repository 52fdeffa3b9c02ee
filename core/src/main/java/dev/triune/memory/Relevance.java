/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.memory;

import dev.triune.component.Episode;
import dev.triune.internal.memory.LexicalRelevance;

/**
 * Measures how well memories fit a cue. The library compares words; a game with embeddings sets its
 * own with {@link MemoryConfig#relevance}. Game thread only.
 */
@FunctionalInterface
public interface Relevance {
    /** Creates the empty index of one agent. */
    Index index();

    /** Compares words (BM25): rare ones and names count more. */
    static Relevance lexical() {
        return new LexicalRelevance();
    }

    /** The episodes of one agent. Must not block: an embedding that is not there yet scores 0. */
    interface Index {
        /**
         * Adds an episode.
         *
         * @param slot its number from now on, 0 or more; numbers are reused
         */
        void add(int slot, Episode episode);

        /** Removes the episode that was added with that number. */
        void remove(int slot, Episode episode);

        /**
         * Measures all episodes.
         *
         * @param scores filled with 0 (nothing in common) to 1 by slot; 0 where there is no episode
         */
        void score(Cue cue, float[] scores);
    }
}
