/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.memory;

import com.artemis.World;
import com.artemis.WorldConfiguration;
import dev.triune.component.Episode;
import dev.triune.component.Memory;
import dev.triune.prompt.MemoryRetriever.Cue;
import dev.triune.prompt.MemoryRetriever.RetrievedMemory;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Measures one agent's recall for a prompt: choosing by the cue, the same with the returned list, by
 * meaning as well, with one new episode before each recall, and ranking all by score and age without a cue.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
@State(Scope.Thread)
@SuppressWarnings("NullAway.Init") // JMH calls the setup first
public class RecallBenchmark {
    @Param({"64", "1000", "10000"})
    int episodes;

    private EpisodeRetriever retriever;
    private EpisodeRetriever byMeaning;
    private Memory memory;
    private int agent;
    private List<Cue> cues;
    private int turn;

    /** Creates an agent with memories of a month. */
    @Setup
    public void setUp() {
        World world = new World(new WorldConfiguration());
        retriever = new EpisodeRetriever(new MemoryConfig());
        world.inject(retriever);
        agent = world.create();
        memory = world.edit(agent).create(Memory.class);
        Lives lives = new Lives(7);
        lives.fill(memory, episodes);
        cues = lives.cues();
        byMeaning = new EpisodeRetriever(new MemoryConfig().relevance(meanings()));
        world.inject(byMeaning);
        world.process();
        for (int i = 0; i < episodes / 64 + 1; i++) {
            byMeaning.retrieve(agent, cue()); // takes 64 embeddings
        }
    }

    /** Returns a relevance that knows embeddings of 384 dimensions of all episodes and lines. */
    private SemanticRelevance meanings() {
        SemanticRelevance relevance = (SemanticRelevance) Relevance.semantic("chance");
        SplittableRandom random = new SplittableRandom(7);
        StringBuilder state = new StringBuilder("chance");
        Set<String> texts = new LinkedHashSet<>();
        memory.episodes.forEach(each -> texts.add(each.text));
        cues.forEach(each -> texts.addAll(each.lines()));
        for (String text : texts) {
            float[] numbers = new float[384];
            for (int i = 0; i < numbers.length; i++) {
                numbers[i] = (float) (random.nextDouble() * 2 - 1);
            }
            state.append('\n')
                    .append(Long.toHexString(EmbeddingStore.key(text)))
                    .append(' ')
                    .append(Embedding.of(numbers));
        }
        relevance.store.readState(state.toString());
        return relevance;
    }

    private Cue cue() {
        return cues.get(turn++ & 63);
    }

    /** Chooses by the cue. */
    @Benchmark
    public int choose() {
        return retriever.selectEpisodes(agent, retriever.indexOf(agent), cue()).size();
    }

    /** Chooses, and returns the list. */
    @Benchmark
    public List<RetrievedMemory> retrieve() {
        return retriever.retrieve(agent, cue());
    }

    /** Chooses by meaning as well, and returns the list. */
    @Benchmark
    public List<RetrievedMemory> meaning() {
        return byMeaning.retrieve(agent, cue());
    }

    /** Retrieves after one episode has replaced another. */
    @Benchmark
    public List<RetrievedMemory> change() {
        memory.episodes.add(memory.episodes.remove((turn * 31) % episodes));
        return retriever.retrieve(agent, cue());
    }

    /** Ranks all by score and age, without a cue. */
    @Benchmark
    public List<String> worth() {
        long now = 30 * Lives.DAY;
        List<Episode> ranked = new ArrayList<>(memory.episodes);
        ranked.sort(Comparator.<Episode>comparingDouble(each -> -each.worth(now))
                .thenComparingLong(each -> -each.tick));
        Map<String, Integer> kinds = new HashMap<>();
        List<String> picked = new ArrayList<>(5);
        for (int i = 0; i < ranked.size() && picked.size() < 5; i++) {
            if (kinds.merge(ranked.get(i).kind, 1, Integer::sum) <= 2) {
                picked.add(ranked.get(i).text);
            }
        }
        return picked;
    }
}
