/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.action;

import dev.triune.action.Field;
import dev.triune.action.VisibleObject;
import dev.triune.internal.text.BoundedText;
import dev.triune.internal.text.NameNormalizer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Finds the visible object that a target names; similar names are searched for among the {@value
 * #LIMIT} nearest objects.
 */
public final class TargetResolver {
    /** The maximum number of objects that are searched for a similar name. */
    static final int LIMIT = 256;

    private static final int MAX_CHOICES = 8;

    private record Candidate(String name, List<String> words, List<String> kind) {}

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
                        NameNormalizer.words(visibleObject.kind())))
                .filter(thing -> !thing.name().isEmpty())
                .toList();
        return new TargetResolver(nearest, visible, allowed);
    }

    private static boolean isAllowed(VisibleObject thing, List<String> allowed) {
        return allowed.isEmpty() || allowed.contains(NameNormalizer.lower(thing.kind()));
    }

    /** Returns the name of the matching object; null if there is none. */
    @Nullable
    public String resolve(String name) {
        List<String> words = NameNormalizer.words(name);
        String found = sameName(name, words);
        found = found == null ? findBeyondLimit(name.strip()) : found;
        found = found == null ? sameWords(words) : found;
        found = found == null ? similarWords(words) : found;
        return found == null ? ofKind(words) : found;
    }

    /** Returns the possible targets for a refusal, the nearest first; empty if there are none. */
    public String choices() {
        String names = candidates.stream()
                .limit(MAX_CHOICES)
                .map(Candidate::name)
                .distinct()
                .collect(Collectors.joining(", "));
        return names.isEmpty() ? "" : "one of " + names;
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

    /**
     * Returns the nearest object whose name contains all the words: {@code oak} finds {@code the
     * old oak tree}.
     */
    private @Nullable String sameWords(List<String> words) {
        for (Candidate thing : candidates) {
            if (contains(words, thing.words()) || contains(thing.words(), words)) {
                return thing.name();
            }
        }
        return null;
    }

    private @Nullable String similarWords(List<String> words) {
        Map<String, String> names = new LinkedHashMap<>();
        for (Candidate thing : candidates) {
            names.putIfAbsent(String.join(" ", thing.words()), thing.name());
        }
        return new FuzzyLookup(names).nearest(String.join(" ", words));
    }

    private @Nullable String ofKind(List<String> words) {
        for (Candidate thing : candidates) {
            if (contains(words, thing.kind())) {
                return thing.name();
            }
        }
        return null;
    }

    private static boolean contains(List<String> all, List<String> some) {
        return !some.isEmpty() && Set.copyOf(all).containsAll(some);
    }
}
