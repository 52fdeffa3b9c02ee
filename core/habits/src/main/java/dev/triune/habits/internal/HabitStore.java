/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.habits.internal;

import dev.triune.habits.Habit;
import dev.triune.internal.kind.PerKind;
import dev.triune.llm.ConfigException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.logging.Logger;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Loads and saves the habits of all kinds of minds. Game thread only. */
public final class HabitStore {
    private static final Logger LOG = Logger.getLogger(HabitStore.class.getName());

    private static final int MAX_REASONS = 8;

    private final PerKind<KindHabits> kinds;
    private final HabitSettings settings;
    private final List<HabitFile.Line> unusableHabits = new ArrayList<>();

    HabitStore(PerKind<KindHabits> kinds, HabitSettings settings) {
        this.kinds = kinds;
        this.settings = settings;
    }

    /**
     * Returns all habits, lines and candidates, sorted, including those that do not fit the game's
     * actions.
     */
    public List<Habit> all() {
        List<Habit> all =
                new ArrayList<>(lines().stream().map(HabitFile.Line::habit).toList());
        all.sort(HabitFile.ORDER);
        return all;
    }

    private List<HabitFile.Line> lines() {
        List<HabitFile.Line> lines = new ArrayList<>(unusableHabits);
        for (KindHabits habits : kinds.all()) {
            String kind = habits.kind.name();
            for (HabitTable table : List.of(habits.table, habits.lines)) {
                table.all()
                        .forEach(each ->
                                lines.add(new HabitFile.Line(0, each.of(kind), each.progress())));
            }
        }
        return lines;
    }

    /**
     * Replaces all habits. Those that do not fit the game's actions are reported and kept, but not
     * used.
     *
     * @param name the file's name in messages
     * @throws ConfigException if none of them fits, or if there are too many
     */
    public void load(String name, List<HabitFile.Line> lines) {
        Map<String, Integer> counts = new HashMap<>();
        for (HabitFile.Line line : lines) {
            String kind = line.habit().kind();
            String table = kind + HabitFile.isLine(line.habit());
            if (counts.merge(table, 1, Integer::sum) > settings.limit) {
                throw new ConfigException(List.of(name + ", line " + line.line() + ": more than "
                        + settings.limit + " habits of kind \"" + kind
                        + "\" (raise Habits.limit, or delete lines)"));
            }
        }
        Map<String, List<Integer>> problems = replaceAll(lines, -1);
        if (!lines.isEmpty() && unusableHabits.size() == lines.size()) {
            throw new ConfigException(List.of(name + ": none of " + lines.size()
                    + " habits fits this game (use a file that was made with its actions): "
                    + describe(problems)));
        }
        report(name, problems);
    }

    /** Returns all habits and candidates as a text for a save. */
    public String write() {
        return HabitFile.FORMAT.write(HabitFile.savedRecords(lines()));
    }

    /**
     * Restores the habits and candidates of a save; changes nothing if it has none.
     *
     * @param tick the present one, which later ticks are not of the same clock
     */
    public void restore(String text, long tick) {
        if (!text.isEmpty()) {
            String save = "the save";
            report(save, replaceAll(HabitFile.readSave(save, text), tick));
        }
    }

    /** Returns the habits and lines that are about somebody. */
    List<String> textsAbout(Predicate<String> about) {
        return lines().stream()
                .map(line -> line.habit().toString())
                .filter(about)
                .toList();
    }

    /** Removes the habits and lines that are about somebody. */
    void forget(Predicate<String> about, long tick) {
        List<HabitFile.Line> all = lines();
        List<HabitFile.Line> others = all.stream()
                .filter(line -> !about.test(line.habit().toString()))
                .toList();
        if (others.size() < all.size()) {
            replaceAll(others, tick);
        }
    }

    private void report(String name, Map<String, List<Integer>> problems) {
        if (!problems.isEmpty()) {
            LOG.warning(name + ": " + unusableHabits.size() + " of " + all().size()
                    + " habits do not fit this game; they are kept but not used (delete their"
                    + " lines, or learn anew): " + describe(problems));
        }
    }

    private static String describe(Map<String, List<Integer>> problems) {
        String reasons = problems.entrySet().stream()
                .limit(MAX_REASONS)
                .map(each -> each.getKey() + " (line " + each.getValue().get(0)
                        + (each.getValue().size() == 1
                                ? ")"
                                : " and " + (each.getValue().size() - 1) + " more)"))
                .collect(Collectors.joining(", "));
        int others = problems.size() - MAX_REASONS;
        return others <= 0 ? reasons : reasons + ", and " + others + " other reasons";
    }

    /**
     * Replaces all habits; returns the lines of those that do not fit, by reason.
     *
     * @param tick the present one if they were saved with this clock; negative if another game
     *     learned them
     */
    private Map<String, List<Integer>> replaceAll(List<HabitFile.Line> lines, long tick) {
        for (KindHabits kind : kinds.all()) {
            kind.table.clear();
            kind.lines.clear();
        }
        unusableHabits.clear();
        Map<String, List<Integer>> problems = new LinkedHashMap<>();
        for (HabitFile.Line line : lines) {
            Habit habit = line.habit();
            KindHabits kind = find(habit.kind());
            String problem = kind == null
                    ? "no kind of mind \"" + habit.kind() + "\""
                    : HabitFile.findProblem(habit, kind.kind.catalog());
            if (kind != null && problem.isEmpty()) {
                LearnedHabit learned = new LearnedHabit(habit);
                if (line.progress() != null) {
                    learned.resume(line.progress());
                }
                if (learned.lastUsed() > tick) {
                    learned.usedLongAgo();
                }
                (HabitFile.isLine(habit) ? kind.lines : kind.table).add(learned);
            } else {
                unusableHabits.add(line);
                problems.computeIfAbsent(problem, none -> new ArrayList<>()).add(line.line());
            }
        }
        return problems;
    }

    private @Nullable KindHabits find(String kind) {
        return kinds.all().stream()
                .filter(each -> each.kind.name().equals(kind))
                .findFirst()
                .orElse(null);
    }
}
