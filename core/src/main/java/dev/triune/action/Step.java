/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.action;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One action of a plan, checked against the {@link ActionCatalog}. Immutable; no record, because
 * serializers of worlds cannot load records. Arguments are kept as text, in declared order; {@link
 * ActionCatalog#action} converts a step into its record.
 */
public final class Step {
    private final String type;

    /**
     * Fields and their values in turn. No map: libGDX's JSON, by which worlds are saved, loses the
     * entry of a map that is called {@code class}.
     */
    private final List<String> arguments;

    /** For loaders. */
    @SuppressWarnings("unused")
    private Step() {
        this("", List.of());
    }

    private Step(String type, List<String> arguments) {
        this.type = type;
        this.arguments = new ArrayList<>(arguments);
    }

    /** Creates a step without arguments. */
    public static Step of(String type) {
        return new Step(Objects.requireNonNull(type, "type"), List.of());
    }

    /** Returns a copy with an argument added or replaced: a text, a number or a Boolean. */
    public Step with(String field, Object value) {
        Objects.requireNonNull(field, "field");
        Objects.requireNonNull(value, () -> "value of " + field);
        Step more = new Step(type, arguments);
        int place = place(field);
        if (place < 0) {
            more.arguments.add(field);
            more.arguments.add(value.toString());
        } else {
            more.arguments.set(place, value.toString());
        }
        return more;
    }

    /** Returns the name of the action. */
    public String type() {
        return type;
    }

    /** Returns all arguments as text; unmodifiable. */
    public Map<String, String> arguments() {
        Map<String, String> map = new LinkedHashMap<>();
        for (int i = 0; i < arguments.size(); i += 2) {
            map.put(arguments.get(i), arguments.get(i + 1));
        }
        return Collections.unmodifiableMap(map);
    }

    /** Returns an argument as text; empty if it was left out. */
    public String text(String field) {
        String value = value(field);
        return value == null ? "" : value;
    }

    /** Returns an argument as a whole number, or a default if it was left out. */
    public int whole(String field, int ifAbsent) {
        String value = value(field);
        return value == null ? ifAbsent : Integer.parseInt(value);
    }

    /** Returns an argument as a long, or a default if it was left out. */
    public long whole(String field, long ifAbsent) {
        String value = value(field);
        return value == null ? ifAbsent : Long.parseLong(value);
    }

    /** Returns an argument as a number, or a default if it was left out. */
    public double decimal(String field, double ifAbsent) {
        String value = value(field);
        return value == null ? ifAbsent : Double.parseDouble(value);
    }

    /** Returns an argument as true or false, or a default if it was left out. */
    public boolean flag(String field, boolean ifAbsent) {
        String value = value(field);
        return value == null ? ifAbsent : Boolean.parseBoolean(value);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Step step
                && type.equals(step.type)
                && (arguments.equals(step.arguments) || arguments().equals(step.arguments()));
    }

    @Override
    public int hashCode() {
        return 31 * type.hashCode() + arguments().hashCode();
    }

    /** Returns a text for people: {@code gather wood 20}. */
    @Override
    public String toString() {
        StringBuilder words = new StringBuilder(type);
        for (int i = 1; i < arguments.size(); i += 2) {
            words.append(' ').append(arguments.get(i));
        }
        return words.toString();
    }

    private @Nullable String value(String field) {
        int place = place(field);
        return place < 0 ? null : arguments.get(place);
    }

    /** The index of a field's value; negative if the field is absent. */
    private int place(String field) {
        for (int i = 0; i < arguments.size(); i += 2) {
            if (arguments.get(i).equals(field)) {
                return i + 1;
            }
        }
        return -1;
    }

    /**
     * An action of an answer that could not be queued, or an addressee who is not near. Immutable.
     *
     * @param type the catalog's name, or {@code unknown}; {@code to} for an addressee
     * @param reason the reason, in words of the catalog
     * @param written the model's text, at most 100 characters: data, not for logs; may be empty
     * @param expected the correct values in words; empty if there are none now
     */
    public record RefusedStep(String type, String reason, String written, String expected) {}

    /** Thrown if an action of an answer is invalid. The message has only words of the catalog. */
    public static final class InvalidStepException extends Exception {
        private static final long serialVersionUID = 1;

        private final Wording.Text text;
        private final transient Object[] words;
        private final transient Function<Wording, String> expected;

        /** Creates an exception with a reason, and the correct values in a language. */
        InvalidStepException(
                Function<Wording, String> expected, Wording.Text reason, Object... words) {
            super(Wording.ENGLISH.say(reason, words), null, false, false);
            this.text = reason;
            this.words = words;
            this.expected = expected;
        }

        /** Returns the reason, in English. */
        public String reason() {
            return String.valueOf(getMessage());
        }

        /** Returns the reason in the words of prompts. */
        public String reason(Wording wording) {
            return wording.say(text, words);
        }

        /** Returns the correct values in English words; empty if not known. */
        public String expected() {
            return expected(Wording.ENGLISH);
        }

        /** Returns the correct values in the words of prompts; empty if not known. */
        public String expected(Wording wording) {
            return expected.apply(wording);
        }
    }
}
