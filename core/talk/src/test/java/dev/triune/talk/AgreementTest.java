/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.talk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.action.ActionRunner.Watchdog;
import dev.triune.action.Step;
import dev.triune.component.Journal;
import dev.triune.component.Journal.Agreement;
import dev.triune.component.Journal.Agreement.State;
import dev.triune.component.Senses;
import dev.triune.fixture.FakeBroker;
import dev.triune.internal.apply.PlanPart;
import dev.triune.llm.Prompt;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What agents agree to is written down when it is made, and settled by what is done. */
final class AgreementTest {
    private static final int MINUTE = 1_200; // ticks

    private final TalkWorld talk = new TalkWorld();
    private final int ada = talk.agent("Ada");

    @Test
    void requestItsAnswerAndTheStepsAreOneAgreement() {
        ask("Come along, please.");
        talk.answer(ada, "Gladly.", "Robin", step("come"));

        assertThat(agreement().with).isEqualTo("Robin");
        assertThat(agreement().request).isEqualTo("Come along, please.");
        assertThat(agreement().answer).isEqualTo("Gladly.");
        assertThat(agreement().what).isEqualTo("come");
        assertThat(agreement().state).isEqualTo(State.OPEN);
    }

    @Test
    void agreementIsAboutTheLineThatTheAnswerKnew() {
        ask("Come along, please.");
        FakeBroker.Asked asked = talk.granted(ada);
        talk.talks.say("Robin", ada, "And what did you do today?");
        talk.tick();
        talk.broker.deliver(asked, new PlanPart.SpokenText("Gladly."));
        talk.broker.answer(asked, step("come"));
        talk.ticks(2);

        assertThat(agreements(ada))
                .singleElement()
                .matches(each -> each.request.equals("Come along, please."));
    }

    @Test
    void whatAnAgentDoesOfItsOwnAccordDuringSmallTalkIsNoAgreement() {
        ask("Good day!");
        talk.answer(ada, "Good day, Robin.", "Robin", step("chop"));
        assertThat(talk.get(Journal.class, ada).agreements).isEmpty();

        int bryn = talk.agent("Bryn");
        int cole = talk.agent("Cole");
        talk.gather(bryn, cole);
        talk.begin(bryn, cole);
        talk.answer(bryn, "The work is never finished, it just waits.", "Cole");
        talk.untilAsks(cole);
        talk.answer(cole, "Some of us like it.", "Bryn", step("come"));
        talk.talks.end(cole);
        talk.ticks(2);
        assertThat(talk.get(Journal.class, cole).agreements).isEmpty();
        assertThat(talk.get(Journal.class, bryn).agreements).isEmpty();
    }

    @Test
    void whatIsDoneBeforeTheWordsThatUndertakeItIsAnAgreement() {
        int bryn = talk.agent("Bryn");
        talk.gather(ada, bryn);
        talk.begin(bryn, ada);
        talk.answer(bryn, "The well behind the mill is poisoned.", "Ada");
        talk.untilAsks(ada);
        FakeBroker.Asked asked = talk.granted(ada);
        talk.broker.deliver(asked, new PlanPart.Addressee("Bryn"));
        talk.broker.deliver(asked, step("sing"));
        talk.broker.deliver(asked, new PlanPart.SpokenText("I sing until somebody hears us."));
        talk.broker.answer(asked);
        talk.ticks(2);

        assertThat(agreement().what).isEqualTo("sing");
        assertThat(agreement().answer).isEqualTo("I sing until somebody hears us.");
        assertThat(agreements(bryn)).singleElement().matches(each -> !each.own);
    }

    @Test
    void agreementIsDoneWithItsLastStep() {
        ask("Come along and sing.");
        talk.answer(ada, "Gladly.", "Robin", step("come"), step("sing"));
        assertThat(agreement().state).isEqualTo(State.OPEN);
        talk.arrived = true;
        talk.ticks(5);
        assertThat(agreement().state).isEqualTo(State.DONE);
    }

    @Test
    void agreementFailsWithItsStepAndSaysWhy() {
        TalkWorld slow = new TalkWorld(
                config -> {},
                minds -> minds.watchdog(
                        new Watchdog(Duration.ofSeconds(1), Duration.ofSeconds(1), 8)));
        int bryn = slow.agent("Bryn");
        slow.tick();
        slow.talks.say("Robin", bryn, "Come along.");
        slow.untilAsks(bryn);
        slow.answer(bryn, "Gladly.", "Robin", step("come"));
        slow.ticks(40);
        assertThat(slow.get(Journal.class, bryn).agreements)
                .singleElement()
                .matches(each -> each.state == State.FAILED && !each.reason.isEmpty());
    }

    @Test
    void agreementIsGivenUpWithItsSteps() {
        ask("Chop wood.");
        talk.answer(ada, "Gladly.", "Robin", step("chop"));
        talk.ticks(2);
        talk.world.getSystem(dev.triune.system.DecisionApplySystem.class).cancelPlan(ada);
        talk.ticks(2);
        assertThat(agreement().state).isEqualTo(State.DROPPED);
    }

    @Test
    void otherAgentKnowsThePromiseButNotWhetherItWasKeptOutOfItsSight() {
        int bryn = talk.agent("Bryn");
        talk.gather(ada, bryn);
        talk.begin(bryn, ada);
        talk.answer(bryn, "Will you come along with me?", "Ada");
        talk.untilAsks(ada);
        talk.answer(ada, "I come at once.", "Bryn", step("come"));
        assertThat(agreements(bryn)).singleElement().matches(each -> !each.own && each.open());

        talk.get(Senses.class, ada).nearby.clear();
        talk.arrived = true;
        talk.ticks(5);
        assertThat(agreement().state).isEqualTo(State.DONE);
        assertThat(agreements(bryn)).singleElement().matches(Agreement::open);
    }

