/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.memory;

import dev.triune.component.Episode;
import dev.triune.prompt.MemoryRetriever.Cue;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Supplier;

/** Measures how well memories fit a cue: by words, by their meaning, or as a game likes. Game thread only. */
@FunctionalInterface
public interface Relevance {
    /** Creates the empty index of one agent. */
    Index index();

    /** Returns a measure that compares words (BM25), of which rare ones and names count more. */
    static Relevance lexical() {
        return new LexicalRelevance();
    }

    /**
     * Returns a measure that compares meanings and words: the embeddings of a model of the broker, and
     * {@link #lexical}. Embeddings are asked for in the background, 16 texts in a call with the layer
     * {@code recall}, kept (the last 10,000), and saved with the world; until they are there, and while
     * they fail, words alone count. A request waits at most 150 ms for the embedding of what was just
     * said. One object serves one world, in which it is given to {@link Memories}.
     *
     * @param model the name of a model of embeddings, or an alias of the broker's configuration
     * @throws IllegalArgumentException if the name is blank
     */
    static Relevance semantic(String model) {
        if (Objects.requireNonNull(model, "model").isBlank()) {
            throw new IllegalArgumentException(
                    "model of embeddings \"" + model + "\" (expected a name)");
        }
        return new SemanticRelevance(model);
    }

    /**
     * Starts to look up what cannot be had at once, before an agent asks a model; must not block.
     *
     * @return how long the request may wait for it, once, of which at most 250 ms count; zero unless
     *     overridden
     */
    default Duration prepare(Supplier<Cue> cue) {
        return Duration.ZERO;
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
