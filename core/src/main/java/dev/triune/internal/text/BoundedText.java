/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.text;

import java.util.regex.Pattern;

/** Turns untrusted free text into one bounded line. */
public final class BoundedText {
    private static final Pattern BLANKS = Pattern.compile("[\\s\\p{Z}\\p{Cc}]+");

    /** Reasoning blocks in a model's text, closed or not. */
    private static final Pattern THOUGHTS =
            Pattern.compile("(?is)<think>.*?(?:</think>|\\z)|</think>");

    private BoundedText() {}

    /**
     * Returns text as one line of at most a number of characters, 1 or more, cut between surrogate
     * pairs; empty if none of them is visible.
     */
    public static String of(String raw, int limit) {
        String text = BLANKS.matcher(raw).replaceAll(" ").strip();
        if (!isVisible(text)) {
            return "";
        }
        if (text.length() <= limit) {
            return text;
        }
        int end = Character.isHighSurrogate(text.charAt(limit - 1)) ? limit - 1 : limit;
        return text.substring(0, end).stripTrailing(); // so that bounding it again changes nothing
    }

    /** Whether a text has a character that can be seen. */
    public static boolean isVisible(String text) {
        for (int i = 0; i < text.length(); i = text.offsetByCodePoints(i, 1)) {
            if (PromptText.isVisible(text.codePointAt(i))) {
                return true;
            }
        }
        return false;
    }

    /** Bounds text like {@link #of}, after removing {@code <think>} blocks. */
    public static String withoutThoughts(String raw, int limit) {
        return of(THOUGHTS.matcher(raw).replaceAll(" "), limit);
    }
}
