/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.view;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** The recent activity of one villager. Game thread only. */
final class VillagerActivity {
    private static final int LINES = 24;

    private final Deque<VillagerDetail.SpokenLine> lines = new ArrayDeque<>();

    /** The layer that thought last, from 1; 0 for none yet. */
    int layer;

    /** Adds a line that it said or heard. */
    void line(VillagerDetail.SpokenLine spokenLine) {
        if (lines.size() == LINES) {
            lines.removeFirst();
        }
        lines.addLast(spokenLine);
    }

    List<VillagerDetail.SpokenLine> spokenLines() {
        return new ArrayList<>(lines);
    }
}
