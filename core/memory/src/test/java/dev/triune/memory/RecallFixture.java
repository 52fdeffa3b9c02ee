/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.memory;

import com.artemis.World;
import com.artemis.WorldConfiguration;
import dev.triune.component.Episode;
import dev.triune.component.Memory;
import dev.triune.prompt.MemoryRetriever.Cue;
import dev.triune.prompt.MemoryRetriever.RetrievedMemory;
import java.util.List;
import java.util.function.Consumer;

/** One agent with a memory, and a retriever. */
final class RecallFixture {
    final EpisodeRetriever retriever;
    final World world = new World(new WorldConfiguration());
    final int agent = world.create();
    final Memory memory = world.edit(agent).create(Memory.class);

    RecallFixture(Consumer<MemoryConfig> change) {
        MemoryConfig config = new MemoryConfig();
        change.accept(config);
        retriever = new EpisodeRetriever(config);
        world.inject(retriever);
        world.process();
    }

    RecallFixture() {
        this(config -> {});
    }

    RecallFixture with(Episode... episodes) {
        memory.episodes.addAll(List.of(episodes));
        return this;
    }

    List<RetrievedMemory> recall(Cue cue) {
        return retriever.retrieve(agent, cue);
    }

    List<String> texts(Cue cue) {
        return recall(cue).stream().map(RetrievedMemory::text).toList();
    }

    static Cue cue(long tick, String... lines) {
        return new Cue(List.of(), List.of(lines), tick);
    }
}
