/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.talk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.triune.component.Memory;
import dev.triune.component.Needs;
import dev.triune.component.Player;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Players and agents who are many, change their names, have none, or die. */
class ManyPlayersTest {
    private final TalkWorld talk = new TalkWorld();
    private final int ada = talk.agent("Ada");

    // ---- more players than a conversation takes

    @Test
    void agentHearsNoFurtherPlayerUntilItHasAnsweredThoseOfItsFullConversation() {
        talk.tick();
        List<Boolean> heard = new ArrayList<>();
        for (String player : List.of("P1", "P2", "P3", "P4")) {
            heard.add(talk.talks.say(player, ada, "Hello?").heard());
        }
        assertThat(heard).containsExactly(true, true, true, false);
        talk.answer(ada, "Hello, all of you.", "all");

        assertThat(talk.spoken).hasSize(1);
        assertThat(talk.talks.say("P4", ada, "Hello?").heard())
                .as("nobody waits")
                .isTrue();
        talk.answer(ada, "Hello.", "P4");
        assertThat(talk.spoken).extracting(Utterance::to).containsExactly("", "P4");
        assertThat(talk.events)
                .filteredOn(event -> event.startsWith("ended"))
                .containsExactly("ended: a player speaks");
    }

    @Test
    void agentThatMustLeaveTellsEachWaitingPlayer() {
        talk.tick();
        List<String> players = List.of("P1", "P2", "P3");
        players.forEach(player -> talk.talks.say(player, ada, "Hello?"));
        talk.get(Needs.class, ada).danger = true;
        talk.tick();

        assertThat(talk.spoken).extracting(Utterance::to).containsExactlyElementsOf(players);
        assertThat(talk.events).last().isEqualTo("ended: somebody has to leave");
    }

    // ---- names

    @Test
    void playerWhoIsRenamedRemainsOnePlayer() {
        int body = talk.player("Robin");
        talk.tick();
        talk.talks.say(body, ada, "Hello?");
        talk.get(Player.class, body).name = "Kim";
        talk.talks.say(body, ada, "Hello again?");

        assertThat(talk.transcript(ada).players).containsExactly("Kim");
        talk.world.delete(body);
        talk.ticks(2);
        assertThat(talk.talks.transcript(ada)).isNull();
    }

    @Test
    void playerWhoIsRenamedCanLeave() {
        int body = talk.player("Robin");
        talk.tick();
        talk.talks.say(body, ada, "Hello?");
        talk.get(Player.class, body).name = "Kim";
        talk.talks.leave(body);

        assertThat(talk.talks.transcript(ada)).isNull();
    }

    @Test
    void playerStaysWhenAnotherOfTheSameNameLeaves() {
        int one = talk.player("Robin");
        int other = talk.player("Robin");
        talk.tick();
        talk.talks.say(one, ada, "Hello?");
        talk.talks.say(other, ada, "Where is the well?");
        talk.talks.leave(one);
        talk.answer(ada, "Behind the house.", "");

        assertThat(talk.spoken).extracting(Utterance::to).containsExactly("Robin");
        talk.talks.leave(other);
        assertThat(talk.talks.transcript(ada)).isNull();
        assertThat(talk.events).last().isEqualTo("ended: Robin left");
    }

    @Test
    void playerWhoLeavesByNameTakesTheBodyAlong() {
        int body = talk.player("Robin");
        talk.tick();
        talk.talks.say(body, ada, "Hello?");
        talk.talks.say("Kim", ada, "And me?");
        talk.talks.leave("Robin");

        assertThat(talk.transcript(ada).bodies.isEmpty()).isTrue();
        assertThat(talk.transcript(ada).players).containsExactly("Kim");
    }

    @Test
    void playerWithoutANameTalksAsSomebody() {
        int body = talk.player("Robin");
        talk.get(Player.class, body).name = nothing();
        talk.tick();
        talk.talks.say(body, ada, "Hello?");

        assertThat(talk.transcript(ada).players).containsExactly("somebody");
    }

    @SuppressWarnings("NullAway") // what a game may write into a public field
    private static String nothing() {
        return null;
    }

    @Test
    void agentsOfTheSameNameRememberEachOther() {
        int one = talk.agent("Guard");
        int other = talk.agent("Guard");
        talk.tick();
        talk.talks.begin(one, other);
        talk.untilAsks(one);
        talk.answer(one, "The well has been dry since Tuesday.", "");
        talk.untilAsks(other);
        talk.answer(other, "Then we shall dig a new one.", "");
        talk.talks.end(one);

        assertThat(talk.get(Memory.class, one).episodes)
                .extracting(episode -> episode.text)
                .containsExactly("Then we shall dig a new one.");
        assertThat(talk.get(Memory.class, other).episodes)
                .extracting(episode -> episode.text)
                .containsExactly("The well has been dry since Tuesday.");
        for (int guard : List.of(one, other)) {
            assertThat(talk.get(Memory.class, guard).relation("Guard")).isPresent();
        }
    }

    // ---- words that nobody sees

    @ParameterizedTest
    @ValueSource(strings = {"\u200b", "\u200b \u200d\n", "\ud83d", "\udc08", "\ufe0f", "\u2800"})
    void invisibleTextIsNoLineAndNoName(String text) {
        talk.tick();
        assertThat(talk.talks.say("Robin", ada, text).heard()).isFalse();
        assertThatThrownBy(() -> talk.talks.say(text, ada, "Hello?"))
                .hasMessageContaining("a player without a name");
        assertThat(talk.talks.transcript(ada)).isNull();
    }

    // ---- death

    @Test
    void agentThatDiesWhileItThinksSaysNothing() {
        talk.tick();
        talk.talks.say("Robin", ada, "Hello?");
        talk.ticks(5);
        talk.get(Needs.class, ada).health = 0;
        talk.ticks(5);

        assertThat(talk.spoken).isEmpty();
        assertThat(talk.effects).isEmpty();
        assertThat(talk.events).last().isEqualTo("ended: somebody has to leave");
    }

    @Test
    void nextMemberAnswersIfTheOneThatThinksDies() {
        int bryn = talk.agent("Bryn");
        talk.tick();
        talk.talks.begin(ada, bryn);
        talk.talks.sayToAll("Robin", ada, "Hello?");
        talk.get(Needs.class, ada).health = 0;
        talk.tick();
        talk.untilAsks(bryn);
        talk.answer(bryn, "Hello, Robin.", "Robin");

        assertThat(talk.spoken).extracting(Utterance::speaker).containsExactly("Bryn");
    }
}
