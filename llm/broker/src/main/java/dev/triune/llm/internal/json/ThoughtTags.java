/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.json;

/** Finds {@code <think>} and {@code </think>} in text, character by character. Not thread-safe. */
final class ThoughtTags {
    static final String OPENING = "<think>";
    private static final String CLOSING = "</think>";

    private String tag = OPENING;
    private int matched;
    private boolean thinking;
    private boolean closed;

    /** Reads the next character; whether it completes a tag. */
    boolean take(int next) {
        if (next == tag.charAt(matched)) {
            matched++;
        } else if (matched == 1 && next == '/') {
            tag = CLOSING;
            matched++;
        } else {
            reset();
            matched = next == '<' ? 1 : 0;
        }
        boolean complete = matched == tag.length();
        if (complete) {
            thinking = tag.equals(OPENING);
            closed |= !thinking;
            reset();
        }
        return complete;
    }

    void reset() {
        tag = OPENING;
        matched = 0;
    }

    /** Returns the number of last characters that may start a tag. */
    int matched() {
        return matched;
    }

    boolean isThinking() {
        return thinking;
    }

    /** Whether there was a closing tag, with or without an opening one. */
    boolean isClosed() {
        return closed;
    }
}
