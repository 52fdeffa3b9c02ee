/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.memory;

import dev.triune.component.Episode;
import java.util.Arrays;
import java.util.List;

/** The episodes of an agent at the last recall, with their slots. Game thread only. */
final class EpisodeIndex {
    final Relevance.Index relevance;

    /** The episodes retrieved last; cleared after use. */
    final Episode[] picked = new Episode[EpisodeRetriever.LIMIT];

    private Episode[] episodes = {};

    /** A permutation of all slots; those behind the last episode are free. */
    private int[] slots = {};

    private int count;

    EpisodeIndex(Relevance.Index relevance) {
        this.relevance = relevance;
    }

    int count() {
        return count;
    }

    Episode episode(int at) {
        return episodes[at];
    }

    int slot(int at) {
        return slots[at];
    }

    int capacity() {
        return slots.length;
    }

    /** Applies additions and removals; one pass without allocation if there are none. */
    void update(List<Episode> current) {
        int size = current.size();
        int at = 0;
        while (at < count && at < size && episodes[at] == current.get(at)) {
            at++;
        }
        for (int i = at; i < count; i++) {
            int slot = slots[i];
            if (at < current.size() && episodes[i] == current.get(at)) {
                episodes[at] = episodes[i];
                slots[i] = slots[at];
                slots[at++] = slot;
            } else {
                relevance.remove(slot, episodes[i]);
            }
        }
        if (at < count) {
            Arrays.fill(episodes, at, count, null);
        }
        grow(size);
        // the game's index may have emptied the list
        for (count = at; count < size && count < current.size(); count++) {
            episodes[count] = current.get(count);
            relevance.add(slots[count], episodes[count]);
        }
    }

    private void grow(int size) {
        int before = slots.length;
        if (size > before) {
            int capacity = Math.max(8, size + size / 4);
            episodes = Arrays.copyOf(episodes, capacity);
            slots = Arrays.copyOf(slots, capacity);
            for (int i = before; i < capacity; i++) {
                slots[i] = i;
            }
        }
    }
}
