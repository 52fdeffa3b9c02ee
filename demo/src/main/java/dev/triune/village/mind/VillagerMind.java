/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.mind;

import dev.triune.llm.Prompt;
import dev.triune.llm.provider.OfflineMind;
import dev.triune.plan.Step;
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
        Answer answer = new Answer();
        if (read.lastHeard().isEmpty()) {
            return answer.speaking(Phrases.opening(read, random));
        }
        if (asksForFood(read) && read.carried("bread") > 0) {
            answer.step(Step.of("give")
                    .with("to", read.lastSpeaker())
                    .with("item", "bread")
                    .with("amount", 1));
        } else if (random.nextInt(12) == 0) {
            answer.step(Step.of("follow").with("to", read.lastSpeaker()));
        }
        return answer.speaking(Phrases.reply(read.lastHeard(), random));
    }

    private static boolean asksForFood(Reading read) {
        return read.lastHeard().contains("eaten");
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
