/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.plan;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds what a target means among what an agent sees. Looks at the {@value #LIMIT} nearest things
 * and at the first {@value Spelling#LIMIT} characters of each name; what is beyond counts as not
 * seen.
 */
final class Aiming {
    /** The most things that are looked at. */
    static final int LIMIT = 256;

    private record Seen(String name, List<String> words, List<String> kind) {}

    private final List<Seen> seen;

    private Aiming(List<Seen> seen) {
        this.seen = seen;
    }

    /** Among those things of the kinds that a target can be; the nearest comes first. */
    static Aiming among(List<Sight> visible, List<String> kinds) {
        List<String> allowed = kinds.stream().map(Spelling::lower).toList();
        return new Aiming(visible.stream()
                .limit(LIMIT)
                .filter(sight ->
                        allowed.isEmpty() || allowed.contains(Spelling.lower(sight.kind())))
                .map(sight -> new Seen(
                        Words.bounded(sight.name(), Field.Text.LIMIT),
                        Spelling.words(sight.name()),
                        Spelling.words(sight.kind())))
                .filter(thing -> !thing.name().isEmpty())
                .toList());
    }

    /** The name of the thing that is meant; null if there is none. */
    @Nullable
    String at(String name) {
        List<String> words = Spelling.words(name);
        String found = sameName(name, words);
        found = found == null ? sameWords(words) : found;
        found = found == null ? almost(words) : found;
        return found == null ? ofKind(words) : found;
    }

    private @Nullable String sameName(String name, List<String> words) {
        for (Seen thing : seen) {
            boolean same = words.isEmpty()
                    ? thing.name().equalsIgnoreCase(name.strip())
                    : thing.words().equals(words);
            if (same) {
                return thing.name();
            }
        }
        return null;
    }

    /** All words of one are words of the other: {@code oak}, {@code the old oak tree}. */
    private @Nullable String sameWords(List<String> words) {
        for (Seen thing : seen) {
            if (contains(words, thing.words()) || contains(thing.words(), words)) {
                return thing.name();
            }
        }
        return null;
    }

    private @Nullable String almost(List<String> words) {
        Map<String, String> names = new LinkedHashMap<>();
        for (Seen thing : seen) {
            names.putIfAbsent(String.join(" ", thing.words()), thing.name());
        }
        return new Vocabulary(names).nearest(String.join(" ", words));
    }

    private @Nullable String ofKind(List<String> words) {
        for (Seen thing : seen) {
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
