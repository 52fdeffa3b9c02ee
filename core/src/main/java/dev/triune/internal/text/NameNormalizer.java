/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.text;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** Normalizes names for comparison by letters and digits, ignoring case and blanks. */
public final class NameNormalizer {
    /** The maximum number of characters of a name that are examined. */
    public static final int LIMIT = 100;

    private static final Pattern NAME = Pattern.compile("[\\p{L}\\p{M}\\p{N}_-]{1,64}");
    private static final Set<String> ARTICLES = Set.of("the", "a", "an");

    private NameNormalizer() {}

    /** Rejects an invalid name of an action or field. */
    public static void requireName(String what, String name) {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(what + " \"" + name
                    + "\" (expected 1 to 64 letters, digits, underscores or hyphens)");
        }
    }

    /** Returns a name in lower case without surrounding blanks; accents join their letters. */
    public static String lower(String name) {
        String composed = Normalizer.normalize(cut(name.strip()), Normalizer.Form.NFC);
        return composed.toLowerCase(Locale.ROOT);
    }

    /** Returns only the letters and digits of a name, in lower case. */
    public static String folded(String name) {
        StringBuilder letters = new StringBuilder();
        lower(name).codePoints().filter(NameNormalizer::isLetter).forEach(letters::appendCodePoint);
        return letters.toString();
    }

    /** Returns the words of a name in lower case, without articles unless nothing else remains. */
    public static List<String> words(String name) {
        List<String> words = new ArrayList<>();
        StringBuilder word = new StringBuilder();
        lower(name).concat(" ").codePoints().forEach(letter -> {
            if (isLetter(letter)) {
                word.appendCodePoint(letter);
            } else if (word.length() > 0) {
                words.add(word.toString());
                word.setLength(0);
            }
        });
        boolean onlyArticles = ARTICLES.containsAll(words);
        words.removeIf(each -> !onlyArticles && ARTICLES.contains(each));
        return words;
    }

    /** Converts a record's name to snake case: {@code PlanBuild} becomes {@code plan_build}. */
    public static String snakeCase(String name) {
        StringBuilder snake = new StringBuilder();
        for (int i = 0; i < name.length(); i++) {
            boolean begins = i > 0
                    && Character.isUpperCase(name.charAt(i))
                    && (!Character.isUpperCase(name.charAt(i - 1))
                            || (i + 1 < name.length()
                                    && Character.isLowerCase(name.charAt(i + 1))));
            if (begins && name.charAt(i - 1) != '_') {
                snake.append('_');
            }
            snake.append(name.charAt(i));
        }
        return snake.toString().toLowerCase(Locale.ROOT);
    }

    /** Formats a number, without a zero fraction. */
    public static String number(double value) {
        String text = Double.toString(value);
        return text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
    }

    private static String cut(String name) {
        return name.length() <= LIMIT ? name : name.substring(0, LIMIT);
    }

    /**
     * Whether a code point is a letter, a digit or a mark on one, such as an accent or an Indic
     * vowel.
     */
    public static boolean isLetter(int codePoint) {
        int type = Character.getType(codePoint);
        return Character.isLetterOrDigit(codePoint)
                || type == Character.NON_SPACING_MARK
                || type == Character.COMBINING_SPACING_MARK;
    }
}
