/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.mind;

import dev.triune.action.Step;
import dev.triune.component.Layer;
import dev.triune.prompt.AgentSnapshot;
import dev.triune.prompt.OfflineMind;
import dev.triune.prompt.OfflineMind.OfflineAnswer;
import dev.triune.village.mind.DialogueLines.Ask;
import dev.triune.village.mind.Outlook.HeardLine;
import dev.triune.village.people.Trade;
import dev.triune.village.people.VillageFacts;
import dev.triune.village.talk.SpeechAnalyzer;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * The mind of villagers without a model: rules that know what a prompt shows, and whose answers
 * sometimes have the flaws of a model. Stateless and thread-safe.
 */
public final class VillagerOfflineMind implements OfflineMind {
    private static final String EVERYBODY = "all";

    @Override
    public OfflineAnswer decide(AgentSnapshot agent, Layer layer, RandomGenerator random) {
        Outlook outlook = new Outlook(agent, layer);
        return layer == Layer.TALKER
                ? talk(outlook, random)
                : new OfflinePlanner(outlook, random).plan();
    }

    private static OfflineAnswer talk(Outlook talk, RandomGenerator random) {
        if (talk.isPlayerSpeaking()) {
            return PlayerReplies.answer(talk, random);
        }
        OfflineAnswer answer = OfflineAnswer.of();
        DialogueLines lines = new DialogueLines(talk, random);
        if (talk.heard().isEmpty()) {
            String to = addressee(talk.namesNearby(), 4, random);
            return addressed(answer.speech(lines.opening(to)), to);
        }
        String reply = lines.reply();
        if (DialogueLines.asksForFood(talk.lastHeard()) && talk.carried("bread") > 0) {
            answer.step(Step.of("give")
                    .with("to", talk.lastSpeaker())
                    .with("item", "bread")
                    .with("amount", 1));
        } else if (Ask.in(talk.lastHeard()).isEmpty()) {
            reply = deed(talk, answer, lines, random).orElse(reply);
        }
        Optional<String> promise =
                SpeechAnalyzer.promise(reply).filter(DialogueLines::isErrand); // not a phrase
        if (answer.steps().isEmpty() && promise.isPresent()) {
            answer.later(promise.get());
        }
        if (promise.isPresent() || !answer.steps().isEmpty()) {
            return addressed(answer.speech(reply), talk.lastSpeaker());
        }
        String to = talk.speakers().size() > 1 && random.nextBoolean()
                ? EVERYBODY
                : addressee(talk.namesNearby(), 8, random);
        return addressed(answer.speech(reply), to);
    }

    /** Now and then adds something to do at once; returns the words for it. */
    private static Optional<String> deed(
            Outlook talk, OfflineAnswer answer, DialogueLines lines, RandomGenerator random) {
        Optional<HeardLine> feast = talk.fact(new VillageFacts(), VillageFacts.FEAST);
        if (talk.is(Trade.ELDER) && feast.isPresent() && random.nextInt(6) == 0) {
            answer.step(Step.of("call_meeting")
                    .with("about", "Hear me, all of you: " + feast.get().text() + "."));
            return Optional.of(lines.say("meeting"));
        }
        if (random.nextInt(12) == 0) {
            answer.step(Step.of("follow").with("to", talk.lastSpeaker()));
            return Optional.of(lines.say("company", talk.lastSpeaker()));
        }
        return Optional.empty();
    }

    /**
     * Returns now and then one of several neighbours, who speaks next or joins; otherwise an empty
     * name.
     */
    private static String addressee(List<String> near, int oneIn, RandomGenerator random) {
        boolean addressesSomebody = near.size() > 1 && random.nextInt(oneIn) == 0;
        return addressesSomebody ? near.get(random.nextInt(near.size())) : "";
    }

    private static OfflineAnswer addressed(OfflineAnswer answer, String to) {
        return to.isEmpty() ? answer : answer.to(to);
    }

    /** Writes the answer as JSON, sometimes with typical flaws of models. */
    @Override
    public String write(OfflineAnswer answer, RandomGenerator random) {
        boolean acts = !answer.steps().isEmpty(); // nobody promises what it does not say
        return switch (random.nextInt(acts ? 40 : 38)) {
            case 0 -> "<think>Let me see {what} is needed.</think>\n" + answer.toJson();
            case 1 -> "```json\n" + answer.toJson() + "\n```";
            case 2 -> "Here is my answer: " + answer.toJson();
            case 38 -> answer.step(Step.of("dance").with("style", "wild")).toJson();
            case 39 ->
                // far more than allowed
                answer.step(Step.of("harvest").with("amount", 900)).toJson();
            default -> answer.toJson();
        };
    }
}
