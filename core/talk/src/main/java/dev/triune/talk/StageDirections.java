/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.talk;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Takes stage directions out of a line: {@code *smiles*}, {@code (laughs)}, {@code [sighs]}. Models
 * mark both directions and stress with stars, so that what stands there decides: a direction stands
 * alone, before or after a sentence, or begins with a verb of gestures. Other words lose their stars
 * and stay, because "I *never* lie" must not become "I lie". Pure functions.
 */
final class StageDirections {
    /** The maximum length of a direction, in characters. */
    private static final int LONGEST = 120;

    private static final int MOST_GESTURES = 4;
    private static final String MARKS = "*_([\uFF08\u3010";
    private static final String CLOSERS = ")]\uFF09\u3011";
    private static final String BREAKS =
            ".!?\u2026:;-\u2013\u2014'\"\u2019\u201D)\u3002\uFF01\uFF1F";

    /** What a player may mean as a deed. */
    private static final Pattern CLAIM = Pattern.compile(
            "\\*+(?=\\S)[^*]*\\p{L}{2}[^*]*(?:\\*+|$)|[(\uFF08](?=\\S)[^()\uFF08\uFF09]*\\p{L}{2}[^()\uFF08\uFF09]*(?:[)\uFF09]|$)"
                    + "|[\\[\u3010](?=\\S)[^\\[\\]\u3010\u3011]*\\p{L}{2}[^\\[\\]\u3010\u3011]*(?:[\\]\u3011]|$)"
                    + "|(?<![\\p{L}\\d])_[^_]*\\p{L}{2}[^_]*_(?![\\p{L}\\d])");

    /** Verbs that begin directions within a sentence, in English and German. */
    private static final Set<String> VERBS =
            Set.of(("smiles laughs sighs nods grins shrugs chuckles"
                            + " whispers winks waves bows coughs frowns looks glances points leans shakes turns"
                            + " walks steps sits stands takes gives hands holds picks puts pulls pushes opens"
                            + " closes raises lowers scratches rubs wipes clears pauses blushes cries sobs gasps"
                            + " groans growls mutters murmurs snorts giggles rolls crosses folds gestures hugs"
                            + " kisses pats stares gazes squints yawns stretches shivers trembles tilts narrows"
                            + " beams smirks scowls weeps hums sings sniffs swallows hesitates thinks softly"
                            + " quietly laughing smiling sighing grinning crying whispering nodding chuckling"
                            + " lächelt lacht seufzt nickt grinst zuckt schüttelt flüstert blickt schaut winkt"
                            + " hustet räuspert kichert murmelt weint gähnt zwinkert verbeugt geht steht legt"
                            + " greift zeigt runzelt hebt senkt dreht kratzt schnaubt stöhnt leise lachend"
                            + " lächelnd seufzend")
                    .split(" "));

    private static final Set<String> NO_VERBS =
            Set.of(("is was has does this his its us yes as less"
                            + " thus always perhaps sometimes unless ours yours theirs nothing something"
                            + " everything anything morning evening during king thing")
                    .split(" "));

    private StageDirections() {}

    /** Returns the words of a line without directions. */
    static String cut(String line, boolean whole, List<String> gestures) {
        for (int i = 0; i < line.length(); i++) {
            if (MARKS.indexOf(line.charAt(i)) >= 0) {
                return cutFrom(line, i, whole, gestures);
            }
        }
        return line; // the common case
    }

    /**
     * Returns a player's line in which deeds that are only written, as in {@code (gives 1000 coins)},
     * are marked as words, so that no model takes them for deeds.
     */
    static String claimed(String line, UnaryOperator<String> mark) {
        Matcher deed = CLAIM.matcher(line);
        StringBuilder out = new StringBuilder();
        while (deed.find()) {
            String words = deed.group()
                    .replaceAll("[*_()\\[\\]\uFF08\uFF09\u3010\u3011]", "")
                    .strip();
            boolean isDeed = words.indexOf(' ') > 0
                    || VERBS.contains(words.toLowerCase(Locale.ROOT))
                    || deed.group().charAt(0) != '*';
            deed.appendReplacement(
                    out, Matcher.quoteReplacement(isDeed ? mark.apply(words) : words));
        }
        return out.length() == 0 ? line : deed.appendTail(out).toString();
    }

