/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.memory;

import dev.triune.component.Episode;
import dev.triune.memory.KnownLife.Question;
import dev.triune.prompt.MemoryRetriever.Cue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * A life, and questions about it in other words: of what an episode says, its question repeats the sense and
 * no word. What happens is who did what with what where; the last time is asked for.
 */
final class Paraphrases {
    private static final String[][] PEOPLE = {
        {"the smith", "our blacksmith"},
        {"the healer", "our physician"},
        {"the miller", "whoever grinds"},
        {"the priest", "our clergyman"},
        {"the hunter", "our trapper"},
        {"the widow", "that bereaved woman"},
        {"the carter", "our driver"},
        {"the baker", "whoever bakes"}
    };
    private static final String[][] DEEDS = {
        {"mended", "repair"},
        {"stole", "theft"},
        {"sold", "trade"},
        {"hid", "conceal"},
        {"broke", "damage"},
        {"found", "discover"},
        {"burnt", "fire"},
        {"gave away", "present"}
    };
    private static final String[][] THINGS = {
        {"lamb", "young sheep"},
        {"roof", "thatch"},
        {"coins", "money"},
        {"axe", "hatchet"},
        {"boat", "skiff"},
        {"flour", "milled corn"},
        {"lantern", "lamp"},
        {"fence", "palisade"},
        {"well", "shaft"},
        {"cloak", "mantle"}
    };
    private static final String[][] PLACES = {
        {"by the river", "near running water"},
        {"in the forest", "among trees"},
        {"on the hill", "up high"},
        {"at the church", "beside our chapel"},
        {"in the cellar", "underground"}
    };

    /** The sense of each word, the first word that says it. */
    static final Map<String, String> MEANINGS = meanings();

    private Paraphrases() {}

    private static Map<String, String> meanings() {
        Map<String, String> meanings = new LinkedHashMap<>();
        for (String[][] all : List.of(PEOPLE, DEEDS, THINGS, PLACES)) {
            for (String[] pair : all) {
                String sense = last(pair[0]);
                for (String words : pair) {
                    for (String word : words.split(" ", -1)) {
                        if (word.length() > 3 || words.equals(word)) {
                            meanings.put(word, sense);
                        }
                    }
                }
            }
        }
        return meanings;
    }

    private static String last(String words) {
        return words.substring(words.lastIndexOf(' ') + 1);
    }

    static KnownLife life(long seed, int asked) {
        SplittableRandom random = new SplittableRandom(seed);
        List<Episode> episodes = new ArrayList<>();
        Map<String, String> truth = new HashMap<>();
        List<int[]> happened = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            int[] what = {
                random.nextInt(PEOPLE.length),
                random.nextInt(DEEDS.length),
                random.nextInt(THINGS.length),
                random.nextInt(PLACES.length)
            };
            String text = PEOPLE[what[0]][0] + " " + DEEDS[what[1]][0] + " the "
                    + THINGS[what[2]][0] + " " + PLACES[what[3]][0];
            episodes.removeIf(each -> each.text.equals(text));
            episodes.add(new Episode(
                    text, "kind " + random.nextInt(12), 0.1f + 0.4f * random.nextInt(2), 20L * i));
            truth.put(what[0] + " " + what[1] + " " + what[2], text);
            happened.add(what);
        }
        List<Question> questions = new ArrayList<>();
        for (int i = 0; i < asked; i++) {
            int[] what = happened.get(random.nextInt(happened.size()));
            String line = "Tell me about " + DEEDS[what[1]][1] + ", " + PEOPLE[what[0]][1] + ", "
                    + THINGS[what[2]][1] + "!";
            questions.add(new Question(
                    new Cue(List.of("Robin"), List.of(line), 20_000),
                    truth.get(what[0] + " " + what[1] + " " + what[2])));
        }
        return new KnownLife(episodes, questions);
    }
}
