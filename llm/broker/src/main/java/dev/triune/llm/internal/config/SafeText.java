/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.config;

import java.util.regex.Pattern;

/** Formats texts of the file for messages: in one line, and truncated where they may be a key. */
final class SafeText {
    private static final int MAX_WORD = 30;
    private static final int MAX_TEXT = 60;
    private static final int WORD_PREFIX = 6;
    private static final Pattern CONTROL = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]");
    private static final Pattern LONG_WORD =
            Pattern.compile("([^\\s/.:,-]{" + WORD_PREFIX + "})[^\\s/.:,]{" + MAX_WORD + ",}");
    private static final Pattern NO_NAME = Pattern.compile("[^A-Za-z0-9_.-].*", Pattern.DOTALL);

    private SafeText() {}

    static String quoted(String text) {
        return '"' + truncate(text) + '"';
    }

    /** Returns an unknown key, up to the first character that is not part of a name. */
    static String unknownKey(String text) {
        String name = NO_NAME.matcher(text).replaceFirst("…");
        return truncate(name);
    }

    /** Replaces characters that would break the line or be invisible. */
    static String singleLine(String text) {
        return CONTROL.matcher(text).replaceAll("?");
    }

    /** Truncates a text or a name where it may be a key. */
    static String truncate(String text) {
        String words = LONG_WORD.matcher(singleLine(text)).replaceAll("$1…");
        return words.length() <= MAX_TEXT ? words : words.substring(0, MAX_TEXT) + "…";
    }
}
