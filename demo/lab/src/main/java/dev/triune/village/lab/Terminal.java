/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.lab;

import java.io.Console;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The capabilities of the output.
 *
 * @param interactive whether a status line can be rewritten in place
 * @param colour whether colours are wanted
 */
record Terminal(boolean interactive, boolean colour) {
    private static final Pattern UNPRINTABLE =
            Pattern.compile("[\\p{Cc}\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069]+");

    /** A file or a pipe: one line per event, no colours. */
    static final Terminal PLAIN = new Terminal(false, false);

    /** Detects the console and reads the environment; {@code NO_COLOR} is honoured. */
    static Terminal detect(Map<String, String> environment) {
        boolean dumb = environment.getOrDefault("TERM", "dumb").equals("dumb");
        boolean interactive = isConsole() && !dumb;
        String noColour = environment.getOrDefault("NO_COLOR", "");
        return new Terminal(interactive, interactive && noColour.isEmpty());
    }

    /** Since JDK 22 there is a console object even without a console. */
    @SuppressWarnings("SystemConsoleNull") // null up to JDK 21; the rest is checked below
    private static boolean isConsole() {
        Console console = System.console();
        if (console == null) {
            return false;
        }
        try {
            return (boolean) Console.class.getMethod("isTerminal").invoke(console);
        } catch (ReflectiveOperationException olderThan22) {
            return true;
        }
    }

    /**
     * Makes any text printable in one line: line breaks, escape codes and direction marks become
     * blanks, so that no model can move the cursor.
     */
    static String sanitize(@Nullable String text) {
        return text == null ? "" : UNPRINTABLE.matcher(text).replaceAll(" ");
    }

    String bold(String text) {
        return paint("1", text);
    }

    String dim(String text) {
        return paint("2", text);
    }

    String green(String text) {
        return paint("32", text);
    }

    String yellow(String text) {
        return paint("33", text);
    }

    String cyan(String text) {
        return paint("36", text);
    }

    private String paint(String code, String text) {
        return colour ? "\u001b[" + code + "m" + text + "\u001b[0m" : text;
    }
}
