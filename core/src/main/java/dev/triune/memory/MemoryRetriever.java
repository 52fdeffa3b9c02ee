/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.memory;

import dev.triune.internal.memory.EpisodeRetriever;
import java.util.List;

/**
 * Picks the memories that a prompt tells. A game with a memory of its own, say one that searches by
 * meaning, sets it with {@link dev.triune.MindConfig#memoryRetriever}. Artemis fills in its mappers.
 */
@FunctionalInterface
public interface MemoryRetriever {
    /**
     * What comes to an agent's mind, the oldest first. Called on the game thread, at the moment the
     * prompt is rendered; must not block. The prompt shows at most five.
     *
     * @param agent the entity id
     */
    List<RetrievedMemory> retrieve(int agent);

    /**
     * Picks the episodes of the {@link dev.triune.component.Memory} component that are worth most: at
     * most {@value EpisodeRetriever#LIMIT}, and at most {@value EpisodeRetriever#PER_KIND} of a kind.
     */
    static MemoryRetriever episodes() {
        return new EpisodeRetriever();
    }
}
