/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.talk;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Lines that people have written, from which a model chooses by id: nothing else is said by the agents
 * that {@link ConversationConfig#lines} names. A text with one line each, which writers can read:
 *
 * <pre>
 * # who is greeted
 * greet: Good day, {player}.
 * greet: Ah, {player}! Come in.
 * sell [open, has stock]: {item}? Two coins, {player}.
 * </pre>
 *
 * <p>An id may have several texts, which take turns; all its conditions, in brackets, must hold. {@code
 * {player}} is whoever is addressed, and {@code {self}} the speaker; a line may have one other slot, whose
 * value the model chooses among those of the game. For another language, read another file; {@link #ids}
 * tells whether both have the same lines.
 *
 * <pre>{@code
 * LineCatalog lines = LineCatalog.read("lines.en.txt", text)
 *         .when("open", agent -> stall(agent).open())
 *         .slot("item", agent -> stall(agent).wares());
 * }</pre>
 *
 * <p>Set up before the world is built. Game thread only.
 */
public final class LineCatalog {
    /** The maximum number of lines of a file. */
    public static final int LINES = 2_000;

    /** The maximum number of choices that a prompt offers, in the order of the file. */
    public static final int OFFERED = 48;

    /** The maximum number of values of a slot that are offered. */
    public static final int VALUES = 12;

    private static final Pattern LINE =
            Pattern.compile("([\\p{L}\\p{N}_-]{1,24})\\s*(?:\\[([^\\]]*)\\])?\\s*:\\s*(.+)");
    private static final Pattern SLOT = Pattern.compile("\\{([^{}]*)\\}");
    private static final Set<String> NAMES = Set.of("player", "self");

    /** The lines of an id. */
    private static final class Entry {
        final List<String> conditions;
        final List<String> texts = new ArrayList<>(1);

        /** The slot whose value is chosen; null if there is none. */
        @Nullable
        String slot;

        Entry(List<String> conditions) {
            this.conditions = conditions;
        }
    }

    private final String file;
    private final Map<String, Entry> entries = new LinkedHashMap<>();
    private final Map<String, IntPredicate> conditions = new HashMap<>();
    private final Map<String, IntFunction<? extends List<String>>> slots = new HashMap<>();

    private LineCatalog(String file) {
        this.file = file;
    }

    /**
     * Reads lines. Empty ones, and those that begin with #, are left out.
     *
     * @param file the file's name in messages
     * @throws IllegalArgumentException with the line's number, if one is no such line, is longer than
     *     240 characters, or has several chosen slots; or if there are none, or more than {@value #LINES}
     */
    public static LineCatalog read(String file, String text) {
        LineCatalog catalog = new LineCatalog(Objects.requireNonNull(file, "file"));
        List<String> rows = text.lines().toList();
        for (int i = 0; i < rows.size(); i++) {
            String row = rows.get(i).strip();
            if (!row.isEmpty() && row.charAt(0) != '#') {
                catalog.add(file + ", line " + (i + 1) + ": ", row);
            }
        }
        int count = catalog.entries.values().stream()
                .mapToInt(entry -> entry.texts.size())
                .sum();
        if (count == 0 || count > LINES) {
            throw new IllegalArgumentException(
                    file + ": " + count + " lines (expected 1 to " + LINES + ")");
        }
        return catalog;
    }

    private void add(String place, String row) {
        Matcher line = LINE.matcher(row);
        if (!line.matches()) {
            throw new IllegalArgumentException(place + "\"" + row
                    + "\" is no line (expected such as greet [open]: Good day, {player}.)");
        }
        String id = line.group(1);
        String text = Words.line(line.group(3));
        if (text.length() < line.group(3).strip().length()) {
            throw new IllegalArgumentException(place + line.group(3).length()
                    + " characters (expected at most " + Words.LINE_LIMIT + ")");
        }
        List<String> needed = line.group(2) == null
                ? List.of()
                : Pattern.compile(",")
                        .splitAsStream(line.group(2))
                        .map(String::strip)
                        .filter(each -> !each.isEmpty())
                        .toList();
        Entry entry = entries.computeIfAbsent(id, none -> new Entry(needed));
        if (!entry.conditions.equals(needed)) {
            throw new IllegalArgumentException(place + "conditions " + needed + " of \"" + id
                    + "\" (expected " + entry.conditions + " as before)");
        }
        String slot = null;
        Matcher found = SLOT.matcher(text);
        while (found.find()) {
            String name = found.group(1);
            if (!NAMES.contains(name) && slot != null && !slot.equals(name)) {
                throw new IllegalArgumentException(place + "slots {" + slot + "} and {" + name
                        + "} (expected at most one besides {player} and {self})");
            }
            slot = NAMES.contains(name) ? slot : name;
        }
        if (!entry.texts.isEmpty() && !Objects.equals(entry.slot, slot)) {
            throw new IllegalArgumentException(place + "slot " + slot + " of \"" + id
                    + "\" (expected " + entry.slot + " as before)");
        }
        entry.slot = slot;
        entry.texts.add(text);
    }

    /**
     * Says when a condition of the lines holds for an agent.
     *
     * @throws IllegalArgumentException if no line has it
     */
    public LineCatalog when(String condition, IntPredicate holds) {
        boolean used =
                entries.values().stream().anyMatch(entry -> entry.conditions.contains(condition));
        requireUsed(used, "condition \"" + condition + "\"");
        conditions.put(condition, Objects.requireNonNull(holds, "holds"));
        return this;
    }

    /**
     * Says which values a slot of the lines has for an agent; at most {@value #VALUES} are offered, and a
     * line without any is not.
     *
     * @throws IllegalArgumentException if no line has it
     */
    public LineCatalog slot(String name, IntFunction<? extends List<String>> values) {
        boolean used = entries.values().stream().anyMatch(entry -> name.equals(entry.slot));
        requireUsed(used, "slot {" + name + "}");
        slots.put(name, Objects.requireNonNull(values, "values"));
        return this;
    }

    private void requireUsed(boolean used, String what) {
        if (!used) {
            throw new IllegalArgumentException(
                    file + ": no line has the " + what + " (expected one that a line has)");
        }
    }

    /** Returns the ids with their conditions and slots, which files of two languages have in common. */
    public Set<String> ids() {
        Set<String> ids = new LinkedHashSet<>();
        entries.forEach((id, entry) -> ids.add(
                id + entry.conditions + (entry.slot == null ? "" : "{" + entry.slot + "}")));
        return ids;
    }

    /** Throws unless the game has said when all conditions hold, and which values all slots have. */
    void requireComplete() {
        for (Map.Entry<String, Entry> each : entries.entrySet()) {
            Entry entry = each.getValue();
            for (String condition : entry.conditions) {
                if (!conditions.containsKey(condition)) {
                    throw new IllegalArgumentException(file + ": condition \"" + condition
                            + "\" of \"" + each.getKey() + "\" (declare it with when)");
                }
            }
            if (entry.slot != null && !slots.containsKey(entry.slot)) {
                throw new IllegalArgumentException(file + ": slot {" + entry.slot + "} of \""
                        + each.getKey() + "\" (declare it with slot)");
            }
        }
    }

    /**
     * Returns what an agent may say now: what the model writes, and the words that are then said.
     *
     * @param turn a number that changes from line to line: whose turn it is among the texts of an id
     */
    Map<String, String> offered(int agent, long turn, String self, String other) {
        Map<String, String> all = new LinkedHashMap<>();
        for (Map.Entry<String, Entry> each : entries.entrySet()) {
            Entry entry = each.getValue();
            boolean holds = entry.conditions.stream()
                    .allMatch(
                            name -> Objects.requireNonNull(conditions.get(name)).test(agent));
            String text = entry.texts.get((int) Math.floorMod(turn, (long) entry.texts.size()));
            for (String value : holds ? values(agent, entry) : List.<String>of()) {
                String choice = entry.slot == null ? each.getKey() : each.getKey() + ":" + value;
                if (all.size() < OFFERED) {
                    all.put(choice, filled(text, entry.slot, value, self, other));
                }
            }
        }
        return all;
    }

    private List<String> values(int agent, Entry entry) {
        return entry.slot == null
                ? List.of("")
                : Objects.requireNonNull(slots.get(entry.slot)).apply(agent).stream()
                        .map(Words::name)
                        .filter(value -> !value.isEmpty())
                        .distinct()
                        .limit(VALUES)
                        .toList();
    }

    /** Returns the words of what a model chose, in any case; empty if that is not offered. */
    static String chosen(Map<String, String> offered, String written) {
        String choice = written.strip();
        for (Map.Entry<String, String> offer : offered.entrySet()) {
            if (offer.getKey().equalsIgnoreCase(choice)) {
                return offer.getValue();
            }
        }
        return "";
    }

    private static String filled(
            String text, @Nullable String slot, String value, String self, String other) {
        String chosen = slot == null ? text : text.replace("{" + slot + "}", value);
        String line = Words.line(chosen.replace("{self}", self).replace("{player}", other));
        return line.isEmpty()
                ? line
                : line.substring(0, 1).toUpperCase(Locale.ROOT) + line.substring(1);
    }
}
