/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.lab.bench;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A range of the numbered situations of the plan benchmark. Immutable.
 *
 * @param first the number of the first situation, 1 or more
 * @param last the number of the last one, at least the first, at most {@value #HIGHEST}
 */
public record Situations(int first, int last) {
    /** The highest number of a situation. */
    public static final int HIGHEST = 1_000;

    /** The situations that are measured by default: ten in each of ten villages. */
    public static final Situations STANDARD = new Situations(1, 100);

    private static final Pattern FORM = Pattern.compile("(?:(\\d{1,4})\\.\\.)?(\\d{1,4})");

    /** Rejects numbers without a situation. */
    public Situations {
        if (first < 1 || last < first || last > HIGHEST) {
            throw new IllegalArgumentException(
                    first + ".." + last + " (expected FROM..TO within 1.." + HIGHEST + ")");
        }
    }

    /**
     * Reads {@code FROM..TO}, or {@code N} for {@code 1..N}.
     *
     * @throws IllegalArgumentException if it is something else, or outside of the numbers
     */
    public static Situations of(String text) {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            throw new IllegalArgumentException(
                    text + " (expected FROM..TO or N, numbers from 1 to " + HIGHEST + ")");
        }
        String first = form.group(1);
        return new Situations(
                first == null ? 1 : Integer.parseInt(first), Integer.parseInt(form.group(2)));
    }
}
