/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** How names are compared: by letters and digits, whatever case and blanks they come in. */
public final class NameNormalizer {
    /** The most characters of a name that are looked at. */
    public static final int LIMIT = 100;

    private static final Pattern NAME = Pattern.compile("[\\p{L}\\p{M}\\p{N}_-]{1,64}");
    private static final Set<String> ARTICLES = Set.of("the", "a", "an");

    private NameNormalizer() {}

    /** Refuses what cannot be the name of an action or of a field. */
    public static void requireName(String what, String name) {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(what + " \"" + name
                    + "\" (expected 1 to 64 letters, digits, underscores or hyphens)");
        }
    }

    /** Without blanks around it and in lower case. */
    public static String lower(String name) {
        return cut(name.strip()).toLowerCase(Locale.ROOT);
    }

    /** Its letters and digits in lower case, nothing between them. */
    public static String folded(String name) {
        StringBuilder letters = new StringBuilder();
        lower(name).codePoints().filter(NameNormalizer::isLetter).forEach(letters::appendCodePoint);
        return letters.toString();
    }

    /** Its words in lower case, without articles unless there is nothing else. */
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

    /** A record's name as models write it: {@code PlanBuild} is {@code plan_build}. */
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

    /** A number without a fraction that says nothing. */
    public static String number(double value) {
        String text = Double.toString(value);
        return text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
    }

    private static String cut(String name) {
        return name.length() <= LIMIT ? name : name.substring(0, LIMIT);
    }

    private static boolean isLetter(int codePoint) {
        int type = Character.getType(codePoint);
        return Character.isLetterOrDigit(codePoint)
                || type == Character.NON_SPACING_MARK
                || type == Character.COMBINING_SPACING_MARK;
    }
}
