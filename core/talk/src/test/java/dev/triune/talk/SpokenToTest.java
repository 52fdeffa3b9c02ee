/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.talk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.action.Step;
import dev.triune.component.Journal;
import dev.triune.component.Journal.Acquaintance;
import dev.triune.component.Journal.Agreement;
import dev.triune.fixture.FakeBroker.Asked;
import dev.triune.internal.apply.PlanPart;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A line is for whom its answer names, whoever stands near when it is delivered. */
final class SpokenToTest {
    private static final String WORDS = "Past thirty, I call you.";

    private final TalkWorld talk = new TalkWorld();
    private final int ada = talk.agent("Ada");
    private final int bryn = talk.agent("Bryn");
    private final int cleo = talk.agent("Cleo");
    private final int dara = talk.agent("Dara");

    /** The last lines between two, as one of them remembers them. */
    private List<String> between(int agent, String other) {
        Journal journal = talk.get(Journal.class, agent);
        Acquaintance met = journal == null ? null : journal.acquaintance(other);
        return met == null
                ? List.of()
                : met.lines.stream().map(line -> line.text).toList();
    }

    private List<String> happenedTo(int agent) {
        return talk.get(Journal.class, agent).deeds.stream()
                .map(deed -> deed.note)
                .toList();
    }

    private Agreement promiseOf(int agent) {
        assertThat(talk.get(Journal.class, agent).agreements).hasSize(1);
        return talk.get(Journal.class, agent).agreements.get(0);
    }

    /** Has Ada answer Bryn with words for somebody else. */
    private void answer(String to, PlanPart... before) {
        talk.begin(bryn, ada);
        talk.answer(bryn, "Nice weather, Ada.", "Ada");
        talk.untilAsks(ada);
        Asked asked = talk.granted(ada);
        talk.broker.deliver(asked, new PlanPart.Addressee(to));
        talk.broker.deliver(asked, before);
        talk.broker.deliver(asked, new PlanPart.SpokenText(WORDS));
        talk.broker.answer(asked);
        talk.ticks(2);
    }

    private void isForAndNotForBryn(String name) {
        assertThat(talk.spoken)
                .filteredOn(line -> line.text().equals(WORDS))
                .singleElement()
                .matches(line -> line.to().equals(name));
        assertThat(between(ada, "Bryn")).doesNotContain(WORDS);
        assertThat(between(bryn, "Ada")).doesNotContain(WORDS);
    }

    @Test
    void wordsForOneNearWhoTalksToOthersAreHeardByThatOne() {
        talk.gather(ada, bryn, cleo, dara);
        talk.begin(cleo, dara);
        answer("Cleo");
        isForAndNotForBryn("Cleo");
        assertThat(between(ada, "Cleo")).containsExactly(WORDS);
        assertThat(between(cleo, "Ada")).containsExactly(WORDS);
        assertThat(talk.talks.unheard()).isZero();
    }

    @Test
    void wordsForOneWhoIsGoneAreToldToTheSpeaker() {
        talk.gather(ada, bryn);
        talk.tick();
        answer("Cleo");
        isForAndNotForBryn("Cleo");
        assertThat(between(ada, "Cleo")).isEmpty();
        assertThat(between(cleo, "Ada")).isEmpty();
        assertThat(happenedTo(ada)).anyMatch(note -> note.startsWith("Cleo did not hear"));
        assertThat(talk.talks.unheard()).isEqualTo(1);
    }

    @Test
    void nobodysNameLeavesTheWordsToWhomTheyAnswer() {
        talk.gather(ada, bryn);
        answer("the friend");
        assertThat(between(bryn, "Ada")).contains(WORDS);
    }

    @Test
    void whatIsOrderedBeforeTheWordsIsAgreedWithWhomTheAnswerNames() {
        talk.gather(ada, bryn, cleo);
        talk.begin(cleo, bryn);
        talk.answer(cleo, "Ada, please chop some wood.", "Ada"); // who joins
        talk.untilAsks(ada);
        Asked asked = talk.granted(ada);
        talk.broker.deliver(asked, new PlanPart.Addressee("Cleo"));
        talk.broker.deliver(asked, new PlanPart.QueueableStep(Step.of("chop")));
        talk.broker.deliver(asked, new PlanPart.SpokenText("At once, Cleo."));
        talk.broker.answer(asked);
        talk.tick();
        talk.talks.end(ada);
        talk.ticks(2);
        Agreement agreed = promiseOf(ada);
        assertThat(agreed.with).isEqualTo("Cleo");
        assertThat(agreed.request).isEqualTo("Ada, please chop some wood.");
    }

    @Test
    void requestOfOneIsNoAgreementWithAnotherWhomTheAnswerNames() {
        talk.gather(ada, bryn, cleo);
        talk.tick();
        talk.talks.say("Robin", ada, "Ada, please chop some wood.");
        talk.untilAsks(ada);
        Asked asked = talk.granted(ada);
        talk.broker.deliver(asked, new PlanPart.Addressee("Cleo"));
        talk.broker.deliver(asked, new PlanPart.Later("bring Cleo the axe"));
        talk.broker.deliver(asked, new PlanPart.SpokenText("I bring you the axe, Cleo."));
        talk.broker.answer(asked);
        talk.ticks(2);
        Agreement agreed = promiseOf(ada);
        assertThat(agreed.with).isEqualTo("Cleo");
        assertThat(agreed.request).isEmpty();
        assertThat(promiseOf(cleo).with).isEqualTo("Ada");
    }

    @Test
    void promiseToOneWhoIsGoneIsNone() {
        talk.gather(ada, bryn);
        talk.tick();
        answer("Cleo", new PlanPart.Later("call Cleo"));
        Journal journal = talk.get(Journal.class, ada);
        assertThat(journal.agreements).isEmpty();
        assertThat(happenedTo(ada)).contains("nobody heard your promise: call Cleo");
    }

    private void brynAsksAda() {
        talk.gather(ada, bryn);
        talk.begin(bryn, ada);
        talk.answer(bryn, "Who took the seal, Ada?", "Ada");
        talk.untilAsks(ada); // and thinks for long
    }

    @Test
    void whoWaitsForAnAnswerStaysWhileAPlayerTalksWithTheOther() {
        brynAsksAda();
        talk.talks.say("Robin", ada, "Ada, where is the well?");
        talk.ticks(600);
        assertThat(talk.talks.transcript(bryn)).isNotNull();
    }

    @Test
    void talkLastsWhileAnAnswerIsWrittenBesideThatToAPlayer() {
        brynAsksAda();
        Asked asked = talk.granted(ada);
        talk.talks.say("Robin", bryn, "Bryn, where is the well?");
        talk.answer(bryn, "Behind the house.", "Robin");
        talk.ticks(600);
        talk.broker.deliver(asked, new PlanPart.Addressee("Bryn"));
        talk.broker.answer(asked, new PlanPart.SpokenText(WORDS));
        talk.ticks(2);
        assertThat(talk.spoken).last().matches(line -> line.to().equals("Bryn"));
    }
}
