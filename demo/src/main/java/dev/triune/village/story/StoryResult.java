/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.story;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The result of a story. Immutable.
 *
 * @param story its name, one word
 * @param over whether {@code happened} is final
 * @param happened whether it succeeded
 * @param words a description of what happened
 * @param figures its statistics, in order
 */
public record StoryResult(
        String story, boolean over, boolean happened, String words, Map<String, Long> figures) {
    /** Copies the figures, in their order. */
    public StoryResult {
        figures = Collections.unmodifiableMap(new LinkedHashMap<>(figures));
    }

    /** Returns the result as one line, for a save. */
    public String toLine() {
        String counted = figures.entrySet().stream()
                .map(each -> each.getKey() + "=" + each.getValue())
                .collect(Collectors.joining(","));
        return String.join("|", story, over + "", happened + "", counted, words);
    }

    /** Parses a line written by {@link #toLine}. */
    public static StoryResult ofLine(String line) {
        String[] parts = line.split("\\|", 5);
        Map<String, Long> figures = new LinkedHashMap<>();
        for (String each : parts[3].split(",", -1)) {
            int is = each.indexOf('=');
            if (is > 0) {
                figures.put(each.substring(0, is), Long.valueOf(each.substring(is + 1)));
            }
        }
        return new StoryResult(
                parts[0],
                Boolean.parseBoolean(parts[1]),
                Boolean.parseBoolean(parts[2]),
                parts[4],
                figures);
    }

    /** Returns the status: {@code yes}, {@code no} or {@code not yet}. */
    public String status() {
        if (happened) {
            return "yes";
        }
        return over ? "no" : "not yet";
    }
}
