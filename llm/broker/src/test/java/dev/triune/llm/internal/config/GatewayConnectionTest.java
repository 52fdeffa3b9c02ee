/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.triune.llm.Broker;
import dev.triune.llm.ConfigException;
import dev.triune.llm.Outcome;
import dev.triune.llm.Prompt;
import dev.triune.llm.Request;
import dev.triune.llm.Update;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import mockwebserver3.Dispatcher;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Opens configuration files with a gateway provider and sends requests over HTTP. */
class GatewayConnectionTest {
    private final MockWebServer server = new MockWebServer();
    private final BlockingQueue<RecordedRequest> asked = new LinkedBlockingQueue<>();

    @BeforeEach
    void start() throws Exception {
        server.setDispatcher(new Dispatcher() {
            @Override
            public MockResponse dispatch(RecordedRequest request) {
                if (request.getTarget().equals("/api/llm/heartbeat")) {
                    return new MockResponse.Builder()
                            .body("{\"activeGames\":1}")
                            .build();
                }
                asked.add(request);
                return new MockResponse.Builder()
                        .addHeader("Content-Type", "text/event-stream")
                        .body(answers(body(request)))
                        .build();
            }
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private static String answers(JsonNode body) {
        if (!body.has("requests")) {
            return answer("");
        }
        StringBuilder all = new StringBuilder();
        body.path("requests")
                .forEach(each ->
                        all.append(answer("\"request_id\":" + each.path("request_id") + ",")));
        return all.toString();
    }

    private static String answer(String id) {
        return "data: {\"type\":\"delta\"," + id + "\"text\":\"hello\"}\n\n"
                + "data: {\"type\":\"complete\"," + id
                + "\"response\":{\"usage\":{\"output\":2}}}\n\n";
    }

    private static JsonNode body(RecordedRequest request) {
        String text = request.getBody() == null ? "{}" : request.getBody().utf8();
        return JsonMapper.shared().readTree(text);
    }

    private RecordedRequest next() throws Exception {
        RecordedRequest request = asked.poll(60, TimeUnit.SECONDS);
        assertThat(request).isNotNull();
        return request;
    }

    private String file(String more) {
        return "providers:\n  shared: {family: gateway, url: 'http://127.0.0.1:" + server.getPort()
                + "', key: '${TRIUNE_TOKEN}'" + more + "}\n";
    }

    private void ask(String yaml, int count) {
        try (Broker broker = Samples.config(yaml).open()) {
            List<Outcome> ends = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                Request<String> request = Request.text("")
                        .agent("villager-" + i)
                        .prompt(() -> Prompt.of("Hello?"))
                        .build();
                broker.submit(request, update -> {
                    if (update instanceof Update.Ended<String> ended) {
                        ends.add(ended.outcome());
                    }
                });
            }
            await().pollInSameThread().until(() -> {
                broker.doWork();
                return ends.size() == count;
            });
            assertThat(ends).allMatch(Outcome.Answered.class::isInstance);
        }
    }

    @Test
    void sendsSessionAndTokenButNoModel() throws Exception {
        ask(file(", session: village-7"), 1);
        RecordedRequest request = next();
        assertThat(request.getTarget()).isEqualTo("/api/llm/generate");
        assertThat(request.getHeaders().get("Authorization"))
                .isEqualTo("Bearer " + Samples.GATEWAY_TOKEN);
        JsonNode body = body(request);
        assertThat(body.path("sessionId").stringValue()).isEqualTo("village-7");
        assertThat(body.path("agentId").stringValue()).isEqualTo("villager-0");
        assertThat(body.has("model")).isFalse();
    }

    @Test
    void generatesANewSessionPerOpenedBroker() throws Exception {
        ask(file(""), 1);
        ask(file(", model: small-1"), 1);
        JsonNode first = body(next());
        JsonNode second = body(next());
        assertThat(first.path("sessionId").stringValue()).matches("game-[0-9a-f]{16}");
        assertThat(second.path("sessionId").stringValue()).matches("game-[0-9a-f]{16}");
        assertThat(second.path("sessionId")).isNotEqualTo(first.path("sessionId"));
        assertThat(second.path("model").stringValue()).isEqualTo("small-1");
    }

    @Test
    void sendsBatchesWhenConfigured() throws Exception {
        ask(file(", permits: 4, batching: {most: 3}"), 3);
        RecordedRequest request = next();
        assertThat(request.getTarget()).isEqualTo("/api/llm/batch");
        assertThat(body(request).path("requests").size()).isEqualTo(3);
        assertThat(asked).isEmpty();
    }

    @Test
    void providerNamedGatewayUsesTheDefaultUrl() {
        BrokerSettings config = Samples.read("providers: {gateway: {}}\n");
        ConnectionSettings connectionSettings =
                config.providers().values().iterator().next().connection();
        assertThat(connectionSettings.isGateway()).isTrue();
        assertThat(connectionSettings.url()).hasToString("http://127.0.0.1:8766");
        assertThat(connectionSettings.gameId()).isNull();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "groq: {session: a} | providers.groq.session: names a game at a gateway (set"
                        + " family: gateway, or remove session)",
                "gateway: {session: [a]} | providers.gateway.session: a list (expected a text)",
                "gateway: {key: abc} | providers.gateway.key: a key in the file (expected a"
                        + " reference to an environment variable, as in ${API_KEY})",
                "gateway: {proxy: nowhere} | providers.gateway.proxy:"
            })
    void invalidSettingIsReportedWithItsLine(String provider, String problem) {
        assertThatThrownBy(() -> Samples.read("providers:\n  " + provider + "\n"))
                .isInstanceOf(ConfigException.class)
                .hasMessageStartingWith("llm.yaml:2: " + problem);
    }

    @Test
    void rejectsSessionNamesOver128Characters() {
        String name = "x".repeat(129);
        assertThatThrownBy(() -> Samples.read("providers: {gateway: {session: " + name + "}}\n"))
                .isInstanceOf(ConfigException.class)
                .hasMessage(
                        "llm.yaml:1: providers.gateway.session: session of 129 characters (expected 1 to 128, not all of them spaces)");
    }
}
