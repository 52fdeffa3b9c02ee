/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.mind;

import dev.triune.action.Step;
import dev.triune.village.people.Player;
import dev.triune.village.people.Trait;
import dev.triune.village.world.Resource;
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
    static AnswerBuilder answer(TalkPromptParser talk, RandomGenerator random) {
        String heard = talk.lastHeard().toLowerCase(Locale.ROOT);
        DialogueLines lines = new DialogueLines(talk, random);
        AnswerBuilder answerBuilder = new AnswerBuilder();
        if (DialogueLines.ordersAround(heard)) {
            return talk.is(Trait.GULLIBLE)
                    ? obey(talk, answerBuilder)
                    : answerBuilder.speech(lines.refusal());
        }
        if (DialogueLines.asksForFood(heard) && talk.prompt().carried("bread") > 0) {
            answerBuilder.step(give("bread", 1));
            return answerBuilder.speech("Here, take this. You look as if you had walked far.");
        }
        return answerBuilder.speech(replyTo(talk, heard, lines));
    }

    private static String replyTo(TalkPromptParser talk, String heard, DialogueLines lines) {
        if (WHO.matcher(heard).find()) {
            return "I am " + talk.ownName() + ", the " + talk.trade() + " of this village.";
        }
        if (OFFER.matcher(heard).find()) {
            return need(talk);
        }
        if (NEWS.matcher(heard).find()) {
            return news(talk, lines);
        }
        if (THANKS.matcher(heard).find()) {
            return lines.say("You are welcome {here|at our fire|any day}.");
        }
        if (GREETING.matcher(heard).find()) {
            return greeting(talk) + " " + need(talk);
        }
        return lines.say(
                "I am not sure that I follow. " + need(talk),
                "Strangers say {strange|odd|many} things. But you are welcome at the fire.",
                "Hm. The {others|elder|neighbours} should hear that, too.");
    }

    private static String greeting(TalkPromptParser talk) {
        if (talk.is(Trait.GRUFF)) {
            return "What is it? I have work to do.";
        }
        return talk.is(Trait.WARM)
                ? "Good day, and welcome! Sit down with us."
                : "Good day to you.";
    }

    /** Returns what the village lacks most, as the prompt has it. */
    private static String need(TalkPromptParser talk) {
        PromptParser read = talk.prompt();
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

    private static String news(TalkPromptParser talk, DialogueLines lines) {
        for (int tries = 0; tries < 12; tries++) { // who is asked is more eager than who is not
            Optional<String> news = lines.news();
            if (news.isPresent()) {
                return news.get();
            }
        }
        return "Little happens here, and that is how we like it. " + need(talk);
    }

    private static AnswerBuilder obey(TalkPromptParser talk, AnswerBuilder answerBuilder) {
        int given = 0;
        for (Resource resource : Resource.values()) {
            int carried = talk.prompt().carried(resource.label());
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
