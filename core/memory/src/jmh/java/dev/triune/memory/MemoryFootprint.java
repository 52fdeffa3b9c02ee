/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.memory;

import com.artemis.World;
import com.artemis.WorldConfiguration;
import dev.triune.component.Memory;
import dev.triune.prompt.MemoryRetriever.Cue;
import java.util.ArrayList;
import java.util.List;

/** Prints the size of many agents' memories in MB, without and with the index for recall. */
public final class MemoryFootprint {
    private MemoryFootprint() {}

    /** Prints the sizes; the arguments are the number of agents and the episodes of each. */
    public static void main(String[] args) {
        int agents = Integer.parseInt(args[0]);
        int episodes = Integer.parseInt(args[1]);
        World world = new World(new WorldConfiguration());
        EpisodeRetriever retriever = new EpisodeRetriever(new MemoryConfig());
        world.inject(retriever);
        List<Memory> memories = new ArrayList<>();
        int[] ids = new int[agents];
        for (int i = 0; i < agents; i++) {
            ids[i] = world.create();
            memories.add(world.edit(ids[i]).create(Memory.class));
        }
        long empty = used();
        Lives lives = new Lives(7);
        memories.forEach(memory -> lives.fill(memory, episodes));
        long filled = used();
        Cue cue = lives.cues().get(0);
        for (int id : ids) {
            retriever.retrieve(id, cue);
        }
        long indexed = used();
        System.out.printf("%d %d%n", (filled - empty) >> 20, (indexed - empty) >> 20);
        memories.get(0).limit = world.create(); // keeps everything reachable until here
    }

    private static long used() {
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }
}
