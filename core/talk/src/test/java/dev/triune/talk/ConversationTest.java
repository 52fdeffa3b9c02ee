/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.talk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.component.Behavior;
import dev.triune.component.Conversation;
import dev.triune.component.Mind;
import dev.triune.component.Persona;
import dev.triune.component.Senses;
import dev.triune.component.Speech;
import dev.triune.fixture.FakeBroker;
import dev.triune.internal.apply.PlanPart.Addressee;
import dev.triune.internal.apply.PlanPart.SpokenPiece;
import dev.triune.internal.apply.PlanPart.SpokenText;
import dev.triune.llm.FailureCode;
import dev.triune.llm.Outcome;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How a conversation begins, and who speaks and hears. */
final class ConversationTest {
    private final TalkWorld talk = new TalkWorld();
    private final int ada = talk.agent("Ada");
    private final int bryn = talk.agent("Bryn");
    private final int odo = talk.agent("Odo");

    @Test
    void listenerReceivesGrowingTextThenTheWholeLineOnce() {
        talk.begin(ada, bryn);
        FakeBroker.Asked asked = talk.granted(ada);
        talk.events.clear();
        for (String piece : List.of("Good mor", "ning. How", " are you?")) {
            talk.broker.deliver(asked, new SpokenPiece(piece));
            talk.tick();
        }
        talk.tick();
        talk.broker.deliver(asked, new SpokenText("Good morning. How are you?"));
        talk.broker.deliver(asked, new Addressee("bryn"));
        talk.broker.answer(asked);
        talk.tick();

        assertThat(talk.events)
                .startsWith(
                        "speaking Ada: Good mor [0]",
                        "speaking Ada: Good morning. How [13]",
                        "speaking Ada: Good morning. How are you? [13]",
                        "spoke Ada to Bryn: Good morning. How are you?");
        assertThat(talk.spoken).hasSize(1);
    }

    @Test
    void quotationInsideASentenceIsNoWholeSentence() {
        talk.begin(ada, bryn);
        FakeBroker.Asked asked = talk.granted(ada);
        talk.events.clear();
        for (String piece : List.of("\"Fire!\"", ", he cried.", " Run.", "\" So we ran")) {
            talk.broker.deliver(asked, new SpokenPiece(piece));
            talk.tick();
        }
        assertThat(talk.events)
                .containsExactly(
                        "speaking Ada: \"Fire!\" [0]",
                        "speaking Ada: \"Fire!\", he cried. [0]",
                        "speaking Ada: \"Fire!\", he cried. Run. [18]",
                        "speaking Ada: \"Fire!\", he cried. Run.\" So we ran [24]");
    }

    @Test
    void nobodyRestsFromANewEntityWithTheIdOfADeletedPartner() {
        talk.tick();
        assertThat(talk.talks.begin(ada, bryn, odo)).isTrue();
        talk.tick();
        talk.world.delete(bryn);
        talk.ticks(2);
        talk.talks.end(ada);
        talk.tick();
        assertThat(talk.get(Conversation.class, ada)
                        .restsFrom(odo, talk.plugin.clock().tick()))
                .isTrue();
        assertThat(talk.get(Conversation.class, ada).restsUntil(bryn)).isEqualTo(Mind.NEVER);
        assertThat(talk.get(Conversation.class, odo).restsUntil(bryn)).isEqualTo(Mind.NEVER);
    }

    @Test
    void cutOffLineIsKeptAsBrokenOff() {
        talk.begin(ada, bryn);
        FakeBroker.Asked asked = talk.granted(ada);
        talk.broker.deliver(asked, new SpokenPiece("I saw a wo"));
        talk.broker.end(
                asked, new Outcome.Failed(FailureCode.CUT_OFF, "the connection broke", true));
        talk.tick();

        assertThat(talk.spoken).hasSize(1);
        assertThat(talk.spoken.get(0).text()).isEqualTo("I saw a wo");
        assertThat(talk.spoken.get(0).brokenOff()).isTrue();
    }

    @Test
    void agentsTakeTurnsAndSeeEachLineOnce() {
        talk.begin(ada, bryn);
        talk.answer(ada, "Is there bread?", "Bryn");
        talk.untilAsks(bryn);
        assertThat(talk.open(ada)).as("only one has the floor").isNull();
        talk.answer(bryn, "Two loaves.", "Ada");
        String prompt = promptOf(ada);

        assertThat(prompt)
                .containsOnlyOnce("- You to Bryn: \"Is there bread?\"")
                .containsOnlyOnce("- Bryn to you: \"Two loaves.\"")
                .contains("You answer Bryn now.");
    }

