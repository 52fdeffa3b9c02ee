/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.prompt;

import dev.triune.internal.text.PromptText;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * A part of a prompt: a heading, which may be empty, and lines, some of which a budget may omit.
 *
 * @param lines without line breaks, bounded, at most {@value #LINES}
 * @param newestLast whether the last line matters most, not the first
 * @param requiredLines the number of most important lines that are never omitted
 */
record PromptSection(
        SectionPriority priority,
        String heading,
        List<String> lines,
        boolean newestLast,
        int requiredLines) {
    /** The maximum number of lines of a section. */
    static final int LINES = 64;

    static final PromptSection NONE = line(SectionPriority.MEMORIES, "");

    private static final int LIST_LIMIT = 600;

    /** Creates a section of one line; {@link #NONE} if it is blank. */
    static PromptSection line(SectionPriority sectionPriority, String words) {
        return new PromptSection(
                sectionPriority, "", words.isEmpty() ? List.of() : List.of(words), false, 0);
    }

    /** Creates a section with a line for each item; the first ones matter most. */
    static <T> PromptSection first(
            SectionPriority sectionPriority,
            String heading,
            List<T> things,
            Function<T, String> words) {
        List<T> some = things.subList(0, Math.min(LINES, things.size()));
        return new PromptSection(sectionPriority, heading, items(some, words, false), false, 0);
    }

    /** Creates a section without duplicate lines. */
    static <T> PromptSection list(
            SectionPriority sectionPriority,
            String heading,
            List<T> things,
            Function<T, String> words) {
        List<T> some = things.subList(0, Math.min(LINES, things.size()));
        return new PromptSection(sectionPriority, heading, items(some, words, true), false, 0);
    }

    /** Creates a section of the last few distinct lines; the last ones matter most. */
    static <T> PromptSection newest(
            SectionPriority sectionPriority,
            String heading,
            List<T> things,
            int maxLines,
            Function<T, String> words) {
        List<String> all = items(tail(things, LINES), words, true);
        return new PromptSection(sectionPriority, heading, tail(all, maxLines), true, 0);
    }

    /** Creates a section of the last few lines, with duplicates; the last ones matter most. */
    static <T> PromptSection last(
            SectionPriority sectionPriority,
            String heading,
            List<T> things,
            int maxLines,
            Function<T, String> words) {
        return new PromptSection(
                sectionPriority, heading, items(tail(things, maxLines), words, false), true, 0);
    }

    /**
     * Creates a section with heading and words in one line; {@link #NONE} if there are no words.
     */
    static PromptSection row(
            SectionPriority sectionPriority, String heading, List<String> words, int limit) {
        StringBuilder row = new StringBuilder();
        for (String word : words) {
            String boundedWord = PromptText.of(word, limit);
            if (row.length() + boundedWord.length() > LIST_LIMIT) {
                break;
            }
            row.append(boundedWord.isEmpty() || row.length() == 0 ? "" : ", ").append(boundedWord);
        }
        return line(sectionPriority, row.length() == 0 ? "" : heading + " " + row);
    }

    PromptSection withoutHeading() {
        return new PromptSection(priority, "", lines, newestLast, requiredLines);
    }

    /** Returns a copy with a number of lines that are never omitted. */
    PromptSection withRequiredLines(int count) {
        return new PromptSection(
                priority, heading, lines, newestLast, Math.min(count, lines.size()));
    }

    /** Returns the length of the most important lines, in characters. */
    int length(int count) {
        int sum = count == 0 || heading.isEmpty() ? 0 : heading.length() + 1;
        for (int i = 0; i < count; i++) {
            sum += lines.get(from(count) + i).length() + 1;
        }
        return sum;
    }

    /** Returns the length that one further line adds, which must exist. */
    int lengthOfNext(int count) {
        int line = lines.get(newestLast ? lines.size() - 1 - count : count).length() + 1;
        return count == 0 && !heading.isEmpty() ? heading.length() + 1 + line : line;
    }

    /** Writes the most important lines, in order. */
    void write(StringBuilder text, int count) {
        if (count > 0 && !heading.isEmpty()) {
            text.append(heading).append('\n');
        }
        for (int i = 0; i < count; i++) {
            text.append(lines.get(from(count) + i)).append('\n');
        }
    }

    /** Returns the index of the first of the most important lines. */
    private int from(int count) {
        return newestLast ? lines.size() - count : 0;
    }

    /** Returns the lines of some items; a loop, because streams are too slow within a tick. */
    private static <T> List<String> items(
            List<T> things, Function<T, String> words, boolean onlyOnce) {
        List<String> items = new ArrayList<>(things.size());
        for (int i = 0; i < things.size(); i++) {
            String line = words.apply(things.get(i));
            String item = line.isEmpty() ? "" : "- ".concat(line);
            if (!item.isEmpty() && !(onlyOnce && items.contains(item))) {
                items.add(item);
            }
        }
        return items;
    }

    private static <T> List<T> tail(List<T> things, int maxLines) {
        return things.subList(Math.max(0, things.size() - maxLines), things.size());
    }
}
