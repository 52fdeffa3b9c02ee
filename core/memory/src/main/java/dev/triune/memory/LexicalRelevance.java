/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.memory;

import dev.triune.component.Episode;
import dev.triune.prompt.MemoryRetriever.Cue;
import java.util.Arrays;

/** Compares words by BM25; the indexes of all agents share a scanner. Game thread only. */
final class LexicalRelevance implements Relevance {
    /** The weight of a nearby name or place, relative to a word of the first line. */
    private static final float BACKGROUND = 0.1f;

    /** The weight of a line, relative to the line before it. */
    private static final float LATER_LINE = 0.5f;

    /** The score of BM25 that counts as half relevant: about two rare words in common. */
    private static final float HALF_SCORE = 7;

    private static final float SATURATION = 1.2f;
    private static final float LENGTH_WEIGHT = 0.5f;

    private final TermScanner scanner = new TermScanner();
    private final float[] norms = new float[TermScanner.MAX_TERMS + 1];

    @Override
    public Index index() {
        return new WordIndex();
    }

    /** For each term a linked list of the episodes that contain it, all lists in two arrays. */
    private final class WordIndex implements Index {
        private final TermTable table = new TermTable();
        private int[] slots = new int[32];
        private int[] next = new int[32];
        private int nodes;
        private int free = -1;
        private byte[] lengths = new byte[8];
        private int episodes;
        private long terms;

        @Override
        public void add(int slot, Episode episode) {
            scan(episode);
            if (slot >= lengths.length) {
                lengths = Arrays.copyOf(lengths, Math.max(slot + 1, slot + slot / 4));
            }
            lengths[slot] = (byte) scanner.count();
            for (int i = 0; i < scanner.count(); i++) {
                int at = table.put(scanner.term(i));
                int node = node();
                slots[node] = slot;
                next[node] = table.head(at);
                table.set(at, node, table.count(at) + 1);
            }
            episodes++;
            terms += scanner.count();
        }

        private void scan(Episode episode) {
            scanner.clear()
                    .add(episode.text)
                    .add(episode.source)
                    .add(episode.kind)
                    .add(episode.about);
        }

        private int node() {
            if (free >= 0) {
                int node = free;
                free = next[node];
                return node;
            }
            if (nodes == slots.length) {
                int capacity = nodes + nodes / 4 + 16;
                slots = Arrays.copyOf(slots, capacity);
                next = Arrays.copyOf(next, capacity);
            }
            return nodes++;
        }

        @Override
        public void remove(int slot, Episode episode) {
            scan(episode);
            for (int i = 0; i < scanner.count(); i++) {
                int at = table.find(scanner.term(i));
                if (at >= 0) {
                    unlink(at, slot);
                }
            }
            episodes--;
            terms -= scanner.count();
        }

        private void unlink(int at, int slot) {
            int before = -1;
            int node = table.head(at);
            while (node >= 0 && slots[node] != slot) {
                before = node;
                node = next[node];
            }
            if (node < 0) {
                return;
            }
            if (before >= 0) {
                next[before] = next[node];
            }
            table.set(at, before < 0 ? next[node] : table.head(at), table.count(at) - 1);
            next[node] = free;
            free = node;
        }

        @Override
        public void score(Cue cue, float[] scores) {
            Arrays.fill(scores, 0);
            if (episodes == 0) {
                return;
            }
            scanner.clear();
            float weight = 1;
            for (int i = 0; i < cue.lines().size(); i++) {
                scanner.add(cue.lines().get(i), weight);
                weight *= LATER_LINE;
            }
            for (int i = 0; i < cue.names().size(); i++) {
                scanner.add(cue.names().get(i), BACKGROUND);
            }
            float average = Math.max(1, (float) terms / Math.max(1, episodes));
            for (int i = 0; i < norms.length; i++) {
                norms[i] = (SATURATION + 1)
                        / (1 + SATURATION * (1 - LENGTH_WEIGHT + LENGTH_WEIGHT * i / average));
            }
            for (int i = 0; i < scanner.count(); i++) {
                score(scanner.term(i), scanner.weight(i), scores);
            }
            int used = Math.min(scores.length, lengths.length);
            for (int i = 0; i < used; i++) {
                scores[i] /= scores[i] + HALF_SCORE;
            }
        }

        private void score(int term, float weight, float[] scores) {
            int at = table.find(term);
            int count = at < 0 ? 0 : table.count(at);
            if (count == 0 || (count > 8 && count > episodes / 2)) {
                return; // a term in most episodes does not discriminate
            }
            float termWeight =
                    weight * (float) Math.log1p((episodes - count + 0.5) / (count + 0.5));
            for (int node = table.head(at); node >= 0; node = next[node]) {
                scores[slots[node]] += termWeight * norms[lengths[slots[node]]];
            }
        }
    }
}
