/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.talk;

import dev.triune.internal.text.BoundedText;
import java.util.Locale;
import java.util.Set;

/**
 * Cleans the text of conversations: bounds, whole sentences, names as models write them. Pure
 * functions.
 */
final class Words {
    /** The maximum length of a line, in characters. */
    static final int LINE_LIMIT = 400;

    /** The maximum number of characters that are examined. */
    static final int RAW_LIMIT = 10 * LINE_LIMIT;

    private static final int NAME_LIMIT = 40;
    private static final String ENDS = ".!?\u2026";
    private static final String WIDE_ENDS = "\u3002\uFF01\uFF1F";
    private static final String CLOSERS = "'\"\u2019\u201D)\u300D";
    private static final Set<String> EVERYBODY = Set.of("all", "everybody", "everyone", "*");

    private Words() {}

    /** Bounds a player's line. */
    static String line(String raw) {
        return BoundedText.of(head(raw), LINE_LIMIT);
    }

    static String name(String raw) {
        return BoundedText.of(head(raw), NAME_LIMIT);
    }

    private static String head(String raw) {
        return raw.length() <= RAW_LIMIT ? raw : raw.substring(0, RAW_LIMIT);
    }

    /** Adds as much of a piece of an answer as fits. */
    static void append(StringBuilder raw, String piece) {
        raw.append(piece, 0, Math.min(piece.length(), RAW_LIMIT - raw.length()));
    }

    /** Returns the part of a growing text that can be shown: no reasoning, no half tags. */
    static String soFar(StringBuilder raw) {
        int tag = raw.lastIndexOf("<");
        String end = tag < 0 ? "" : raw.substring(tag).toLowerCase(Locale.ROOT);
        boolean endsInPartialTag =
                tag >= 0 && ("<think>".startsWith(end) || "</think>".startsWith(end));
        String text = BoundedText.withoutThoughts(
                endsInPartialTag ? raw.substring(0, tag) : raw.toString(), LINE_LIMIT);
        int length = text.length();
        boolean endsInSurrogate = length > 0 && Character.isHighSurrogate(text.charAt(length - 1));
        return endsInSurrogate ? text.substring(0, length - 1) : text;
    }

    /**
     * Returns the length of the whole sentences at the start of a text. It never shrinks as the
     * text grows: only a space tells that a sentence is over, for example not a closing quote.
     */
    static int sentenceEnd(String text) {
        for (int i = text.length() - 1; i >= 0; i--) {
            char letter = text.charAt(i);
            if (WIDE_ENDS.indexOf(letter) >= 0) {
                return i + 1;
            }
            if (ENDS.indexOf(letter) >= 0) {
                int next = i + 1;
                while (next < text.length() && CLOSERS.indexOf(text.charAt(next)) >= 0) {
                    next++;
                }
                if (next < text.length() && text.charAt(next) == ' ') {
                    return next;
                }
            }
        }
        return 0;
    }

    static boolean isEverybody(String name) {
        return EVERYBODY.contains(name.strip().toLowerCase(Locale.ROOT));
    }

    /** Whether a model means somebody by a name: in any case, or by the first word of it. */
    static boolean isNameOf(String written, String name) {
        String word = written.strip();
        return !word.isEmpty()
                && (name.equalsIgnoreCase(word)
                        || name.regionMatches(true, 0, word + " ", 0, word.length() + 1));
    }
}
