/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.config;

import java.util.regex.Pattern;

/**
 * Texts of the file as messages show them: on one line, and cut where they may be a key that stands
 * in the wrong place.
 */
final class Shown {
    private static final int LONGEST_WORD = 30;
    private static final int LONGEST_TEXT = 60;
    private static final int REST_OF_WORD = 6;
    private static final Pattern CONTROL = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]");
    private static final Pattern LONG_WORD =
            Pattern.compile("([^\\s/.:,-]{" + REST_OF_WORD + "})[^\\s/.:,]{" + LONGEST_WORD + ",}");
    private static final Pattern NO_NAME = Pattern.compile("[^A-Za-z0-9_.-].*", Pattern.DOTALL);

    private Shown() {}

    /** A value in quotes. */
    static String value(String text) {
        return '"' + cut(text) + '"';
    }

    /** A name that is part of a path, or stands for itself. */
    static String name(String text) {
        return cut(text);
    }

    /** A key that is not known: up to where it stops looking like one. */
    static String unknown(String text) {
        String name = NO_NAME.matcher(text).replaceFirst("…");
        return cut(name);
    }

    /** The same without what would break the line or hide in it. */
    static String clean(String text) {
        return CONTROL.matcher(text).replaceAll("?");
    }

    private static String cut(String text) {
        String words = LONG_WORD.matcher(clean(text)).replaceAll("$1…");
        return words.length() <= LONGEST_TEXT ? words : words.substring(0, LONGEST_TEXT) + "…";
    }
}
