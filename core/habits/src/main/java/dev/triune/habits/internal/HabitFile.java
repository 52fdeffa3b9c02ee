/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.habits.internal;

import dev.triune.action.ActionCatalog;
import dev.triune.action.Field;
import dev.triune.action.Step;
import dev.triune.action.Step.InvalidStepException;
import dev.triune.component.Mind;
import dev.triune.habits.Habit;
import dev.triune.habits.internal.LearnedHabit.Progress;
import dev.triune.llm.ConfigException;
import dev.triune.llm.JsonRecords;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.logging.Logger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads and writes habits as records of a JSON file. */
public final class HabitFile {
    private static final Logger LOG = Logger.getLogger(HabitFile.class.getName());

    public static final JsonRecords FORMAT = new JsonRecords("triune habits", 1);

    static final Comparator<Habit> ORDER = Comparator.comparing(Habit::kind)
            .thenComparing(Habit::agent)
            .thenComparing(Habit::situation)
            .thenComparing(habit -> LearnedHabit.planOf(habit.situation(), habit.steps()));

    /** The keys that only saves have; see {@link Progress}. */
    private static final String USED = "used";

    private static final String DEMOTIONS = "demotions";
    private static final String ROW = "row";
    private static final String AGAIN = "again";
    private static final String CHANGES = "changes";

    private static final int MAX_STEPS = 16;
    private static final int MAX_PROBLEMS = 20;
    static final String TYPE = "type";
    private static final Pattern RECENT = Pattern.compile("[+-]{0,10}");
    private static final Pattern NUMBER = Pattern.compile("0|-?[1-9][0-9]{0,17}");
    private static final Set<String> KEYS = Set.of(
            "kind",
            "agent",
            "situation",
            "steps",
            "learned",
            "plans",
            "uses",
            "successes",
            "roles",
            "recent",
            USED,
            DEMOTIONS,
            ROW,
            CHANGES,
            AGAIN);

    private static final Pattern LINE_SLOT = Pattern.compile("<(?!partner>|self>)[^<>]*>");

    private final String name;
    private final List<String> problems = new ArrayList<>();

    private HabitFile(String name) {
        this.name = name;
    }

    /**
     * A habit, the line where it begins in its file, and what a save tells besides; null in files.
     */
    public record Line(int line, Habit habit, @Nullable Progress progress) {}

    /**
     * Reads the records of a file.
     *
     * @param name the file's name in messages
     * @throws ConfigException if a record is not a habit; the message names each line and the
     *     remedy
     */
    public static List<Line> read(String name, List<JsonRecords.Entry> entries) {
        HabitFile file = new HabitFile(name);
        List<Line> lines = file.lines(entries);
        if (!file.problems.isEmpty()) {
            throw new ConfigException(shortened(name, file.problems));
        }
        return lines;
    }

    /** Reads the habits of a save; those that cannot be read are left out, and reported. */
    static List<Line> readSave(String name, String text) {
        HabitFile file = new HabitFile(name);
        List<Line> lines = List.of();
        try {
            lines = file.lines(FORMAT.parse(name, text));
        } catch (ConfigException e) {
            file.problems.add(e.getMessage());
        }
        if (!file.problems.isEmpty()) {
            LOG.warning("habits that cannot be read are left out (learn them anew): "
                    + String.join(", ", shortened(name, file.problems)));
        }
        return lines;
    }

    /** Returns the records without problems. */
    private List<Line> lines(List<JsonRecords.Entry> entries) {
        List<Line> lines = new ArrayList<>();
        Map<String, Integer> seen = new HashMap<>();
        for (JsonRecords.Entry entry : entries) {
            int before = problems.size();
            Habit habit = habit(entry);
            Progress progress = progress(entry);
            String what = habit.kind() + "\n" + habit.agent() + "\n" + habit.situation() + "\n"
                    + LearnedHabit.planOf(habit.situation(), habit.steps());
            Integer duplicateLine = seen.putIfAbsent(what, entry.line());
            if (duplicateLine != null && before == problems.size()) {
                problem(
                        entry,
                        "the same habit as in line " + duplicateLine + " (delete one of them)");
            }
            if (before == problems.size()) {
                lines.add(new Line(entry.line(), habit, progress));
            }
        }
        return lines;
    }

