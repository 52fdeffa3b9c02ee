/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.talk;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Finds names before lines, as models write whole scenes: {@code Ada:}, {@code **Ada:**}, {@code Ada
 * (quietly):}, {@code Ada says softly:}, {@code Bram and Cleo:}. A name with a colon that goes on in
 * lower case or with a figure, or stands within a quotation, is the speaker's own word about or to that
 * person. Immutable.
 */
final class SpeakerLabels {
    private static final String OPENERS = "'\"\u2018\u201C(\u300C";
    private static final String VERBS =
            "says|said|replies|replied|answers|answered|asks|asked|whispers"
                    + "|whispered|shouts|shouted|calls|called|adds|added|mutters|sagt|sagte|antwortet|antwortete"
                    + "|erwidert|erwiderte|fragt|fragte|fl\u00FCstert|fl\u00FCsterte|ruft|rief|meint|meinte|murmelt";
    private static final String MANNERS =
            "quietly|softly|loudly|calmly|smiling|laughing|nodding|sighing"
                    + "|leise|laut|ruhig|l\u00E4chelnd|lachend|nickend|seufzend";

    /** A name with a colon: whether others are meant, and where the line begins. */
    private record Label(boolean others, int end) {}

    private final Set<String> own;
    private final List<String> others;
    private final @Nullable Pattern label;

    SpeakerLabels(String speaker, List<String> others) {
        this.own = beginnings(speaker);
        this.others = others;
        Set<String> names = new LinkedHashSet<>(own);
        others.forEach(name -> names.addAll(beginnings(name)));
        String any = names.stream()
                .sorted((one, other) -> other.length() - one.length())
                .map(Pattern::quote)
                .collect(Collectors.joining("|", "(?:", ")"));
        String more = "(?:\\s*(?:,|&|\\+|/|and\\b|und\\b)\\s*" + any + ")*+";
        label = names.isEmpty()
                ? null
                : Pattern.compile(
                        "[-\u2013\u2014\u2022>#\\s\\[*_]*+(" + any + more
                                + ")(?![\\p{L}\\d])\\]?[*_]*"
                                + "(?:\\s*[(\\[\uFF08][^()\\[\\]:]{0,60}[)\\]\uFF09]|\\s*\\*[^*:]{1,60}\\*)?"
                                + "(?:\\s+(?:" + VERBS + ")\\b(?:\\s+[\\p{L}]{1,20}){0,2}|,?\\s+(?:"
                                + MANNERS
                                + ")\\b)?\\s*[*_]*\\s*[:\uFF1A]",
                        Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE);
    }

    /** Whether these are the labels of a speaker among others. */
    boolean isOf(String speaker, List<String> names) {
        return own.contains(speaker.toLowerCase(Locale.ROOT)) && others.equals(names);
    }

    /** Returns a name, its first word, its first two, and so on, in lower case. */
    private static Set<String> beginnings(String name) {
        Set<String> all = new LinkedHashSet<>();
        String lower = name.strip().toLowerCase(Locale.ROOT);
        for (int at = lower.indexOf(' '); at > 0; at = lower.indexOf(' ', at + 1)) {
            all.add(lower.substring(0, at));
        }
        if (!lower.isEmpty()) {
            all.add(lower);
        }
        return all;
    }

    /**
     * Returns what the speaker says itself: without its names before lines, without the lines of others
     * before its own, and up to the first line of another after its own.
     *
     * @param whole whether nothing follows; otherwise only what stays as it is, whatever follows
     */
    String said(String text, boolean whole) {
        boolean colon = text.indexOf(':') >= 0 || text.indexOf('\uFF1A') >= 0;
        if (label == null || (whole && !colon)) {
            return text;
        }
        Matcher matcher = label.matcher(text);
        int from = skipOwn(matcher, text);
        StringBuilder said = new StringBuilder(text.length());
        boolean speaks = true;
        int begin = from;
        int at = from;
        while (at >= 0) {
            Label found = labelAt(matcher, text, at);
            if (found == null && !whole && matcher.hitEnd() && at < text.length()) {
                return said.append(text, begin, speaks ? at : begin).toString().strip();
            }
            if (found == null || !isLine(text, found.end) || (at > from && isQuoted(text, at))) {
                at = nextLine(text, at);
                continue;
            }
            said.append(text, begin, speaks ? at : begin);
            if (found.others && !said.toString().isBlank()) {
                return said.toString().strip();
            }
            speaks = !found.others;
            begin = found.end;
            at = found.end;
        }
        return said.append(text, begin, speaks ? text.length() : begin)
                .toString()
                .strip();
    }

