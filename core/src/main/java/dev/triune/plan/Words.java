/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.plan;

/** Free text from outside, made harmless: one line, bounded. */
public final class Words {
    private Words() {}

    /**
     * Strips a text, folds white space and line breaks into single blanks, and cuts it.
     *
     * @param limit the most characters that are left; never splits a surrogate pair
     */
    public static String bounded(String raw, int limit) {
        String text = raw.strip().replaceAll("\\s+", " ");
        if (text.length() <= limit) {
            return text;
        }
        int end = Character.isHighSurrogate(text.charAt(limit - 1)) ? limit - 1 : limit;
        return text.substring(0, end);
    }
}