    /**
     * Cuts from the first mark on. Of a line that still grows, nothing is returned of what might be a
     * direction, so that the result only grows.
     */
    private static String cutFrom(String line, int first, boolean whole, List<String> gestures) {
        StringBuilder out = new StringBuilder(line.substring(0, first));
        int at = first;
        while (at < line.length()) {
            char mark = line.charAt(at);
            if (MARKS.indexOf(mark) < 0 || (mark == '_' && isLetterBefore(line, at))) {
                append(out, mark);
                at++;
                continue;
            }
            boolean paired = mark == '*' || mark == '_';
            int begin = paired ? endOfRun(line, at) : at + 1;
            if (begin >= line.length() && !whole) {
                break;
            }
            int end = paired ? line.indexOf(mark, begin) : endOfBrackets(line, begin);
            boolean opens = begin < line.length() && line.charAt(begin) != ' ';
            if (!opens || end - begin > LONGEST || (end < 0 && line.length() - begin > LONGEST)) {
                if (!paired || isFactor(line, at, begin)) {
                    append(out, mark);
                }
                at = begin;
                continue;
            }
            if (end < 0 && !whole) {
                break;
            }
            String span = end < 0 ? line.substring(begin) : line.substring(begin, end);
            int after = end < 0 ? line.length() : paired ? endOfRun(line, end) : end + 1;
            int next = after;
            while (next < line.length() && line.charAt(next) == ' ') {
                next++;
            }
            if (next >= line.length() && !whole) {
                break; // what follows decides
            }
            boolean lowerFollows =
                    next < line.length() && Character.isLowerCase(line.codePointAt(next));
            boolean strong = paired && begin - at == 2;
            if (isDirection(out, span, lowerFollows, strong || end < 0)) {
                if (gestures.size() < MOST_GESTURES) {
                    gestures.add(span.strip());
                }
                after = joined(out, line, after);
            } else if (paired) {
                span.chars().forEach(letter -> append(out, (char) letter));
            } else {
                out.append(line, at, after);
            }
            at = after;
        }
        return out.toString().strip();
    }

    /** Whether a marked span is a direction, from what stands before it and in it. */
    private static boolean isDirection(
            StringBuilder before, String span, boolean lowerFollows, boolean needsVerb) {
        String words = span.strip();
        if (words.length() < 3 || !Character.isLetter(words.codePointAt(0))) {
            return false;
        }
        String firstWord = words.split("[\\s,.!]+", 2)[0].toLowerCase(Locale.ROOT);
        if (VERBS.contains(firstWord)) {
            return true;
        }
        int last = before.length() - 1;
        while (last >= 0 && before.charAt(last) == ' ') {
            last--;
        }
        boolean alone = last < 0 || BREAKS.indexOf(before.charAt(last)) >= 0;
        if (!alone || needsVerb) {
            return false;
        }
        boolean acts = !NO_VERBS.contains(firstWord)
                && (firstWord.endsWith("s") || firstWord.endsWith("ing"));
        boolean isOneWord = firstWord.length() == words.length();
        return Character.isLowerCase(words.codePointAt(0))
                ? acts || !isOneWord || !lowerFollows
                : acts && !isOneWord;
    }

    /** Cuts the blanks around a direction that is left out; returns where the line goes on. */
    private static int joined(StringBuilder out, String line, int after) {
        int next = after;
        while (next < line.length() && line.charAt(next) == ' ') {
            next++;
        }
        boolean closes = next < line.length() && ".,!?;:\u2026".indexOf(line.charAt(next)) >= 0;
        while (closes && out.length() > 0 && out.charAt(out.length() - 1) == ' ') {
            out.setLength(out.length() - 1);
        }
        if (!closes && next > after) {
            append(out, ' ');
        }
        return next;
    }

    /** Appends a letter; of blanks only one, and none at the beginning. */
    private static void append(StringBuilder out, char letter) {
        boolean blank = letter == ' ' && (out.length() == 0 || out.charAt(out.length() - 1) == ' ');
        if (!blank) {
            out.append(letter);
        }
    }

    private static int endOfRun(String line, int from) {
        int end = from;
        while (end < line.length() && line.charAt(end) == line.charAt(from)) {
            end++;
        }
        return end;
    }

    private static int endOfBrackets(String line, int from) {
        for (int i = from; i < line.length(); i++) {
            if (CLOSERS.indexOf(line.charAt(i)) >= 0) {
                return i;
            }
        }
        return -1;
    }

    private static boolean isLetterBefore(String line, int at) {
        return at > 0 && Character.isLetterOrDigit(line.charAt(at - 1));
    }

    /** Whether a star stands between numbers, as in {@code 5 * 3}. */
    private static boolean isFactor(String line, int at, int after) {
        String before = line.substring(0, at).stripTrailing();
        String behind = line.substring(after).stripLeading();
        return !before.isEmpty()
                && !behind.isEmpty()
                && Character.isDigit(before.charAt(before.length() - 1))
                && Character.isDigit(behind.charAt(0));
    }
}
