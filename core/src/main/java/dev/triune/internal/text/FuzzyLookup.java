/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.text;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Looks up words, including misspelt ones; never guesses between two candidates.
 *
 * <p>A wrong guess is worse than none: the model hears of a refused word and corrects itself, but not
 * of a step that it did not mean. So the number of edits grows with the length of the word, the first
 * letter must match (models rarely mistake it, and it tells most short words apart), and a tie is no
 * result.
 */
public final class FuzzyLookup {
    private static final int SHORT = 4;
    private static final int LONG = 8;

    private final Map<String, String> meanings;

    /** Looks up words in a map with keys in lower case; later changes of the map are seen. */
    public FuzzyLookup(Map<String, String> meanings) {
        this.meanings = meanings;
    }

    /** Returns the value of a word, ignoring case and surrounding blanks; null if there is none. */
    @Nullable
    public String exact(String word) {
        return meanings.get(NameNormalizer.lower(word));
    }

    /**
     * Returns the value of the most similar word; null if none or more than one is similar enough.
     * Words of 4 letters or more may differ by one edit, words of 8 or more by two; the first
     * letter must match.
     */
    @Nullable
    public String nearest(String word) {
        String folded = word.length() > NameNormalizer.LIMIT ? "" : NameNormalizer.folded(word);
        String nearest = null;
        int smallestDistance = Integer.MAX_VALUE;
        for (Map.Entry<String, String> entry : meanings.entrySet()) {
            String known = NameNormalizer.folded(entry.getKey());
            int editCount = edits(folded, known);
            if (editCount < smallestDistance) {
                smallestDistance = editCount;
                nearest = entry.getValue();
            } else if (editCount == smallestDistance && !entry.getValue().equals(nearest)) {
                nearest = null;
            }
        }
        return nearest;
    }

    /** Returns the edit distance of two words; {@link Integer#MAX_VALUE} if it is too large. */
    private static int edits(String word, String known) {
        if (word.isEmpty() || known.isEmpty() || word.charAt(0) != known.charAt(0)) {
            return Integer.MAX_VALUE;
        }
        int allowedEdits = maxEdits(Math.min(word.length(), known.length()));
        int editCount = EditDistance.between(word, known, allowedEdits);
        return editCount > allowedEdits ? Integer.MAX_VALUE : editCount;
    }

    private static int maxEdits(int letters) {
        if (letters < SHORT) {
            return 0;
        }
        return letters < LONG ? 1 : 2;
    }
}
