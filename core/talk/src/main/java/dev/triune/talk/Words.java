/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.talk;

import dev.triune.internal.text.BoundedText;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;

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

    /** Characters that only hide or reorder others; not those that join emoji or letters. */
    private static final Pattern INVISIBLE = Pattern.compile(
            "[\\u200B\\u202A-\\u202E\\u2060-\\u206F\\uFEFF\\uFFF9-\\uFFFB\\x{E0000}-\\x{E0FFF}]");

    private static final int MAX_TAG = 24;
    private static final Pattern PARTIAL_TAG = Pattern.compile("</?[|\uff5c]?\\w*[:|]?\\w*");
    static final String ENDS = ".!?\u2026";
    static final String WIDE_ENDS = "\u3002\uFF01\uFF1F";
    static final String CLOSERS = "'\"\u2019\u201D)\u300D";
    private static final Set<String> EVERYBODY = Set.of("all", "everybody", "everyone", "*");

    private Words() {}

    /** Bounds a player's line. */
    static String line(String raw) {
        return BoundedText.of(head(Objects.requireNonNull(raw, "text")), LINE_LIMIT);
    }

    static String name(String raw) {
        return BoundedText.of(head(Objects.requireNonNull(raw, "name of a player")), NAME_LIMIT);
    }

    private static String head(String raw) {
        return raw.length() <= RAW_LIMIT ? raw : raw.substring(0, RAW_LIMIT);
    }

    /** Adds as much of a piece of an answer as fits. */
    static void append(StringBuilder raw, String piece) {
        raw.append(piece, 0, Math.min(piece.length(), RAW_LIMIT - raw.length()));
    }

    /**
     * Returns the words of a line as a model writes it: without thoughts, template tokens, invisible
     * characters, names before it, lines of others, and stage directions.
     *
     * @param whole whether nothing follows; otherwise only what stays as it is, whatever follows
     * @param gestures takes the stage directions
     */
    static String clean(
            StringBuilder raw, SpeakerLabels labels, boolean whole, List<String> gestures) {
        StringBuilder visible = INVISIBLE.matcher(raw).find()
                ? new StringBuilder(INVISIBLE.matcher(raw).replaceAll(""))
                : raw;
        String line = whole
                ? BoundedText.withoutThoughts(visible.toString(), LINE_LIMIT)
                : soFar(visible);
        String said = labels.said(line, whole);
        String words = StageDirections.cut(said, whole, gestures);
        if (words.equals(said)) {
            return words;
        }
        return labels.said(words, whole); // what stood between a name and its colon is gone
    }

    static int skip(String text, int from, String characters) {
        int at = from;
        while (at < text.length() && characters.indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        return at;
    }

    /** Returns the part of a growing text that can be shown: no reasoning, no half tags. */
    static String soFar(StringBuilder raw) {
        int tag = raw.lastIndexOf("<");
        boolean endsInPartialTag = tag >= 0
                && raw.length() - tag <= MAX_TAG
                && raw.indexOf(">", tag) < 0
                && PARTIAL_TAG.matcher(raw.substring(tag)).matches();
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

    /** Returns where the first whole sentence from a place on ends; -1 if none has ended yet. */
    static int sentenceEnd(String text, int from) {
        for (int i = from; i < text.length(); i++) {
            if (WIDE_ENDS.indexOf(text.charAt(i)) >= 0) {
                return i + 1;
            }
            int next = ENDS.indexOf(text.charAt(i)) >= 0 ? skip(text, i + 1, CLOSERS) : i;
            if (next > i && next < text.length() && text.charAt(next) == ' ') {
                return next;
            }
        }
        return -1;
    }

    /** Returns the letters and figures of a line in lower case, to find lines said again. */
    static String gist(String line) {
        StringBuilder gist = new StringBuilder(line.length());
        line.codePoints()
                .filter(Character::isLetterOrDigit)
                .map(Character::toLowerCase)
                .forEach(gist::appendCodePoint);
        return gist.toString();
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
