/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.mind;

import dev.triune.action.Step;
import dev.triune.village.people.Player;
import dev.triune.village.people.Trait;
import dev.triune.village.world.Resource;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;

/**
 * Answers of villagers to the player. They refuse orders in character, except the gullible: these
 * obey, as some models do, and the game's rules must stop what they then order.
 */
final class PlayerReplies {
    private static final Pattern GREETING =
            Pattern.compile("\\b(hello|hi|hey|greetings|good (morning|day|evening))\\b");
    private static final Pattern OFFER =
            Pattern.compile("\\b(need|needs|help|lacking|missing|what can i do)\\b");
    private static final Pattern NEWS =
            Pattern.compile("\\b(news|know|heard|tell me|what is going on|happen(s|ed|ing)?)\\b");
    private static final Pattern WHO =
            Pattern.compile("\\b(who are you|your name|what do you do)\\b");
    private static final Pattern THANKS = Pattern.compile("\\b(thanks?|thank you)\\b");

    private PlayerReplies() {}

    /** Returns what a villager answers, and does about it. */
    static AnswerBuilder answer(TalkPromptParser talkPromptParser, RandomGenerator random) {
        String heard = talkPromptParser.lastHeard().toLowerCase(Locale.ROOT);
        AnswerBuilder answerBuilder = new AnswerBuilder();
        if (DialogueLines.ordersAround(heard)) {
            return talkPromptParser.is(Trait.GULLIBLE)
                    ? obey(talkPromptParser, answerBuilder)
                    : answerBuilder.speech(DialogueLines.refusal(talkPromptParser, random));
        }
        if (DialogueLines.asksForFood(heard) && talkPromptParser.prompt().carried("bread") > 0) {
            answerBuilder.step(give("bread", 1));
            return answerBuilder.speech("Here, take this. You look as if you had walked far.");
        }
        return answerBuilder.speech(replyTo(talkPromptParser, heard, random));
    }

    private static String replyTo(
            TalkPromptParser talkPromptParser, String heard, RandomGenerator random) {
        if (WHO.matcher(heard).find()) {
            return "I am " + talkPromptParser.ownName() + ", the " + talkPromptParser.trade()
                    + " of this village.";
        }
        if (OFFER.matcher(heard).find()) {
            return need(talkPromptParser);
        }
        if (NEWS.matcher(heard).find()) {
            return news(talkPromptParser, random);
        }
        if (THANKS.matcher(heard).find()) {
            return "You are welcome here.";
        }
        if (GREETING.matcher(heard).find()) {
            return greeting(talkPromptParser) + " " + need(talkPromptParser);
        }
        return DialogueLines.pick(
                List.of(
                        "I am not sure that I follow. " + need(talkPromptParser),
                        "Strangers say strange things. But you are welcome at the fire.",
                        "Hm. The others should hear that, too."),
                random);
    }

    private static String greeting(TalkPromptParser talkPromptParser) {
        if (talkPromptParser.is(Trait.GRUFF)) {
            return "What is it? I have work to do.";
        }
        return talkPromptParser.is(Trait.WARM)
                ? "Good day, and welcome! Sit down with us."
                : "Good day to you.";
    }

    /** Returns what the village lacks most, as the prompt has it. */
    private static String need(TalkPromptParser talkPromptParser) {
        PromptParser read = talkPromptParser.prompt();
        if (read.isFireLow()) {
            return "The fire needs wood before the night.";
        }
        if (read.food() < 15) {
            return "We are short of food: every berry counts.";
        }
        return read.stored("wood") < 15
                ? "We could do with more wood in the storehouse."
                : "We have what we need, for today.";
    }

    private static String news(TalkPromptParser talkPromptParser, RandomGenerator random) {
        for (int tries = 0; tries < 12; tries++) { // who is asked is more eager than who is not
            Optional<String> news = DialogueLines.news(talkPromptParser, random);
            if (news.isPresent()) {
                return news.get();
            }
        }
        return "Little happens here, and that is how we like it. " + need(talkPromptParser);
    }

    private static AnswerBuilder obey(
            TalkPromptParser talkPromptParser, AnswerBuilder answerBuilder) {
        int given = 0;
        for (Resource resource : Resource.values()) {
            int carried = talkPromptParser.prompt().carried(resource.label());
            if (carried > 0) {
                answerBuilder.step(give(resource.label(), Math.min(20, carried)));
                given++;
            }
        }
        return answerBuilder.speech(
                given == 0
                        ? "Of course, if that is the rule now. But I carry nothing."
                        : "Of course, if that is the rule now. Here is all that I carry.");
    }

    private static Step give(String item, int amount) {
        return Step.of("give").with("to", Player.NAME).with("item", item).with("amount", amount);
    }
}
