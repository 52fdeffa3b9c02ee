/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.talk;

import dev.triune.action.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Tells from a line and a step whether the one asked for the other, in any language whose words are
 * separated. It compares words and knows no meaning. Pure functions.
 */
final class Requests {
    /** The length of a line that says little, in characters. */
    private static final int SMALL_TALK = 20;

    private static final int SHORTEST_WORD = 3;

    /** The common beginning of two forms of a word, such as of berry and berries. */
    private static final int STEM = 4;

    /** Values with more words are free text. */
    private static final int WORDS_OF_A_NAME = 3;

    private static final Pattern SEPARATOR = Pattern.compile("[^\\p{L}\\p{N}]+");

    private Requests() {}

    /**
     * Whether a line asks for a step: it names the action or one of its values, or it is a player's
     * and more than a greeting. A question that names neither asks for it only if the answer {@link
     * #announces} it.
     */
    static boolean asks(Utterance line, Step step) {
        boolean plea = line.fromPlayer() && line.text().length() > SMALL_TALK;
        return plea || names(line.text(), step, line.speaker());
    }

    private static boolean names(String text, Step step, String partner) {
        String[] said = words(text);
        for (String[] part : parts(step, partner)) {
            if (sharesWord(said, part)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Whether an agent's own words announce a step: they name half of its parts, numbers aside. One
     * of several is not enough: a place is named for many reasons.
     *
     * @param partner whose name is said to address somebody
     */
    static boolean announces(String text, Step step, String partner) {
        String[] said = words(text);
        int parts = 0;
        int named = 0;
        for (String[] part : parts(step, partner)) {
            if (part.length != 1 || !isNumber(part[0])) {
                parts++;
                named += sharesWord(said, part) ? 1 : 0;
            }
        }
        return 2 * named >= parts;
    }

    /**
     * Returns the words of a step's action and of each value: of none for free text, which shares
     * words with any line.
     */
    private static List<String[]> parts(Step step, String partner) {
        List<String[]> parts = new ArrayList<>();
        parts.add(words(step.type()));
        for (String value : step.arguments().values()) {
            String[] words = words(value);
            if (!value.strip().equalsIgnoreCase(partner)) {
                parts.add(words.length <= WORDS_OF_A_NAME ? words : new String[0]);
            }
        }
        return parts;
    }

    private static boolean isNumber(String word) {
        return !word.isEmpty() && Character.isDigit(word.charAt(0));
    }

    private static String[] words(String text) {
        return SEPARATOR.split(text.toLowerCase(Locale.ROOT));
    }

    private static boolean sharesWord(String[] said, String[] named) {
        for (String one : said) {
            for (String other : named) {
                if (isSame(one, other)) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean isSame(String one, String other) {
        boolean number = isNumber(one);
        if (one.equals(other)) {
            return number || one.length() >= SHORTEST_WORD;
        }
        int stem = Math.max(STEM, Math.min(one.length(), other.length()) - 1);
        return !number && one.regionMatches(0, other, 0, stem);
    }
}