    private String promptOf(int agent) {
        for (int i = 0; i < 600 && talk.open(agent) == null; i++) {
            talk.tick();
        }
        return talk.prompt(agent);
    }

    @Test
    void addresseeSpeaksNextElseTheLongestWaiting() {
        talk.tick();
        talk.talks.begin(ada, bryn, odo);
        talk.untilAsks(ada);
        talk.answer(ada, "Odo, what do you think?", "Odo");
        talk.untilAsks(odo);
        talk.answer(odo, "Nothing at all.", "all");
        talk.untilAsks(bryn);
        assertThat(talk.open(ada)).isNull();
    }

    @Test
    void membersWhoAddressNobodyTakeTurnsAllRound() {
        talk.tick();
        talk.talks.begin(ada, bryn, odo);
        for (int turn = 0; turn < 6; turn++) {
            int speaker = List.of(ada, bryn, odo).get(turn % 3);
            talk.untilAsks(speaker);
            talk.answer(speaker, "Line number " + turn, "");
        }
        assertThat(talk.spoken).extracting(Utterance::to).containsOnly("");
    }

    @Test
    void agentInEarshotJoinsWhenAddressed() {
        talk.gather(ada, bryn, odo);
        talk.begin(ada, bryn);
        talk.answer(ada, "Odo, join us!", "Odo");

        Transcript conversation = talk.talks.transcript(odo);
        assertThat(conversation).isSameAs(talk.talks.transcript(ada));
        talk.untilAsks(odo);
    }

    @Test
    void bystandersOverhearWithoutAnswering() {
        talk.gather(ada, bryn, odo);
        talk.begin(ada, bryn);
        talk.answer(ada, "Between you and me.", "Bryn");

        Senses senses = talk.get(Senses.class, odo);
        assertThat(senses.heard()).hasSize(1).allMatch(Speech::overheard);
        assertThat(senses.hasNews()).isFalse();
        assertThat(talk.get(Senses.class, bryn).heard()).isEmpty();
    }

    @Test
    void unpromptedSpeechStartsConversationWithNearbyAgent() {
        talk.gather(ada, bryn);
        for (int i = 0; i < 400 && talk.open(ada) == null && talk.open(bryn) == null; i++) {
            talk.tick();
        }
        int first = talk.open(ada) != null ? ada : bryn;
        int second = first == ada ? bryn : ada;
        talk.answer(first, "Lovely weather.", "");

        assertThat(talk.events).contains("began");
        assertThat(talk.talks.transcript(first)).isSameAs(talk.talks.transcript(second));
        assertThat(talk.transcript(first).lines).hasSize(1);
        assertThat(talk.transcript(first).lines.get(0).to()).isEqualTo(talk.name(second));
    }

    @Test
    void pausedPairMayTalkToOthers() {
        talk.gather(ada, bryn);
        talk.begin(ada, bryn);
        talk.talks.end(ada);
        talk.ticks(700);
        assertThat(talk.open(ada)).as("only Bryn is near").isNull();
        talk.gather(ada, odo);
        for (int i = 0; i < 400 && talk.open(ada) == null && talk.open(odo) == null; i++) {
            talk.tick();
        }
        talk.answer(talk.open(ada) != null ? ada : odo, "Lovely weather.", "");

        assertThat(talk.transcript(odo)).isSameAs(talk.transcript(ada));
        assertThat(talk.talks.transcript(bryn)).isNull();
    }

    @Test
    void forgetsEarliestMeetingsBeyondTheLimit() {
        Conversation conversation = new Conversation();
        for (int other = 0; other < 100; other++) {
            conversation.restFrom(other, 1_000 + other);
            conversation.restFrom(other, 2_000 + other);
        }

        assertThat(conversation.met.size()).isEqualTo(Conversation.MET_LIMIT);
        assertThat(conversation.restsFrom(91, 0)).isFalse();
        assertThat(conversation.restsFrom(92, 2_091)).isTrue();
        assertThat(conversation.restsFrom(92, 2_092)).isFalse();
    }

    @Test
    void addressStartsConversationAndGetsAnAnswer() {
        talk.tick();
        assertThat(talk.talks.address(ada, bryn, "Do you have nails?")).isTrue();
        assertThat(talk.spoken)
                .extracting(Utterance::toString)
                .containsExactly("Ada to Bryn: Do you have nails?");
        talk.untilAsks(bryn);
        assertThat(talk.prompt(bryn))
                .contains("- Ada to you: \"Do you have nails?\"")
                .contains("You answer Ada now.");
    }