    private @Nullable Progress progress(JsonRecords.Entry entry) {
        boolean used = entry.values().containsKey(USED);
        if (!used && !entry.values().containsKey(DEMOTIONS) && !entry.values().containsKey(ROW)) {
            return null;
        }
        return new Progress(
                used ? count(entry, USED) : Mind.NEVER,
                (int) Math.min(Integer.MAX_VALUE, count(entry, DEMOTIONS)),
                (int) Math.min(Integer.MAX_VALUE, count(entry, ROW)),
                count(entry, CHANGES) > 0,
                count(entry, AGAIN) > 0);
    }

    /** Returns the first few lines of a long message. */
    private static List<String> shortened(String name, List<String> lines) {
        if (lines.size() <= MAX_PROBLEMS) {
            return lines;
        }
        List<String> some = new ArrayList<>(lines.subList(0, MAX_PROBLEMS));
        some.add(name + ": and " + (lines.size() - MAX_PROBLEMS) + " more");
        return some;
    }

    private Habit habit(JsonRecords.Entry entry) {
        entry.values().keySet().stream()
                .filter(key -> !KEYS.contains(key))
                .forEach(key -> problem(entry, "\"" + key + "\" is not known (delete it)"));
        String situation = text(entry, "situation", true);
        if (situation.length() > SituationText.LIMIT) {
            problem(
                    entry,
                    "situation of " + situation.length() + " characters (expected "
                            + SituationText.LIMIT + " at most)");
        }
        String recent = text(entry, "recent", false);
        if (!RECENT.matcher(recent).matches()) {
            problem(entry, "recent is no row of + and -, 10 at most (delete it)");
            recent = "";
        }
        long uses = count(entry, "uses");
        long successes = count(entry, "successes");
        if (successes > uses) {
            problem(entry, successes + " successes of " + uses + " uses (expected no more)");
        }
        return new Habit(
                text(entry, "kind", true),
                text(entry, "agent", false),
                situation,
                steps(entry, situation),
                learned(entry),
                count(entry, "plans"),
                uses,
                successes,
                recent,
                roles(entry));
    }

    /** Candidates have plans only; a record with neither was written by hand, and is a habit. */
    private long learned(JsonRecords.Entry entry) {
        boolean candidate =
                entry.values().containsKey("plans") && !entry.values().containsKey("learned");
        return candidate ? -1 : count(entry, "learned");
    }

    private String text(JsonRecords.Entry entry, String key, boolean required) {
        Object value = entry.values().get(key);
        if (value instanceof String text && !(required && text.isBlank())) {
            return text;
        }
        if (value != null && !(value instanceof String)) {
            problem(entry, key + " " + value + " is no text (put it in quotes)");
        } else if (required) {
            problem(entry, key + " is missing");
        }
        return "";
    }

    private long count(JsonRecords.Entry entry, String key) {
        Object value = entry.values().getOrDefault(key, 0L);
        if (value instanceof Long number && number >= 0) {
            return number;
        }
        problem(entry, key + " " + value + " is no whole number of 0 or more");
        return 0;
    }

    private List<Step> steps(JsonRecords.Entry entry, String situation) {
        List<Step> steps = new ArrayList<>();
        boolean keepsPlan = situation.isEmpty() || situation.startsWith(SituationReader.BUSY);
        if (!(entry.values().get("steps") instanceof List<?> list)
                || (list.isEmpty() && !keepsPlan)
                || list.size() > MAX_STEPS) {
            problem(entry, "steps is no list of 1 to " + MAX_STEPS + " steps");
            return steps;
        }
        for (Object each : list) {
            if (each instanceof Map<?, ?> map && map.get(TYPE) instanceof String type) {
                steps.add(step(type, map));
            } else {
                problem(entry, "a step without a type (expected {\"type\": \"...\"})");
            }
        }
        return steps;
    }

    private List<String> roles(JsonRecords.Entry entry) {
        Object roles = entry.values().getOrDefault("roles", List.of());
        if (roles instanceof List<?> list && list.stream().allMatch(String.class::isInstance)) {
            return list.stream().map(String.class::cast).toList();
        }
        problem(entry, "roles is no list of texts (delete it)");
        return List.of();
    }

