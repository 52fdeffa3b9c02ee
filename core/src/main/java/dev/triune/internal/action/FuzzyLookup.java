/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.action;

import dev.triune.internal.text.EditDistance;
import dev.triune.internal.text.NameNormalizer;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Words with their meanings; finds misspelt ones, and never guesses between two. */
public final class FuzzyLookup {
    private static final int SHORT = 4;
    private static final int LONG = 8;

    private final Map<String, String> meanings;

    /** Looks up words in lower case in a map, as it is at each question. */
    public FuzzyLookup(Map<String, String> meanings) {
        this.meanings = meanings;
    }

    /** What that word stands for, whatever its case and the blanks around it; null if nothing. */
    @Nullable
    public String exact(String word) {
        return meanings.get(NameNormalizer.lower(word));
    }

    /**
     * Returns the meaning of the most similar word; null if none is near enough, or two are. One
     * slip is forgiven from 4 letters on, two from 8; both words begin alike.
     */
    @Nullable
    public String nearest(String word) {
        String folded = word.length() > NameNormalizer.LIMIT ? "" : NameNormalizer.folded(word);
        String nearest = null;
        int least = Integer.MAX_VALUE;
        for (Map.Entry<String, String> entry : meanings.entrySet()) {
            String known = NameNormalizer.folded(entry.getKey());
            int slips = edits(folded, known);
            if (slips < least) {
                least = slips;
                nearest = entry.getValue();
            } else if (slips == least && !entry.getValue().equals(nearest)) {
                nearest = null;
            }
        }
        return nearest;
    }

    /** How many slips lie between two words; {@link Integer#MAX_VALUE} if too many. */
    private static int edits(String word, String known) {
        if (word.isEmpty() || known.isEmpty() || word.charAt(0) != known.charAt(0)) {
            return Integer.MAX_VALUE;
        }
        int forgiven = maxEdits(Math.min(word.length(), known.length()));
        int slips = EditDistance.between(word, known, forgiven);
        return slips > forgiven ? Integer.MAX_VALUE : slips;
    }

    private static int maxEdits(int letters) {
        if (letters < SHORT) {
            return 0;
        }
        return letters < LONG ? 1 : 2;
    }
}
