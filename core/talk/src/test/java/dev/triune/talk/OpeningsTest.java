/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.talk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.component.Journal;
import dev.triune.component.Journal.Agreement;
import dev.triune.component.Needs;
import dev.triune.component.Senses;
import dev.triune.component.Speech;
import dev.triune.fixture.FakeBroker.Asked;
import dev.triune.internal.apply.PlanPart;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** First words that come while nobody can listen are said afterwards, or asked for anew. */
final class OpeningsTest {
    private static final String WORDS = "Good morning, Bryn! Two logs for six berries?";

    private final TalkWorld talk = new TalkWorld();
    private final int ada = talk.agent("Ada");
    private final int bryn = talk.agent("Bryn");
    private int opener;

    @SuppressWarnings("NullAway.Init")
    private Asked asked;

    @BeforeEach
    void oneOfTwoAsksForFirstWords() {
        talk.tick();
        talk.gather(ada, bryn);
        for (int i = 0; i < 600 && talk.open(ada) == null && talk.open(bryn) == null; i++) {
            talk.tick();
        }
        opener = talk.open(ada) == null ? bryn : ada;
        asked = talk.granted(opener);
        talk.tick();
    }

    private int other() {
        return opener == ada ? bryn : ada;
    }

    private void endanger(int agent, boolean danger) {
        talk.get(Needs.class, agent).danger = danger;
    }

    private void answer(PlanPart... before) {
        talk.broker.deliver(asked, new PlanPart.Addressee(talk.name(other())));
        talk.broker.deliver(asked, before);
        talk.broker.deliver(asked, new PlanPart.SpokenPiece(WORDS.substring(0, 12)));
        talk.tick();
        talk.broker.answer(asked, new PlanPart.SpokenText(WORDS));
        talk.ticks(2);
    }

    private void isHeard() {
        assertThat(talk.spoken)
                .singleElement()
                .matches(line -> line.text().equals(WORDS))
                .matches(line -> line.to().equals(talk.name(other())));
        assertThat(talk.talks.unheard()).isZero();
    }

    @Test
    void wordsThatComeInADangerOfTheOtherAreSaidAfterIt() {
        endanger(other(), true);
        answer(new PlanPart.Later("bring berries"));
        assertThat(talk.spoken).isEmpty();
        talk.ticks(100);
        assertThat(talk.spoken).isEmpty();

        endanger(other(), false);
        talk.ticks(2);
        isHeard();
        assertThat(talk.get(Journal.class, opener).agreements)
                .extracting(each -> each.what)
                .containsExactly("bring berries");
        assertThat(talk.get(Journal.class, other()).agreements)
                .singleElement()
                .matches(Agreement::open);
        talk.untilAsks(other()); // for an answer
    }

    @Test
    void wordsThatComeInADangerOfTheSpeakerAreSaidAfterIt() {
        endanger(opener, true);
        answer();
        talk.ticks(100);
        endanger(opener, false);
        talk.ticks(2);
        isHeard();
    }

    @Test
    void afterALongDangerTheSpeakerKnowsThatItWasNotHeard() {
        endanger(other(), true);
        answer(new PlanPart.Later("bring berries"));
        talk.ticks(1_300);
        List<String> told = talk.get(Journal.class, opener).deeds.stream()
                .map(deed -> deed.note)
                .toList();
        assertThat(told)
                .anyMatch(note -> note.startsWith(talk.name(other()) + " did not hear"))
                .contains("nobody heard your promise: bring berries");
        assertThat(talk.talks.unheard()).isEqualTo(1);
        endanger(other(), false);
        talk.ticks(10);
        assertThat(talk.spoken).isEmpty();
    }

    private void part() {
        talk.get(Senses.class, opener).nearby.setSize(0);
        talk.get(Senses.class, other()).nearby.setSize(0);
    }

    @Test
    void wordsForOneWhoHasGoneAreSaidWhenTheyMeetAgainSoon() {
        part();
        answer();
        talk.ticks(800);
        assertThat(talk.spoken).isEmpty();
        assertThat(talk.talks.awaitsTalk(opener)).as("for nobody").isFalse();
        talk.gather(opener, other());
        talk.ticks(2);
        isHeard();
    }

