/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.action;

import dev.triune.internal.text.BoundedText;

/** What was changed to make a step fit: words of the catalog and numbers, nothing of the answer. */
public final class Corrections {
    private static final int LIMIT = 400;

    private final StringBuilder words = new StringBuilder();

    /** One more change, in words. */
    public void add(String change) {
        words.append(words.length() == 0 ? "" : "; ").append(change);
    }

    /** All changes; empty if there were none. */
    @Override
    public String toString() {
        return BoundedText.of(words.toString(), LIMIT);
    }
}
