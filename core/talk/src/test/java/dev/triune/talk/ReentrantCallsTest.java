/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.talk;

import static org.assertj.core.api.Assertions.assertThat;

import com.artemis.utils.IntBag;
import dev.triune.component.Conversation;
import dev.triune.component.Needs;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Game code that ends conversations, or takes players out of them, while it is called. */
class ReentrantCallsTest {
    private @Nullable TalkWorld talk;

    private TalkWorld talk() {
        return Objects.requireNonNull(talk);
    }

    private void act(String call, int agent) {
        switch (call) {
            case "leave" -> talk().talks.leave("Robin");
            case "end" -> talk().talks.end(agent);
            default -> talk().world.delete(agent);
        }
    }

    private TalkWorld whenThinking(String call) {
        return new TalkWorld(config -> config.listener(new ConversationListener() {
            @Override
            public void thinking(int agent) {
                act(call, agent);
            }
        }));
    }

    private TalkWorld whenBegan(Consumer<Transcript> action) {
        return new TalkWorld(config -> config.listener(new ConversationListener() {
            @Override
            public void began(Transcript conversation) {
                action.accept(conversation);
            }
        }));
    }

    private TalkWorld whenEnded(Runnable action) {
        return new TalkWorld(config -> config.listener(new ConversationListener() {
            @Override
            public void ended(IntBag agents, String reason) {
                action.run();
            }
        }));
    }

    @ParameterizedTest
    @ValueSource(strings = {"leave", "end", "delete"})
    void conversationMayEndWhileItsAgentBeginsToThink(String call) {
        for (boolean newAgent : List.of(false, true)) {
            talk = whenThinking(call);
            int ada = talk.agent("Ada");
            if (!newAgent) {
                talk.tick();
            }
            assertThat(talk.talks.say("Robin", ada, "Hello?").heard()).isTrue();
            talk.ticks(60);

            assertThat(talk.talks.transcript(ada)).isNull();
            assertThat(talk.spoken).isEmpty();
            assertThat(talk.events).last().asString().startsWith("ended: ");
        }
    }

    @Test
    void playerMayLeaveEverybodyAgainWhenOneConversationEnds() {
        talk = whenEnded(() -> talk().talks.leave("Robin"));
        int ada = talk.agent("Ada");
        int bryn = talk.agent("Bryn");
        int robin = talk.player("Robin");
        talk.tick();
        talk.talks.say(robin, ada, "Hello?");
        talk.talks.say(robin, bryn, "Hello?");
        talk.tick();
        talk.world.delete(robin);
        talk.ticks(5);

        assertThat(talk.talks.transcript(ada)).isNull();
        assertThat(talk.talks.transcript(bryn)).isNull();
    }

    @Test
    void allConversationsMayEndWhenAPlayerLeavesOne() {
        int[] agents = new int[2];
        talk = whenEnded(() -> {
            talk().talks.end(agents[0]);
            talk().talks.end(agents[1]);
        });
        agents[0] = talk.agent("Ada");
        agents[1] = talk.agent("Bryn");
        talk.tick();
        talk.talks.say("Robin", agents[0], "Hello?");
        talk.talks.say("Robin", agents[1], "Hello?");
        talk.talks.leave("Robin");
        talk.ticks(5);

        assertThat(talk.events).filteredOn(event -> event.startsWith("ended")).hasSize(2);
    }

    @Test
    void allConversationsMayEndWhenAnAgentIsDeleted() {
        int[] agents = new int[6];
        talk = whenEnded(() -> {
            for (int i = 0; i < 5; i++) {
                talk().talks.end(agents[i]);
            }
        });
        for (int i = 0; i < agents.length; i++) {
            agents[i] = talk.agent("A" + i);
        }
        talk.tick();
        for (int i = 0; i < agents.length; i += 2) {
            talk.talks.begin(agents[i], agents[i + 1]);
        }
        talk.world.delete(agents[5]);
        talk.ticks(5);

        assertThat(talk.events).filteredOn(event -> event.startsWith("ended")).hasSize(3);
    }

    // ---- talk that is over as soon as it begins

    @Test
    void conversationThatEndsAsItBeginsIsOver() {
        talk = whenBegan(begun -> talk().talks.end(begun.agents.get(0)));
        int ada = talk.agent("Ada");
        int bryn = talk.agent("Bryn");
        talk.tick();

        assertThat(talk.talks.begin(ada, bryn)).isFalse();
        assertThat(talk.get(Conversation.class, ada).hasFloor).isFalse();
    }

    @Test
    void nobodyAnswersInAConversationThatEndsAsItBegins() {
        talk = whenBegan(begun -> talk().talks.end(begun.agents.get(0)));
        int ada = talk.agent("Ada");
        talk.tick();
        talk.get(Needs.class, ada).hunger = 0.05f;
        talk.talks.say("Robin", ada, "Hello?");
        talk.ticks(60);

        assertThat(talk.events).containsExactly("began", "ended: the game ended it");
        assertThat(talk.get(Conversation.class, ada).hasFloor).isFalse();
        assertThat(talk.get(TalkState.class, ada).owed).isEmpty();
    }

    // ---- the busy line

    private TalkWorld busy(Consumer<Integer> action) {
        return new TalkWorld(config -> config.busy((agent, player) -> {
            action.accept(agent);
            return "Not now!";
        }));
    }

    private int starving(TalkWorld world) {
        int ada = world.agent("Ada");
        world.tick();
        world.get(Needs.class, ada).hunger = 0.05f;
        return ada;
    }

    @ParameterizedTest
    @ValueSource(strings = {"leave", "end"})
    void busyLineIsNotSaidToAPlayerWhoLeavesMeanwhile(String call) {
        talk = busy(agent -> act(call, agent));
        int ada = starving(talk);
        talk.talks.say("Robin", ada, "Hello?");
        talk.ticks(60);

        assertThat(talk.spoken).isEmpty();
        assertThat(talk.events).hasSize(2).last().asString().startsWith("ended");
        assertThat(talk.get(Conversation.class, ada).hasFloor).isFalse();
    }

    @Test
    void busyLineThatCausesQuestionsIsSaidOnceForAll() {
        talk = busy(agent -> talk().talks.say("Robin", agent, "Why?"));
        int ada = starving(talk);
        talk.talks.say("Robin", ada, "Hello?");
        talk.ticks(60);

        assertThat(talk.spoken).hasSize(1);
        assertThat(talk.get(Conversation.class, ada).playerWaits).isFalse();
    }

    @Test
    void conversationMayEndWhileTheGameDecidesWhoHearsWhom() {
        int[] calls = {0};
        talk = new TalkWorld(config -> config.earshot((one, other) -> {
            if (talk().events.contains("began") && ++calls[0] == 3) {
                talk().talks.end(one);
            }
            return true;
        }));
        int[] agents = {talk.agent("Ada"), talk.agent("Bryn"), talk.agent("Cleo")};
        talk.tick();
        talk.talks.begin(agents);
        talk.ticks(5);

        assertThat(talk.events)
                .filteredOn(event -> event.startsWith("ended"))
                .containsExactly("ended: the game ended it");
    }
}
