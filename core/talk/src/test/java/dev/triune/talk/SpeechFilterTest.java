/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.talk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.artemis.World;
import com.artemis.WorldConfigurationBuilder;
import dev.triune.MindListener;
import dev.triune.SpeechFilter;
import dev.triune.SpeechFilter.Heard;
import dev.triune.component.Layer;
import dev.triune.component.Senses;
import dev.triune.component.Speech;
import dev.triune.fixture.FakeBroker;
import dev.triune.fixture.TestWorld;
import dev.triune.internal.apply.PlanPart.SpokenText;
import dev.triune.system.MindPlugin;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A module of a game that decides what is heard of answers. */
class SpeechFilterTest {
    private final List<String> heard = new ArrayList<>();

    /** Has an agent in a world without conversations answer. */
    private void answer(SpeechFilter filter) {
        FakeBroker broker = new FakeBroker();
        World world = new World(new WorldConfigurationBuilder()
                .with(new MindPlugin(broker, TalkWorld.ACTIONS)
                        .with(minds -> minds.speech(filter))
                        .listener(new MindListener() {
                            @Override
                            public void spoke(int agent, Layer layer, String text) {
                                heard.add(text);
                            }
                        }))
                .build());
        int agent = TestWorld.agentIn(world);
        world.process();
        for (int i = 0; i < 600 && !asks(broker); i++) {
            world.getMapper(Senses.class).get(agent).hear(new Speech("Robin", "Hello!", i));
            world.process();
        }
        broker.answer(broker.last(), new SpokenText("Hello."));
        world.process();
        world.process();
    }

    /** Whether the last request is open, and its prompt was written. */
    private static boolean asks(FakeBroker broker) {
        return !broker.asked().isEmpty()
                && !broker.last().isEnded()
                && broker.grant(broker.last()).isPresent();
    }

    @Test
    void listenersGetWhatItLetsThrough() {
        answer((agent, layer, source, part, words) -> Heard.of(words + " Bye."));

        assertThat(heard).containsExactly("Hello. Bye.");
    }

    @Test
    void nothingIsHeardIfItThrows() {
        answer((agent, layer, source, part, words) -> {
            throw new IllegalStateException("planted");
        });

        assertThat(heard).isEmpty();
    }

    @Test
    void secondOneIsRefused() {
        assertThatThrownBy(() -> new TalkWorld(
                        config -> {},
                        plugin -> plugin.with(minds -> minds.speech(
                                (agent, layer, source, part, words) -> Heard.of(words)))))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("leave one of them out");
    }
}
