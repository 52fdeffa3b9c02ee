/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.talk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import com.artemis.World;
import com.artemis.WorldConfigurationBuilder;
import dev.triune.fixture.FakeBroker;
import dev.triune.fixture.LogLines;
import dev.triune.fixture.TestWorld;
import dev.triune.system.MindPlugin;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Conversations as a module of the minds. */
class ConversationsModuleTest {
    private final FakeBroker broker = new FakeBroker();

    @Test
    void conversationsServeOneWorld() {
        Conversations talk = new Conversations();
        new MindPlugin(broker, TestWorld.ACTIONS).with(talk).systems();
        assertThatIllegalStateException()
                .isThrownBy(() ->
                        new MindPlugin(broker, TestWorld.ACTIONS).with(talk).systems())
                .withMessage("these Conversations serve a world already (make one for each world)");
    }

    @Test
    void warmUpTakesConversations() {
        try (LogLines log = new LogLines("dev.triune")) {
            MindPlugin.warmUp(new Conversations());
            assertThat(log.everything()).isEmpty();
        }
    }

    @Test
    void setterOfConversationsThrowsOnceTheWorldIsBuilt() {
        ConversationConfig config = new ConversationConfig().turns(4);
        MindPlugin plugin =
                new MindPlugin(broker, TestWorld.ACTIONS).with(new Conversations(config));
        config.pause(Duration.ofSeconds(30));
        new World(new WorldConfigurationBuilder().with(plugin).build());
        List<Consumer<ConversationConfig>> setters = List.of(
                late -> late.participants(3),
                late -> late.turns(2),
                late -> late.pause(Duration.ZERO),
                late -> late.busy((agent, player) -> "Later!"),
                late -> late.earshot((one, other) -> true),
                late -> late.effects(conversation -> List.of()),
                late -> late.summaries(""),
                late -> late.listener(new ConversationListener() {}));
        for (Consumer<ConversationConfig> setter : setters) {
            assertThatIllegalStateException()
                    .isThrownBy(() -> setter.accept(config))
                    .withMessage("this ConversationConfig serves a world already"
                            + " (set before the world is built)");
        }
    }
}
