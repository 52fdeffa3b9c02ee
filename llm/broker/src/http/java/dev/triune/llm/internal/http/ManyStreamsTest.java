/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.triune.llm.AnswerPart;
import dev.triune.llm.Broker;
import dev.triune.llm.BrokerBuilder;
import dev.triune.llm.Outcome;
import dev.triune.llm.ProviderSettings;
import dev.triune.llm.Request;
import dev.triune.llm.Update;
import dev.triune.llm.provider.HttpProvider;
import dev.triune.llm.provider.HttpProvider.HttpTransport;
import dev.triune.llm.provider.RecordingSink;
import dev.triune.testsupport.Thorough;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Hundreds of answers that stream in at the same time, over real connections; a thousand with {@code
 * -Pthorough}.
 */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
final class ManyStreamsTest {
    private static final int STREAMS = Thorough.count(250, 1_000);
    private static final int CONNECTING = Thorough.count(100, 200);
    private static final Duration PATIENCE = Duration.ofMinutes(4);

    /**
     * For a JVM with virtual threads, tests and server included. A JVM uses as many carriers of
     * virtual threads as the machine has processors, whatever our code does: the carriers
     * beyond the two of a small machine are not counted. More carriers than processors are counted,
     * because something must be pinning them.
     */
    private static final int FEW_THREADS = 64;

    private static final int SMALL_MACHINE = 2;

    /** New threads allowed in addition to those of calls: the server's, and a few of the client. */
    private static final int OTHER_THREADS = 10;

    /** The threads that read the answers of all calls. */
    private static final int JETTY_THREADS = 4;

    private final Set<Thread> before = JvmThreads.notDaemons();
    private final long threadsBefore = JvmThreads.alive().count();

    @ParameterizedTest
    @MethodSource("dev.triune.llm.internal.http.Transports#tested")
    void concurrentStreamsEachDeliverTheirOwnAnswer(HttpTransport transport) throws Exception {
        try (StreamingServer server = new StreamingServer(NumberedAnswers::texts);
                HttpProvider provider = open(server, transport)) {
            server.hold();
            List<RecordingSink> sinks =
                    Stream.generate(RecordingSink::new).limit(STREAMS).toList();
            for (int i = 0; i < STREAMS; i++) {
                provider.start(NumberedAnswers.call(i), sinks.get(i));
            }
            server.awaitOpen(STREAMS);
            for (RecordingSink sink : sinks) {
                assertThat(sink.awaitText()).isTrue();
            }
            long threads = sinks.stream().map(RecordingSink::thread).distinct().count();
            if (transport == HttpTransport.JETTY) {
                assertThat(threads).isLessThanOrEqualTo(JETTY_THREADS);
                assertThat(JvmThreads.alive().count() - threadsBefore)
                        .as(() -> "new threads: " + JvmThreads.byName())
                        .isLessThanOrEqualTo(OTHER_THREADS);
            } else {
                assertThat(threads).isEqualTo(STREAMS);
                assertThreads(STREAMS);
            }
            assertThat(server.open()).isEqualTo(STREAMS);
            server.letGo();
            for (int i = 0; i < STREAMS; i++) {
                assertThat(sinks.get(i).usage()).isEqualTo(NumberedAnswers.usage(i));
                assertThat(sinks.get(i).text()).isEqualTo(NumberedAnswers.text(i));
                assertThat(sinks.get(i).ends()).isOne();
            }
            assertThat(server.hangUps()).isZero();
        }
    }

    @Test
    void brokerDeliversConcurrentPlansCompletely() throws Exception {
        try (StreamingServer server = new StreamingServer(NumberedAnswers::plans);
                Broker broker = broker(open(server, Transports.TESTED))) {
            server.hold();
            List<Heard> all = IntStream.range(0, STREAMS)
                    .mapToObj(number -> submit(broker, number))
                    .toList();
            workUntil(broker, () -> all.stream().allMatch(heard -> !heard.parts.isEmpty()));
            assertThat(server.open()).isEqualTo(STREAMS);
            assertThat(broker.stats().calls().inFlight()).isEqualTo(STREAMS);
            assertThreads(STREAMS);
            server.letGo();
            workUntil(broker, () -> all.stream().noneMatch(heard -> heard.outcomes.isEmpty()));
            workUntil(broker, () -> broker.doWork() == 0);
            all.forEach(Heard::assertWhole);
            assertThat(broker.stats().calls().inFlight()).isZero();
            assertThat(server.hangUps()).isZero();
        }
    }

