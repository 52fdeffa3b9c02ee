/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.memory;

import com.artemis.ComponentMapper;
import com.artemis.World;
import com.artemis.utils.Bag;
import dev.triune.component.Episode;
import dev.triune.component.Memory;
import dev.triune.internal.inject.GameFaults;
import dev.triune.prompt.MemoryRetriever;
import dev.triune.prompt.MemoryRetriever.Cue;
import dev.triune.prompt.MemoryRetriever.RetrievedMemory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Picks episodes and lore by relevance, importance and recency. Game thread only. */
final class EpisodeRetriever implements MemoryRetriever {
    /** The maximum number of retrieved episodes. */
    static final int LIMIT = 5;

    /** The maximum number of retrieved episodes of one kind. */
    static final int PER_KIND = 2;

    /** The maximum size of all retrieved episodes, in estimated tokens. */
    static final int TOKENS = 300;

    /** The kind of the game's knowledge. */
    private static final String LORE = "lore";

    private final MemoryConfig config;
    private final float relevanceWeight;
    private final float importanceWeight;
    private final float recencyWeight;
    private final List<MemoryConfig.Lore> lore;
    private final EpisodeIndex loreIndex;
    private final float[] loreScores;
    private final EpisodeIndex noEpisodes;
    /** By entity id; that of an agent that is gone serves the next one with its id. */
    private final Bag<EpisodeIndex> indexes = new Bag<>(EpisodeIndex.class);

    private final Candidates candidates = new Candidates();
    private final Selection selection = new Selection();
    private final GameFaults faults = new GameFaults(EpisodeRetriever.class);
    private float[] scores = {};

    @SuppressWarnings("NullAway.Init") // Artemis fills it in
    private ComponentMapper<Memory> mMemory;

    /** That of the minds, once Artemis has filled it in; then Errors of the game are kept. */
    private @Nullable World world;

    EpisodeRetriever(MemoryConfig config) {
        this.config = config;
        this.relevanceWeight = config.relevanceWeight();
        this.importanceWeight = config.importanceWeight();
        this.recencyWeight = config.recencyWeight();
        this.lore = List.copyOf(config.lore());
        this.noEpisodes = new EpisodeIndex(config.relevance().index());
        this.loreIndex = new EpisodeIndex(config.relevance().index());
        loreIndex.update(lore.stream()
                .map(each -> new Episode(each.text(), LORE, each.weight(), Long.MIN_VALUE))
                .toList());
        this.loreScores = new float[loreIndex.capacity()];
    }

    @Override
    public List<RetrievedMemory> retrieve(int agent, Cue cue) {
        if (world != null) {
            faults.join(world);
            world = null;
        }
        EpisodeIndex index = indexOf(agent);
        selectEpisodes(agent, index, cue);
        List<RetrievedMemory> memories = new ArrayList<>(selection.size());
        for (int i = 0; i < selection.size(); i++) {
            Episode episode = selection.episode(i);
            index.picked[i] = episode;
            memories.add(new RetrievedMemory(
                    episode.text,
                    episode.source,
                    episode.earlier.isEmpty()
                            ? null
                            : new RetrievedMemory(episode.earlier, episode.earlierSource),
                    relevanceWeight * selection.relevance(i),
                    importanceWeight * episode.score,
                    recencyWeight * recency(episode, cue.tick())));
        }
        return memories;
    }

    @Override
    public Duration prepare(int agent, Supplier<Cue> cue) {
        return config.relevance().prepare(cue);
    }

    @Override
    public void shown(int agent) {
        EpisodeIndex index = indexOf(agent);
        for (int i = 0; i < LIMIT && index.picked[i] != null; i++) {
            index.picked[i].uses++;
        }
        Arrays.fill(index.picked, null);
    }

    /** Returns the index of an agent's memory, brought up to date. */
    EpisodeIndex indexOf(int agent) {
        Memory memory = mMemory.get(agent);
        if (memory == null) {
            return noEpisodes;
        }
        EpisodeIndex index = indexes.safeGet(agent);
        if (index == null) {
            index = new EpisodeIndex(config.relevance().index());
            indexes.set(agent, index);
        }
        index.update(memory.episodes);
        return index;
    }

    Selection selectEpisodes(int agent, EpisodeIndex index, Cue cue) {
        if (scores.length < index.capacity()) {
            scores = new float[index.capacity()];
        }
        Arrays.fill(index.picked, null);
        index.relevance.score(cue, scores);
        loreIndex.relevance.score(cue, loreScores);
        selection.clear();
        int before = -1;
        while (before < selection.size() && !selection.isFull()) {
            before = selection.size();
            candidates.clear();
            gather(loreIndex, loreScores, agent, cue.tick());
            gather(index, scores, agent, cue.tick());
            for (int i = 0; i < candidates.size(); i++) {
                selection.offer(candidates.episode(i), candidates.relevance(i));
            }
            if (!candidates.isFull()) {
                return selection;
            }
        }
        return selection;
    }

    /** Collects the best episodes; from the second pass on, only of kinds that still have room. */
    private void gather(EpisodeIndex index, float[] relevances, int agent, long now) {
        boolean first = selection.size() == 0;
        for (int i = 0; i < index.count(); i++) {
            Episode episode = index.episode(i);
            float scored = relevances[index.slot(i)];
            float relevance = scored > 0 ? Math.min(1, scored) : 0; // not a number: nothing
            float sum = relevanceWeight * relevance + importanceWeight * episode.score;
            boolean eligible = !candidates.exceeds(sum + recencyWeight) // saves a division
                    && (first || selection.accepts(episode.kind))
                    && (index != loreIndex || holds(i, agent));
            if (eligible) {
                candidates.offer(episode, sum + recencyWeight * recency(episode, now), relevance);
            }
        }
    }

    /** Lore is always fresh. */
    private static float recency(Episode episode, long now) {
        return episode.tick == Long.MIN_VALUE ? 1 : (float) episode.recency(now);
    }

    private boolean holds(int piece, int agent) {
        return faults.test("condition of lore", lore.get(piece).condition(), agent, false);
    }
}
