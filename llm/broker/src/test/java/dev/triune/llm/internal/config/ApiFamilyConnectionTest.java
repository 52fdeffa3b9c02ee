/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.triune.llm.Broker;
import dev.triune.llm.BrokerConfig;
import dev.triune.llm.Outcome;
import dev.triune.llm.Prompt;
import dev.triune.llm.Request;
import dev.triune.llm.Secret;
import dev.triune.llm.Update;
import dev.triune.llm.provider.HttpProvider.HttpTransport;
import dev.triune.llm.provider.Provider;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import mockwebserver3.Dispatcher;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import okhttp3.Headers;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Opens configuration files with providers of every API family and sends requests over HTTP. */
class ApiFamilyConnectionTest {
    private static final String OPENAI = """
            data: {"choices":[{"delta":{"content":"from openai"}}]}

            data: {"choices":[{"delta":{},"finish_reason":"stop"}]}

            data: [DONE]

            """;
    private static final String ANTHROPIC = """
            event: message_start
            data: {"type":"message_start","message":{"usage":{"input_tokens":3}}}

            event: content_block_delta
            data: {"type":"content_block_delta","delta":{"type":"text_delta","text":"from anthropic"}}

            event: message_stop
            data: {"type":"message_stop"}

            """;
    private static final String OLLAMA = """
            {"message":{"role":"assistant","content":"from ollama"},"done":false}
            {"message":{"content":""},"done":true,"prompt_eval_count":3,"eval_count":2}
            """;

    private final MockWebServer server = new MockWebServer();

