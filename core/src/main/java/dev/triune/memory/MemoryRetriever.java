/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.memory;

import dev.triune.internal.memory.EpisodeRetriever;
import java.util.List;

/**
 * Picks the memories that a prompt contains. A game with a memory of its own sets it with {@link
 * dev.triune.MindConfig#memoryRetriever}; one that only compares meanings in another way sets a
 * {@link Relevance}. Artemis fills in its mappers.
 */
@FunctionalInterface
public interface MemoryRetriever {
    /**
     * Returns what comes to an agent's mind, the oldest first, at the moment its prompt is
     * rendered; must not block or change anything. The prompt shows at most five.
     */
    List<RetrievedMemory> retrieve(int agent, Cue cue);

    /** Notes that a prompt shows the memories that were retrieved last, for that agent. */
    default void shown(int agent) {}

    /**
     * Picks the episodes of the {@link dev.triune.component.Memory} component that score highest, at
     * most {@value EpisodeRetriever#LIMIT}, {@value EpisodeRetriever#PER_KIND} of a kind, and {@value
     * EpisodeRetriever#TOKENS} tokens.
     */
    static MemoryRetriever episodes(MemoryConfig config) {
        return new EpisodeRetriever(config);
    }

    /**
     * What an agent has in mind when memories are picked. Immutable.
     *
     * @param names who addresses it or is near, and the place; they count little
     * @param lines last words, goals, the reason to think; the first counts most
     * @param tick when this is
     */
    record Cue(List<String> names, List<String> lines, long tick) {
        /** Copies the lists. */
        public Cue {
            names = List.copyOf(names);
            lines = List.copyOf(lines);
        }
    }
}
