/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.action;

import dev.triune.action.Step.InvalidStepException;
import dev.triune.internal.text.BoundedText;
import dev.triune.internal.text.FuzzyLookup;
import dev.triune.internal.text.NameNormalizer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Finds the visible object that a phrase names, and never guesses: the phrase must begin with the
 * name, perhaps after an article, the kind or the role, or its words up to the first preposition
 * must be part of one name, the kind, the role, or a slip of spelling. A name after a preposition
 * or a negation, or in a genitive, does not count, and digits must be the same. Only names are
 * searched for beyond the {@value #LIMIT} nearest objects.
 */
final class TargetResolver {
    /** The maximum number of objects that are searched for a similar name. */
    static final int LIMIT = 256;

    private static final int MAX_CHOICES = 8;

    /** Words that may stand before a name and change nothing, in lower case. */
    private static final Set<String> LEADING = Set.of(
            "nearest", "nearby", "closest", "next", "this", "that", "some", "any", "der", "die",
            "das", "den", "dem", "ein", "eine", "einen", "einem", "einer", "le", "la", "les", "l",
            "un", "une", "el", "los", "las", "una", "il", "lo", "gli");

    /** Words after which other things come, so that what stands before them is meant. */
    private static final Set<String> PREPOSITIONS = Set.of(
            "near",
            "behind",
            "by",
            "beside",
            "at",
            "in",
            "on",
            "from",
            "under",
            "over",
            "with",
            "before",
            "after",
            "inside",
            "outside",
            "around",
            "between",
            "across",
            "against",
            "above",
            "below",
            "along",
            "towards",
            "opposite",
            "who",
            "that",
            "which",
            "where",
            "chasing",
            "attacking");

    /** Words that turn what stands before them into something else. */
    private static final Set<String> TURNING = Set.of(
            "of", "not", "no", "but", "except", "without", "nor", "never", "like", "to", "for",
            "than", "whose", "instead");

    private static final Set<String> CONJUNCTIONS = Set.of("and", "or");
    private static final List<String> NUMBERS = List.of(
            "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten");
    private static final Pattern SEPARATOR = Pattern.compile("[,;/&+|]");
    private static final Pattern GENITIVE_OF_S = Pattern.compile("(?i)s['\u2019](?=\\s+\\p{L})");
    private static final Pattern NO_DIGIT = Pattern.compile("\\P{N}+");

    private record Candidate(
            String name,
            List<String> words,
            List<String> phrase,
            List<String> kind,
            List<String> role) {}

    /** A thing with whose name a phrase begins, and where the name ends. */
    private record Beginning(Candidate thing, int end) {}

    /**
     * What a phrase names.
     *
     * @param name the name of the object; null if there is none, or more than one
     * @param between the names between which the phrase does not decide; empty for none
     */
    public record Found(@Nullable String name, Set<String> between) {
        private static final Found NOTHING = new Found(null, Set.of());

        private static Found of(Set<String> names) {
            return switch (names.size()) {
                case 0 -> NOTHING;
                case 1 -> new Found(names.iterator().next(), Set.of());
                default -> new Found(null, names);
            };
        }
    }

    private final List<Candidate> candidates;
    private final List<VisibleObject> all;
    private final List<String> allowed;

    private TargetResolver(
            List<Candidate> candidates, List<VisibleObject> all, List<String> allowed) {
        this.candidates = candidates;
        this.all = all;
        this.allowed = allowed;
    }

    /**
     * Creates a resolver for the visible objects of some kinds, the nearest first; no kinds mean
     * any.
     */
    public static TargetResolver among(List<VisibleObject> visible, List<String> kinds) {
        List<String> allowed = kinds.stream().map(NameNormalizer::lower).toList();
        List<Candidate> nearest = visible.stream()
                .limit(LIMIT)
                .filter(visibleObject -> isAllowed(visibleObject, allowed))
                .map(visibleObject -> new Candidate(
                        BoundedText.of(visibleObject.name(), Field.Text.LIMIT),
                        NameNormalizer.words(visibleObject.name()),
                        phrase(visibleObject.name()),
                        NameNormalizer.words(visibleObject.kind()),
                        NameNormalizer.words(visibleObject.role())))
                .filter(thing -> !thing.name().isEmpty())
                .toList();
        return new TargetResolver(nearest, visible, allowed);
    }

    private static boolean isAllowed(VisibleObject thing, List<String> allowed) {
        return allowed.isEmpty() || allowed.contains(NameNormalizer.lower(thing.kind()));
    }

    /** Returns what a phrase of a model names. */
    public Found resolve(String phrase) {
        String same = sameName(phrase, NameNormalizer.words(phrase));
        same = same == null ? findBeyondLimit(phrase.strip()) : same;
        return same == null ? firstNamed(phrase) : new Found(same, Set.of());
    }

    /**
     * Returns why a phrase that names no object is refused, and what would be accepted.
     *
     * @param field the name of the field
     */
    InvalidStepException refusal(String field, Found found) {
        return found.between().isEmpty()
                ? new InvalidStepException(this::choices, Wording.Text.NOT_IN_SIGHT, field)
                : new InvalidStepException(
                        words -> words.say(Wording.Text.ONE_OF, String.join(", ", found.between())),
                        Wording.Text.MORE_THAN_ONE,
                        field);
    }

    /** Returns the possible targets for a refusal, the nearest first; empty if there are none. */
    String choices(Wording wording) {
        String names = candidates.stream()
                .limit(MAX_CHOICES)
                .map(Candidate::name)
                .distinct()
                .collect(Collectors.joining(", "));
        return names.isEmpty() ? "" : wording.say(Wording.Text.ONE_OF, names);
    }

    private @Nullable String sameName(String name, List<String> words) {
        for (Candidate thing : candidates) {
            boolean same = words.isEmpty()
                    ? thing.name().equalsIgnoreCase(name.strip())
                    : thing.words().equals(words);
            if (same) {
                return thing.name();
            }
        }
        return null;
    }

    private @Nullable String findBeyondLimit(String name) {
        for (int i = LIMIT; i < all.size() && !name.isEmpty(); i++) {
            VisibleObject thing = all.get(i);
            if (thing.name().equalsIgnoreCase(name) && isAllowed(thing, allowed)) {
                return BoundedText.of(thing.name(), Field.Text.LIMIT);
            }
        }
        return null;
    }

    /** Returns the first thing that is named, or all that a conjunction joins to it. */
    private Found firstNamed(String written) {
        List<String> phrase = phrase(written);
        Set<String> names = new LinkedHashSet<>();
        Beginning first = beginning(phrase);
        int from = 0;
        boolean stopped = false;
        if (first != null) {
            names.add(first.thing().name());
            from = endOfPart(phrase, first.end());
            stopped = hasStop(phrase.subList(first.end(), from));
            from++;
        }
        while (from < phrase.size() && !stopped) { // a preposition holds for all that follows
            List<String> part = phrase.subList(from, endOfPart(phrase, from));
            Found found = named(part);
            if (found.name() != null) {
                names.add(found.name());
            } else if (names.isEmpty()) {
                return found;
            }
            stopped = hasStop(part);
            from += part.size() + 1;
        }
        return Found.of(names);
    }

    private static int endOfPart(List<String> phrase, int from) {
        int end = from;
        while (end < phrase.size() && !CONJUNCTIONS.contains(phrase.get(end))) {
            end++;
        }
        return end;
    }

    private static boolean hasStop(List<String> words) {
        return words.stream().anyMatch(TargetResolver::isStop);
    }

    private static boolean isStop(String word) {
        return PREPOSITIONS.contains(word) || TURNING.contains(word);
    }

    /** Returns what some words without a conjunction name. */
    private Found named(List<String> phrase) {
        Beginning first = beginning(phrase);
        if (first != null) {
            return new Found(first.thing().name(), Set.of());
        }
        List<String> words = phrase.subList(leading(phrase), phrase.size());
        int stop = 0;
        while (stop < words.size() && !isStop(words.get(stop))) {
            stop++;
        }
        boolean turned = stop < words.size() && TURNING.contains(words.get(stop));
        List<String> head = singular(words.subList(0, stop));
        if (head.isEmpty()) {
            return Found.NOTHING;
        }
        Set<String> parts = partOfName(head, singular(words), turned);
        if (parts.size() == 1 || turned) {
            return Found.of(parts);
        }
        for (Candidate thing : candidates) {
            if (singular(thing.kind()).equals(head)) {
                return new Found(thing.name(), Set.of());
            }
        }
        Set<String> ofRole = new LinkedHashSet<>();
        for (Candidate thing : candidates) {
            if (singular(thing.role()).containsAll(head)) {
                ofRole.add(thing.name());
            }
        }
        parts.addAll(ofRole);
        String similar = parts.isEmpty() ? similar(words.subList(0, stop)) : null;
        return similar == null ? Found.of(parts) : new Found(similar, Set.of());
    }

    /** Returns the names that contain all words; those with a preposition, of the whole phrase. */
    private Set<String> partOfName(List<String> head, List<String> whole, boolean turned) {
        Set<String> all = new LinkedHashSet<>();
        Set<String> complete = new LinkedHashSet<>();
        for (Candidate thing : candidates) {
            List<String> name = singular(thing.phrase());
            boolean ownStop = hasStop(name);
            List<String> needed = ownStop ? whole : head;
            if ((ownStop || !turned) && name.containsAll(needed)) {
                all.add(thing.name());
                if (name.size() == needed.size()) {
                    complete.add(thing.name());
                }
            }
        }
        return complete.isEmpty() ? all : complete;
    }

    /** Returns the thing with whose name the phrase begins, the longest of several. */
    private @Nullable Beginning beginning(List<String> phrase) {
        Beginning longest = null;
        int leading = leading(phrase);
        for (Candidate thing : candidates) {
            int end = endOfName(phrase, thing, 0);
            end = end == 0 ? endOfName(phrase, thing, leading) : end;
            if (end > 0
                    && (longest == null
                            || thing.phrase().size() > longest.thing().phrase().size())) {
                longest = new Beginning(thing, end);
            }
        }
        return longest;
    }

    /** Returns where a name ends with which the phrase begins, after a kind or role; 0 if not. */
    private static int endOfName(List<String> phrase, Candidate thing, int from) {
        for (List<String> title : List.of(List.<String>of(), thing.kind(), thing.role())) {
            List<String> rest = phrase.subList(from, phrase.size());
            int start = startsWith(rest, title) ? title.size() : 0;
            List<String> name = rest.subList(start, rest.size());
            int length = thing.phrase().size();
            if (length > 0 && startsWith(name, thing.phrase())) {
                String next = name.size() == length ? "." : name.get(length);
                boolean another = next.equals("s") || Character.isDigit(next.codePointAt(0));
                return another ? 0 : from + start + length;
            }
        }
        return 0;
    }

    private static boolean startsWith(List<String> words, List<String> first) {
        return words.size() >= first.size() && words.subList(0, first.size()).equals(first);
    }

    private static int leading(List<String> phrase) {
        int count = 0;
        while (count < phrase.size() && LEADING.contains(phrase.get(count))) {
            count++;
        }
        return count;
    }

    /** Returns the object whose name differs only by a slip of spelling, which digits are not. */
    private @Nullable String similar(List<String> head) {
        List<String> name = NameNormalizer.words(String.join(" ", head));
        boolean otherThing = all.stream()
                .limit(LIMIT)
                .anyMatch(thing -> NameNormalizer.words(thing.name()).equals(name));
        String written = String.join(" ", head);
        if (otherThing || head.contains("s")) {
            return null;
        }
        Map<String, String> names = new LinkedHashMap<>();
        for (Candidate thing : candidates) {
            String words = String.join(" ", thing.phrase());
            if (digits(words).equals(digits(written))) {
                names.putIfAbsent(words, thing.name());
            }
        }
        return new FuzzyLookup(names).nearest(written);
    }

    private static String digits(String words) {
        return NO_DIGIT.matcher(words).replaceAll(" ").strip();
    }

    /**
     * Returns the words of a phrase, with conjunctions for commas, a preposition for a bracket, and
     * digits for numbers.
     */
    private static List<String> phrase(String written) {
        String lower = NameNormalizer.lower(written).replace("(", " near ");
        String joined = GENITIVE_OF_S
                .matcher(SEPARATOR.matcher(lower).replaceAll(" and "))
                .replaceAll("s's");
        List<String> phrase = new ArrayList<>(NameNormalizer.words(joined));
        for (int i = 1; i < phrase.size(); i++) {
            int number = NUMBERS.indexOf(phrase.get(i));
            phrase.set(i, number < 0 ? phrase.get(i) : Integer.toString(number));
        }
        return phrase;
    }

    private static List<String> singular(List<String> words) {
        return words.stream().map(TargetResolver::singular).toList();
    }

    /** Returns a form that an English word shares with its plural. */
    private static String singular(String word) {
        if (word.length() > 4 && word.endsWith("ves")) {
            return word.substring(0, word.length() - 3) + "f";
        }
        if (word.length() > 4 && word.endsWith("ies")) {
            return word.substring(0, word.length() - 3) + "y";
        }
        boolean hissing = word.endsWith("shes")
                || word.endsWith("ches")
                || word.endsWith("xes")
                || word.endsWith("sses");
        if (word.length() > 4 && hissing) {
            return word.substring(0, word.length() - 2);
        }
        return word.length() > 3 && word.endsWith("s") && !word.endsWith("ss")
                ? word.substring(0, word.length() - 1)
                : word;
    }
}
