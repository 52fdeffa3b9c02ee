/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.memory;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A memory for a prompt, with the parts of its score. Immutable.
 *
 * @param text the text: what happened, in words
 * @param source the name of the source; empty if the agent lived it
 * @param earlier the agent's earlier belief; null if there was none
 * @param relevance the part of the score for its words
 * @param importance the part of the score for its importance
 * @param recency the part of the score for its freshness
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