    @Test
    void addressLeavesThePendingAnswer() {
        talk.begin(ada, bryn);
        FakeBroker.Asked thought = talk.granted(ada);
        assertThat(talk.talks.address(odo, bryn, "Help me, Bryn!")).isTrue();

        assertThat(talk.broker.cancelled()).isEmpty();
        assertThat(talk.transcript(odo)).isSameAs(talk.transcript(ada));
        talk.untilAsks(bryn);
        assertThat(talk.open(ada)).isSameAs(thought);
    }

    @Test
    void addressIsRefusedWhenItCannotBeHeard() {
        int cara = talk.agent("Cara");
        int dee = talk.agent("Dee");
        int eve = talk.agent("Eve");
        talk.tick();
        assertThat(talk.talks.address(ada, ada, "Hm.")).as("to itself").isFalse();
        assertThat(talk.talks.address(ada, bryn, " ")).as("blank").isFalse();
        talk.get(Behavior.class, bryn).asleep = true;
        assertThat(talk.talks.address(ada, bryn, "Psst!")).as("to a sleeper").isFalse();
        talk.get(Behavior.class, bryn).asleep = false;
        talk.talks.begin(ada, bryn);
        talk.talks.begin(odo, cara);
        assertThat(talk.talks.address(ada, odo, "You too?"))
                .as("talks with another")
                .isFalse();
        assertThat(talk.talks.address(dee, ada, "Hello!")).as("joins").isTrue();
        talk.talks.say("Robin", ada, "Good day!");
        assertThat(talk.talks.address(eve, ada, "Hello!")).as("a player waits").isFalse();
    }

    @Test
    void namelessParticipantTalksAsSomebody() {
        talk.begin(ada, bryn);
        talk.get(Persona.class, bryn).name = nothing();
        talk.get(Persona.class, ada).name = nothing();
        talk.gather(ada, bryn, odo);
        FakeBroker.Asked asked = talk.broker.last();
        talk.broker.grant(asked);
        talk.broker.answer(asked, new SpokenText("Is anybody there?"));
        talk.ticks(20);

        assertThat(talk.spoken)
                .singleElement()
                .hasToString("somebody to somebody: Is anybody there?");
        assertThat(talk.get(Senses.class, odo).heard()).isNotEmpty();
    }

    @SuppressWarnings("NullAway") // what a game may write into a public field
    private static String nothing() {
        return null;
    }

    @Test
    void beginAddsMissingComponentsAndRejectsSelfTalk() {
        talk.tick();
        talk.world.edit(ada).remove(Conversation.class);
        talk.world.edit(bryn).remove(Conversation.class);
        talk.tick();

        assertThat(talk.talks.begin(ada, ada)).isFalse();
        assertThat(talk.talks.begin(ada, bryn)).isTrue();
        talk.untilAsks(ada);
    }

    @Test
    void barkNeedsNoAnswer() {
        talk.gather(ada, bryn);
        talk.tick();
        talk.talks.bark(ada, "Fresh fish!");

        assertThat(talk.spoken).extracting(Utterance::text).containsExactly("Fresh fish!");
        assertThat(talk.get(Senses.class, bryn).hasNews()).isFalse();
        assertThat(talk.talks.transcript(ada)).isNull();
    }

    @Test
    void interruptingBeforeTheFirstVisibleWordLeavesNoLine() {
        talk.begin(ada, bryn);
        FakeBroker.Asked asked = talk.granted(ada);
        talk.broker.deliver(asked, new SpokenPiece(" <thi"));
        talk.tick();
        talk.talks.interrupt(ada);

        assertThat(talk.broker.cancelled()).contains(asked.ticket());
        assertThat(talk.spoken).isEmpty();
        assertThat(talk.transcript(bryn).lines).isEmpty();
    }

    @Test
    void lineThatBeganWithoutHearersIsHeardAsAWhole() {
        talk.gather(ada, bryn);
        for (int i = 0; i < 400 && talk.open(ada) == null && talk.open(bryn) == null; i++) {
            talk.tick();
        }
        int speaker = talk.open(ada) != null ? ada : bryn;
        int hearer = speaker == ada ? bryn : ada;
        FakeBroker.Asked asked = talk.granted(speaker);
        talk.get(Senses.class, speaker).nearby.setSize(0);
        talk.broker.deliver(asked, new SpokenPiece("Is there "));
        talk.tick();
        talk.gather(speaker, hearer);
        talk.broker.deliver(asked, new SpokenPiece("anybody"));
        talk.tick();
        assertThat(talk.events).noneMatch(event -> event.startsWith("speaking"));
        talk.broker.deliver(asked, new SpokenPiece(" here?"));
        talk.answer(speaker, "Is there anybody here?", "");

        assertThat(talk.spoken)
                .extracting(Utterance::text)
                .containsExactly("Is there anybody here?");
        assertThat(talk.talks.transcript(hearer)).isNotNull();
    }
}
