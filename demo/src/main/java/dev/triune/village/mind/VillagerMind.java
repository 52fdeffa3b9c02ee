/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.mind;

import dev.triune.llm.Prompt;
import dev.triune.llm.provider.OfflineMind;
import dev.triune.plan.Step;
import dev.triune.village.people.Lore;
import dev.triune.village.people.Trade;
import dev.triune.village.places.Place;
import java.util.random.RandomGenerator;

/**
 * The mind of the villagers when there is no model: rules that read the same prompt and answer in
 * the same JSON, now and then with the flaws of a model. Stateless and thread-safe.
 */
public final class VillagerMind implements OfflineMind {
    @Override
    public String answer(Prompt prompt, RandomGenerator random) {
        Reading read = new Reading(prompt);
        Answer answer =
                read.asksForSpeech() ? talk(read, random) : new Planner(read, random).plan();
        return flawed(answer, random);
    }

    private static Answer talk(Reading read, RandomGenerator random) {
        Company company = new Company(read);
        if (company.withPlayer()) {
            return Audience.answer(company, random);
        }
        Answer answer = new Answer();
        if (company.heard().isEmpty()) {
            return answer.speaking(Phrases.opening(read, random));
        }
        if (Phrases.asksForFood(company.lastHeard()) && read.carried("bread") > 0) {
            answer.step(Step.of("give")
                    .with("to", company.lastSpeaker())
                    .with("item", "bread")
                    .with("amount", 1));
        } else if (company.is(Trade.ELDER) && random.nextInt(10) == 0) {
            callMeeting(company, answer);
        } else if (random.nextInt(12) == 0) {
            answer.step(Step.of("follow").with("to", company.lastSpeaker()));
        }
        return answer.speaking(Phrases.reply(company, random));
    }

    /** The elder tells all at once of the feast, if there is one to tell of. */
    private static void callMeeting(Company company, Answer answer) {
        company.fact(new Lore(), Lore.FEAST)
                .ifPresent(feast -> answer.step(Step.of("call_meeting")
                        .with("place", Place.SQUARE.label())
                        .with("about", "Hear me, all of you: " + feast.text() + ".")));
    }

    /** Most answers are clean; a few have what models are known for. */
    private static String flawed(Answer answer, RandomGenerator random) {
        return switch (random.nextInt(40)) {
            case 0 -> "<think>Let me see {what} is needed.</think>\n" + answer.write();
            case 1 -> "```json\n" + answer.write() + "\n```";
            case 2 -> "Here is my answer: " + answer.write();
            case 3 -> answer.step(Step.of("dance").with("style", "wild")).write();
            case 4 ->
                answer.step(Step.of("gather").with("target", "wood").with("amount", 900))
                        .write();
            default -> answer.write();
        };
    }
}
