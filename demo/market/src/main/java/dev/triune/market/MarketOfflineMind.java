/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.market;

import com.badlogic.gdx.utils.JsonReader;
import com.badlogic.gdx.utils.JsonValue;
import com.badlogic.gdx.utils.JsonWriter.OutputType;
import dev.triune.llm.Prompt;
import dev.triune.llm.provider.OfflineMind;
import java.util.List;
import java.util.Locale;
import java.util.random.RandomGenerator;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Rules in place of a model: they read the prompt and answer in JSON from {@code talk.json}. */
record MarketOfflineMind(String player) implements OfflineMind {
    private static final Pattern LINE = Pattern.compile("(?m)^- ([^:\"\n]{1,90}): \"(.*)\"$");
    private static final Pattern STALL =
            Pattern.compile("(?m)^- ((?:the )?(.{1,40}?)(?: stall)?) sells (.{1,60})$");
    private static final Pattern NAME = Pattern.compile("You are ([^.\n]+)\\. An? (\\w+)");

    private static final JsonValue TALK =
            new JsonReader().parse(MarketOfflineMind.class.getResourceAsStream("/talk.json"));

    @Override
    public String answer(Prompt prompt, RandomGenerator random) {
        String text = prompt.text();
        String said = lastLine(text);
        List<MatchResult> stalls = STALL.matcher(text).results().toList();
        Matcher name = NAME.matcher(text);
        if (stalls.isEmpty() || !name.find()) {
            return "{}"; // no action and no speech
        }
        MatchResult stall = stalls.get(random.nextInt(stalls.size()));
        for (MatchResult each : stalls) {
            if (said.contains(each.group(2))) {
                stall = each;
                said = said.replace(each.group(2), "$stall");
            }
        }
        return choose(text, said, random)
                .replace("$player", player)
                .replace("$stall", stall.group(1))
                .replace("$wares", stall.group(3))
                .replace("$other", stalls.get(random.nextInt(stalls.size())).group(1))
                .replace("$name", name.group(1))
                .replace("$trade", name.group(2));
    }

    private String lastLine(String text) {
        String said = "";
        for (Matcher line = LINE.matcher(text); line.find(); ) {
            said = line.group(1).startsWith(player) ? line.group(2) : said;
        }
        return said.toLowerCase(Locale.ROOT);
    }

    private String choose(String text, String said, RandomGenerator random) {
        boolean asked = text.contains("You answer " + player);
        for (JsonValue reply : TALK.get("replies")) {
            if (asked && Pattern.compile(reply.getString("heard")).matcher(said).find()) {
                return reply.get("answer").toJson(OutputType.json);
            }
        }
        String kind = text.contains("prowl") ? "wolves" : "plans";
        if (text.contains("What do you say?")) {
            kind = asked ? "greetings" : "small talk";
        }
        JsonValue answers = TALK.get(kind);
        return answers.get(random.nextInt(answers.size)).toJson(OutputType.json);
    }
}
