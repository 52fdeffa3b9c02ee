/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.memory;

import dev.triune.component.Episode;
import dev.triune.prompt.MemoryRetriever.Cue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Compares meanings and words; what fits by either counts. Game thread only.
 *
 * <pre>
 *  cue ─┬─ words:    BM25 of all episodes ──────────────────────────────────────────────────┐
 *       └─ meaning:  mean of its lines' embeddings                                          ├─&gt; the higher one
 *            signs of all episodes ─&gt; the best 64 ─&gt; their cosines ─&gt; ranks ─&gt; 0.5 to 0 ───┘
 * </pre>
 *
 * <p>Of meaning count the rank, and the nearness between the mean and the best of the 64, because the cosines of
 * two models lie in different ranges; the first counts as much as two rare words in common. With reciprocal ranks of both added up, which is the usual way, a rank says
 * as much where nothing fits as where all of it does, and questions in the same words lost one answer in eight.
 * What has no embedding yet is compared by words, and so is everything without an embedding of any line.
 */
final class SemanticRelevance implements Relevance {
    /** The relevance of what fits best by meaning. */
    private static final float FIRST = 0.5f;

    /** The rank at which it has fallen to half. */
    private static final int HALF_RANK = 4;

    /** The most lines of a cue whose meaning counts. */
    private static final int LINES = 3;

    /** The time for an embedding of what was just said; a server beside the game takes less. */
    private static final Duration PATIENCE = Duration.ofMillis(150);

    /** The most episodes that one recall looks up in the store. */
    private static final int LOOKUPS = 64;

    final EmbeddingStore store;
    private final LexicalRelevance words = new LexicalRelevance();
    private final Best bySigns = new Best();
    private final Best byMeaning = new Best();

    SemanticRelevance(String model) {
        this.store = new EmbeddingStore(model);
    }

    @Override
    public Index index() {
        return new MeaningIndex();
    }

    @Override
    public Duration prepare(Supplier<Cue> cue) {
        List<String> lines = cue.get().lines();
        boolean coming = false;
        for (int i = 0; i < Math.min(LINES, lines.size()); i++) {
            coming |= !lines.get(i).isBlank() && store.expect(lines.get(i));
        }
        return coming ? PATIENCE : Duration.ZERO;
    }

    private @Nullable Embedding meaning(Cue cue) {
        List<Embedding> known = new ArrayList<>(LINES);
        for (int i = 0; i < Math.min(LINES, cue.lines().size()); i++) {
            Embedding line = store.known(cue.lines().get(i));
            if (line != null) {
                known.add(line);
            }
        }
        return known.isEmpty() ? null : Embedding.mean(known);
    }

    /** The slots with the highest values, the highest first. */
    private static final class Best {
        private static final int SIZE = 64;

        private final int[] slots = new int[SIZE];
        private final float[] values = new float[SIZE];
        private int size;

        void clear() {
            size = 0;
        }

        void offer(int slot, float value) {
            if (size == SIZE && !(value > values[SIZE - 1])) {
                return;
            }
            int at = size == SIZE ? SIZE - 1 : size++;
            while (at > 0 && values[at - 1] < value) {
                slots[at] = slots[at - 1];
                values[at] = values[at - 1];
                at--;
            }
            slots[at] = slot;
            values[at] = value;
        }

        /** Raises the scores of what is nearer than the mean of all, by rank and nearness. */
        void raise(float[] scores) {
            float sum = 0;
            for (int i = 0; i < size; i++) {
                sum += values[i];
            }
            float mean = sum / Math.max(1, size);
            for (int rank = 0; rank < size && values[rank] > mean; rank++) {
                float nearness = (values[rank] - mean) / (values[0] - mean);
                float score = FIRST * nearness * HALF_RANK / (HALF_RANK + rank);
                scores[slots[rank]] = Math.max(scores[slots[rank]], score);
            }
        }
    }

    private final class MeaningIndex implements Index {
        private final Index wordIndex = words.index();
        private @Nullable Episode[] episodes = {};
        private @Nullable Embedding[] embeddings = {};

        /** The signs of all embeddings, so many words each. */
        private long[] signs = {};

        private int width;
        private int missing;
        private int lookAt;

        @Override
        public void add(int slot, Episode episode) {
            wordIndex.add(slot, episode);
            if (slot >= episodes.length) {
                int capacity = Math.max(slot + 1, slot + slot / 4);
                episodes = Arrays.copyOf(episodes, capacity);
                embeddings = Arrays.copyOf(embeddings, capacity);
                signs = Arrays.copyOf(signs, capacity * width);
            }
            episodes[slot] = episode;
            missing++;
        }

        @Override
        public void remove(int slot, Episode episode) {
            wordIndex.remove(slot, episode);
            missing -= embeddings[slot] == null ? 1 : 0;
            episodes[slot] = null;
            embeddings[slot] = null;
        }

        @Override
        public void score(Cue cue, float[] scores) {
            wordIndex.score(cue, scores);
            lookUp();
            Embedding meaning = meaning(cue);
            if (meaning == null || width == 0) {
                return;
            }
            rank(meaning, Math.min(scores.length, episodes.length));
            byMeaning.raise(scores);
        }

        private void rank(Embedding meaning, int used) {
            bySigns.clear();
            byMeaning.clear();
            if (meaning.words() != width) {
                return; // of another model
            }
            long[] sought = new long[width];
            meaning.signs(sought, 0);
            for (int slot = 0; slot < used; slot++) {
                if (embeddings[slot] != null) {
                    int differences = 0;
                    for (int i = 0; i < width; i++) {
                        differences += Long.bitCount(sought[i] ^ signs[slot * width + i]);
                    }
                    bySigns.offer(slot, -differences);
                }
            }
            for (int i = 0; i < bySigns.size; i++) {
                int slot = bySigns.slots[i];
                Embedding each = embeddings[slot];
                if (each != null) {
                    byMeaning.offer(slot, each.similarity(meaning));
                }
            }
        }

        /** Takes embeddings that have come, and asks for those that are missing. */
        private void lookUp() {
            int most = Math.min(missing, LOOKUPS);
            for (int looks = 0; looks < most; lookAt++) {
                if (lookAt >= episodes.length) {
                    lookAt = 0;
                }
                Episode episode = episodes[lookAt];
                if (episode != null && embeddings[lookAt] == null) {
                    looks++;
                    take(lookAt, store.find(episode.text));
                }
            }
        }

        private void take(int slot, @Nullable Embedding found) {
            if (found == null) {
                return;
            }
            if (width == 0) {
                width = found.words();
                signs = new long[episodes.length * width];
            }
            if (found.words() == width) {
                embeddings[slot] = found;
                Arrays.fill(signs, slot * width, (slot + 1) * width, 0);
                found.signs(signs, slot * width);
                missing--;
            }
        }
    }
}
