/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.action;

import dev.triune.internal.text.BoundedText;
import dev.triune.internal.text.NameNormalizer;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** A field of an action: its key and its values. Immutable. */
public sealed interface Field {
    /** Returns the key, with its description. */
    Key key();

    /** Returns the values in English words. */
    default String values() {
        return values(Wording.ENGLISH);
    }

    /** Returns the values in words, for prompts. */
    String values(Wording wording);

    /** Returns a field with the same values under another key. */
    Field with(Key key);

    /** Returns the key in the answer. */
    default String name() {
        return key().name();
    }

    /** Whether an action without this field is refused. */
    default boolean required() {
        return key().required();
    }

    /** Returns the description for prompts: the values, and the line of help. */
    default String help() {
        return key().about().isEmpty() ? values() : values() + ", " + key().about();
    }

    /** Returns a copy that may be left out. */
    default Field optional() {
        return with(new Key(name(), false, key().about(), key().synonyms()));
    }

    /** Returns a copy with a line of help for the prompt. */
    default Field describedAs(String help) {
        return with(new Key(name(), required(), help, key().synonyms()));
    }

    /** Returns a copy that is also read from other keys if its own is missing. */
    default Field orKeys(String... keys) {
        return with(new Key(name(), required(), key().about(), List.of(keys)));
    }

    /** Creates a required free text of at most {@value Text#LIMIT} characters. */
    static Field text(String name) {
        return new Text(Key.of(name));
    }

    /** Creates a required whole number in a range, both ends included. */
    static Field whole(String name, long min, long max) {
        return new Whole(Key.of(name), min, max);
    }

    /** Creates a required number in a range, both ends included. */
    static Field decimal(String name, double min, double max) {
        return new Decimal(Key.of(name), min, max);
    }

    /** Creates a required value that is true or false. */
    static Field flag(String name) {
        return new Flag(Key.of(name));
    }

    /** Creates a required choice of words, which answers may write in any case. */
    static Choice oneOf(String name, String... choices) {
        return new Choice(Key.of(name), List.of(choices), Map.of());
    }

    /**
     * Creates a required name of an object in {@link dev.triune.component.Senses#visible}, of one
     * of the given kinds; no kinds mean any.
     */
    static Field target(String name, String... kinds) {
        return new Target(Key.of(name), List.of(kinds));
    }

    /**
     * The key of a field, with its description.
     *
     * @param name letters, digits, underscores and hyphens; not {@code type}
     * @param about a line of help for the prompt; may be empty
     * @param synonyms other keys under which an answer may hold it
     */
    record Key(String name, boolean required, String about, List<String> synonyms) {
        /** Copies the synonyms; refuses names that no answer can hold. */
        public Key {
            about = BoundedText.of(about, Text.LIMIT);
            synonyms = List.copyOf(synonyms);
            NameNormalizer.requireName("field", name);
            synonyms.forEach(
                    synonym -> NameNormalizer.requireName("synonym of field " + name, synonym));
            if (name.equals("type") || synonyms.contains("type")) {
                throw new IllegalArgumentException("field " + name
                        + ": the key type holds the name of the action (choose another name)");
            }
        }

        private static Key of(String name) {
            return new Key(name, true, "", List.of());
        }
    }

    /** Free text. */
    record Text(Key key) implements Field {
        /** The maximum number of characters; the rest is cut off. */
        public static final int LIMIT = 400;

        @Override
        public String values(Wording wording) {
            return wording.say(Wording.Text.FREE_TEXT);
        }

        @Override
        public Field with(Key other) {
            return new Text(other);
        }
    }

    /** A whole number in a range. */
    record Whole(Key key, long min, long max) implements Field {
        /** Refuses an empty range. */
        public Whole {
            if (min > max) {
                throw emptyRange(key, min, max);
            }
        }

        @Override
        public String values(Wording wording) {
            boolean any = min <= Integer.MIN_VALUE && max >= Integer.MAX_VALUE;
            return any
                    ? wording.say(Wording.Text.WHOLE_NUMBER)
                    : wording.say(Wording.Text.RANGE, min, max);
        }

        @Override
        public Field with(Key other) {
            return new Whole(other, min, max);
        }
    }

