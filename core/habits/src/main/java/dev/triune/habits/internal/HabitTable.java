/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.habits.internal;

import dev.triune.action.Step;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The habits and candidates of a kind of mind, by situation. Game thread only. */
final class HabitTable {
    private static final int MAX_SIMILAR = 16;

    /**
     * A habit of a similar situation.
     *
     * @param shared the parts in common, one bit each; the first part is the highest bit
     * @param others the number of its other parts
     */
    private record Match(LearnedHabit habit, long shared, int others) {}

    private final HabitSettings settings;
    private final Map<SituationText, List<LearnedHabit>> bySituation = new HashMap<>();
    /** The habits of similar situations, by role. */
    private final Map<String, Map<SituationText, List<LearnedHabit>>> similar = new HashMap<>();

    private final List<LearnedHabit> all =
            new ArrayList<>(); // in the order in which they were added

    HabitTable(HabitSettings settings) {
        this.settings = settings;
    }

    /**
     * Returns the habits and candidates of a situation; empty if there are none. Allocates nothing.
     */
    List<LearnedHabit> find(SituationText situation) {
        List<LearnedHabit> found = bySituation.get(situation);
        return found == null ? List.of() : found;
    }

    /**
     * Returns habits and proven candidates of other situations with the same reason: first those of
     * the same role, and the most similar first. Allocates if habits have changed since the last
     * call for the situation and role.
     */
    List<LearnedHabit> similar(SituationText situation) {
        Map<SituationText, List<LearnedHabit>> ofRole =
                similar.computeIfAbsent(situation.role(), none -> new HashMap<>());
        List<LearnedHabit> found = ofRole.get(situation);
        if (found == null) {
            if (ofRole.size() >= settings.limit) {
                ofRole.clear();
            }
            String words = situation.toString();
            found = findSimilar(words, situation.role());
            ofRole.put(new SituationText(words), found);
        }
        return found;
    }

    /** An earlier part in common outweighs all later ones. */
    private List<LearnedHabit> findSimilar(String situation, String role) {
        String[] parts = situation.split(SituationText.BETWEEN);
        List<Match> matches = new ArrayList<>();
        for (LearnedHabit habit : all) {
            Match match = habit.proven() ? compare(habit, parts) : null;
            if (match != null) {
                matches.add(match);
            }
        }
        matches.sort(Comparator.comparing((Match match) -> !match.habit().roles.contains(role))
                .thenComparing(Comparator.comparingLong(Match::shared).reversed())
                .thenComparingInt(Match::others));
        return matches.stream().limit(MAX_SIMILAR).map(Match::habit).toList();
    }

    private static @Nullable Match compare(LearnedHabit habit, String[] parts) {
        List<String> habitParts = List.of(habit.situation.split(SituationText.BETWEEN));
        if (!habitParts.get(0).equals(parts[0])) {
            return null;
        }
        Set<String> others = new HashSet<>(habitParts);
        long shared = 0;
        for (int i = 1; i < Math.min(parts.length, Long.SIZE); i++) {
            shared = shared << 1 | (others.contains(parts[i]) ? 1 : 0);
        }
        int common = 1 + Long.bitCount(shared);
        return 2 * common > Math.max(parts.length, habitParts.size())
                ? new Match(habit, shared, habitParts.size() - common)
                : null;
    }

    /** Returns all habits and candidates, in the order in which they were learned. */
    List<LearnedHabit> all() {
        return all;
    }

    /** Adds a saved habit, unless it is known. */
    void add(LearnedHabit learned) {
        if (find(new SituationText(learned.situation)).stream().noneMatch(learned::isSame)) {
            insert(learned);
        }
    }

    void clear() {
        bySituation.clear();
        similar.clear();
        all.clear();
    }

    /** Records the end of a model's plan; the agent is empty for all of the kind. */
    void planEnded(
            String situation,
            String agent,
            List<Step> steps,
            boolean completed,
            boolean changed,
            long tick,
            String role) {
        String plan = LearnedHabit.planOf(situation, steps);
        for (LearnedHabit other : find(new SituationText(situation))) {
            if (other.isVariedBy(agent, plan)) {
                other.varied();
                similar.clear();
            }
        }
        LearnedHabit known = find(situation, agent, plan);
        if (known == null && completed) {
            known = new LearnedHabit(situation, agent, steps);
            insert(known);
        }
        if (known != null) {
            if (completed && !role.isEmpty()) {
                known.roles.add(role);
            }
            if (known.planEnded(completed, changed, settings.completions, tick)) {
                similar.clear();
            }
            demoteIfBad(known);
        }
    }

    void useEnded(LearnedHabit habit, boolean completed) {
        boolean before = habit.admitted();
        habit.useEnded(completed);
        demoteIfBad(habit);
        if (habit.admitted() && !before) {
            similar.clear();
        }
    }

    private void demoteIfBad(LearnedHabit habit) {
        if (habit.admitted() && habit.success() < settings.leastSuccess) {
            habit.demote();
            similar.clear();
        }
    }

    /** Returns the habit or candidate of a situation, an agent and a plan; null if there is none. */
    @Nullable
    LearnedHabit find(String situation, String agent, String plan) {
        List<LearnedHabit> known = find(new SituationText(situation));
        for (int i = 0; i < known.size(); i++) {
            LearnedHabit habit = known.get(i);
            if (habit.plan.equals(plan) && habit.agent.equals(agent)) {
                return habit;
            }
        }
        return null;
    }

    private void insert(LearnedHabit habit) {
        if (all.size() >= settings.limit) {
            evict();
        }
        all.add(habit);
        similar.clear();
        bySituation
                .computeIfAbsent(new SituationText(habit.situation), none -> new ArrayList<>(2))
                .add(habit);
    }

    private void evict() {
        LearnedHabit evicted = all.get(0);
        for (int i = 1; i < all.size(); i++) {
            evicted = evicted.outlasts(all.get(i)) ? all.get(i) : evicted;
        }
        all.remove(evicted);
        SituationText situation = new SituationText(evicted.situation);
        List<LearnedHabit> rest = bySituation.get(situation);
        if (rest != null && rest.remove(evicted) && rest.isEmpty()) {
            bySituation.remove(situation);
        }
    }
}
