/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.schedule;

import com.artemis.ComponentMapper;
import dev.triune.component.Episode;
import dev.triune.component.Memory;
import dev.triune.prompt.MemoryRetriever;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Picks the last episodes of an agent. Artemis fills in the mapper. Game thread only. */
final class RecentEpisodes implements MemoryRetriever {
    private static final int LIMIT = 5;

    @SuppressWarnings("NullAway.Init") // Artemis fills it in
    private ComponentMapper<Memory> mMemory;

    @Override
    public List<RetrievedMemory> retrieve(int agent, Cue cue) {
        Memory memory = mMemory.get(agent);
        List<RetrievedMemory> last = new ArrayList<>(LIMIT);
        if (memory == null) {
            return last;
        }
        int size = memory.episodes.size();
        for (Episode episode : memory.episodes.subList(Math.max(0, size - LIMIT), size)) {
            last.add(new RetrievedMemory(
                    episode.text, episode.source, earlier(episode), 0, episode.score, 0));
        }
        return last;
    }

    private static @Nullable RetrievedMemory earlier(Episode episode) {
        return episode.earlier.isEmpty()
                ? null
                : new RetrievedMemory(episode.earlier, episode.earlierSource);
    }
}
