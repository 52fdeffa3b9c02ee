/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.talk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.component.Behavior;
import dev.triune.component.Conversation;
import dev.triune.component.Needs;
import dev.triune.component.Senses;
import dev.triune.fixture.FakeBroker;
import dev.triune.fixture.LogLines;
import dev.triune.internal.apply.PlanPart.SpokenPiece;
import dev.triune.llm.FailureCode;
import dev.triune.llm.Outcome;
import org.junit.jupiter.api.Test;

/** How a conversation ends, for one participant or all. */
final class ConversationEndTest {
    private final TalkWorld talk = new TalkWorld();
    private final int ada = talk.agent("Ada");
    private final int bryn = talk.agent("Bryn");
    private final int odo = talk.agent("Odo");

    @Test
    void conversationEndsAfterEightTurnsAndThePairPauses() {
        talk.gather(ada, bryn);
        talk.begin(ada, bryn);
        for (int turn = 0; turn < 8; turn++) {
            int speaker = turn % 2 == 0 ? ada : bryn;
            talk.untilAsks(speaker);
            talk.answer(speaker, "Line number " + turn, "");
        }
        assertThat(talk.events).contains("ended: all has been said");
        assertThat(talk.talks.transcript(ada)).isNull();
        long calls = talkerCalls();
        talk.ticks(1_100);
        assertThat(talkerCalls()).as("the pause is a minute").isEqualTo(calls);
        for (int i = 0; i < 400; i++) { // company is asked for once no plan waits
            talk.broker.asked().forEach(asked -> talk.broker.end(asked, FakeBroker.ANSWERED));
            talk.tick();
        }
        assertThat(talkerCalls()).as("the pause is over").isGreaterThan(calls);
    }

    @Test
    void leavingAGroupReportsTheEndToTheLeaver() {
        talk.tick();
        talk.talks.begin(ada, bryn, odo);
        talk.events.clear();
        talk.get(Needs.class, odo).danger = true;
        talk.tick();

        assertThat(talk.events).containsExactly("ended: somebody has to leave");
        assertThat(talk.talks.transcript(odo)).isNull();
        assertThat(talk.talks.transcript(ada)).isNotNull();
    }

    @Test
    void silenceEndsAConversation() {
        talk.begin(ada, bryn);
        talk.broker.end(
                talk.granted(ada), new Outcome.Failed(FailureCode.PROVIDER_ERROR, "500", false));
        for (int i = 0; i < 1_800 && talk.talks.transcript(ada) != null; i++) {
            talk.tick();
        }
        assertThat(talk.talks.transcript(ada)).isNull();
    }

    @Test
    void emptyAnswersPassTheTurnAndEndTheConversation() {
        talk.begin(ada, bryn);
        talk.broker.answer(talk.granted(ada));
        talk.tick();
        talk.untilAsks(bryn);
        talk.broker.answer(talk.granted(bryn));
        talk.ticks(2);

        assertThat(talk.events).contains("ended: nobody has more to say");
    }

    @Test
    void dangerEndsAConversationAtOnce() {
        talk.begin(ada, bryn);
        talk.get(Needs.class, bryn).danger = true;
        talk.tick();

        assertThat(talk.events).contains("ended: somebody has to leave");
        assertThat(talk.get(Conversation.class, ada).active).isFalse();
        assertThat(talk.get(Conversation.class, bryn).active).isFalse();
    }

    @Test
    void sleepAndDistanceEndAConversation() {
        talk.gather(ada, bryn);
        talk.begin(ada, bryn);
        talk.get(Senses.class, ada).nearby.setSize(0);
        talk.get(Senses.class, bryn).nearby.setSize(0);
        talk.tick();
        assertThat(talk.events).contains("ended: somebody walked away");

        talk.talks.begin(ada, odo);
        talk.get(Behavior.class, odo).asleep = true;
        talk.tick();
        assertThat(talk.talks.transcript(ada)).isNull();
    }

    @Test
    void participantsOutOfTheGamesEarshotLeave() {
        boolean[] hears = {true};
        TalkWorld other = new TalkWorld(config -> config.earshot((one, two) -> hears[0]));
        int one = other.agent("Ada");
        int two = other.agent("Bryn");
        other.tick();
        other.talks.begin(one, two);
        other.untilAsks(one);
        other.answer(one, "Hello?", "Bryn");
        other.ticks(20);
        assertThat(other.talks.transcript(two)).isNotNull();
        hears[0] = false;
        other.ticks(20);
        assertThat(other.talks.transcript(two)).isNull();
    }

    @Test
    void throwingEarshotFallsBackToNearness() {
        try (LogLines log = new LogLines("dev.triune")) {
            TalkWorld other = new TalkWorld(config -> config.earshot((one, two) -> {
                throw new IllegalStateException("no walls");
            }));
            int one = other.agent("Ada");
            int two = other.agent("Bryn");
            other.gather(one, two);
            other.tick();
            other.talks.begin(one, two);
            other.untilAsks(one);
            other.answer(one, "Hello?", "Bryn");
            other.ticks(20);
            assertThat(other.talks.transcript(two)).isNotNull();
            assertThat(log.texts())
                    .filteredOn(line -> line.contains("earshot"))
                    .singleElement()
                    .asString()
                    .contains("ConversationEndTest", "threw an exception at entity");
        }
    }

    @Test
    void recycledEntityIsNotAParticipant() {
        talk.begin(ada, bryn);
        talk.world.delete(bryn);
        talk.tick();
        int stranger = talk.agent("Stranger");
        talk.ticks(3);

        assertThat(stranger).as("the id is used again").isEqualTo(bryn);
        assertThat(talk.talks.transcript(stranger)).isNull();
        assertThat(talk.talks.transcript(ada)).isNull();
    }

    @Test
    void gameCanInterruptAndEndAConversation() {
        talk.begin(ada, bryn);
        FakeBroker.Asked asked = talk.granted(ada);
        talk.broker.deliver(asked, new SpokenPiece("Once upon a"));
        talk.tick();
        talk.talks.interrupt(ada);

        assertThat(talk.broker.cancelled()).contains(asked.ticket());
        assertThat(talk.spoken.get(0).brokenOff()).isTrue();
        assertThat(talk.transcript(ada).lines).hasSize(1);
        talk.talks.end(bryn);
        talk.tick();
        assertThat(talk.events).contains("ended: the game ended it");
    }

    private long talkerCalls() {
        return talk.broker.asked().stream()
                .filter(asked -> asked.request().layer().equals("talker"))
                .count();
    }
}
