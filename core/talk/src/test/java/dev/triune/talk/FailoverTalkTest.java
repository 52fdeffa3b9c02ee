/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.talk;

import static org.assertj.core.api.Assertions.assertThat;

import com.artemis.Component;
import com.artemis.World;
import com.artemis.WorldConfigurationBuilder;
import dev.triune.component.Conversation;
import dev.triune.component.Mind;
import dev.triune.component.Needs;
import dev.triune.component.Persona;
import dev.triune.component.Senses;
import dev.triune.llm.BrokerBuilder;
import dev.triune.llm.FailureCode;
import dev.triune.llm.ProviderSettings;
import dev.triune.llm.Usage;
import dev.triune.llm.VirtualTime;
import dev.triune.llm.provider.AnswerSink;
import dev.triune.llm.provider.CallFailure;
import dev.triune.llm.provider.Provider;
import dev.triune.system.MindPlugin;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is heard of an answer if its provider fails and there is another one. */
class FailoverTalkTest {
    private final VirtualTime time = new VirtualTime();
    private final List<AnswerSink> first = new ArrayList<>();
    private final List<AnswerSink> second = new ArrayList<>();
    private final List<String> grown = new ArrayList<>();
    private final List<Utterance> spoken = new ArrayList<>();
    private final Conversations talk =
            new Conversations(new ConversationConfig().listener(new ConversationListener() {
                @Override
                public void speaking(int agent, Utterance line, String text, int sentenceEnd) {
                    grown.add(text);
                }

                @Override
                public void spoke(int agent, Utterance line) {
                    spoken.add(line);
                }
            }));
    private final MindPlugin minds = new MindPlugin(
                    new BrokerBuilder()
                            .provider(
                                    ProviderSettings.of("first", "m").withFallback("second"),
                                    into(first))
                            .provider(ProviderSettings.of("second", "m"), into(second))
                            .ticker(time)
                            .seed(1)
                            .build(),
                    TalkWorld.ACTIONS)
            .with(talk);
    private final World world =
            new World(new WorldConfigurationBuilder().with(minds).build());

    private static Provider into(List<AnswerSink> sinks) {
        return (call, sink) -> {
            if (call.prompt().text().contains("You answer Robin now.")) {
                sinks.add(sink);
            }
            return () -> {};
        };
    }

    private void tick() {
        time.advance(Duration.ofMillis(50));
        world.process();
    }

    /** Has a player speak to an agent; returns the sink for the answer. */
    private AnswerSink ask() {
        int ada = world.create();
        for (Class<? extends Component> type :
                List.of(Mind.class, Needs.class, Senses.class, Conversation.class, Persona.class)) {
            world.getMapper(type).create(ada);
        }
        tick();
        talk.say("Robin", ada, "What did you see?");
        for (int i = 0; i < 100 && first.isEmpty(); i++) {
            tick();
        }
        return first.get(0);
    }

    @Test
    void wordsThatWereHeardStaySaidAndNobodyElseIsAsked() {
        AnswerSink call = ask();
        call.text("{\"action\":[],\"speaking\":\"I saw a wo");
        tick();
        call.text("lf by");
        call.fail(new CallFailure.Failed(FailureCode.CUT_OFF, "cut"));
        for (int i = 0; i < 600; i++) {
            tick();
        }

        assertThat(grown).containsExactly("I saw a wo");
        assertThat(spoken).hasSize(1);
        assertThat(spoken.get(0).text()).isEqualTo("I saw a wolf by");
        assertThat(spoken.get(0).brokenOff()).isTrue();
        assertThat(second).isEmpty();
    }

    @Test
    void anotherProviderAnswersIfNothingWasHeardYet() {
        AnswerSink call = ask();
        call.text("{\"spea");
        tick();
        call.fail(new CallFailure.Failed(FailureCode.CUT_OFF, "cut"));
        for (int i = 0; i < 100 && second.isEmpty(); i++) {
            tick();
        }
        call = second.get(0);
        call.text("{\"action\":[],\"speaking\":\"I saw ");
        tick();
        call.text("a cat.\"}");
        call.complete(Usage.NONE);
        tick();

        assertThat(grown).containsExactly("I saw");
        assertThat(spoken).extracting(Utterance::text).containsExactly("I saw a cat.");
        assertThat(spoken.get(0).brokenOff()).isFalse();
    }
}
