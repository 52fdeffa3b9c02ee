/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.talk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.artemis.Component;
import com.artemis.World;
import com.artemis.WorldConfigurationBuilder;
import dev.triune.component.Conversation;
import dev.triune.component.Mind;
import dev.triune.component.Needs;
import dev.triune.component.Persona;
import dev.triune.component.Senses;
import dev.triune.llm.Broker;
import dev.triune.llm.BrokerBuilder;
import dev.triune.llm.ProviderSettings;
import dev.triune.llm.provider.HttpProvider;
import dev.triune.system.MindPlugin;
import dev.triune.talk.Silence.Cause;
import dev.triune.talk.SpeechGate.Use;
import dev.triune.talk.SpeechGate.Verdict;
import dev.triune.talk.SpeechPageTest.Classifier;
import dev.triune.talk.Utterance.Origin;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import mockwebserver3.Dispatcher;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A gate that asks a classifier through the broker of the minds, over HTTP: what agents say waits for it
 * and nothing else does.
 */
@SuppressWarnings("NullAway.Init") // each test sets up its own
class ClassifierGateTest {
    /** Far longer than any verdict takes. */
    private static final Duration LONG = Duration.ofDays(1);

    private final MockWebServer talker = new MockWebServer();
    private final MockWebServer guard = new MockWebServer();
    private final List<String> judged = new CopyOnWriteArrayList<>();
    private final List<Utterance> spoken = new ArrayList<>();
    private volatile String says = "";
    private volatile boolean hangs;
    private Broker broker;
    private Conversations talk;
    private World world;
    private int ada;

    @BeforeEach
    void start() throws IOException {
        talker.setDispatcher(new Dispatcher() {
            @Override
            public MockResponse dispatch(RecordedRequest request) {
                return answer("{\\\"action\\\":[],\\\"speaking\\\":\\\"" + says + "\\\"}");
            }
        });
        guard.setDispatcher(new Dispatcher() {
            @Override
            public MockResponse dispatch(RecordedRequest request) {
                String body = request.getBody() == null ? "" : request.getBody().utf8();
                judged.add(body);
                String word = body.contains("wicked")
                        ? "unsafe"
                        : body.contains("darn") ? "rude" : "Safe.";
                return hangs
                        ? new MockResponse.Builder()
                                .headersDelay(1, TimeUnit.HOURS)
                                .body("")
                                .build()
                        : answer(word);
            }
        });
        talker.start();
        guard.start();
    }

    private static MockResponse answer(String content) {
        return new MockResponse.Builder()
                .addHeader("Content-Type", "application/json")
                .body("{\"choices\":[{\"message\":{\"content\":\"" + content
                        + "\"},\"finish_reason\":\"stop\"}]}")
                .build();
    }

    @AfterEach
    void close() {
        if (world != null) {
            world.dispose();
            broker.close();
        }
        talker.close();
        guard.close();
    }

    private static HttpProvider provider(MockWebServer server) {
        return HttpProvider.openAi(server.url("/v1").toString()).build();
    }

    private void village(Duration timeout) {
        broker = new BrokerBuilder()
                .provider(ProviderSettings.of("talker", "m"), provider(talker))
                .provider(ProviderSettings.of("guards", "guard"), provider(guard))
                .build();
        Classifier classifier = new Classifier(broker);
        talk = new Conversations(new ConversationConfig()
                .gate(line -> line.origin() == Origin.MODEL && line.use() == Use.SAID
                        ? Verdict.later(classifier.judge(line.text()))
                        : Verdict.pass())
                .gateTimeout(timeout, Verdict.stop("no verdict in time"))
                .listener(new ConversationListener() {
                    @Override
                    public void spoke(int agent, Utterance line) {
                        spoken.add(line);
                    }
                }));
        world = new World(new WorldConfigurationBuilder()
                .with(new MindPlugin(broker, TalkWorld.ACTIONS).with(talk))
                .build());
        ada = world.create();
        for (Class<? extends Component> type :
                List.of(Mind.class, Needs.class, Senses.class, Conversation.class, Persona.class)) {
            world.getMapper(type).create(ada);
        }
        world.process();
    }

    /** Returns what is heard of an answer. */
    private Utterance heard(String answer) {
        says = answer;
        talk.say("Robin", ada, "How are you?");
        await().pollInSameThread().pollInterval(Duration.ofMillis(5)).until(() -> {
            world.process();
            return !spoken.isEmpty();
        });
        return spoken.get(0);
    }

    @Test
    void wordsThatItCallsSafeAreHeardAfterItsVerdict() {
        village(LONG);

        assertThat(heard("Good morning. Come in.").text()).isEqualTo("Good morning. Come in.");
        assertThat(spoken.get(0).origin()).isEqualTo(Origin.MODEL);
        assertThat(judged).hasSize(2);
        assertThat(judged.get(0)).contains("Good morning.").doesNotContain("Come in");
    }

    @Test
    void otherWordsAreHeardInPlaceOfRudeOnes() {
        village(LONG);

        assertThat(heard("Good morning. That darn wolf!").text()).isEqualTo("Good morning. Hm.");
        assertThat(spoken.get(0).origin()).isEqualTo(Origin.GATE);
    }

    @Test
    void wordsThatItCallsUnsafeAreNotHeard() {
        village(LONG);

        assertThat(heard("Be wicked. Come in.").text())
                .isEqualTo("Let us talk about something else.");
        assertThat(talk.whySilent(ada).cause()).isEqualTo(Cause.GATE);
    }

    @Test
    void verdictOfTheTimeOutHoldsIfItHangs() {
        hangs = true;
        village(Duration.ofSeconds(2));

        assertThat(heard("Good morning.").text()).isEqualTo("Let us talk about something else.");
        assertThat(talk.whySilent(ada).detail()).isEqualTo("no verdict in time");
    }

    @Test
    void verdictOfTheTimeOutHoldsAtOnceIfItsProviderIsDown() {
        guard.close();
        village(LONG);

        assertThat(heard("Good morning.").text()).isEqualTo("Let us talk about something else.");
        assertThat(talk.whySilent(ada).detail()).isEqualTo("no verdict in time");
    }
}
