/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.memory;

import dev.triune.component.Episode;
import dev.triune.prompt.MemoryRetriever.Cue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;

/**
 * A month of one agent's life of which everything is known, and questions about it: what happened
 * is told in one of several ways, and asked about in others.
 */
final class KnownLife {
    /** A question, and the episode that answers it. */
    record Question(Cue cue, String answer) {}

    static final int DAYS = 30;

    private static final String[] PEOPLE = {
        "Mira", "Joss", "Oren", "Edda", "Tamsin", "Bram", "Wren", "Hale", "Ida", "Kolb", "Lise",
        "Moss", "Nell", "Piet", "Runa", "Sven", "Tove", "Ulf", "Vera", "Yrsa"
    };
    private static final String[] PLACES = {
        "the mill",
        "the well",
        "the square",
        "the old oak",
        "the ford",
        "the smithy",
        "the quarry",
        "the chapel",
        "the north gate",
        "the barn",
        "the bridge",
        "the orchard"
    };
    private static final String[] GOODS = {
        "flour",
        "salt",
        "firewood",
        "candles",
        "bread",
        "rope",
        "nails",
        "wool",
        "honey",
        "tar",
        "iron",
        "seed grain"
    };
    private static final String[] THINGS = {
        "a blue light", "a lame fox", "the lost goat", "a broken cart", "a stranger with a lute",
        "mushrooms", "wolf tracks", "a silver ring", "the miller's cat", "a burnt tent",
        "three riders", "a beehive"
    };
    private static final String[] DEEDS = {
        "mend the roof",
        "bring an axe",
        "lend the mule",
        "teach you to swim",
        "watch the sheep",
        "pay back two coins",
        "sharpen the scythe",
        "carry water",
        "come to the harvest",
        "help with the fence"
    };
    private static final String[] REASONS = {
        "a cow", "the fence", "an old debt", "a song", "the boundary stone", "a spilled jug"
    };
    private static final String[] GOALS = {
        "gather wood for the winter",
        "build a well",
        "find out who took the honey",
        "learn to swim",
        "help with the feast",
        "keep the fire burning"
    };

    final List<Episode> episodes = new ArrayList<>();
    final List<Question> questions = new ArrayList<>();
    final long now = DAYS * Episode.FADING;

    private final SplittableRandom random;

    /** What answers a question of a kind about something, the last one that happened. */
    private final Map<String, String> truth = new HashMap<>();

    private final List<String> keys = new ArrayList<>();

    /** Takes a life that another made. */
    KnownLife(List<Episode> episodes, List<Question> questions) {
        this.random = new SplittableRandom(0);
        this.episodes.addAll(episodes);
        this.questions.addAll(questions);
    }

    KnownLife(long seed, int size, int asked) {
        random = new SplittableRandom(seed);
        for (int i = 0; i < size; i++) {
            happen(now * i / size);
        }
        for (int tries = 0; questions.size() < asked && tries < asked * 50; tries++) {
            ask(keys.get(random.nextInt(keys.size())));
        }
    }

    private String any(String... of) {
        return of[random.nextInt(of.length)];
    }

