/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.memory;

import dev.triune.component.Episode;

/** The highest-scoring of the offered episodes, the best first. */
final class Candidates {
    private static final int MAX_SIZE = 32;

    private final Episode[] episodes = new Episode[MAX_SIZE];
    private final float[] totals = new float[MAX_SIZE];
    private final float[] relevances = new float[MAX_SIZE];
    private int size;

    void clear() {
        size = 0;
    }

    boolean isFull() {
        return size == MAX_SIZE;
    }

    int size() {
        return size;
    }

    Episode episode(int at) {
        return episodes[at];
    }

    /** Returns the relevance of an episode, 0 to 1. */
    float relevance(int at) {
        return relevances[at];
    }

    /** Whether an episode of at most that score would be rejected. */
    boolean exceeds(float total) {
        return size == MAX_SIZE && !(total >= totals[MAX_SIZE - 1]);
    }

    /** Adds an episode if there is room or another scores lower; the last of equals wins. */
    void offer(Episode episode, float total, float relevance) {
        if (exceeds(total)) {
            return;
        }
        int at = isFull() ? MAX_SIZE - 1 : size++;
        while (at > 0 && totals[at - 1] <= total) {
            episodes[at] = episodes[at - 1];
            totals[at] = totals[at - 1];
            relevances[at] = relevances[at - 1];
            at--;
        }
        episodes[at] = episode;
        totals[at] = total;
        relevances[at] = relevance;
    }
}
