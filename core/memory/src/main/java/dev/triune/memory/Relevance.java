/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.memory;

import dev.triune.component.Episode;
import dev.triune.prompt.MemoryRetriever.Cue;

/** Measures how well memories fit a cue, by words or a game's embeddings. Game thread only. */
@FunctionalInterface
public interface Relevance {
    /** Creates the empty index of one agent. */
    Index index();

    /** Returns a measure that compares words (BM25), of which rare ones and names count more. */
    static Relevance lexical() {
        return new LexicalRelevance();
    }

    /**
     * The episodes of one agent. No method may block: an episode whose embedding is not there yet
     * scores 0.
     */
    interface Index {
        /** Adds an episode under a number, 0 or more; numbers are reused. */
        void add(int slot, Episode episode);

        /** Removes the episode that was added with that number. */
        void remove(int slot, Episode episode);

        /** Fills in 0 (nothing in common) to 1 for each episode, 0 where there is none. */
        void score(Cue cue, float[] scores);
    }
}
