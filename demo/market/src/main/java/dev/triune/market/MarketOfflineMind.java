/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.market;

import dev.triune.llm.Prompt;
import dev.triune.llm.provider.OfflineMind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.random.RandomGenerator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Rules in place of a model, so that the game runs without one. Like a model they see the prompt and
 * nothing else, and answer in JSON. A real model says far better things: see {@code --llm}.
 */
final class MarketOfflineMind implements OfflineMind {
    private static final Pattern LINE = Pattern.compile("(?m)^- ([^:\"\n]{1,90}): \"(.*)\"$");
    private static final Pattern STALL = Pattern.compile("(?m)^- (.{1,40}) sells (.{1,60})$");
    private static final Pattern NAME = Pattern.compile("You are ([^.\n]+)\\. An? (\\w+)");
    private static final String[] GREETINGS = {
        "Good day to you, %s! What brings you to the market?",
        "Well met, %s. You are not from around here, are you?",
        "Oh, hello %s! Have you tried the plum cake yet?",
    };
    private static final String[] SMALL_TALK = {
        "Did you see the prices at %s today?", "I could spend all day at %s.",
        "My knees say it will rain tomorrow.", "They say wolves come when it gets dark.",
        "Somebody should sweep this square.", "I am off to %s in a moment.",
        "What a crowd today!", "Have you tasted the %s? Heavenly.",
    };

    private final String player;

    MarketOfflineMind(String player) {
        this.player = player;
    }

    @Override
    public String answer(Prompt prompt, RandomGenerator random) {
        String text = prompt.text();
        if (text.contains("prowl")) {
            return random.nextInt(3) == 0
                    ? action("howl", "")
                    : action("prowl", ", \"stall\": \"" + pick(stalls(text), random)[0] + "\"");
        }
        if (!text.contains("What do you say?")) {
            return plan(text, random);
        }
        if (!text.contains("You answer " + player + " now.")) {
            return chat(text, random);
        }
        Matcher line = LINE.matcher(text);
        String said = "";
        while (line.find()) {
            said = line.group(1).startsWith(player) ? line.group(2) : said; // the last one counts
        }
        return reply(said.toLowerCase(Locale.ROOT), text, random);
    }

    private static String plan(String text, RandomGenerator random) {
        List<String[]> stalls = stalls(text);
        return """
                {"action": [{"type": "visit", "stall": "%s"}, {"type": "visit", "stall": "%s"}]}""".formatted(pick(stalls, random)[0], pick(stalls, random)[0]);
    }

    private String reply(String said, String text, RandomGenerator random) {
        if (has(said, "come", "follow", "walk with")) {
            return say("Gladly, " + player + ". Lead the way!", """
                    [{"type": "follow", "person": "%s"}]""".formatted(player));
        }
        if (has(said, "stay", "wait", "stop")) {
            return say(
                    "All right, I will stay here.",
                    "[{\"type\": \"cancel_plan\"}, {\"type\": \"stay\"}]");
        }
        for (String[] stall : stalls(text)) {
            String word = stall[0].replaceFirst("^the ", "").replace(" stall", "");
            if (said.contains(word)) {
                return say(
                        "You want " + stall[1] + "? Then " + stall[0] + " it is. I will show you.",
                        "[{\"type\": \"visit\", \"stall\": \"" + stall[0] + "\"}]");
            }
        }
        if (has(said, "who", "name")) {
            Matcher name = NAME.matcher(text);
            return say(
                    name.find()
                            ? "I am " + name.group(1) + ", the " + name.group(2)
                                    + ". Everybody knows me here."
                            : "Just somebody at the market.",
                    "");
        }
        if (has(said, "wolf", "wolves", "night")) {
            return say(
                    "When it is dark they come from the east. They fear you if you walk up to"
                            + " them, I have heard.",
                    "");
        }
        if (has(said, "buy", "sell", "eat", "food", "hungry", "where")) {
            String[] stall = pick(stalls(text), random);
            return say("Go to " + stall[0] + " for " + stall[1] + ". Best in town!", "");
        }
        if (has(said, "bye", "farewell")) {
            return say("Safe travels, " + player + "!", "");
        }
        return say(GREETINGS[random.nextInt(GREETINGS.length)].formatted(player), "");
    }

    private static String chat(String text, RandomGenerator random) {
        String[] stall = pick(stalls(text), random);
        String line = SMALL_TALK[random.nextInt(SMALL_TALK.length)];
        return say(line.formatted(line.contains("tasted") ? stall[1] : stall[0]), "");
    }

    private static List<String[]> stalls(String text) {
        List<String[]> stalls = new ArrayList<>();
        Matcher stall = STALL.matcher(text);
        while (stall.find()) {
            stalls.add(new String[] {stall.group(1), stall.group(2)});
        }
        return stalls;
    }

    private static String[] pick(List<String[]> stalls, RandomGenerator random) {
        return stalls.isEmpty()
                ? new String[] {"the bakery", "bread"}
                : stalls.get(random.nextInt(stalls.size()));
    }

    private static boolean has(String said, String... words) {
        for (String word : words) {
            if (said.contains(word)) {
                return true;
            }
        }
        return false;
    }

    private static String say(String words, String action) {
        return "{\"speaking\": \"" + words + "\""
                + (action.isEmpty() ? "" : ", \"action\": " + action) + "}";
    }

    private static String action(String type, String rest) {
        return "{\"action\": [{\"type\": \"" + type + "\"" + rest + "}]}";
    }
}
