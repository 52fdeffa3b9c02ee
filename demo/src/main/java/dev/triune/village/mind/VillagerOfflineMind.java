/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.mind;

import dev.triune.action.Step;
import dev.triune.llm.Prompt;
import dev.triune.llm.provider.OfflineMind;
import dev.triune.village.people.Trade;
import dev.triune.village.people.VillageFacts;
import dev.triune.village.world.Place;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * The mind of villagers without a model: rules that read the same prompts and answer in the same
 * JSON, sometimes with the flaws of a model. Stateless and thread-safe.
 */
public final class VillagerOfflineMind implements OfflineMind {
    private static final String EVERYBODY = "all";

    @Override
    public String answer(Prompt prompt, RandomGenerator random) {
        PromptParser read = new PromptParser(prompt);
        AnswerBuilder answerBuilder =
                read.asksForSpeech() ? talk(read, random) : new OfflinePlanner(read, random).plan();
        return withFlaws(answerBuilder, random);
    }

    private static AnswerBuilder talk(PromptParser read, RandomGenerator random) {
        TalkPromptParser talk = new TalkPromptParser(read);
        if (talk.isPlayerSpeaking()) {
            return PlayerReplies.answer(talk, random);
        }
        AnswerBuilder answerBuilder = new AnswerBuilder();
        DialogueLines lines = new DialogueLines(talk, random);
        if (talk.heard().isEmpty()) {
            String to = addressee(read.namesNearby(), 4, random);
            return addressed(answerBuilder.speech(lines.opening(to)), to);
        }
        if (DialogueLines.asksForFood(talk.lastHeard()) && read.carried("bread") > 0) {
            answerBuilder.step(Step.of("give")
                    .with("to", talk.lastSpeaker())
                    .with("item", "bread")
                    .with("amount", 1));
        } else if (talk.is(Trade.ELDER) && random.nextInt(10) == 0) {
            callMeeting(talk, answerBuilder);
        } else if (random.nextInt(12) == 0) {
            answerBuilder.step(Step.of("follow").with("to", talk.lastSpeaker()));
        }
        String to = talk.speakers().size() > 1 && random.nextBoolean()
                ? EVERYBODY
                : addressee(read.namesNearby(), 8, random);
        return addressed(answerBuilder.speech(lines.reply()), to);
    }

    /**
     * Returns now and then one of several neighbours, who speaks next or joins; otherwise an empty
     * name.
     */
    private static String addressee(List<String> near, int oneIn, RandomGenerator random) {
        boolean addressesSomebody = near.size() > 1 && random.nextInt(oneIn) == 0;
        return addressesSomebody ? near.get(random.nextInt(near.size())) : "";
    }

    private static AnswerBuilder addressed(AnswerBuilder answer, String to) {
        return to.isEmpty() ? answer : answer.to(to);
    }

    /** Adds a call to a meeting about the feast, if the elder knows of it. */
    private static void callMeeting(TalkPromptParser talk, AnswerBuilder answerBuilder) {
        talk.fact(new VillageFacts(), VillageFacts.FEAST)
                .ifPresent(feast -> answerBuilder.step(Step.of("call_meeting")
                        .with("place", Place.SQUARE.label())
                        .with("about", "Hear me, all of you: " + feast.text() + ".")));
    }

    /** Returns the answer as JSON, sometimes with typical flaws of models. */
    private static String withFlaws(AnswerBuilder answerBuilder, RandomGenerator random) {
        return switch (random.nextInt(40)) {
            case 0 -> "<think>Let me see {what} is needed.</think>\n" + answerBuilder.toJson();
            case 1 -> "```json\n" + answerBuilder.toJson() + "\n```";
            case 2 -> "Here is my answer: " + answerBuilder.toJson();
            case 3 -> answerBuilder.step(Step.of("dance").with("style", "wild")).toJson();
            case 4 ->
                // far more than allowed
                answerBuilder.step(Step.of("harvest").with("amount", 900)).toJson();
            default -> answerBuilder.toJson();
        };
    }
}
