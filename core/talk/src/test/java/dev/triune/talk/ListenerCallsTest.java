/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.talk;

import static org.assertj.core.api.Assertions.assertThat;

import com.artemis.utils.IntBag;
import dev.triune.component.Behavior;
import dev.triune.fixture.LogLines;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Listeners that call the conversations they listen to. */
class ListenerCallsTest {
    private @Nullable TalkWorld talk;

    private TalkWorld talk() {
        return Objects.requireNonNull(talk);
    }

    @Test
    void conversationThatAListenerBeginsAgainEndsOncePerTick() {
        int[] ended = {0};
        boolean[] near = {true};
        talk = new TalkWorld(config -> config.earshot((one, other) -> near[0])
                .listener(new ConversationListener() {
                    @Override
                    public void ended(IntBag agents, String reason) {
                        assertThat(++ended[0]).as("ends in one tick").isLessThan(100);
                        near[0] = true;
                        talk().talks.begin(agents.get(0), agents.get(1));
                        near[0] = false;
                    }
                }));
        int ada = talk.agent("Ada");
        int bryn = talk.agent("Bryn");
        talk.tick();
        talk.talks.begin(ada, bryn);
        near[0] = false;
        talk.ticks(10);

        assertThat(ended[0]).isBetween(5, 10);
        assertThat(talk.events.subList(0, 4))
                .containsExactly(
                        "began",
                        "ended: somebody walked away",
                        "began",
                        "ended: somebody walked away");
    }

    @Test
    void listenerThatRepliesToTheBusyLineGetsOneLinePerTick() {
        List<String> lines = new ArrayList<>();
        talk = new TalkWorld(config -> config.listener(new ConversationListener() {
            @Override
            public void spoke(int agent, Utterance line) {
                lines.add(line.text());
                assertThat(talk().talks.say("Robin", agent, "Really?").heard()).isTrue();
            }
        }));
        int ada = talk.agent("Ada");
        talk.tick();
        talk.get(Behavior.class, ada).asleep = true;
        talk.talks.say("Robin", ada, "Hello?");
        assertThat(lines).hasSize(1);
        talk.ticks(10);

        assertThat(lines).hasSize(11).containsOnly("Not now!");
    }

    @Test
    void listenersThatCauseEverMoreEventsLoseTheLatest() {
        talk = new TalkWorld(config -> config.listener(new ConversationListener() {
            @Override
            public void spoke(int agent, Utterance line) {
                talk().talks.bark(agent, line.text() + "!");
                talk().talks.bark(agent, line.text() + "?");
            }
        }));
        int ada = talk.agent("Ada");
        talk.tick();
        try (LogLines log = new LogLines("dev.triune.talk")) {
            talk.talks.bark(ada, "Oh");
            talk.ticks(20);

            assertThat(log.texts())
                    .singleElement()
                    .asString()
                    .contains("conversation listeners caused more than 1024 events in a tick");
        }
        assertThat(talk.spoken).as("2^20 without a bound").hasSizeLessThan(15 * 1_024);
    }
}
