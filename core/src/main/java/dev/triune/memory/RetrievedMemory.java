/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.memory;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A memory that comes to mind, and why. Immutable.
 *
 * @param text what happened, in words
 * @param source who told it, by name; empty if the agent lived it
 * @param earlier what the agent believed about it before; null if nothing else
 * @param relevance what its words added to its score
 * @param importance what its importance added
 * @param recency what its freshness added
 */
public record RetrievedMemory(
        String text,
        String source,
        @Nullable RetrievedMemory earlier,
        float relevance,
        float importance,
        float recency) {
    /** Refuses nulls. */
    public RetrievedMemory {
        Objects.requireNonNull(text, "text");
        Objects.requireNonNull(source, "source");
    }

    /** Creates a memory that was not scored. */
    public RetrievedMemory(String text, String source) {
        this(text, source, null, 0, 0, 0);
    }

    /** Creates a memory of something that the agent lived through. */
    public static RetrievedMemory of(String text) {
        return new RetrievedMemory(text, "");
    }
}
