/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.habit;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The lines that agents of a kind may say again, by situation. Game thread only. */
final class LineTable {
    private final HabitSettings settings;
    private final Map<SituationText, List<LearnedLine>> bySituation = new HashMap<>();
    private final List<LearnedLine> all = new ArrayList<>(); // in the order of their arrival

    LineTable(HabitSettings settings) {
        this.settings = settings;
    }

    /** Returns the lines of a situation; empty if there are none. Allocates nothing. */
    List<LearnedLine> find(SituationText situation) {
        List<LearnedLine> found = bySituation.get(situation);
        return found == null ? List.of() : found;
    }

    /** Returns all lines, in the order in which they were learned. */
    List<LearnedLine> all() {
        return all;
    }

    /** Adds a line unless it is there; if there are too many, the one not said for longest gives way. */
    void add(LearnedLine line) {
        SituationText situation = new SituationText(line.situation);
        if (find(situation).stream().anyMatch(known -> known.text.equals(line.text))) {
            return;
        }
        if (all.size() >= settings.limit) {
            evict();
        }
        all.add(line);
        bySituation.computeIfAbsent(situation, none -> new ArrayList<>(2)).add(line);
    }

    /** Forgets everything. */
    void clear() {
        bySituation.clear();
        all.clear();
    }

    private void evict() {
        LearnedLine oldest = all.get(0);
        for (LearnedLine line : all) {
            oldest = line.used() < oldest.used() ? line : oldest;
        }
        all.remove(oldest);
        SituationText situation = new SituationText(oldest.situation);
        List<LearnedLine> rest = bySituation.get(situation);
        if (rest != null && rest.remove(oldest) && rest.isEmpty()) {
            bySituation.remove(situation);
        }
    }
}
