/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.memory;

import dev.triune.component.Episode;
import dev.triune.component.Memory;
import dev.triune.prompt.MemoryRetriever.Cue;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Generates memories with 20 people, 12 places, 200 things and seven kinds of episodes. */
final class Lives {
    private static final String[] DEEDS = {
        "promised you to mend the %s at %s",
        "gave you a %s at %s",
        "quarrelled about the %s with somebody near %s",
        "was looking for a %s behind %s",
        "told a long story about the %s of %s",
        "talked with you about the %s at %s",
        "carried a %s to %s"
    };
    static final long DAY = Episode.FADING;

    private final SplittableRandom random;

    Lives(long seed) {
        random = new SplittableRandom(seed);
    }

    /** Returns one of 20 names. */
    private String person() {
        return (char) ('A' + random.nextInt(20)) + "lin";
    }

    /** Returns one of 12 places. */
    private String place() {
        return "the " + (char) ('b' + random.nextInt(12)) + "olm";
    }

    /** Returns one of 200 meaningless words. */
    private String thing() {
        int number = random.nextInt(200);
        return "" + (char) ('a' + number % 20) + "o" + (char) ('b' + number / 20) + "en";
    }

    /** Fills a memory with a number of episodes over a month. */
    void fill(Memory memory, int episodes) {
        for (int i = 0; i < episodes; i++) {
            int kind = random.nextInt(DEEDS.length);
            memory.episodes.add(new Episode(
                    person() + " " + String.format(DEEDS[kind], thing(), place()),
                    "kind " + kind,
                    random.nextInt(100) / 100f,
                    30 * DAY * i / episodes));
        }
    }

    /** Returns cues of 64 moments: lines and people nearby. */
    List<Cue> cues() {
        List<Cue> cues = new ArrayList<>();
        for (int i = 0; i < 64; i++) {
            cues.add(new Cue(
                    List.of(person(), person(), place()),
                    List.of(
                            "What did " + person() + " say about the " + thing() + "?",
                            "Have you seen my " + thing() + "? I left it at " + place() + ".",
                            "gather 20 " + thing() + " for the winter",
                            "conversation"),
                    30 * DAY));
        }
        return cues;
    }
}