    /** The proxy accepts connections and never replies, so that connecting does not end. */
    @Test
    void connectingUsesOnlyTheThreadOfTheCall() throws Exception {
        try (ServerSocket mute = new ServerSocket(0, CONNECTING, InetAddress.getLoopbackAddress());
                HttpProvider provider = HttpProvider.openAi("http://127.0.0.1:1")
                        .proxy("socks://127.0.0.1:" + mute.getLocalPort())
                        .connectTimeout(PATIENCE)
                        .build()) {
            RecordingSink sink = new RecordingSink();
            List<Socket> connecting = new ArrayList<>();
            for (int i = 0; i < CONNECTING; i++) {
                provider.start(NumberedAnswers.call(i), sink);
            }
            while (connecting.size() < CONNECTING) {
                connecting.add(mute.accept());
            }
            assertThreads(CONNECTING);
            for (Socket socket : connecting) {
                socket.close();
            }
            await().pollInSameThread().atMost(PATIENCE).until(() -> sink.ends() == CONNECTING);
        }
    }

    /** The updates of one request. */
    private static final class Heard implements Consumer<Update<AnswerPart>> {
        final int number;
        final List<AnswerPart> parts = new ArrayList<>();
        final List<Outcome> outcomes = new ArrayList<>();
        int starts;
        int late;

        Heard(int number) {
            this.number = number;
        }

        @Override
        public void accept(Update<AnswerPart> update) {
            if (update instanceof Update.Part<AnswerPart> part) {
                parts.add(part.value());
                late += outcomes.size();
            } else if (update instanceof Update.Ended<AnswerPart> ended) {
                outcomes.add(ended.outcome());
            } else {
                starts++;
            }
        }

        void assertWhole() {
            assertThat(outcomes)
                    .containsExactly(new Outcome.Answered(
                            "server", NumberedAnswers.MODEL, NumberedAnswers.usage(number)));
            assertThat(parts).isEqualTo(NumberedAnswers.parts(number));
            assertThat(starts).isOne();
            assertThat(late).as("parts after the end").isZero();
        }
    }

    private static HttpProvider open(StreamingServer server, HttpTransport transport)
            throws IOException {
        return HttpProvider.openAi(server.url())
                .transport(transport)
                .connectTimeout(PATIENCE)
                .gapTimeout(PATIENCE)
                .build();
    }

    private static Broker broker(HttpProvider provider) {
        ProviderSettings settings = ProviderSettings.of("server", NumberedAnswers.MODEL)
                .withPermits(STREAMS)
                .withQueueLimit(STREAMS);
        return new BrokerBuilder()
                .provider(settings, provider)
                .callTimeout(PATIENCE)
                .build();
    }

    private static Heard submit(Broker broker, int number) {
        Heard heard = new Heard(number);
        broker.submit(
                Request.plan(NumberedAnswers.MODEL)
                        .prompt(() -> NumberedAnswers.prompt(number))
                        .build(),
                heard);
        return heard;
    }

    private static void workUntil(Broker broker, BooleanSupplier done) {
        await().atMost(PATIENCE)
                .pollInSameThread()
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(1))
                .until(() -> {
                    while (broker.doWork() > 0) {}
                    return done.getAsBoolean();
                });
    }

    private void assertThreads(int calls) {
        assertThat(before).as("threads that keep a JVM alive").containsAll(JvmThreads.notDaemons());
        long most = JvmThreads.canBeVirtual()
                ? FEW_THREADS + carriersOfALargeMachine()
                : threadsBefore + calls + OTHER_THREADS;
        assertThat(JvmThreads.alive().count())
                .as(() -> "platform threads: " + JvmThreads.byName())
                .isLessThanOrEqualTo(most);
    }

    private static long carriersOfALargeMachine() {
        int processors = Runtime.getRuntime().availableProcessors();
        return Math.max(0, Math.min(JvmThreads.carriers().count(), processors) - SMALL_MACHINE);
    }
}
