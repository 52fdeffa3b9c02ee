/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.json;

/**
 * Looks for the place in prose where a JSON object may begin: a brace that is followed by a quote
 * or by the closing brace, with at most white space between. Skips {@code <think>} blocks with all
 * braces in them. Not thread-safe.
 */
final class ObjectFinder {
    private static final String THINK = "<think>";
    private static final String END_OF_THINK = "</think>";

    /** How many characters of the tag looked for have been seen in a row. */
    private int matched;

    private boolean thinking;
    private boolean afterBrace;

    /**
     * Takes the next byte of the text.
     *
     * @return true if an object began with the brace seen before and goes on with this byte; white
     *     space between the two is not reported
     */
    boolean opensWith(byte octet) {
        matchTag(octet);
        if (thinking) {
            return false;
        }
        boolean opens = afterBrace && (octet == '"' || octet == '}');
        afterBrace = octet == '{' || (afterBrace && isSpace(octet));
        return opens;
    }

    /** What was taken for an object is none: looks on, from this byte. */
    void restart(byte octet) {
        matched = 0;
        afterBrace = false;
        opensWith(octet);
    }

    /** Both tags hold their first character only once, so a mismatch can at most begin anew. */
    private void matchTag(byte octet) {
        String tag = thinking ? END_OF_THINK : THINK;
        if (octet == tag.charAt(matched)) {
            matched++;
        } else {
            matched = octet == '<' ? 1 : 0;
        }
        if (matched == tag.length()) {
            matched = 0;
            thinking = !thinking;
        }
    }

    private static boolean isSpace(byte octet) {
        return octet == ' ' || octet == '\n' || octet == '\r' || octet == '\t';
    }
}