    @Test
    void whoKeptAPromiseTellsItWhenTheyTalkAgain() {
        int bryn = talk.agent("Bryn");
        talk.gather(ada, bryn);
        talk.begin(bryn, ada);
        talk.answer(bryn, "Will you come along with me?", "Ada");
        talk.untilAsks(ada);
        talk.answer(ada, "I come at once.", "Bryn", step("come"));
        talk.get(Senses.class, ada).nearby.clear();
        talk.arrived = true;
        talk.ticks(5);
        assertThat(agreements(bryn)).singleElement().matches(Agreement::open);

        talk.get(Senses.class, ada).nearby.add(bryn);
        talk.untilAsks(bryn);
        talk.answer(bryn, "Where have you been?", "Ada");
        talk.untilAsks(ada);
        assertThat(agreements(bryn)).singleElement().matches(Agreement::open);
        talk.answer(ada, "Where you sent me.", "Bryn");
        assertThat(agreements(bryn))
                .singleElement()
                .matches(each -> each.state == State.DONE && !each.own);
    }

    @Test
    void promiseOfAFarewellReachesTheOther() {
        int bryn = talk.agent("Bryn");
        talk.gather(ada, bryn);
        talk.begin(bryn, ada);
        talk.answer(bryn, "The roof of my barn is rotten.", "Ada");
        talk.untilAsks(ada);
        FakeBroker.Asked asked = talk.granted(ada);
        talk.broker.deliver(asked, new PlanPart.Addressee("Bryn"));
        talk.broker.deliver(asked, new PlanPart.Later("mend Bryn's roof at noon"));
        talk.broker.deliver(asked, new PlanPart.SpokenText("At noon, Bryn. Farewell!"));
        talk.broker.deliver(asked, new PlanPart.EndOfTalk());
        talk.broker.answer(asked);
        talk.ticks(2);

        assertThat(talk.talks.transcript(bryn)).isNull();
        assertThat(agreement().what).isEqualTo("mend Bryn's roof at noon");
        assertThat(agreements(bryn))
                .singleElement()
                .matches(each -> !each.own && each.what.equals("mend Bryn's roof at noon"));
    }

    @Test
    void whatStepsAreAboutToDoNeedsNoNumber() {
        ask("Come along, please.");
        talk.answer(ada, "Gladly.", "Robin", step("come"));
        assertThat(planPrompt()).contains("- you promised Robin just now: come");
    }

    @Test
    void plannerSeesWhatWasAgreedAndWhatBecameOfIt() {
        ask("Come along, please.");
        talk.answer(ada, "Gladly.", "Robin", step("come"));
        talk.arrived = true;
        talk.ticks(5);
        String plan = planPrompt();
        assertThat(plan)
                .contains("- you promised Robin just now: come; done just now")
                .doesNotContain("Come along, please.");
    }

    @Test
    void talkerKnowsItsOwnWordsOfAnEarlierTalk() {
        ask("Do you keep the key?");
        talk.answer(ada, "I have never seen a key.", "Robin");
        talk.talks.leave("Robin");
        talk.ticks(2);
        talk.talks.say("Robin", ada, "What did you tell me?");
        talk.untilAsks(ada);
        assertThat(talk.prompt(ada))
                .contains("- You to Robin: \"I have never seen a key.\"")
                .contains("Robin to you: \"Do you keep the key?\"");
    }

    @Test
    void oldLinesAreShownWithTheirTimeNotWithThePresent() {
        ask("Do you keep the key?");
        talk.answer(ada, "I have never seen a key.", "Robin");
        talk.talks.leave("Robin");
        talk.ticks(4 * MINUTE);
        talk.talks.say("Robin", ada, "What did you tell me?");
        talk.untilAsks(ada);
        assertThat(talk.prompt(ada))
                .contains("Said before:\n- 4 minutes ago, Robin to you: \"Do you keep the key?\"")
                .contains("- You to Robin: \"I have never seen a key.\"")
                .contains("you last talked 4 minutes ago");
    }

    @Test
    void firstTalkHasNoLastOne() {
        ask("Do you keep the key?");
        assertThat(talk.prompt(ada)).doesNotContain("you last talked");
    }

    @Test
    void whoJoinsKnowsNothingOfWhatWasSaidBefore() {
        int bryn = talk.agent("Bryn");
        int cole = talk.agent("Cole");
        talk.gather(ada, bryn);
        talk.begin(bryn, ada);
        talk.answer(bryn, "The gold is under the oak.", "Ada");
        talk.gather(bryn, cole);
        talk.gather(ada, cole);
        talk.untilAsks(ada);
        talk.answer(ada, "Cole, come here.", "Cole");
        talk.untilAsks(cole);
        assertThat(talk.prompt(cole)).contains("Cole, come here.").doesNotContain("gold");
    }

    private void ask(String words) {
        talk.tick();
        talk.talks.say("Robin", ada, words);
        talk.untilAsks(ada);
    }

    private String planPrompt() {
        talk.talks.leave("Robin");
        for (int i = 0; i < 600; i++) {
            for (FakeBroker.Asked asked : talk.broker.asked()) {
                if (!asked.isEnded() && asked.request().layer().equals("executor")) {
                    return talk.broker.grant(asked).map(Prompt::text).orElse("");
                }
            }
            talk.tick();
        }
        throw new AssertionError("nobody planned");
    }

    private Agreement agreement() {
        assertThat(agreements(ada)).hasSize(1);
        return agreements(ada).get(0);
    }

    private List<Agreement> agreements(int agent) {
        return talk.get(Journal.class, agent).agreements;
    }

    private static PlanPart step(String type) {
        return new PlanPart.QueueableStep(Step.of(type));
    }
}
