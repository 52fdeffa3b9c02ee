/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.plan;

import java.util.List;
import java.util.Locale;

/** A field of an action: its name and what values it takes. Immutable. */
public sealed interface Field {
    /** The key in the answer. */
    String name();

    /** Whether the action makes no sense without it. */
    boolean required();

    /** How the prompt describes it. */
    String help();

    /**
     * Reads a value as an answer holds it.
     *
     * @param raw a String, Long, Double, Boolean, List or Map
     * @return what the step keeps: a text, a whole number
     * @throws InvalidStep if the value is none that this field takes; says why
     */
    Object read(Object raw) throws InvalidStep;

    /** Required free text, {@value Text#LIMIT} characters at the most. */
    static Field text(String name) {
        return new Text(name, true);
    }

    /** A required whole number in that range, both ends included. */
    static Field whole(String name, int min, int max) {
        return new Whole(name, true, min, max);
    }

    /** One of these words, in lower case; required. */
    static Field oneOf(String name, String... choices) {
        return new Choice(name, true, List.of(choices));
    }

    /** The same field, but it may be left out. */
    Field optional();

    /**
     * Free text.
     *
     * @param name the key
     * @param required whether it must be there
     */
    record Text(String name, boolean required) implements Field {
        /** The most characters that are taken; the rest is cut off. */
        public static final int LIMIT = 400;

        @Override
        public String help() {
            return "\"text\"";
        }

        @Override
        public Object read(Object raw) throws InvalidStep {
            if (!(raw instanceof String || raw instanceof Number || raw instanceof Boolean)) {
                throw new InvalidStep(name + " is no text");
            }
            String text = Words.bounded(raw.toString(), LIMIT);
            if (text.isEmpty()) {
                throw new InvalidStep(name + " is empty");
            }
            return text;
        }

        @Override
        public Field optional() {
            return new Text(name, false);
        }
    }

    /**
     * A whole number.
     *
     * @param name the key
     * @param required whether it must be there
     * @param min the least
     * @param max the most
     */
    record Whole(String name, boolean required, int min, int max) implements Field {
        /** Refuses an empty range. */
        public Whole {
            if (min > max) {
                throw new IllegalArgumentException(
                        "field " + name + ": range " + min + " to " + max + " is empty");
            }
        }

        @Override
        public String help() {
            return min + " to " + max;
        }

        @Override
        public Object read(Object raw) throws InvalidStep {
            double value = raw instanceof Number number ? number.doubleValue() : parsed(raw);
            if (value % 1 != 0) {
                throw new InvalidStep(name + " is no whole number");
            }
            if (value < min || value > max) {
                throw new InvalidStep(name + " is out of range " + min + " to " + max);
            }
            return (long) value;
        }

        private static double parsed(Object raw) {
            try {
                return raw instanceof String text ? Double.parseDouble(text) : Double.NaN;
            } catch (NumberFormatException e) {
                return Double.NaN;
            }
        }

        @Override
        public Field optional() {
            return new Whole(name, false, min, max);
        }
    }

    /**
     * One of several words.
     *
     * @param name the key
     * @param required whether it must be there
     * @param choices what it can be, at least one, in lower case
     */
    record Choice(String name, boolean required, List<String> choices) implements Field {
        /** Copies the choices; refuses none, and capitals, which no answer could ever match. */
        public Choice {
            choices = List.copyOf(choices);
            if (choices.isEmpty()) {
                throw new IllegalArgumentException("field " + name + " has no choices");
            }
            for (String choice : choices) {
                if (!choice.equals(choice.strip().toLowerCase(Locale.ROOT))) {
                    throw new IllegalArgumentException("field " + name + ": choice " + choice
                            + " has capitals or blanks around it");
                }
            }
        }

        @Override
        public String help() {
            return String.join(" | ", choices);
        }

        @Override
        public Object read(Object raw) throws InvalidStep {
            String word = raw instanceof String text ? text.strip().toLowerCase(Locale.ROOT) : "";
            if (!choices.contains(word)) {
                throw new InvalidStep(name + " is none of " + help());
            }
            return word;
        }

        @Override
        public Field optional() {
            return new Choice(name, false, choices);
        }
    }
}
