/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.habit;

import dev.triune.habit.Habit;
import dev.triune.internal.kind.PerKind;
import dev.triune.llm.ConfigException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Loads and saves the habits of all kinds of minds. Game thread only. */
public final class HabitStore {
    private static final Logger LOG = Logger.getLogger(HabitStore.class.getName());

    private static final String KEPT =
            "; this habit is kept but not used (delete its line, or learn anew)";

    private final PerKind<KindHabits> kinds;
    private final HabitSettings settings;
    private final List<Habit> unusableHabits = new ArrayList<>();

    HabitStore(PerKind<KindHabits> kinds, HabitSettings settings) {
        this.kinds = kinds;
        this.settings = settings;
    }

    /**
     * Returns all habits, lines and candidates, sorted, including those that do not fit the game's
     * actions.
     */
    public List<Habit> all() {
        List<Habit> all = new ArrayList<>(unusableHabits);
        for (KindHabits habits : kinds.all()) {
            habits.table.all().forEach(habit -> all.add(habit.of(habits.kind.name())));
            habits.lines.all().forEach(line -> all.add(line.of(habits.kind.name())));
        }
        all.sort(HabitFile.ORDER);
        return all;
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
        List<String> problems = replaceAll(name, lines);
        if (!lines.isEmpty() && problems.size() == lines.size()) {
            throw new ConfigException(List.of(problems.get(0) + "; none of the " + lines.size()
                    + " habits of this file fits this game (use a file that was made with its"
                    + " actions)"));
        }
        report(name, problems);
    }

    /** Returns all habits and candidates as a text for a save. */
    public String write() {
        return HabitFile.FORMAT.write(HabitFile.records(all()));
    }

    /** Restores the habits and candidates of a save; changes nothing if it has none. */
    public void restore(String text) {
        if (!text.isEmpty()) {
            String save = "the save";
            report(
                    save,
                    replaceAll(save, HabitFile.read(save, HabitFile.FORMAT.parse(save, text))));
        }
    }

    private static void report(String name, List<String> problems) {
        HabitFile.shortened(name, problems)
                .forEach(problem -> LOG.log(Level.WARNING, problem + KEPT));
    }

    /** Adds habits; returns the fault of each that does not fit. */
    private List<String> replaceAll(String name, List<HabitFile.Line> lines) {
        for (KindHabits kind : kinds.all()) {
            kind.table.clear();
            kind.lines.clear();
        }
        unusableHabits.clear();
        List<String> problems = new ArrayList<>();
        for (HabitFile.Line line : lines) {
            Habit habit = line.habit();
            KindHabits kind = find(habit.kind());
            String findProblem = kind == null
                    ? "no kind of mind \"" + habit.kind() + "\""
                    : HabitFile.findProblem(habit, kind.kind.catalog());
            if (kind != null && findProblem.isEmpty()) {
                (HabitFile.isLine(habit) ? kind.lines : kind.table).add(habit);
            } else {
                unusableHabits.add(habit);
                problems.add(name + ", line " + line.line() + ": " + findProblem);
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
