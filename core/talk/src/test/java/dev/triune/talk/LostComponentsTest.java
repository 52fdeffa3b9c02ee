/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.talk;

import static org.assertj.core.api.Assertions.assertThat;

import com.artemis.Component;
import dev.triune.component.Conversation;
import dev.triune.component.Mind;
import dev.triune.component.Needs;
import dev.triune.component.Senses;
import dev.triune.fixture.FakeBroker;
import dev.triune.internal.apply.PlanPart.SpokenPiece;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Members of a group that lose components in the same frame in which others talk. */
class LostComponentsTest {
    private final TalkWorld talk = new TalkWorld();
    private final int[] group = {
        talk.agent("Ada"), talk.agent("Bryn"), talk.agent("Cleo"), talk.agent("Dora")
    };

    private void beginAndRemove(int count, List<Class<? extends Component>> types) {
        talk.tick();
        talk.talks.begin(group);
        talk.ticks(5);
        for (int i = 0; i < count; i++) {
            for (Class<? extends Component> type : types) {
                talk.world.getMapper(type).remove(group[i]);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void conversationGoesOnAsLongAsTwoAgentsAreLeft(int count) {
        beginAndRemove(count, List.of(Mind.class, Conversation.class, Senses.class, Needs.class));
        talk.tick();

        boolean goesOn = talk.talks.transcript(group[3]) != null;
        assertThat(goesOn).isEqualTo(count < 3);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void agentsThatLoseOnlyTheirConversationLeaveIt(int count) {
        beginAndRemove(count, List.of(Conversation.class));
        talk.tick();

        boolean goesOn = count < 4 && talk.talks.transcript(group[3]) != null;
        assertThat(goesOn).isEqualTo(count < 3);
    }

    @ParameterizedTest
    @ValueSource(strings = {"say", "sayToAll", "leave", "interrupt", "address", "end", "begin"})
    void othersCanBeCalledBeforeTheNextTick(String call) {
        talk.tick();
        talk.talks.sayToAll("Robin", group[1], "Hello?");
        talk.talks.end(group[1]);
        beginAndRemove(1, List.of(Mind.class, Conversation.class));
        switch (call) {
            case "say" ->
                assertThat(talk.talks.say("Robin", group[1], "Hello?").heard()).isTrue();
            case "sayToAll" ->
                assertThat(talk.talks.sayToAll("Robin", group[1], "Hello?").heard())
                        .isTrue();
            case "leave" -> talk.talks.leave("Robin");
            case "interrupt" -> talk.talks.interrupt(group[1]);
            case "address" -> talk.talks.address(group[1], group[2], "Hello?");
            case "end" -> talk.talks.end(group[1]);
            default -> talk.talks.begin(group[1], group[2]);
        }
        talk.ticks(5);

        assertThat(talk.talks.transcript(group[1]) == null).isEqualTo(call.equals("end"));
    }

    @Test
    void lineToAnAgentThatIsDeletedInTheSameTickIsLost() {
        talk.tick();
        talk.world.delete(group[0]);
        assertThat(talk.talks.say("Robin", group[0], "Hello?").heard()).isTrue();
        talk.ticks(100);

        assertThat(talk.talks.say("Robin", group[0], "Hello?").heard()).isFalse();
        assertThat(talk.talks.transcript(group[0])).isNull();
        assertThat(talk.broker.asked()).noneMatch(FakeBroker.Asked::isGranted);
        assertThat(talk.spoken).isEmpty();
        assertThat(talk.events).contains("ended: somebody is gone");
    }

    @Test
    void memberThatStreamsItsWordsMayLoseItsMind() {
        talk.tick();
        talk.talks.begin(group);
        talk.untilAsks(group[0]);
        talk.broker.deliver(talk.granted(group[0]), new SpokenPiece("Good day"));
        talk.world.getMapper(Mind.class).remove(group[0]);
        talk.ticks(5);

        assertThat(talk.transcript(group[1]).agents.contains(group[0])).isFalse();
    }
}
