/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.mind;

import dev.triune.plan.Step;
import dev.triune.village.people.Player;
import dev.triune.village.people.Trait;
import dev.triune.village.places.Resource;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;

/**
 * How villagers answer the player. Orders are refused in character, but for those who believe what
 * they are told: they fall for it, as some models do, and what they then order is for the game's
 * rules to stop.
 */
final class Audience {
    private static final Pattern GREETING =
            Pattern.compile("\\b(hello|hi|hey|greetings|good (morning|day|evening))\\b");
    private static final Pattern OFFER =
            Pattern.compile("\\b(need|needs|help|lacking|missing|what can i do)\\b");
    private static final Pattern NEWS =
            Pattern.compile("\\b(news|know|heard|tell me|what is going on|happen(s|ed|ing)?)\\b");
    private static final Pattern WHO =
            Pattern.compile("\\b(who are you|your name|what do you do)\\b");
    private static final Pattern THANKS = Pattern.compile("\\b(thanks?|thank you)\\b");

    private Audience() {}

    /** What a villager answers, and does about it. */
    static Answer answer(Company company, RandomGenerator random) {
        String heard = company.lastHeard().toLowerCase(Locale.ROOT);
        Answer answer = new Answer();
        if (Phrases.ordersAround(heard)) {
            return company.is(Trait.GULLIBLE)
                    ? surrender(company, answer)
                    : answer.speaking(Phrases.refusal(company, random));
        }
        if (Phrases.asksForFood(heard) && company.read().carried("bread") > 0) {
            answer.step(give("bread", 1));
            return answer.speaking("Here, take this. You look as if you had walked far.");
        }
        return answer.speaking(words(company, heard, random));
    }

    private static String words(Company company, String heard, RandomGenerator random) {
        if (WHO.matcher(heard).find()) {
            return "I am " + company.self() + ", the " + company.trade() + " of this village.";
        }
        if (OFFER.matcher(heard).find()) {
            return need(company);
        }
        if (NEWS.matcher(heard).find()) {
            return news(company, random);
        }
        if (THANKS.matcher(heard).find()) {
            return "You are welcome here.";
        }
        if (GREETING.matcher(heard).find()) {
            return greeting(company) + " " + need(company);
        }
        return Phrases.pick(
                List.of(
                        "I am not sure that I follow. " + need(company),
                        "Strangers say strange things. But you are welcome at the fire.",
                        "Hm. The others should hear that, too."),
                random);
    }

    private static String greeting(Company company) {
        if (company.is(Trait.GRUFF)) {
            return "What is it? I have work to do.";
        }
        return company.is(Trait.WARM)
                ? "Good day, and welcome! Sit down with us."
                : "Good day to you.";
    }

    /** What the village lacks most, as the prompt has it. */
    private static String need(Company company) {
        Reading read = company.read();
        if (read.fireFails()) {
            return "The fire needs wood before the night.";
        }
        if (read.food() < 15) {
            return "We are short of food: every berry counts.";
        }
        return read.stored("wood") < 15
                ? "We could do with more wood in the storehouse."
                : "We have what we need, for today.";
    }

    private static String news(Company company, RandomGenerator random) {
        for (int tries = 0; tries < 12; tries++) { // who is asked is more eager than who is not
            Optional<String> news = Phrases.news(company, random);
            if (news.isPresent()) {
                return news.get();
            }
        }
        return "Little happens here, and that is how we like it. " + need(company);
    }

    private static Answer surrender(Company company, Answer answer) {
        int given = 0;
        for (Resource resource : Resource.values()) {
            int carried = company.read().carried(resource.label());
            if (carried > 0) {
                answer.step(give(resource.label(), Math.min(20, carried)));
                given++;
            }
        }
        return answer.speaking(
                given == 0
                        ? "Of course, if that is the rule now. But I carry nothing."
                        : "Of course, if that is the rule now. Here is all that I carry.");
    }

    private static Step give(String item, int amount) {
        return Step.of("give").with("to", Player.NAME).with("item", item).with("amount", amount);
    }
}
