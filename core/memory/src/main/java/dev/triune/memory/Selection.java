/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.memory;

import dev.triune.component.Episode;

/** The memories of one prompt: few, short, of several kinds, without duplicates. */
final class Selection {
    private static final int CHARACTERS_PER_TOKEN = 4;

    /** The tokens for a line's bullet and the words around its source. */
    private static final int TOKENS_PER_LINE = 8;

    private final TermScanner scanner = new TermScanner();
    private final Episode[] episodes = new Episode[EpisodeRetriever.LIMIT];
    private final float[] relevances = new float[EpisodeRetriever.LIMIT];
    private final long[] signatures = new long[EpisodeRetriever.LIMIT];
    private int size;
    private int tokens;

    void clear() {
        size = 0;
        tokens = 0;
    }

    int size() {
        return size;
    }

    boolean isFull() {
        return size == EpisodeRetriever.LIMIT;
    }

    Episode episode(int at) {
        return episodes[at];
    }

    float relevance(int at) {
        return relevances[at];
    }

    /** Whether there is room for another memory of a kind. */
    boolean accepts(String kind) {
        int same = 0;
        for (int i = 0; i < size; i++) {
            same += episodes[i].kind.equals(kind) ? 1 : 0;
        }
        return same < EpisodeRetriever.PER_KIND;
    }

    /** Adds an episode if it fits; keeps the oldest first. */
    void offer(Episode episode, float relevance) {
        if (isFull() || !accepts(episode.kind)) {
            return;
        }
        int cost = tokens(episode.text, episode.source);
        cost += episode.earlier.isEmpty() ? 0 : tokens(episode.earlier, episode.earlierSource);
        long signature = scanner.clear().add(episode.text).signature();
        if (tokens + cost > EpisodeRetriever.TOKENS || isKnown(episode, signature)) {
            return;
        }
        tokens += cost;
        int at = size++;
        while (at > 0 && episodes[at - 1].tick > episode.tick) {
            episodes[at] = episodes[at - 1];
            relevances[at] = relevances[at - 1];
            signatures[at] = signatures[at - 1];
            at--;
        }
        episodes[at] = episode;
        relevances[at] = relevance;
        signatures[at] = signature;
    }

    private boolean isKnown(Episode episode, long signature) {
        for (int i = 0; i < size; i++) {
            boolean alike = signature != 0 && signatures[i] == signature;
            if (alike || episodes[i] == episode) {
                return true;
            }
        }
        return false;
    }

    private static int tokens(String text, String source) {
        return TOKENS_PER_LINE + (bytes(text) + bytes(source)) / CHARACTERS_PER_TOKEN;
    }

    /**
     * Returns the length in bytes rather than characters, because non-Latin scripts take more
     * tokens.
     */
    private static int bytes(String text) {
        int sum = text.length();
        for (int i = 0; i < text.length(); i++) {
            sum += text.charAt(i) < 0x80 ? 0 : text.charAt(i) < 0x800 ? 1 : 2;
        }
        return sum;
    }
}
