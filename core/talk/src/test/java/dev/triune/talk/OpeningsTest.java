/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.talk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.component.Journal;
import dev.triune.component.Journal.Agreement;
import dev.triune.component.Needs;
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
        talk.ticks(500);
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

    @Test
    void wordsForOneWhoHasGoneAreNotKept() {
        talk.get(dev.triune.component.Senses.class, opener).nearby.setSize(0);
        answer();
        assertThat(talk.spoken).isEmpty();
        assertThat(talk.talks.unheard()).isEqualTo(1);
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
}
