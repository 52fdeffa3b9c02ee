/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.habit;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds the habits of situations that have more than half of their parts in common with one. */
final class SimilarSituations {
    private static final int MOST_HABITS = 8;

    private SimilarSituations() {}

    /**
     * A habit of a similar situation.
     *
     * @param shared the parts that it has in common, one bit each, the first the highest
     * @param others the number of its other parts
     */
    private record Match(LearnedHabit habit, long shared, int others) {}

    /**
     * Returns at most {@value #MOST_HABITS} habits for the same reason, the most similar first: a part
     * counts more than all that come after it.
     */
    static List<LearnedHabit> find(String situation, List<LearnedHabit> all) {
        String[] parts = situation.split(SituationText.BETWEEN);
        List<Match> matches = new ArrayList<>();
        for (LearnedHabit habit : all) {
            Match match = habit.admitted() ? compare(habit, parts) : null;
            if (match != null) {
                matches.add(match);
            }
        }
        matches.sort(
                Comparator.comparingLong(Match::shared).reversed().thenComparingInt(Match::others));
        return matches.stream().limit(MOST_HABITS).map(Match::habit).toList();
    }

    private static @Nullable Match compare(LearnedHabit habit, String[] parts) {
        List<String> theirs = List.of(habit.situation.split(SituationText.BETWEEN));
        if (!theirs.get(0).equals(parts[0])) {
            return null;
        }
        Set<String> others = new HashSet<>(theirs);
        long shared = 0;
        for (int i = 1; i < Math.min(parts.length, Long.SIZE); i++) {
            shared = shared << 1 | (others.contains(parts[i]) ? 1 : 0);
        }
        int common = 1 + Long.bitCount(shared);
        return 2 * common > Math.max(parts.length, theirs.size())
                ? new Match(habit, shared, theirs.size() - common)
                : null;
    }
}