    private void happen(long tick) {
        String who = any(PEOPLE);
        String other = PEOPLE[(List.of(PEOPLE).indexOf(who) + 1 + random.nextInt(19)) % 20];
        String place = any(PLACES);
        String good = any(GOODS);
        String thing = any(THINGS);
        int day = (int) (tick / Episode.FADING);
        switch (random.nextInt(25)) {
            case 0 -> {
                String deed = any(DEEDS);
                String text = who + " promised you: " + any("I'll ", "I will ") + deed;
                add("promise|" + who + "|" + last(deed), text, "promise", 0.35f, tick, who);
            }
            case 1 -> {
                String deed = any(DEEDS).replace("you", "them");
                String text = "you promised " + who + ": I'll " + deed;
                add("owed|" + who + "|" + last(deed), text, "promise", 0.35f, tick, "");
            }
            case 2 -> {
                String text = any("you saw ", "you noticed ", "you came upon ")
                        + thing
                        + any(" near ", " at ", " behind ")
                        + place;
                add("where|" + thing, text, "sight", 0.3f, tick, "");
            }
            case 3 -> {
                String text =
                        any("there is too little ", "we run short of ") + good + " at " + place;
                add("short|" + place, text, "shortage", 0.3f, tick, who);
            }
            case 4 -> {
                String first = who.compareTo(other) < 0 ? who : other;
                String second = first.equals(who) ? other : who;
                String text = who + " and " + other
                        + any(" quarrelled over ", " fell out over ", " argued about ")
                        + any(REASONS);
                add("quarrel|" + first + "|" + second, text, "quarrel", 0.4f, tick, "");
            }
            case 5 -> {
                String text = who + any(" gave you ", " gave you ", " handed you ") + good + " at "
                        + place;
                add("gift|" + good, text, "gift", 0.4f, tick, "");
            }
            case 6 -> {
                String text = any("a wolf attacked ", "wolves came to ") + place + " on day " + day;
                add("danger|" + place, text, "danger", 0.8f, tick, "");
            }
            case 7 -> noise("day " + day + ": gathered " + good + ", met " + who, "day", 1, tick);
            case 8, 9, 10, 11, 12, 13, 14 ->
                noise("talked with " + who + " and " + other + " at " + place, "talk", 0.15f, tick);
            case 15, 16, 17, 18 -> noise("gathered " + good + " at " + place, "work", 0.1f, tick);
            case 19, 20 -> noise(who + " walked to " + place + " with " + good, "seen", 0.1f, tick);
            default -> {
                String text = who + " told a long story about " + any(REASONS) + " and " + other;
                add("", text, "told", 0.2f, tick, who);
            }
        }
    }

    private static String last(String words) {
        return words.substring(words.lastIndexOf(' ') + 1);
    }

    private void noise(String text, String kind, float score, long tick) {
        add("", text, kind, score, tick, "");
    }

    private void add(String key, String text, String kind, float score, long tick, String source) {
        for (Episode known : episodes) {
            if (known.text.equals(text)) { // as Memory.remember renews it
                known.tick = tick;
                note(key, text);
                return;
            }
        }
        episodes.add(new Episode(text, kind, score, tick, source));
        note(key, text);
    }

    private void note(String key, String text) {
        if (!key.isEmpty() && truth.put(key, text) == null) {
            keys.add(key);
        }
    }

    /** Asks for the last thing of its kind; who asks, stands near or has goals is chance. */
    private void ask(String key) {
        String[] parts = key.split("\\|", -1);
        String a = parts[1];
        String line = switch (parts[0]) {
            case "promise" ->
                any(
                        "What did " + a + " promise you about the " + parts[2] + "?",
                        "Who spoke of the " + parts[2] + " to you, was it " + a + "?",
                        a + " has not kept the promise, think of the " + parts[2] + "!");
            case "owed" ->
                any(
                        "What have you promised to " + a + " about the " + parts[2] + "?",
                        a + " is waiting for you because of the " + parts[2] + ".");
            case "where" ->
                any(
                        "Where did you see " + a + "?",
                        "I am looking for " + a + ". Any idea?",
                        "Somebody speaks of " + a + ", where was it?");
            case "short" ->
                any(
                        "What is missing at " + a + "?",
                        "What do they run short of at " + a + "?",
                        "Is there enough of everything at " + a + "? What is too little?");
            case "quarrel" ->
                any(
                        "Why did " + a + " and " + parts[2] + " quarrel?",
                        "What did " + a + " argue about with " + parts[2] + "?");
            case "gift" -> any("Who gave you the " + a + "?", "Where is that " + a + " from?");
            default -> any("Was there a wolf at " + a + "?", "Are there wolves around " + a + "?");
        };
        Cue cue = new Cue(
                List.of(any(PEOPLE), any(PEOPLE), any(PLACES)),
                List.of(line, any(GOALS), any(GOALS), "conversation"),
                now);
        questions.add(new Question(cue, Objects.requireNonNull(truth.get(key))));
    }
}
