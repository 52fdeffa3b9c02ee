/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.action;

import dev.triune.internal.text.NameNormalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads numbers that a model writes with words or a unit: {@code 8 seconds}, {@code ten}. */
final class NumberPhrase {
    private static final List<String> SMALL = List.of(
            "zero",
            "one",
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "eleven",
            "twelve",
            "thirteen",
            "fourteen",
            "fifteen",
            "sixteen",
            "seventeen",
            "eighteen",
            "nineteen");
    private static final List<String> TENS =
            List.of("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety");
    private static final Set<String> ROUGHLY = Set.of("about", "around", "roughly", "exactly");

    /** Words after a number that change it, or make it more than one. */
    private static final Set<String> CHANGING = Set.of(
            "to",
            "or",
            "and",
            "of",
            "per",
            "percent",
            "hundred",
            "thousand",
            "million",
            "dozen",
            "times",
            "half",
            "minus",
            "plus",
            "more",
            "less",
            "point",
            "not",
            "no");

    private static final Map<String, Long> SECONDS = Map.of(
            "second", 1L, "sec", 1L, "minute", 60L, "min", 60L, "hour", 3600L, "day", 86_400L);

    private NumberPhrase() {}

    /**
     * Returns the number of a phrase for a field; null if it is no single number, or one in a unit
     * of time that the field, whose name tells its unit, has not.
     */
    static @Nullable Number read(String phrase, Field field) {
        List<String> words = new ArrayList<>(List.of(NameNormalizer.lower(phrase)
                .replaceAll("(?<=\\p{L})-(?=\\p{L})|[*_]", " ")
                .strip()
                .split("\\s+")));
        if (words.size() > 1 && ROUGHLY.contains(words.get(0))) {
            words.remove(0);
        }
        Number number = ArgumentParser.parsed(words.get(0));
        int used = 1;
        if (number == null) {
            int tens = TENS.indexOf(words.get(0));
            int small = words.size() > 1 ? SMALL.indexOf(words.get(1)) : -1;
            boolean compound = tens >= 0 && small > 0 && small < 10;
            used = compound ? 2 : 1;
            long value = tens < 0 ? SMALL.indexOf(words.get(0)) : (tens + 2) * 10L;
            number = value < 0 ? null : value + (compound ? small : 0);
        }
        List<String> unit = words.subList(used, words.size());
        boolean plain = unit.stream()
                .allMatch(word -> word.chars().allMatch(Character::isLetter)
                        && !CHANGING.contains(word)
                        && !SMALL.contains(word)
                        && !TENS.contains(word));
        return number == null || !plain ? null : inUnitOf(field, number, unit);
    }

    private static @Nullable Number inUnitOf(Field field, Number number, List<String> unit) {
        Long written = unit.isEmpty() ? null : SECONDS.get(singular(unit.get(0)));
        if (written == null) {
            return number;
        }
        for (String word : NameNormalizer.words(field.name())) {
            Long own = SECONDS.get(singular(word));
            if (own != null) {
                double value = number.doubleValue() * written / own;
                return value % 1 == 0 && Math.abs(value) < 1e15
                        ? (Number) (long) value
                        : (Number) value;
            }
        }
        return null;
    }

    private static String singular(String word) {
        return word.endsWith("s") ? word.substring(0, word.length() - 1) : word;
    }
}
