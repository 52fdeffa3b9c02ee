/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.http;

import dev.triune.llm.Priority;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Parses priorities, given by level or by name. */
public final class PriorityParser {
    /** The accepted values, for error messages. */
    public static final String EXPECTED = "1 to 10, or critical, high, medium, low, background";

    private static final Map<String, Priority> BY_NAME = Map.of(
            "critical", Priority.CRITICAL,
            "high", Priority.HIGH,
            "medium", Priority.MEDIUM,
            "normal", Priority.MEDIUM,
            "low", Priority.LOW,
            "background", Priority.BACKGROUND);

    private PriorityParser() {}

    /** Returns the priority with that name, ignoring case; empty if there is none. */
    public static Optional<Priority> byName(String name) {
        return Optional.ofNullable(BY_NAME.get(name.toLowerCase(Locale.ROOT)));
    }

    /** Parses a name or a level; empty if the text is neither. */
    public static Optional<Priority> parse(String text) {
        return text.matches("[1-9]|10")
                ? Optional.of(Priority.of(Integer.parseInt(text)))
                : byName(text);
    }
}
