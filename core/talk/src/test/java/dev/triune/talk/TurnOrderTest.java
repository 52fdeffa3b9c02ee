/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.talk;

import static org.assertj.core.api.Assertions.assertThat;

import com.artemis.ComponentMapper;
import com.artemis.utils.IntBag;
import dev.triune.component.Conversation;
import dev.triune.component.Mind;
import dev.triune.component.Persona;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** The game chooses who speaks next. */
class TurnOrderTest {
    private final List<Integer> agents = new ArrayList<>();

    private TalkWorld six(Consumer<ConversationConfig> change) {
        TalkWorld talk =
                new TalkWorld(config -> change.accept(config.participants(6).turns(12)));
        for (String name : List.of("Ada", "Bryn", "Cole", "Dana", "Enid", "Finn")) {
            agents.add(talk.agent(name));
        }
        talk.tick();
        talk.talks.begin(agents.stream().mapToInt(agent -> agent).toArray());
        return talk;
    }

    private List<String> round(TalkWorld talk, int turns) {
        return round(talk, turns, "all");
    }

    private List<String> round(TalkWorld talk, int turns, String to) {
        List<String> speakers = new ArrayList<>();
        for (int turn = 0; turn < turns; turn++) {
            int speaker = agents.stream()
                    .filter(agent -> talk.get(Conversation.class, agent).hasFloor)
                    .findFirst()
                    .orElseThrow();
            talk.untilAsks(speaker);
            talk.answer(speaker, "Line " + turn, to);
            speakers.add(talk.spoken.get(turn).speaker());
        }
        return speakers;
    }

    @Test
    void sixMembersSpeakInTheOrderOfTheGame() {
        TalkWorld talk = six(config -> config.turnOrder((conversation, members) -> {
            for (int i = 1; i <= 6; i++) { // anticlockwise around the table
                int next = conversation.agents.get((conversation.place + 6 - i) % 6);
                if (members.contains(next)) {
                    return next;
                }
            }
            return -1;
        }));
        assertThat(round(talk, 6)).containsExactly("Ada", "Finn", "Enid", "Dana", "Cole", "Bryn");
    }

    /** Prefers whoever the last line was not for. Never chooses whoever said it. */
    @SuppressWarnings("NullAway.Init") // Artemis fills in the mappers
    private static final class Uninvited implements TurnOrder {
        private ComponentMapper<Persona> personas;
        private ComponentMapper<Mind> minds;

        @Override
        public int next(Transcript conversation, IntBag members) {
            Utterance last = conversation.lines.isEmpty()
                    ? null
                    : conversation.lines.get(conversation.lines.size() - 1);
            for (int i = 0; last != null && i < members.size(); i++) {
                int each = members.get(i);
                assertThat(minds.get(each).serial).isNotEqualTo(last.serial());
                if (!personas.get(each).name.equals(last.to())) {
                    return each;
                }
            }
            return members.get(0);
        }
    }

    @Test
    void orderReadsComponentsOfTheWorld() {
        assertThat(round(six(config -> config.turnOrder(new Uninvited())), 4, "Bryn"))
                .containsExactly("Ada", "Cole", "Dana", "Enid");
    }

    @Test
    void aroundTheTableAddressedMemberWaitsForItsTurn() {
        TalkWorld talk = six(config -> config.turnOrder(TurnOrder.AROUND));
        assertThat(round(talk, 7, "Finn"))
                .containsExactly("Ada", "Bryn", "Cole", "Dana", "Enid", "Finn", "Ada");
    }

    @Test
    void aroundTheTableWhoeverPassesIsSkippedForOneRound() {
        TalkWorld talk = six(config -> config.turnOrder(TurnOrder.AROUND));
        assertThat(round(talk, 1)).containsExactly("Ada");
        talk.untilAsks(agents.get(1));
        talk.answer(agents.get(1), "", "all");
        assertThat(round(talk, 7))
                .containsExactly("Ada", "Cole", "Dana", "Enid", "Finn", "Ada", "Bryn");
    }

    @Test
    void aroundTheTableTheRoundGoesOnWhenTheOneWhoseTurnItWasLeaves() {
        TalkWorld talk = six(config -> config.turnOrder(TurnOrder.AROUND));
        assertThat(round(talk, 2)).containsExactly("Ada", "Bryn");
        talk.untilAsks(agents.get(2));
        talk.world.delete(agents.get(2));
        talk.tick();
        agents.remove(2);
        assertThat(round(talk, 7)).endsWith("Dana", "Enid", "Finn", "Ada", "Bryn");
    }

    @Test
    void whoeverHasWaitedLongestSpeaksUnlessTheGameSaysOtherwise() {
        assertThat(round(six(config -> {}), 6))
                .containsExactly("Ada", "Bryn", "Cole", "Dana", "Enid", "Finn");
    }

    @Test
    void orderCanEndTheConversation() {
        TalkWorld talk = six(config -> config.turnOrder((conversation, members) -> -1));
        assertThat(round(talk, 1)).containsExactly("Ada");
        assertThat(talk.talks.transcript(agents.get(0))).isNull();
        assertThat(talk.events).contains("ended: nobody has more to say");
    }

    @Test
    void harmfulOrderCountsAsTheStandardOne() {
        TalkWorld strange = six(config -> config.turnOrder((conversation, members) -> 9_999));
        assertThat(round(strange, 2)).containsExactly("Ada", "Bryn");
        agents.clear();
        TalkWorld faulty = six(config -> config.turnOrder((Transcript talk, IntBag members) -> {
            throw new IllegalStateException("on purpose");
        }));
        assertThat(round(faulty, 2)).containsExactly("Ada", "Bryn");
    }

    @Test
    void playerIsAnsweredFirstWhateverTheOrder() {
        TalkWorld talk = six(config -> config.turnOrder((conversation, members) -> -1));
        talk.talks.say("Robin", agents.get(3), "And you?");
        talk.untilAsks(agents.get(3));
    }
}
