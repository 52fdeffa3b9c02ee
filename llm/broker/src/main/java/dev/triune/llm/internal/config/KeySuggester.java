/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.config;

import java.util.Collection;
import java.util.Optional;

/** Suggests known words for an unknown one. */
final class KeySuggester {
    private static final int MAX_LENGTH = 40;

    private KeySuggester() {}

    /** Returns a remedy: the nearest word if one is near, otherwise all words. */
    static String suggestion(String word, Collection<String> known) {
        return nearest(word, known)
                .map(near -> "(did you mean " + near + "?)")
                .orElseGet(() -> "(expected "
                        + (known.size() == 1 ? "" : "one of ")
                        + SafeText.singleLine(String.join(", ", known)) + ")");
    }

    private static Optional<String> nearest(String word, Collection<String> known) {
        Optional<String> best = Optional.empty();
        int bestDistance = Math.max(2, word.length() / 2) + 1;
        for (String candidate : known) {
            int distance = distance(word, candidate, bestDistance);
            if (distance < bestDistance && distance < candidate.length()) {
                bestDistance = distance;
                best = Optional.of(candidate);
            }
        }
        return best;
    }

    /** Returns the Levenshtein distance; {@code limit} for long words. */
    private static int distance(String a, String b, int limit) {
        if (a.length() > MAX_LENGTH || b.length() > MAX_LENGTH) {
            return limit;
        }
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int exchanged = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(exchanged, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[b.length()];
    }
}
