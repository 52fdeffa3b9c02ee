/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.prompt;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Picks the memories that a prompt contains: the last episodes, unless a module or the game sets
 * another with {@link dev.triune.MindConfig#memoryRetriever}. Artemis fills in the retriever's
 * mappers.
 */
@FunctionalInterface
public interface MemoryRetriever {
    /**
     * Returns the memories for an agent's prompt, the oldest first, at the moment it is rendered;
     * must not block or change anything. The prompt shows at most five.
     */
    List<RetrievedMemory> retrieve(int agent, Cue cue);

    /**
     * Prepares for the prompt of an agent that is about to ask a model: starts to look up what
     * cannot be had at once, such as an embedding of what was just said. Must not block.
     *
     * @param cue what will occupy the agent, without those who are near and the place
     * @return how long the request may wait for it, of which at most 250 ms count; zero unless
     *     overridden. A request waits once, and is made then, whatever has come
     */
    default Duration prepare(int agent, Supplier<Cue> cue) {
        return Duration.ZERO;
    }

    /** Notes that a prompt shows the memories that were last retrieved for an agent. */
    default void shown(int agent) {}

    /**
     * What occupies an agent when memories are picked for its prompt. Immutable.
     *
     * @param names the names of addressers, of agents nearby and of the place; they count little
     * @param lines last words, goals, the reason to think; the first counts most
     * @param tick the current tick
     */
    record Cue(List<String> names, List<String> lines, long tick) {
        /** Copies the lists. */
        public Cue {
            names = List.copyOf(names);
            lines = List.copyOf(lines);
        }
    }

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
    record RetrievedMemory(
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
}