    static Step step(String type, Map<?, ?> map) {
        Step step = Step.of(type);
        for (Map.Entry<?, ?> argument : map.entrySet()) {
            if (!argument.getKey().equals(TYPE)) {
                step = step.with(argument.getKey().toString(), argument.getValue());
            }
        }
        return step;
    }

    private void problem(JsonRecords.Entry entry, String text) {
        problems.add(name + ", line " + entry.line() + ": " + text);
    }

    /** Returns habits as records of a file, in order. */
    public static List<Map<String, Object>> records(List<Habit> habits) {
        return habits.stream().sorted(ORDER).map(HabitFile::record).toList();
    }

    /** Returns habits as records of a save, in order. */
    static List<Map<String, Object>> savedRecords(List<Line> habits) {
        return habits.stream()
                .sorted(Comparator.comparing(Line::habit, ORDER))
                .map(each -> savedRecord(each.habit(), each.progress()))
                .toList();
    }

    private static Map<String, Object> savedRecord(Habit habit, @Nullable Progress progress) {
        Map<String, Object> values = record(habit);
        if (progress != null) {
            if (progress.used() >= 0) {
                values.put(USED, progress.used());
            }
            values.put(DEMOTIONS, progress.demotions());
            values.put(ROW, progress.row());
            if (progress.changes()) {
                values.put(CHANGES, 1);
            }
            if (progress.again()) {
                values.put(AGAIN, 1);
            }
        }
        return values;
    }

    private static Map<String, Object> record(Habit habit) {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("kind", habit.kind());
        if (!habit.agent().isEmpty()) {
            values.put("agent", habit.agent());
        }
        values.put("situation", habit.situation());
        values.put("steps", habit.steps().stream().map(HabitFile::record).toList());
        if (habit.learned() >= 0) {
            values.put("learned", habit.learned());
        }
        values.put("plans", habit.plans());
        values.put("uses", habit.uses());
        values.put("successes", habit.successes());
        values.put("recent", habit.recent());
        if (!habit.roles().isEmpty()) {
            values.put("roles", habit.roles());
        }
        return values;
    }

    static Map<String, Object> record(Step step) {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put(TYPE, step.type());
        step.arguments()
                .forEach((key, value) -> values.put(
                        key, NUMBER.matcher(value).matches() ? Long.valueOf(value) : value));
        return values;
    }

    public static boolean isLine(Habit habit) {
        return TalkLines.isLine(habit.situation());
    }

    private static String findLineProblem(List<Step> steps) {
        String line = steps.isEmpty() ? "" : steps.get(0).text(TalkLines.LINE);
        if (steps.size() != 1 || !steps.get(0).type().equals(TalkLines.SAY) || line.isBlank()) {
            return "no line (expected one step {\"type\": \"say\", \"line\": \"...\"})";
        }
        Matcher slot = LINE_SLOT.matcher(line);
        return slot.find()
                ? "slot " + slot.group() + " is not known (expected <partner> or <self>)"
                : "";
    }

    /** Returns why a habit does not fit the catalog of its kind; empty if it fits. */
    static String findProblem(Habit habit, ActionCatalog catalog) {
        if (isLine(habit)) {
            return findLineProblem(habit.steps());
        }
        for (Step step : habit.steps()) {
            if (!catalog.names().contains(step.type())) {
                return "no action \"" + step.type() + "\"";
            }
            try {
                catalog.check(withoutSlots(step, catalog.fields(step.type())));
            } catch (InvalidStepException e) {
                return "step " + step + " does not fit the catalog: " + e.reason();
            }
            for (String key : step.arguments().keySet()) {
                if (catalog.fields(step.type()).stream()
                        .noneMatch(each -> each.name().equals(key))) {
                    return "action " + step.type() + " has no field \"" + key + "\"";
                }
            }
        }
        return "";
    }

    /** Replaces slots by sample values, so that the step can be checked. */
    private static Step withoutSlots(Step step, List<Field> fields) {
        Step filled = step;
        for (Field field : fields) {
            if (field instanceof Field.Choice choice && PlanSlots.isSlot(step.text(field.name()))) {
                filled = filled.with(field.name(), choice.choices().get(0));
            }
        }
        return filled;
    }
}
