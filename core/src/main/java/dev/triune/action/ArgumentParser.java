/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.action;

import dev.triune.action.Step.InvalidStepException;
import dev.triune.action.Wording.Text;
import dev.triune.internal.text.BoundedText;
import dev.triune.internal.text.FuzzyLookup;
import dev.triune.internal.text.NameNormalizer;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Parses the values in answers, and corrects those that are almost right. */
final class ArgumentParser {
    private static final int LONGEST_NUMBER = 40;
    private static final Pattern NUMBER =
            Pattern.compile("[+-]?(?:[0-9]+(?:\\.[0-9]*)?|\\.[0-9]+)(?:[eE][+-]?[0-9]{1,3})?");
    private static final Set<String> YES = Set.of("true", "yes", "on");
    private static final Set<String> NO = Set.of("false", "no", "off");

    private ArgumentParser() {}

    /** Parses a String, Number, Boolean, List or Map; null if an optional field is blank. */
    static @Nullable public Object read(Field field, Object raw, Corrections corrections)
            throws InvalidStepException {
        if (!field.required() && raw instanceof String text && isBlank(text)) {
            return null;
        }
        if (field instanceof Field.Whole whole) {
            return whole(whole, raw, corrections);
        }
        if (field instanceof Field.Decimal decimal) {
            return decimal(decimal, raw, corrections);
        }
        if (field instanceof Field.Flag) {
            return flag(field, raw, corrections);
        }
        if (field instanceof Field.Choice choice) {
            return choice(choice, raw, corrections);
        }
        return text(field, raw);
    }

    private static String text(Field field, Object raw) throws InvalidStepException {
        if (!isScalar(raw)) {
            throw refusal(field, Text.NO_TEXT);
        }
        String text = BoundedText.withoutThoughts(raw.toString(), Field.Text.LIMIT);
        if (text.isEmpty()) {
            throw refusal(field, Text.EMPTY);
        }
        return text;
    }

    private static Long whole(Field.Whole field, Object raw, Corrections corrections)
            throws InvalidStepException {
        Number given = number(field, raw);
        if (given == null || (given instanceof Double fraction && fraction % 1 != 0)) {
            throw refusal(field, Text.NO_WHOLE_NUMBER);
        }
        long value = given.longValue();
        long fit = Math.max(field.min(), Math.min(field.max(), value));
        String change = change(Long.compare(fit, value), given, raw);
        if (!change.isEmpty()) {
            corrections.add(field.name() + change + fit);
        }
        return fit;
    }

    private static Double decimal(Field.Decimal field, Object raw, Corrections corrections)
            throws InvalidStepException {
        Number given = number(field, raw);
        if (given == null || !Double.isFinite(given.doubleValue())) {
            throw refusal(field, Text.NO_NUMBER);
        }
        double value = given.doubleValue() + 0.0; // turns -0.0 into 0.0
        double fit = Math.max(field.min(), Math.min(field.max(), value)) + 0.0;
        String change = change(Double.compare(fit, value), given, raw);
        if (!change.isEmpty()) {
            corrections.add(field.name() + change + NameNormalizer.number(fit));
        }
        return fit;
    }

    /** Describes how a number was changed; empty if it was not. */
    private static String change(int moved, Number given, Object raw) {
        if (moved == 0) {
            return raw instanceof String ? " read as " : "";
        }
        String shown = given instanceof Double
                ? NameNormalizer.number(given.doubleValue())
                : given.toString();
        return " " + shown + (moved < 0 ? " cut to " : " raised to ");
    }

    private static Boolean flag(Field field, Object raw, Corrections corrections)
            throws InvalidStepException {
        if (raw instanceof Boolean flag) {
            return flag;
        }
        String word = raw instanceof String text ? NameNormalizer.lower(text) : "";
        boolean yes = YES.contains(word);
        if (!yes && !NO.contains(word)) {
            throw refusal(field, Text.NO_TRUTH);
        }
        corrections.add(field.name() + " read as " + yes);
        return yes;
    }

    private static String choice(Field.Choice field, Object raw, Corrections corrections)
            throws InvalidStepException {
        if (isScalar(raw)) {
            String given = raw.toString();
            for (String choice : field.choices()) {
                if (choice.equalsIgnoreCase(given.strip())) {
                    return choice;
                }
            }
            String meant = constantFor(field, given);
            if (meant != null) {
                corrections.add(field.name() + " read as " + meant);
                return meant;
            }
        }
        throw refusal(field, Text.NONE_OF);
    }

    private static InvalidStepException refusal(Field field, Text fault) {
        return new InvalidStepException(field::values, fault, field.name(), field.values());
    }

    private static @Nullable String constantFor(Field.Choice field, String given) {
        Map<String, String> words = new LinkedHashMap<>();
        field.choices().forEach(choice -> words.put(NameNormalizer.lower(choice), choice));
        words.putAll(field.synonyms());
        FuzzyLookup lookup = new FuzzyLookup(words);
        String synonym = lookup.exact(given);
        return synonym == null ? lookup.nearest(given) : synonym;
    }

    /** Returns a Long or a Double; null if the value is neither a number nor the text of one. */
    private static @Nullable Number number(Field field, Object raw) {
        if (raw instanceof Long || raw instanceof Integer) {
            return ((Number) raw).longValue();
        }
        if (raw instanceof Number number) {
            return number.doubleValue();
        }
        if (!(raw instanceof String text) || text.length() > LONGEST_NUMBER) {
            return null;
        }
        Number digits = parsed(text.strip());
        return digits == null ? NumberPhrase.read(text, field) : digits;
    }

    static @Nullable Number parsed(String text) {
        if (!NUMBER.matcher(text).matches()) {
            return null;
        }
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            return Double.parseDouble(text); // a fraction, an exponent, or too many digits
        }
    }

    private static boolean isBlank(String text) {
        return BoundedText.of(text, 2).isEmpty();
    }

    private static boolean isScalar(Object raw) {
        return raw instanceof String || raw instanceof Number || raw instanceof Boolean;
    }
}
