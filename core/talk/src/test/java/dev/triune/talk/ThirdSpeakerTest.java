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

    private void deliver(Asked asked, String to, String words, PlanPart... more) {
        talk.broker.deliver(asked, new PlanPart.Addressee(to));
        talk.broker.deliver(asked, new PlanPart.SpokenText(words));
        talk.broker.answer(asked, more);
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

    @Test
    void wordsOfTheGameCostNoAnswerThatIsBeingMade() {
        Asked toAda = brynAnswers();
        int odo = talk.agent("Odo");
        talk.tick();
        talk.talks.address(odo, bryn, "Is the mill free, Bryn?");
        talk.tick();
        assertThat(talk.broker.cancelled()).isEmpty();
        talk.broker.deliver(toAda, new PlanPart.SpokenText("Better than last year."));
        talk.broker.answer(toAda); // names nobody: whom it answers
        talk.untilAsks(bryn);
        talk.answer(bryn, "Until noon.", "");
        assertThat(said())
                .containsExactly(
                        "Ada to Bryn: How is the harvest, Bryn?",
                        "Odo to Bryn: Is the mill free, Bryn?",
                        "Bryn to Ada: Better than last year.",
                        "Bryn to Odo: Until noon.");
    }

    @Test
    void planThatSpeaksWaitsForTheAnswerOfItsOwn() {
        Asked toAda = brynAnswers();
        assertThat(talk.talks.address(bryn, ada, "Come to the mill!")).isFalse();
        deliver(toAda, "Ada", "Better than last year.");
        assertThat(talk.talks.address(bryn, ada, "Come to the mill!")).isTrue();
        assertThat(talk.broker.cancelled()).isEmpty();
    }

    /** Lets Bryn end its talk with Ada while Ada is asked for its answer to a player. */
    private void brynEndsItBesideThePlayer() {
        Asked toAda = brynAnswers();
        talk.talks.say("Robin", ada, "Where is the well, Ada?");
        talk.untilAsks(ada);
        talk.broker.deliver(toAda, new PlanPart.Addressee("Ada"));
        talk.broker.deliver(toAda, new PlanPart.SpokenText("Well enough. Farewell, Ada!"));
        talk.tick(); // a stream: what ends the talk comes later
        talk.broker.answer(toAda, new PlanPart.EndOfTalk());
        talk.ticks(2);
    }

    @Test
    void whoeverEndsATalkWithAnotherLeavesAlsoWhilePlayerTalks() {
        brynEndsItBesideThePlayer();
        deliver(talk.granted(ada), "Robin", "Behind the house.");
        talk.ticks(100);
        assertThat(said())
                .containsExactly(
                        "Ada to Bryn: How is the harvest, Bryn?",
                        "Bryn to Ada: Well enough. Farewell, Ada!",
                        "Ada to Robin: Behind the house.");
        assertThat(talk.talks.transcript(bryn)).isNull();
        assertThat(talk.open(ada)).as("to answer a farewell").isNull();
        assertThat(talk.transcript(ada).players).containsExactly("Robin");
    }

    @Test
    void nobodyAnswersAFarewellOfOneWhomAPlayerWaitsFor() {
        Asked toAda = brynAnswers();
        talk.talks.say("Robin", ada, "Where is the well, Ada?");
        talk.untilAsks(ada);
        talk.talks.say("Robin", bryn, "And you, Bryn?");
        deliver(toAda, "Ada", "Farewell, Ada!", new PlanPart.EndOfTalk());
        deliver(talk.granted(ada), "Robin", "Behind the house.");
        talk.untilAsks(bryn);
        deliver(talk.granted(bryn), "Robin", "I am well.");
        talk.ticks(100);
        assertThat(talk.open(ada)).as("to answer a farewell").isNull();
        assertThat(said()).hasSize(4);
    }

    @Test
    void nobodyIsAskedToAnswerOneWhoHasLeft() {
        deliver(brynAnswers(), "Ada", "Well enough. And you?");
        talk.talks.say("Robin", bryn, "Where is the well, Bryn?"); // before Ada is asked
        talk.untilAsks(bryn);
        deliver(talk.granted(bryn), "Robin", "Behind the house.", new PlanPart.EndOfTalk());
        assertThat(talk.talks.transcript(bryn)).isNull();
        talk.ticks(200);
        assertThat(talk.open(ada)).isNull();
    }

    @Test
    void othersGoOnWhenOneEndsItsPart() {
        int odo = talk.agent("Odo");
        talk.tick();
        talk.talks.begin(ada, bryn, odo);
        talk.untilAsks(ada);
        deliver(talk.granted(ada), "all", "Farewell, both!", new PlanPart.EndOfTalk());
        talk.untilAsks(bryn);
        assertThat(talk.talks.transcript(ada)).isNull();
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
