/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.triune.llm.Broker;
import dev.triune.llm.BrokerBuilder;
import dev.triune.llm.FailureCode;
import dev.triune.llm.Outcome;
import dev.triune.llm.Prompt;
import dev.triune.llm.ProviderSettings;
import dev.triune.llm.ProviderSettings.BreakerSettings;
import dev.triune.llm.Request;
import dev.triune.llm.Update;
import dev.triune.llm.provider.CallFailure;
import dev.triune.llm.provider.CallFailure.Failed;
import dev.triune.llm.provider.GatewayProvider;
import dev.triune.llm.provider.HttpProvider;
import dev.triune.llm.provider.RecordingSink;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.SocketEffect;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A gateway that stops and restarts, and how a game copes in the meantime. */
final class GatewayRestartTest extends GatewayFixture {
    private static final Duration OPEN = Duration.ofSeconds(30);
    private static final BreakerSettings SOON = new BreakerSettings(4, 0.5, 2, OPEN, 1);

    private static final String NEXT_DOOR = """
            data: {"choices":[{"delta":{"content":"from next door"}}]}

            data: [DONE]

            """;

    private final MockWebServer direct = new MockWebServer();
    private Optional<MockWebServer> again = Optional.empty();

    @AfterEach
    void stopServers() {
        direct.close();
        again.ifPresent(MockWebServer::close);
    }

    /** Restarts the gateway on the same port. */
    private void restart(int port) throws Exception {
        MockWebServer next = new MockWebServer();
        next.setDispatcher(dispatcher());
        next.start(port);
        again = Optional.of(next);
    }

    private void answers(String text) {
        stream(GatewayScript.delta(text) + GatewayScript.complete());
    }

    @Test
    void requestOnAClosedConnectionIsNotAcceptedOrUsesANewOne() throws Exception {
        GatewayProvider provider = open();
        answers.add(new MockResponse.Builder()
                .addHeader("Content-Type", "text/event-stream")
                .chunkedBody(GatewayScript.complete(), 50)
                .onResponseEnd(new SocketEffect.CloseSocket())
                .build());
        ask(provider).usage();
        answers("Hello");
        RecordingSink next = ask(provider);
        Optional<CallFailure> refused = next.outcome();
        if (refused.isPresent()) { // else the client had opened a new connection
            assertThat(refused.get()).isInstanceOf(CallFailure.NotAccepted.class);
            next = ask(provider);
        }
        next.usage();
        assertThat(next.text()).isEqualTo("Hello");
    }

    @Test
    void requestsAndHeartbeatsWorkAfterARestart() throws Exception {
        int port = server.getPort();
        GatewayProvider provider = open();
        answers("before");
        ask(provider).usage();
        time.advance(Duration.ZERO);
        next(heartbeats);
        await().until(() -> provider.activeGames() == 4);
        server.close();
        CallFailure gone = refusal(provider);
        // the heartbeat leaves a stale connection as well
        for (int i = 0; i < 2 && gone instanceof CallFailure.NotAccepted; i++) {
            gone = refusal(provider);
        }
        assertThat(((Failed) gone).code()).isEqualTo(FailureCode.UNREACHABLE);

        restart(port);
        heartbeatAnswer = json(200, "{\"success\":true,\"activeGames\":1}");
        answers("after");
        RecordingSink heard = ask(provider);
        heard.usage();
        assertThat(heard.text()).isEqualTo("after");
        time.advance(Duration.ofSeconds(30));
        assertThat(body(next(heartbeats)).path("sessionId").stringValue()).isEqualTo(SESSION);
        await().until(() -> provider.activeGames() == 1);
    }

    @Test
    void directProviderAnswersUntilTheGatewayReturns() throws Exception {
        direct.start();
        int port = server.getPort();
        GatewayProvider shared = builder().build();
        HttpProvider local = HttpProvider.openAi(direct.url("/v1").toString()).build();
        try (Broker broker = new BrokerBuilder()
                .provider(
                        ProviderSettings.of("shared", "").withBreaker(SOON).withFallback("local"),
                        shared)
                .provider(ProviderSettings.of("local", "small-1"), local)
                .ticker(time)
                .build()) {
            answers("from the gateway");
            assertThat(answerText(broker)).isEqualTo("from the gateway");

            server.close();
            for (int i = 0; i < 4; i++) {
                answerDirectly();
                assertThat(answerText(broker)).isEqualTo("from next door");
            }
            restart(port);
            answerDirectly();
            assertThat(answerText(broker))
                    .as("while its breaker is open")
                    .isEqualTo("from next door");

            time.advance(OPEN);
            answers("from the gateway again");
            assertThat(answerText(broker)).isEqualTo("from the gateway again");
        }
    }

    @Test
    void requestFailsAsUnreachableWhenNoProviderAnswers() throws Exception {
        server.close();
        try (Broker broker = new BrokerBuilder()
                .provider(ProviderSettings.of("shared", ""), builder().build())
                .ticker(time)
                .build()) {
            List<Update<String>> updates = asked(broker);
            Outcome end = ((Update.Ended<String>) updates.get(updates.size() - 1)).outcome();
            assertThat(end).isInstanceOf(Outcome.Failed.class);
            assertThat(((Outcome.Failed) end).code()).isEqualTo(FailureCode.UNREACHABLE);
        }
    }

    @Test
    void brokerSendsNothingDuringTheCooldown() throws Exception {
        try (Broker broker = new BrokerBuilder()
                .provider(ProviderSettings.of("shared", ""), builder().build())
                .ticker(time)
                .build()) {
            stream(GatewayScript.complete(GatewayScript.cooldown(8000, 4)));
            asked(broker);
            asked.clear();
            List<Update<String>> updates = new ArrayList<>();
            broker.submit(request(), updates::add);
            time.advance(Duration.ofMillis(7999));
            broker.doWork();
            assertThat(broker.stats().calls().inFlight()).isZero();
            assertThat(broker.stats().queue().waiting()).isOne();

            answers("Hello");
            time.advance(Duration.ofMillis(1));
            until(broker, updates);
            assertThat(textOf(updates)).isEqualTo("Hello");
            assertThat(asked).hasSize(1);
            assertThat(broker.stats().calls().rateLimited()).isZero();
        }
    }

    private void answerDirectly() {
        direct.enqueue(new MockResponse.Builder()
                .addHeader("Content-Type", "text/event-stream")
                .body(NEXT_DOOR)
                .build());
    }

    private static Request<String> request() {
        return Request.text("")
                .agent("miller")
                .prompt(() -> Prompt.of("Hello?"))
                .build();
    }

    private static String answerText(Broker broker) {
        return textOf(asked(broker));
    }

    private static List<Update<String>> asked(Broker broker) {
        List<Update<String>> updates = new ArrayList<>();
        broker.submit(request(), updates::add);
        until(broker, updates);
        return updates;
    }

    private static void until(Broker broker, List<Update<String>> updates) {
        await().pollInSameThread().pollInterval(Duration.ofMillis(5)).until(() -> {
            broker.doWork();
            return !updates.isEmpty() && updates.get(updates.size() - 1) instanceof Update.Ended;
        });
    }

    private static String textOf(List<Update<String>> updates) {
        StringBuilder text = new StringBuilder();
        for (Update<String> update : updates) {
            if (update instanceof Update.Part<String> part) {
                text.append(part.value());
            }
        }
        return text.toString();
    }
}
