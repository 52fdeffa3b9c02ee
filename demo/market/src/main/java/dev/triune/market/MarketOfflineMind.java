/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.market;

import com.badlogic.gdx.utils.JsonReader;
import com.badlogic.gdx.utils.JsonValue;
import dev.triune.action.Step;
import dev.triune.component.Layer;
import dev.triune.prompt.AgentSnapshot;
import dev.triune.prompt.OfflineMind;
import dev.triune.prompt.OfflineMind.OfflineAnswer;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;

/** Rules in place of a model: they fill in answers from {@code talk.json}. */
record MarketOfflineMind(String player) implements OfflineMind {
    private static final JsonValue TALK =
            new JsonReader().parse(MarketOfflineMind.class.getResourceAsStream("/talk.json"));

    /** What an agent sees; {@link MarketMinds} puts it in words for models. */
    record View(List<Stall> stalls, boolean wolf) {}

    /** A stall, such as {@code the fish stall}, and what it sells. */
    record Stall(String name, String wares) {
        /** Returns the name as people say it: {@code fish}. */
        String shortName() {
            return name.replaceFirst("^the ", "").replaceFirst(" stall$", "");
        }
    }

    @Override
    public OfflineAnswer decide(AgentSnapshot agent, Layer layer, RandomGenerator random) {
        View view = agent.surroundings().origin(View.class);
        List<Stall> stalls = view.stalls();
        if (stalls.isEmpty()) {
            return OfflineAnswer.of(); // no action and no speech
        }
        String said = lastLine(agent, layer).toLowerCase(Locale.ROOT);
        Stall stall = stalls.get(random.nextInt(stalls.size()));
        for (Stall each : stalls) {
            if (said.contains(each.shortName())) {
                stall = each;
                said = said.replace(each.shortName(), "$stall");
            }
        }
        boolean talks = layer == Layer.TALKER;
        boolean asked = talks && agent.addressers().indexOf(player) == 0;
        if (talks && !MarketSpeech.FREE.contains(agent.person().name())) {
            return OfflineAnswer.of().speech(line(asked, said, stall, random));
        }
        String kind = talks ? asked ? "greetings" : "small talk" : view.wolf() ? "wolves" : "plans";
        JsonValue template = choose(asked ? said : "", kind, random);
        Stall chosen = stall;
        Stall other = stalls.get(random.nextInt(stalls.size()));
        String trade = agent.person().description().replaceFirst("^An? (\\w+).*", "$1");
        return answer(
                template,
                text -> text.replace("$player", player)
                        .replace("$stall", chosen.name())
                        .replace("$wares", chosen.wares())
                        .replace("$other", other.name())
                        .replace("$name", agent.person().name())
                        .replace("$trade", trade));
    }

    /** Returns the id of a line of {@code lines.txt}. */
    private static String line(boolean asked, String said, Stall stall, RandomGenerator random) {
        if (!asked) {
            return List.of("prices", "rain", "sweep", "crowd").get(random.nextInt(4));
        }
        if (said.matches(".*(who|name).*")) {
            return "name";
        }
        if (said.matches(".*(come|follow|walk).*")) {
            return "sorry";
        }
        if (said.matches(".*(\\$stall|buy|sell|eat|food|hungry|where).*")) {
            return "where:" + stall.name();
        }
        return said.matches(".*(bye|farewell).*") ? "bye" : "greet";
    }

    /** Returns the player's last words that the agent heard; empty if there are none. */
    private String lastLine(AgentSnapshot agent, Layer layer) {
        String said = "";
        for (AgentSnapshot.Quote quote : agent.heard()) {
            said = quote.speaker().startsWith(player) ? quote.text() : said;
        }
        for (AgentSnapshot.TalkLine line : agent.talkLines()) {
            boolean heard = layer == Layer.TALKER && line.speaker().equals(player);
            said = heard ? line.text() : said;
        }
        return said;
    }

    private static JsonValue choose(String said, String kind, RandomGenerator random) {
        for (JsonValue reply : TALK.get("replies")) {
            if (Pattern.compile(reply.getString("heard")).matcher(said).find()) {
                return reply.get("answer");
            }
        }
        JsonValue answers = TALK.get(kind);
        return answers.get(random.nextInt(answers.size));
    }

    private static OfflineAnswer answer(JsonValue template, UnaryOperator<String> filled) {
        OfflineAnswer answer =
                OfflineAnswer.of().speech(filled.apply(template.getString("speaking", "")));
        if (template.has("action")) {
            for (JsonValue action : template.get("action")) {
                Step step = Step.of(action.getString("type"));
                for (JsonValue field = action.child.next; field != null; field = field.next) {
                    step = step.with(field.name, filled.apply(field.asString()));
                }
                answer.step(step);
            }
        }
        return answer;
    }
}
