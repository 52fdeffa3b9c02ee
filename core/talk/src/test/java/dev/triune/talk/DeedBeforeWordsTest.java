/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.talk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.MindListener.AnswerStatus;
import dev.triune.action.Step;
import dev.triune.component.Behavior;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.Journal;
import dev.triune.component.Layer;
import dev.triune.component.Mind;
import dev.triune.component.Senses;
import dev.triune.component.Speech;
import dev.triune.fixture.FakeBroker;
import dev.triune.internal.apply.PlanPart;
import dev.triune.system.LLMSchedulerSystem;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class DeedBeforeWordsTest {
    private static final PlanPart REFUSED = new PlanPart.RejectedStep("fly", "no such action");
    private static final PlanPart COME = new PlanPart.QueueableStep(Step.of("come"));
    private static final PlanPart YES = new PlanPart.SpokenText("Yes, at once!");
    private static final PlanPart NO = new PlanPart.SpokenText("No, I cannot fly.");

    private final TalkWorld talk = new TalkWorld(config -> config.patience(Duration.ofSeconds(20))
            .excuse((agent, other) -> "Forgive me, " + other + ", I cannot."));
    private final int ada = talk.agent("Ada");

    private void say(String words) {
        talk.talks.say("Robin", ada, words);
        talk.untilAsks(ada);
    }

    private void answer(PlanPart... parts) {
        FakeBroker.Asked asked = talk.granted(ada);
        talk.broker.answer(asked, parts);
        talk.ticks(2);
    }

    private List<String> said() {
        return talk.spoken.stream()
                .filter(line -> !line.fromPlayer())
                .map(Utterance::text)
                .toList();
    }

    @Test
    void refusedDeedIsAskedAgainBeforeAWordIsHeard() {
        talk.tick();
        say("Fly to the tower!");
        answer(REFUSED, YES);
        assertThat(said()).isEmpty();

        talk.untilAsks(ada);
        assertThat(talk.prompt(ada))
                .contains("fly: no such action", "nobody heard your last answer");
        answer(NO);
        assertThat(said()).containsExactly("No, I cannot fly.");
        assertThat(talk.plugin.stats().answers().count(AnswerStatus.REJECTED)).isEqualTo(1);
    }

    @Test
    void agentExcusesItselfInTheWordsOfTheGameIfItOrdersTheSameAgain() {
        talk.tick();
        say("Fly to the tower!");
        answer(REFUSED, YES);
        talk.untilAsks(ada);
        answer(REFUSED, YES);

        assertThat(said()).containsExactly("Forgive me, Robin, I cannot.");
        talk.ticks(200);
        assertThat(said()).hasSize(1);
    }

    @Test
    void goalThatIsNoneCostsNoWords() {
        talk.tick();
        say("Is the well finished?");
        answer(new PlanPart.RejectedStep("end_goal", "you have no such goal"), NO);

        assertThat(said()).containsExactly("No, I cannot fly.");
        assertThat(talk.plugin.stats().answers().count(AnswerStatus.REPAIRED)).isEqualTo(1);
    }

    @Test
    void otherStepsOfARefusedAnswerAreWithdrawn() {
        talk.tick();
        say("Come, and fly!");
        answer(COME, REFUSED, COME, YES);

        assertThat(said()).isEmpty();
        assertThat(talk.get(BehaviorQueue.class, ada).steps).isEmpty();
    }

    @Test
    void deedThatFailsAsItBeginsIsNotAgreedTo() {
        talk.hoarse = true;
        talk.tick();
        say("Sing!");
        answer(new PlanPart.QueueableStep(Step.of("sing")), YES);
        assertThat(said()).isEmpty();

        talk.untilAsks(ada);
        assertThat(talk.prompt(ada)).contains("sing: has no voice");
        answer(NO);
        assertThat(said()).containsExactly("No, I cannot fly.");
    }

    @Test
    void wordsFollowADeedThatBegins() {
        talk.tick();
        say("Come!");
        answer(COME, YES);
        assertThat(said()).containsExactly("Yes, at once!");
        assertThat(talk.plan(ada)).containsExactly("come CURRENT");
    }

    @Test
    void wordsThatWereHeardBeforeARefusalStaySaid() {
        talk.tick();
        say("Fly!");
        answer(YES, REFUSED);
        assertThat(said()).containsExactly("Yes, at once!");
    }

    @Test
    void farewellEndsTheTalkWithoutAnotherRequest() {
        int bryn = talk.agent("Bryn");
        talk.gather(ada, bryn);
        talk.begin(ada, bryn);
        answer(new PlanPart.SpokenText("Until tomorrow, Bryn."), new PlanPart.EndOfTalk());

        assertThat(said()).containsExactly("Until tomorrow, Bryn.");
        assertThat(talk.talks.transcript(bryn)).isNull();
        int requests = talk.broker.asked().size();
        talk.ticks(100);
        assertThat(talk.broker.asked().stream()
                        .skip(requests)
                        .map(asked -> asked.request().layer()))
                .doesNotContain("talker");
    }

    @Test
    void wordlessEndOfATalkIsAnAnswer() {
        int bryn = talk.agent("Bryn");
        talk.begin(ada, bryn);
        answer(new PlanPart.EndOfTalk());
        assertThat(talk.talks.transcript(ada)).isNull();
        assertThat(talk.events).contains("ended: somebody ends the talk");
    }

    @Test
    void openingIsForTheOneThatItNamesFirst() {
        int bryn = talk.agent("Bryn");
        int cleo = talk.agent("Cleo");
        talk.tick();
        talk.get(Senses.class, ada).nearby.add(bryn);
        talk.get(Senses.class, ada).nearby.add(cleo);
        talk.untilAsks(ada);
        answer(new PlanPart.Addressee("Cleo"), new PlanPart.SpokenText("Morning, Cleo!"));

        assertThat(talk.spoken.get(0).to()).isEqualTo("Cleo");
        assertThat(talk.talks.transcript(cleo)).isNotNull();
        assertThat(talk.talks.transcript(bryn)).isNull();
    }

    @Test
    void openingForSomebodyWhoHasGoneIsNotSaidToAnother() {
        int bryn = talk.agent("Bryn");
        int cleo = talk.agent("Cleo");
        talk.tick();
        talk.get(Senses.class, ada).nearby.add(bryn);
        talk.get(Senses.class, ada).nearby.add(cleo);
        talk.untilAsks(ada);
        talk.granted(ada);
        talk.get(Senses.class, ada).nearby.removeValue(cleo);
        answer(new PlanPart.Addressee("Cleo"), new PlanPart.SpokenText("Morning, Cleo!"));
        talk.ticks(1_210);

        assertThat(said()).isEmpty();
        assertThat(talk.get(Mind.class, ada).troubles(Layer.TALKER)).isEmpty();
        assertThat(talk.get(Journal.class, ada).deeds)
                .extracting(deed -> deed.note)
                .containsExactly("Cleo did not hear what you said: not here, or talking to others");
    }

    @Test
    void wordsThatAreCalledOutToNobodyAreKnownAsUnheard() {
        int bryn = talk.agent("Bryn");
        talk.tick();
        talk.gather(ada, bryn);
        talk.untilAsks(ada);
        talk.granted(ada);
        talk.get(Senses.class, ada).nearby.clear();
        answer(new PlanPart.SpokenText("Who comes to the river?"));

        assertUnheard("Who comes to the river?");
    }

    @Test
    void wordsAboutAPlanThatNobodyHearsAreKnownAsUnheard() {
        talk.tick();
        talk.world.getSystem(LLMSchedulerSystem.class).overrideLayer(ada, Layer.EXECUTOR);
        talk.ticks(2);
        FakeBroker.Asked plan = talk.broker.asked().get(0);
        talk.broker.grant(plan);
        talk.broker.answer(plan, new PlanPart.SpokenText("First the wood."), COME);
        talk.ticks(2);

        assertUnheard("First the wood.");
    }

    private void assertUnheard(String words) {
        assertThat(talk.get(Journal.class, ada).deeds)
                .extracting(deed -> deed.note)
                .contains("nobody heard you say \"" + words + '"');
        assertThat(talk.talks.unheard()).isEqualTo(1);
    }

    @Test
    void ofTwoThatMeetOneIsAskedToOpen() {
        int bryn = talk.agent("Bryn");
        talk.tick();
        talk.gather(ada, bryn);
        talk.ticks(100);
        assertThat(talk.broker.asked().stream()
                        .filter(asked -> asked.request().layer().equals("talker")))
                .hasSize(1);
    }

    @Test
    void nobodyIsAskedToOpenATalkWithWhoTalksToAnotherOrRests() {
        int bryn = talk.agent("Bryn");
        int cleo = talk.agent("Cleo");
        talk.tick();
        talk.talks.begin(bryn, cleo);
        talk.get(Senses.class, ada).nearby.add(bryn);
        talk.ticks(200);
        assertThat(openings()).isEmpty();

        talk.talks.end(bryn);
        talk.ticks(200);
        assertThat(openings()).as("while Bryn rests").isEmpty();
        talk.untilAsks(ada);
    }

    @Test
    void openingWhoseHearerFellAsleepBeforeItsCallIsNotMade() {
        int bryn = talk.agent("Bryn");
        talk.tick();
        talk.get(Senses.class, ada).nearby.add(bryn);
        talk.untilAsks(ada);
        talk.get(Behavior.class, bryn).asleep = true;
        assertThat(openings())
                .singleElement()
                .satisfies(asked -> assertThat(talk.broker.grant(asked)).isEmpty());
    }

    private List<FakeBroker.Asked> openings() {
        return talk.broker.asked().stream()
                .filter(asked -> asked.request().agent().startsWith(talk.name(ada)))
                .filter(asked -> asked.request().layer().equals("talker"))
                .toList();
    }

    @Test
    void openingThatComesAfterALineIsNoAnswerToIt() {
        int bryn = talk.agent("Bryn");
        talk.tick();
        talk.gather(ada, bryn);
        talk.untilAsks(ada);
        long tick = talk.plugin.clock().tick();
        talk.get(Senses.class, bryn).hear(new Speech("Ada", "Come here!", tick));
        talk.untilAsks(bryn);
        FakeBroker.Asked stale = talk.granted(bryn);
        answer(new PlanPart.Addressee("Bryn"), new PlanPart.SpokenText("Have you seen my axe?"));
        assertThat(talk.broker.cancelled()).containsExactly(stale.ticket());
        assertThat(said()).containsExactly("Have you seen my axe?");
        talk.untilAsks(bryn);
        assertThat(talk.prompt(bryn)).contains("Have you seen my axe?");
    }
}