    /** A number in a range. */
    record Decimal(Key key, double min, double max) implements Field {
        /** Refuses an empty range, and ends that are no numbers. */
        public Decimal {
            if (!(min <= max) || Double.isInfinite(min) || Double.isInfinite(max)) {
                throw emptyRange(key, min, max);
            }
        }

        @Override
        public String values(Wording wording) {
            boolean any = min <= -Float.MAX_VALUE && max >= Float.MAX_VALUE;
            return any
                    ? wording.say(Wording.Text.NUMBER)
                    : wording.say(
                            Wording.Text.RANGE,
                            NameNormalizer.number(min),
                            NameNormalizer.number(max));
        }

        @Override
        public Field with(Key other) {
            return new Decimal(other, min, max);
        }
    }

    /** True or false. */
    record Flag(Key key) implements Field {
        @Override
        public String values(Wording wording) {
            return "true|false";
        }

        @Override
        public Field with(Key other) {
            return new Flag(other);
        }
    }

    /**
     * One of several words.
     *
     * @param choices at least one; answers may write them in any case
     * @param synonyms other words for them, in lower case, each with its choice
     */
    record Choice(Key key, List<String> choices, Map<String, String> synonyms) implements Field {
        /** Copies the choices; refuses none, blank ones, and two that differ in case alone. */
        public Choice {
            choices = List.copyOf(choices);
            synonyms = Collections.unmodifiableMap(new LinkedHashMap<>(synonyms));
            if (choices.isEmpty()) {
                throw new IllegalArgumentException(
                        "field " + key.name() + " has no choices (expected at least one)");
            }
            Set<String> words = new HashSet<>(synonyms.keySet());
            for (String choice : choices) {
                if (choice.isEmpty() || !choice.equals(choice.strip())) {
                    throw new IllegalArgumentException("field " + key.name() + ": choice \""
                            + choice + "\" is empty or has blanks around it (expected a word)");
                }
                if (!words.add(choice.toLowerCase(Locale.ROOT))) {
                    throw new IllegalArgumentException("field " + key.name() + ": choice " + choice
                            + " is there twice (leave one out)");
                }
            }
            synonyms.keySet().forEach(synonym -> requireLowerCase(key, synonym));
            if (!choices.containsAll(synonyms.values())) {
                throw new IllegalArgumentException("field " + key.name() + ": synonyms of "
                        + synonyms.values() + " (expected of " + choices + ")");
            }
        }

        @Override
        public String values(Wording wording) {
            return String.join("|", choices);
        }

        @Override
        public Field with(Key other) {
            return new Choice(other, choices, synonyms);
        }

        /** Returns a copy that also accepts other words, in lower case, for one of its choices. */
        public Choice orWords(String choice, String... synonyms) {
            Map<String, String> more = new LinkedHashMap<>(this.synonyms);
            for (String synonym : synonyms) {
                if (more.put(synonym, choice) != null) {
                    throw new IllegalArgumentException("field " + name() + ": synonym " + synonym
                            + " is there twice (leave one out)");
                }
            }
            return new Choice(key, choices, more);
        }

        private static void requireLowerCase(Key key, String word) {
            if (word.isEmpty() || !word.equals(word.strip().toLowerCase(Locale.ROOT))) {
                throw new IllegalArgumentException("field " + key.name() + ": synonym \"" + word
                        + "\" is empty or has capitals or blanks around it (write it small)");
            }
        }
    }

    /** The name of an object that the agent sees, of one of the kinds; no kinds mean any. */
    record Target(Key key, List<String> kinds) implements Field {
        /** Copies the kinds; refuses blank ones. */
        public Target {
            kinds = List.copyOf(kinds);
            if (kinds.stream().anyMatch(String::isBlank)) {
                throw new IllegalArgumentException("field " + key.name()
                        + " has a blank kind (expected a word, or no kind for any)");
            }
        }

        @Override
        public String values(Wording wording) {
            String some = kinds.stream()
                    .reduce((one, other) -> wording.say(Wording.Text.OR, one, other))
                    .orElseGet(() -> wording.say(Wording.Text.SOMETHING));
            return wording.say(Wording.Text.TARGET, some);
        }

        @Override
        public Field with(Key other) {
            return new Target(other, kinds);
        }
    }

    private static IllegalArgumentException emptyRange(Key key, Number min, Number max) {
        return new IllegalArgumentException("field " + key.name() + ": range " + min + " to " + max
                + " is empty or has no ends (put the least first)");
    }
}