    /** Returns where a line begins behind the speaker's own names. */
    private int skipOwn(Matcher matcher, String text) {
        int from = 0;
        Label found = labelAt(matcher, text, from);
        while (found != null && !found.others) {
            boolean alone = own.contains(matcher.group(1).toLowerCase(Locale.ROOT));
            if (!alone && !isLine(text, found.end)) {
                break; // it speaks of itself and others
            }
            from = found.end;
            found = labelAt(matcher, text, from);
        }
        return from;
    }

    private @Nullable Label labelAt(Matcher matcher, String text, int at) {
        matcher.region(at, text.length());
        if (!matcher.lookingAt()) {
            return null;
        }
        String names = matcher.group(1).toLowerCase(Locale.ROOT);
        boolean meansOwn = own.stream().anyMatch(name -> hasWord(names, name));
        int end = matcher.end(); // stars after it close those before it, or begin a direction
        for (int open = openStars(text, at, end); open > 0 && text.startsWith("*", end); open--) {
            end++;
        }
        return new Label(!meansOwn, Words.skip(text, end, " "));
    }

    private static boolean hasWord(String names, String name) {
        int at = names.indexOf(name);
        int end = at + name.length();
        return at >= 0
                && (at == 0 || !Character.isLetterOrDigit(names.charAt(at - 1)))
                && (end == names.length() || !Character.isLetterOrDigit(names.charAt(end)));
    }

    /** Returns how many of the stars before a name are not closed yet. */
    private static int openStars(String text, int from, int to) {
        int first = from;
        while (first < to && !Character.isLetterOrDigit(text.charAt(first))) {
            first++;
        }
        long opened = text.substring(from, first).chars().filter(c -> c == '*').count();
        long closed = text.substring(first, to).chars().filter(c -> c == '*').count();
        return (int) Math.max(0, opened - closed);
    }

    /** Returns where the next line may begin after a place: behind the end of a sentence; -1 for nowhere. */
    private static int nextLine(String text, int after) {
        for (int i = after; i < text.length(); i++) {
            char letter = text.charAt(i);
            boolean wide = Words.WIDE_ENDS.indexOf(letter) >= 0;
            if (wide || (letter == ' ' && endsSentence(text, i))) {
                return i + 1;
            }
        }
        return -1;
    }

    private static boolean endsSentence(String text, int blank) {
        int end = blank;
        while (end > 0 && Words.CLOSERS.indexOf(text.charAt(end - 1)) >= 0) {
            end--;
        }
        return end > 0
                && (Words.ENDS.indexOf(text.charAt(end - 1)) >= 0
                        || Words.WIDE_ENDS.indexOf(text.charAt(end - 1)) >= 0);
    }

    /** Whether a sentence follows a label, or nothing yet. */
    private static boolean isLine(String text, int begin) {
        boolean acts = begin < text.length() && text.charAt(begin) == '*'; // as in *smiles*
        int at = Words.skip(text, begin, OPENERS);
        return acts || at >= text.length() || !continuesSentence(text.codePointAt(at));
    }

    private static boolean continuesSentence(int letter) {
        int type = Character.getType(letter);
        return type == Character.LOWERCASE_LETTER
                || type == Character.DECIMAL_DIGIT_NUMBER
                || type == Character.OTHER_NUMBER
                || letter == '\u2026';
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
}
