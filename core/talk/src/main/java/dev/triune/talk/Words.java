/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.talk;

import dev.triune.internal.text.BoundedText;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

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
    private static final List<String> VERBS = List.of(" says", " said", " replies");
    private static final String ENDS = ".!?\u2026";
    private static final String WIDE_ENDS = "\u3002\uFF01\uFF1F";
    private static final String CLOSERS = "'\"\u2019\u201D)\u300D";
    private static final String OPENERS = "'\"\u2018\u201C(\u300C";
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
     * Returns what somebody says itself: without its own name before it, and up to a line of another
     * member, as models write whole scenes. A name with a colon that goes on in lower case or with a
     * figure, or stands within a quotation, is the speaker's own word about or to that member.
     */
    static String said(String text, String speaker, List<String> others) {
        String own = withoutName(text, speaker);
        int end = own.length();
        for (String name : others) {
            for (int at = own.indexOf(name); at >= 0 && at < end; at = own.indexOf(name, at + 1)) {
                int begin = beginOfLine(own, at);
                if (begin > 0 && isLine(own, at + name.length()) && !isQuoted(own, begin)) {
                    end = begin;
                }
            }
        }
        return own.substring(0, end).stripTrailing();
    }

    /**
     * Returns what a growing text says; nothing while it may be the speaker's name, and nothing of what
     * may be the name of another member before a line.
     */
    static String saidSoFar(String text, String speaker, List<String> others) {
        if (mayBeName(text, speaker)) {
            return "";
        }
        String own = said(text, speaker, others);
        if (own.length() < text.length() && mayBeName(own, speaker)) {
            return ""; // it may be there twice
        }
        int begin = own.length() - NAME_LIMIT - 4;
        for (int at = own.indexOf(' ', Math.max(0, begin)); at > 0; at = own.indexOf(' ', at + 1)) {
            int line = skip(own, at + 1, "*");
            String tail = own.substring(line);
            boolean held = beginOfLine(own, line) > 0
                    && others.stream().anyMatch(name -> name.startsWith(tail.replace("*", "")));
            if (held) {
                return own.substring(0, at).stripTrailing();
            }
        }
        return own;
    }

    private static boolean mayBeName(String text, String speaker) {
        String bare = text.replace("*", "");
        String first = speaker.split(" ", 2)[0];
        return Stream.of(speaker, first)
                .flatMap(name -> Stream.of(":", " says:", " said:", " replies:").map(name::concat))
                .anyMatch(name -> name.regionMatches(true, 0, bare, 0, bare.length()));
    }

    /**
     * Returns the words of a line as a model writes it: without thoughts, template tokens, invisible
     * characters, names before it, lines of others, and stage directions.
     *
     * @param whole whether nothing follows; otherwise only what stays as it is, whatever follows
     * @param gestures takes the stage directions
     */
    static String clean(
            StringBuilder raw,
            String speaker,
            List<String> others,
            boolean whole,
            List<String> gestures) {
        StringBuilder visible = INVISIBLE.matcher(raw).find()
                ? new StringBuilder(INVISIBLE.matcher(raw).replaceAll(""))
                : raw;
        String line = whole
                ? BoundedText.withoutThoughts(visible.toString(), LINE_LIMIT)
                : soFar(visible);
        String said = whole ? said(line, speaker, others) : saidSoFar(line, speaker, others);
        String words = StageDirections.cut(said, whole, gestures);
        if (words.equals(said)) {
            return words;
        }
        return whole ? said(words, speaker, others) : saidSoFar(words, speaker, others);
    }

    /** Cuts a speaker's name with a colon, as in {@code Ada:}, {@code **Ada:**}, {@code Ada says:}. */
    private static String withoutName(String text, String speaker) {
        String before = text;
        String after = withoutOneName(before, speaker);
        while (after.length() < before.length()) {
            before = after;
            after = withoutOneName(before, speaker);
        }
        return after;
    }

    private static String withoutOneName(String text, String speaker) {
        int colon = text.indexOf(':');
        if (colon < 0 || colon > NAME_LIMIT + " says".length() + 4) {
            return text;
        }
        String written = text.substring(0, colon).replace("*", "").strip();
        for (String verb : VERBS) {
            if (written.endsWith(verb)) {
                written = written.substring(0, written.length() - verb.length());
            }
        }
        int opened = skip(text, 0, "*");
        int closed = text.substring(opened, colon).length()
                - text.substring(opened, colon).replace("*", "").length();
        int begin = colon + 1; // stars after it close those before it, or begin a direction
        for (int stars = closed; stars < opened && text.startsWith("*", begin); stars++) {
            begin++;
        }
        begin = skip(text, begin, " ");
        return isNameOf(written, speaker) ? text.substring(begin) : text;
    }

    /** Returns where a line would begin whose name is there; 0 if no sentence ends before it. */
    private static int beginOfLine(String text, int name) {
        int at = name;
        while (at > 0 && text.charAt(at - 1) == '*') {
            at--;
        }
        if (at == 0 || text.charAt(at - 1) != ' ') {
            return 0;
        }
        int end = at - 1;
        while (end > 0 && CLOSERS.indexOf(text.charAt(end - 1)) >= 0) {
            end--;
        }
        boolean ended = end > 0
                && (ENDS.indexOf(text.charAt(end - 1)) >= 0
                        || WIDE_ENDS.indexOf(text.charAt(end - 1)) >= 0);
        return ended ? at : 0;
    }

    /** Whether a colon ends the name before it, and a sentence follows, or nothing yet. */
    private static boolean isLine(String text, int endOfName) {
        int at = skip(text, endOfName, "*");
        if (at >= text.length() || text.charAt(at) != ':') {
            return false;
        }
        at = skip(text, skip(text, at + 1, "*"), " ");
        boolean acts = at < text.length() && text.charAt(at) == '*'; // as in *smiles*
        at = skip(text, at, OPENERS);
        return acts || at >= text.length() || !continuesSentence(text.codePointAt(at));
    }

    private static boolean continuesSentence(int letter) {
        int type = Character.getType(letter);
        return type == Character.LOWERCASE_LETTER
                || type == Character.DECIMAL_DIGIT_NUMBER
                || type == Character.OTHER_NUMBER
                || letter == '\u2026';
    }

    private static int skip(String text, int from, String characters) {
        int at = from;
        while (at < text.length() && characters.indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        return at;
    }

    /** Whether a quotation that began before a place does not end before it. */
    private static boolean isQuoted(String text, int place) {
        int straight = 0;
        int curved = 0;
        for (int i = 0; i < place; i++) {
            switch (text.charAt(i)) {
                case '"' -> straight++;
                case '\u201C' -> curved++;
                case '\u201D' -> curved--;
                default -> {}
            }
        }
        return straight % 2 == 1 || curved > 0;
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
