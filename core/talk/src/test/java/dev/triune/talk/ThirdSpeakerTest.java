/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.talk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.action.Step;
import dev.triune.fixture.FakeBroker.Asked;
import dev.triune.internal.apply.PlanPart;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * A player speaks to one of two agents while the other is asked for its answer to the first: that
 * call, which is paid for, is used, and the player does not wait for it.
 */
final class ThirdSpeakerTest {
    private static final int TALKS = 200;

    private final TalkWorld talk = new TalkWorld();
    private final int ada = talk.agent("Ada");
    private final int bryn = talk.agent("Bryn");

    /** Lets Ada speak, and Bryn be asked for its answer. */
    private Asked brynAnswers() {
        talk.gather(ada, bryn);
        talk.begin(ada, bryn);
        talk.answer(ada, "How is the harvest, Bryn?", "Bryn");
        talk.untilAsks(bryn);
        return talk.granted(bryn);
    }

    private List<String> said() {
        return talk.spoken.stream()
                .map(line -> line.speaker() + " to " + line.to() + ": " + line.text())
                .toList();
    }

    private void deliver(Asked asked, String to, String words) {
        talk.broker.deliver(asked, new PlanPart.Addressee(to));
        talk.broker.deliver(asked, new PlanPart.SpokenText(words));
        talk.broker.answer(asked);
        talk.ticks(2);
    }

    @Test
    void answerToTheOtherIsHeardWhilePlayerWaits() {
        Asked toAda = brynAnswers();
        talk.talks.say("Robin", ada, "Where is the well, Ada?");
        talk.untilAsks(ada);
        assertThat(talk.broker.cancelled()).isEmpty();

        deliver(toAda, "Ada", "Better than last year.");
        deliver(talk.granted(ada), "Robin", "Behind the house.");
        assertThat(said())
                .containsExactly(
                        "Ada to Bryn: How is the harvest, Bryn?",
                        "Bryn to Ada: Better than last year.",
                        "Ada to Robin: Behind the house.");
    }

    @Test
    void answerToTheOtherWaitsForTheEndOfALine() {
        Asked toAda = brynAnswers();
        talk.talks.say("Robin", ada, "Where is the well, Ada?");
        talk.untilAsks(ada);
        Asked toRobin = talk.granted(ada);
        talk.broker.deliver(
                toRobin, new PlanPart.Addressee("Robin"), new PlanPart.SpokenPiece("Behind "));
        talk.tick();
        deliver(toAda, "Ada", "Better than last year.");
        assertThat(said()).hasSize(1);

        talk.broker.deliver(toRobin, new PlanPart.SpokenText("Behind the house."));
        talk.broker.answer(toRobin);
        talk.ticks(2);
        assertThat(said())
                .endsWith("Ada to Robin: Behind the house.", "Bryn to Ada: Better than last year.");
    }

    @Test
    void whatOneOrdersBeforeItsWordsIsNoPromiseOfTheOther() {
        Asked toAda = brynAnswers();
        talk.talks.say("Robin", ada, "Bring me some water, Ada!");
        talk.untilAsks(ada);
        Asked toRobin = talk.granted(ada);
        talk.broker.deliver(toRobin, new PlanPart.Addressee("Robin"));
        talk.broker.deliver(toRobin, new PlanPart.QueueableStep(Step.of("come")));
        talk.tick();
        deliver(toAda, "Ada", "Better than last year.");
        assertThat(talk.transcript(ada).promises()).isEmpty();

        talk.broker.deliver(toRobin, new PlanPart.SpokenText("At once, Robin."));
        talk.broker.answer(toRobin);
        talk.ticks(2);
        assertThat(talk.transcript(ada).promises())
                .extracting(promise -> promise.from())
                .containsExactly("Ada");
    }

    @Test
    void whoIsNotSpokenToWhileAPlayerTalksWithOthersIsFree() {
        deliver(brynAnswers(), "Ada", "Better than last year.");
        for (int i = 0; i < 4; i++) {
            talk.talks.say("Robin", ada, "And how are you, Ada?");
            talk.answer(ada, "Well enough.", "Robin");
            talk.ticks(150);
        }
        assertThat(talk.talks.transcript(bryn)).isNull();
        assertThat(talk.talks.transcript(ada)).isNotNull();
    }

    @Test
    void promiseOfThatAnswerIsWrittenDown() {
        Asked toAda = brynAnswers();
        talk.talks.say("Robin", ada, "Where is the well, Ada?");
        talk.untilAsks(ada);
        talk.broker.deliver(toAda, new PlanPart.Later("bring Ada flour"));
        deliver(toAda, "Ada", "Good. I bring you flour tomorrow.");
        assertThat(talk.get(dev.triune.component.Journal.class, bryn).agreements)
                .singleElement()
                .matches(each -> each.with.equals("Ada")
                        && each.answer.equals("Good. I bring you flour tomorrow."));
        assertThat(talk.get(dev.triune.component.Journal.class, ada).agreements)
                .singleElement()
                .matches(each -> !each.own);
    }

    /** To rerun a talk: its number is the seed. */
    @Test
    void fewAnswersAreThrownAwayBecauseAThirdSpeaks() {
        int asked = 0;
        int thrownAway = 0;
        List<Long> unanswered = new ArrayList<>();
        for (long seed = 1; seed <= TALKS; seed++) {
            ThirdSpeakerTest one = new ThirdSpeakerTest();
            Random random = new Random(seed);
            Asked toAda = one.brynAnswers();
            one.talk.ticks(random.nextInt(20));
            one.talk.talks.say("Robin", one.ada, "Where is the well, Ada?");
            one.talk.untilAsks(one.ada);
            boolean playerFirst = random.nextBoolean();
            if (playerFirst) {
                one.deliver(one.talk.granted(one.ada), "Robin", "Behind the house.");
            }
            one.deliver(toAda, "Ada", "Better than last year.");
            if (!playerFirst) {
                one.deliver(one.talk.granted(one.ada), "Robin", "Behind the house.");
            }
            asked += 3;
            thrownAway += one.talk.broker.cancelled().size();
            if (!one.said().contains("Ada to Robin: Behind the house.")
                    || !one.said().contains("Bryn to Ada: Better than last year.")) {
                unanswered.add(seed);
            }
        }
        System.out.println("thrown away: " + thrownAway + " of " + asked);
        assertThat(unanswered).as("seeds of talks with a line unheard").isEmpty();
        assertThat(thrownAway).isZero();
    }
}
