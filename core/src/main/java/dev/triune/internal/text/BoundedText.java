/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.text;

import java.util.regex.Pattern;

/** Free text from outside, made harmless: one line, bounded. */
public final class BoundedText {
    private static final Pattern BLANKS = Pattern.compile("[\\s\\p{Z}\\p{Cc}]+");

    /** What a model thinks aloud in the midst of its words, closed or not. */
    private static final Pattern THOUGHTS =
            Pattern.compile("(?is)<think>.*?(?:</think>|\\z)|</think>");

    private BoundedText() {}

    /** Makes text one line of at most 1 or more characters, without half surrogate pairs. */
    public static String of(String raw, int limit) {
        String text = BLANKS.matcher(raw).replaceAll(" ").strip();
        if (text.length() <= limit) {
            return text;
        }
        int end = Character.isHighSurrogate(text.charAt(limit - 1)) ? limit - 1 : limit;
        return text.substring(0, end).stripTrailing(); // so that it stays if it is bounded again
    }

    /** Bounds text of a model as {@link #of} does, without its {@code <think>} blocks. */
    public static String withoutThoughts(String raw, int limit) {
        return of(THOUGHTS.matcher(raw).replaceAll(" "), limit);
    }
}