    @BeforeEach
    void start() throws Exception {
        server.setDispatcher(new EveryFamily());
        server.start();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    /** Answers each protocol at its own path, and other paths with 404. */
    private static final class EveryFamily extends Dispatcher {
        @Override
        public MockResponse dispatch(RecordedRequest request) {
            return switch (request.getTarget()) {
                case "/v1/chat/completions" -> answer("text/event-stream", OPENAI);
                case "/v1/messages" -> answer("text/event-stream", ANTHROPIC);
                case "/api/chat" -> answer("application/x-ndjson", OLLAMA);
                default -> new MockResponse.Builder().code(404).build();
            };
        }

        private static MockResponse answer(String type, String body) {
            return new MockResponse.Builder()
                    .addHeader("Content-Type", type)
                    .body(body)
                    .build();
        }
    }

    @Test
    void eachFamilyUsesItsOwnPathAndKeyHeader() throws Exception {
        String root = "http://127.0.0.1:" + server.getPort();
        String yaml = """
                providers:
                  cloud:     {url: %s/v1, model: gpt-x, key: ${GROQ_API_KEY}}
                  anthropic: {url: %s, model: claude-x, key: ${CEREBRAS_KEY_1}}
                  ollama:    {url: %s, model: qwen-x, key: ${CEREBRAS_KEY_2}}
                """.formatted(root, root, root);

        try (Broker broker = Samples.config(yaml).open()) {
            assertThat(answer(broker, "gpt-x")).isEqualTo("from openai");
            Headers openAi = asked("/v1/chat/completions", "gpt-x");
            assertThat(openAi.get("Authorization")).isEqualTo("Bearer " + Samples.GROQ_KEY);
            assertThat(openAi.get("x-api-key")).isNull();

            assertThat(answer(broker, "claude-x")).isEqualTo("from anthropic");
            Headers anthropic = asked("/v1/messages", "claude-x");
            assertThat(anthropic.get("x-api-key")).isEqualTo(Samples.FIRST_KEY);
            assertThat(anthropic.get("anthropic-version")).isNotBlank();
            assertThat(anthropic.get("Authorization")).isNull();

            assertThat(answer(broker, "qwen-x")).isEqualTo("from ollama");
            Headers ollama = asked("/api/chat", "qwen-x");
            assertThat(ollama.get("Authorization")).isEqualTo("Bearer " + Samples.SECOND_KEY);
            assertThat(ollama.get("x-api-key")).isNull();
        }
    }

    @Test
    void proxyRefusalDoesNotRevealTheCredentials() throws Exception {
        String credentials = "Basic " + Samples.PROXY_TOKEN;
        server.setDispatcher(new Dispatcher() {
            @Override
            public MockResponse dispatch(RecordedRequest request) {
                return new MockResponse.Builder()
                        .code(407)
                        .addHeader("Proxy-Authenticate", "Basic realm=lan")
                        .body("{\"error\":{\"message\":\"not " + credentials + "\"}}")
                        .build();
            }
        });
        String yaml = """
                providers:
                  local:
                    url: https://models.invalid/v1
                    model: gpt-x
                    proxy: http://127.0.0.1:%d
                    proxy-authorization: "Basic ${PROXY_TOKEN}"
                """.formatted(server.getPort());
        BrokerConfig config = Samples.config(yaml);

        List<String> texts = new CopyOnWriteArrayList<>();
        Handler log = recordLogs(texts);
        try (Broker broker = config.open()) {
            texts.add(ask(broker, "gpt-x").toString());
            texts.add(broker.stats().toString());
        } finally {
            Logger.getLogger("").removeHandler(log);
        }
        texts.add(config.toString());

        RecordedRequest tunnel = takeRequest();
        assertThat(tunnel.getTarget()).isEqualTo("models.invalid:443");
        assertThat(tunnel.getHeaders().get("Proxy-Authorization")).isEqualTo(credentials);
        assertThat(texts).anyMatch(text -> text.contains("Failed"));
        assertThat(texts).noneMatch(text -> text.contains(Samples.PROXY_TOKEN));
    }

    @Test
    void toStringOfAProviderHidesItsSecrets() {
        ConnectionSettings connectionSettings = Optional.ofNullable(
                        Samples.read(Samples.FULL).providers().get("local"))
                .orElseThrow()
                .connection();

        try (Provider provider = BrokerFactory.httpOpener(HttpTransport.OKHTTP)
                .open(connectionSettings, Secret.of(Samples.GROQ_KEY))) {
            assertThat(provider.toString())
                    .contains("localhost:8080")
                    .doesNotContain(Samples.GROQ_KEY, Samples.PROXY_TOKEN, Samples.TITLE_TOKEN);
        }
    }

    @Test
    void timeoutThatTheWholeAnswerMakesUselessIsWarnedOf() {
        String yaml = """
                providers:
                  local:
                    url: http://127.0.0.1:1/v1
                    model: gpt-x
                    first-byte-timeout: 5m
                    answer-timeout: 2m
                """;

        List<String> texts = new CopyOnWriteArrayList<>();
        Handler log = recordLogs(texts);
        try {
            Samples.config(yaml);
            Samples.config(yaml.replace("5m", "90s").replace("first-byte", "gap"));
            Samples.config(yaml.replace("first-byte-timeout: 5m", "permits: 3"));
        } finally {
            Logger.getLogger("").removeHandler(log);
        }

        assertThat(texts)
                .filteredOn(text -> text.contains("has no effect"))
                .singleElement()
                .asString()
                .contains(":5: providers.local.first-byte-timeout: has no effect, as the whole"
                        + " answer has no longer (expected less than answer-timeout, which is 120000"
                        + " ms)");
    }

    /** Records everything logged from now on. */
    private static Handler recordLogs(List<String> texts) {
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord line) {
                texts.add(new SimpleFormatter().format(line));
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        handler.setLevel(Level.ALL);
        Logger.getLogger("").addHandler(handler);
        return handler;
    }

    private Headers asked(String path, String model) throws InterruptedException {
        RecordedRequest request = takeRequest();
        assertThat(request.getTarget()).isEqualTo(path);
        assertThat(request.getBody()).isNotNull();
        assertThat(String.valueOf(request.getBody().utf8()))
                .contains("\"" + model + "\"", "What now?");
        return request.getHeaders();
    }

    private RecordedRequest takeRequest() throws InterruptedException {
        return Optional.ofNullable(server.takeRequest(60, TimeUnit.SECONDS)).orElseThrow();
    }

    private static String answer(Broker broker, String model) {
        List<Update<String>> updates = ask(broker, model);
        assertThat(updates.get(updates.size() - 1))
                .extracting("outcome")
                .isInstanceOf(Outcome.Answered.class);
        StringBuilder text = new StringBuilder();
        for (Update<String> update : updates) {
            if (update instanceof Update.Part<String> part) {
                text.append(part.value());
            }
        }
        return text.toString();
    }

    private static List<Update<String>> ask(Broker broker, String model) {
        List<Update<String>> updates = new ArrayList<>();
        broker.submit(
                Request.text(model).prompt(() -> Prompt.of("What now?")).build(), updates::add);
        await().pollInSameThread().pollInterval(Duration.ofMillis(5)).until(() -> {
            broker.doWork();
            return !updates.isEmpty() && updates.get(updates.size() - 1) instanceof Update.Ended;
        });
        return updates;
    }
}
