/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.memory;

import com.artemis.ComponentMapper;
import dev.triune.component.Episode;
import dev.triune.component.Memory;
import dev.triune.memory.MemoryRetriever;
import dev.triune.memory.RetrievedMemory;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Picks the episodes of {@link Memory} that are worth most, at most {@value #LIMIT} and at most
 * {@value #PER_KIND} of a kind. What an episode is worth fades with its age, counted from the
 * youngest one, so that nothing depends on when it is asked. Game thread only.
 */
public final class EpisodeRetriever implements MemoryRetriever {
    /** The most episodes that come to mind. */
    public static final int LIMIT = 5;

    /** The most of them that are of the same kind. */
    public static final int PER_KIND = 2;

    @SuppressWarnings("NullAway.Init") // Artemis fills it in
    private ComponentMapper<Memory> mMemory;

    @Override
    public List<RetrievedMemory> retrieve(int agent) {
        Memory memory = mMemory.get(agent);
        return memory == null ? List.of() : pick(memory.episodes);
    }

    /** The pick, the oldest first: a new memory then comes last, behind what prompts share. */
    static List<RetrievedMemory> pick(List<Episode> episodes) {
        if (episodes.isEmpty()) {
            return List.of();
        }
        long now = youngest(episodes);
        List<Episode> ranked = new ArrayList<>(episodes);
        ranked.sort(Comparator.<Episode>comparingDouble(episode -> -episode.worth(now))
                .thenComparingLong(episode -> -episode.tick));
        Map<String, Integer> kinds = new HashMap<>();
        List<Episode> picked = new ArrayList<>(LIMIT);
        for (int i = 0; i < ranked.size() && picked.size() < LIMIT; i++) {
            if (kinds.merge(ranked.get(i).kind, 1, Integer::sum) <= PER_KIND) {
                picked.add(ranked.get(i));
            }
        }
        picked.sort(Comparator.comparingLong(episode -> episode.tick));
        List<RetrievedMemory> known = new ArrayList<>(picked.size());
        for (Episode episode : picked) {
            known.add(new RetrievedMemory(episode.text, episode.source));
        }
        return known;
    }

    private static long youngest(List<Episode> episodes) {
        long tick = Long.MIN_VALUE;
        for (Episode episode : episodes) {
            tick = Math.max(tick, episode.tick);
        }
        return tick;
    }
}
