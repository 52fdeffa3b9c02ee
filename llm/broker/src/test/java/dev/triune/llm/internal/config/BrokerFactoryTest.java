/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.triune.llm.Broker;
import dev.triune.llm.BrokerStats.ProviderStats;
import dev.triune.llm.Endpoint;
import dev.triune.llm.Endpoint.EndpointRejectedException;
import dev.triune.llm.Outcome;
import dev.triune.llm.Prompt;
import dev.triune.llm.ProviderSettings;
import dev.triune.llm.Request;
import dev.triune.llm.Secret;
import dev.triune.llm.Update;
import dev.triune.llm.provider.AnswerSink;
import dev.triune.llm.provider.ModelCall;
import dev.triune.llm.provider.Provider;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class BrokerFactoryTest {
    private static final String STREAM = """
            data: {"choices":[{"index":0,"delta":{"content":"The gate "}}]}

            data: {"choices":[{"index":0,"delta":{"content":"is open."}}]}

            data: {"choices":[{"delta":{},"finish_reason":"stop"}]}

            data: [DONE]

            """;

    /** Records opened and closed connections, opens none, and fails at a chosen one. */
    private static final class Workshop implements BrokerFactory.ConnectionOpener {
        final List<String> opened = new ArrayList<>();
        final List<String> closed = new ArrayList<>();
        final List<ConnectionSettings> connectionSettings = new ArrayList<>();
        int failsAt = Integer.MAX_VALUE;

        @Override
        public Provider open(ConnectionSettings connectionSettings, @Nullable Secret key) {
            String name = connectionSettings.url() + (key == null ? "" : key.reveal());
            if (opened.size() == failsAt) {
                throw new IllegalStateException("no more");
            }
            opened.add(name);
            this.connectionSettings.add(connectionSettings);
            return new Provider() {
                @Override
                public RunningCall start(ModelCall call, AnswerSink sink) {
                    throw new IllegalStateException("unexpected call");
                }

                @Override
                public void close() {
                    closed.add(name);
                }
            };
        }
    }

    @Test
    void opensOneConnectionPerKey() {
        Workshop workshop = new Workshop();

        try (Broker broker = new BrokerFactory(Samples.read(Samples.FULL), workshop).open()) {
            assertThat(broker.stats()).isNotNull();
            assertThat(workshop.opened)
                    .containsExactly(
                            "http://localhost:8080/v1",
                            "https://api.cerebras.ai/v1" + Samples.FIRST_KEY,
                            "https://api.cerebras.ai/v1" + Samples.SECOND_KEY);
        }

        assertThat(workshop.closed).containsExactlyInAnyOrderElementsOf(workshop.opened);
    }

    @Test
    void providerOfTheGameJoinsThoseOfTheFile() {
        Workshop workshop = new Workshop();
        Provider own = (call, sink) -> () -> {};

        try (Broker broker = new BrokerFactory(Samples.read(Samples.SHORT), workshop)
                .builder()
                .provider(ProviderSettings.of("own", "own-model"), own)
                .build()) {
            assertThat(broker.stats().providers())
                    .extracting(ProviderStats::name)
                    .hasSize(5)
                    .endsWith("own");
        }
    }

    @Test
    void closesOpenedConnectionsWhenALaterOneFails() {
        Workshop workshop = new Workshop();
        workshop.failsAt = 2;
        BrokerFactory brokerFactory = new BrokerFactory(Samples.read(Samples.FULL), workshop);

        assertThatThrownBy(brokerFactory::open).hasMessage("no more");

        assertThat(workshop.opened).hasSize(2);
        assertThat(workshop.closed).containsExactlyElementsOf(workshop.opened);
    }

    @Test
    void opensEndpointsOnAllowedHosts() {
        Workshop workshop = new Workshop();
        EndpointAllowlist endpoints =
                new EndpointAllowlist(List.of("api.example.com", "localhost:9000"), workshop);

        endpoints.apply(Endpoint.of("https://API.example.com:443/v1", "m").withKey("own-key"));
        endpoints.apply(Endpoint.of("http://localhost:9000/v1", "m"));

        assertThat(workshop.opened)
                .containsExactly(
                        "https://API.example.com:443/v1own-key", "http://localhost:9000/v1");
    }

    @Test
    void anthropicHostUsesAnthropicProtocolAndOthersOpenAi() {
        Workshop workshop = new Workshop();
        EndpointAllowlist endpoints =
                new EndpointAllowlist(List.of("api.anthropic.com", "anthropic.example"), workshop);

        endpoints.apply(Endpoint.of("https://api.anthropic.com", "m").withKey("own-key"));
        endpoints.apply(Endpoint.of("https://API.Anthropic.com:443/v1", "m"));
        endpoints.apply(Endpoint.of("https://anthropic.example/v1", "m"));

        assertThat(workshop.connectionSettings)
                .extracting(ConnectionSettings::kind)
                .containsExactly(
                        ProviderKind.ANTHROPIC, ProviderKind.ANTHROPIC, ProviderKind.OPENAI);
        assertThat(workshop.opened.get(0)).isEqualTo("https://api.anthropic.comown-key");
    }

    @Test
    void rejectsEndpointsOnOtherHostsWithAdvice() {
        Workshop workshop = new Workshop();
        EndpointAllowlist endpoints = new EndpointAllowlist(List.of("api.example.com"), workshop);

        for (String url : List.of("https://api.example.com:8443/v1", "http://10.0.0.1/v1")) {
            String host = url.replaceAll("https?://|/v1", "");
            assertThatThrownBy(() -> endpoints.apply(Endpoint.of(url, "m")))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("endpoint at " + host + " is not allowed (add it to"
                            + " endpoints.allow of the configuration)")
                    .hasFieldOrPropertyWithValue(
                            "reason", EndpointRejectedException.Reason.NOT_ALLOWED);
        }
        assertThat(workshop.opened).isEmpty();
    }

    @Test
    void brokerOpenedFromAFileAnswersRequests() throws Exception {
        try (MockWebServer server = new MockWebServer()) {
            server.start();
            server.enqueue(new MockResponse.Builder()
                    .addHeader("Content-Type", "text/event-stream")
                    .body(STREAM)
                    .build());
            String yaml = """
                    default-model: small-1
                    providers:
                      local:
                        url: %s
                        key: ${GROQ_API_KEY}
                        headers: {X-Title: Village}
                    """.formatted(server.url("/v1"));

            List<Update<String>> updates = ask(yaml);

            assertThat(updates).filteredOn(Update.Part.class::isInstance).isNotEmpty();
            assertThat(updates.get(updates.size() - 1))
                    .extracting("outcome")
                    .isInstanceOf(Outcome.Answered.class);
            RecordedRequest request = server.takeRequest(60, TimeUnit.SECONDS);
            assertThat(request).isNotNull();
            assertThat(request.getTarget()).isEqualTo("/v1/chat/completions");
            assertThat(request.getHeaders().get("Authorization"))
                    .isEqualTo("Bearer " + Samples.GROQ_KEY);
            assertThat(request.getHeaders().get("X-Title")).isEqualTo("Village");
            assertThat(String.valueOf(request.getBody().utf8())).contains("\"small-1\"");
        }
    }

    private static List<Update<String>> ask(String yaml) {
        List<Update<String>> updates = new ArrayList<>();
        try (Broker broker = Samples.config(yaml).open()) {
            broker.submit(
                    Request.text("small-1").prompt(() -> Prompt.of("What now?")).build(),
                    updates::add);
            await().pollInSameThread().pollInterval(Duration.ofMillis(5)).until(() -> {
                broker.doWork();
                return !updates.isEmpty()
                        && updates.get(updates.size() - 1) instanceof Update.Ended;
            });
        }
        return updates;
    }
}
