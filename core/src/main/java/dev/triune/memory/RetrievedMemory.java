/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.memory;

import java.util.Objects;

/**
 * A memory that comes to mind. Immutable.
 *
 * @param text what happened, in words
 * @param source who told it, by name; empty if the agent lived it
 */
public record RetrievedMemory(String text, String source) {
    /** Refuses nulls. */
    public RetrievedMemory {
        Objects.requireNonNull(text, "text");
        Objects.requireNonNull(source, "source");
    }

    /** Something that the agent lived through. */
    public static RetrievedMemory of(String text) {
        return new RetrievedMemory(text, "");
    }
}