    @Test
    void wordsForOneWhoStaysAwayAreKeptForAMinute() {
        part();
        answer();
        talk.ticks(1_190);
        assertThat(talk.talks.unheard()).isZero();
        talk.ticks(20);
        assertThat(talk.talks.unheard()).isEqualTo(1);
        talk.gather(opener, other());
        talk.ticks(2);
        assertThat(talk.spoken).isEmpty();
    }

    @Test
    void whoeverIsNamedHearsThemAlsoSoonAfterATalk() {
        talk.talks.begin(other(), opener);
        talk.talks.end(opener);
        int cleo = talk.agent("Cleo"); // for whom the opener is asked
        talk.gather(opener, cleo);
        talk.tick();
        asked = talk.open(opener) == null ? asked : talk.granted(opener);
        for (int i = 0; i < 600 && talk.open(opener) == null; i++) {
            talk.tick();
        }
        asked = talk.granted(opener);
        answer();
        isHeard();
    }

    /** Ends the open request without words, so that the opener is free. */
    private void withoutWords() {
        talk.broker.answer(asked);
        talk.talks.begin(opener, other());
        talk.talks.end(opener); // they rest
        talk.tick();
    }

    private void hears(int agent, String caller) {
        long now = talk.plugin.clock().tick();
        talk.get(Senses.class, agent).hear(new Speech(caller, "Come to the feast!", now));
    }

    private void untilAsksOrNot() {
        talk.ticks(300);
    }

    @Test
    void nobodyIsAskedToAnswerACallOfOneWhoHasGone() {
        withoutWords();
        part();
        hears(opener, talk.name(other()));
        untilAsksOrNot();
        assertThat(talk.open(opener)).isNull();
    }

    @Test
    void aCallOfSomebodyNearIsAnsweredAlsoSoonAfterATalk() {
        withoutWords();
        hears(opener, talk.name(other()));
        talk.untilAsks(opener);
        asked = talk.granted(opener);
        assertThat(talk.talks.awaitsTalk(other())).as("the caller waits").isTrue();
        talk.broker.answer(asked, new PlanPart.SpokenText(WORDS)); // names nobody: the caller
        talk.ticks(2);
        isHeard();
    }

    @Test
    void aCallFromBeyondTheMindsIsAnsweredAlone() {
        withoutWords();
        talk.get(Senses.class, opener).nearby.setSize(0);
        hears(opener, "the crier");
        talk.untilAsks(opener);
    }

    @Test
    void wordsForOneWhoTalksWithAnotherAreSaidInThatTalk() {
        int cleo = talk.agent("Cleo");
        talk.tick();
        talk.gather(other(), cleo);
        talk.talks.begin(cleo, other());
        talk.untilAsks(cleo);
        answer(new PlanPart.Later("bring berries"));
        isHeard();
        assertThat(talk.transcript(opener)).isSameAs(talk.transcript(cleo));
        assertThat(talk.get(Journal.class, other()).agreements)
                .singleElement()
                .matches(Agreement::open);
        assertThat(talk.broker.cancelled()).isEmpty();
        talk.answer(cleo, "Have you seen the mill, " + talk.name(other()) + "?", "");
        assertThat(talk.spoken).hasSize(2);
        talk.untilAsks(other()); // for an answer
    }

    @Test
    void wordsWaitWhilePlayerIsAnswered() {
        talk.talks.say("Robin", other(), "Where is the well?");
        talk.untilAsks(other());
        answer();
        assertThat(talk.spoken).isEmpty();
        talk.answer(other(), "Behind the house.", "Robin");
        talk.ticks(2);
        assertThat(talk.spoken)
                .extracting(line -> line.text())
                .containsExactly("Behind the house.", WORDS);
    }

    @Test
    void ownPlanThatSpeaksFirstSparesTheWords() {
        talk.talks.address(opener, other(), "Two logs for six berries?");
        talk.tick();
        assertThat(talk.broker.cancelled()).containsExactly(asked.ticket());
        talk.untilAsks(other());
        assertThat(talk.talks.unheard()).isZero();
    }

    @Test
    void heldWordsAreSaidToWhoeverSpeaksToTheSpeakerMeanwhile() {
        endanger(other(), true);
        answer();
        endanger(other(), false);
        talk.talks.address(other(), opener, "The wolf has gone.");
        talk.ticks(2);
        assertThat(talk.spoken)
                .extracting(line -> line.text())
                .containsExactly("The wolf has gone.", WORDS);
        talk.untilAsks(other()); // for an answer
    }
}
