/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.action;

import dev.triune.internal.text.BoundedText;

/**
 * Describes the corrections of a step in words of the catalog and numbers; quotes nothing from the
 * answer.
 */
final class Corrections {
    private static final int LIMIT = 400;

    private final StringBuilder words = new StringBuilder();

    /** Adds a correction, in words. */
    public void add(String change) {
        words.append(words.length() == 0 ? "" : "; ").append(change);
    }

    /** Returns all corrections; empty if there were none. */
    @Override
    public String toString() {
        return BoundedText.of(words.toString(), LIMIT);
    }
}
