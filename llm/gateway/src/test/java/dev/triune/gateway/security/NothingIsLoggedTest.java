/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.security;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.core.AppenderBase;
import ch.qos.logback.core.joran.spi.JoranException;
import dev.triune.gateway.GatewayServer;
import dev.triune.gateway.fixture.GatewayFixture;
import dev.triune.gateway.fixture.RawClient;
import dev.triune.gateway.fixture.TestClock;
import dev.triune.llm.BrokerConfig;
import dev.triune.llm.Secret;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** Keys, tokens, prompts and answers are never logged, at any level and after any error. */
class NothingIsLoggedTest {
    private static final String KEY = "sk-mark-of-the-providers-key";
    private static final String TOKEN = "mark-of-the-clients-token";
    private static final String ADMIN = "mark-of-the-operators-token";
    private static final String CALLERS_KEY = "sk-mark-of-the-callers-key";
    private static final String PROMPT = "mark of the prompt";
    private static final String ANSWER = "mark of the answer";
    private static final String SSE = "data: {\"choices\":[{\"delta\":{\"content\":\"" + ANSWER
            + "\"},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n";

    /** One line for each log entry, from any thread. */
    private final Queue<String> log = new ConcurrentLinkedQueue<>();

    private final LoggerContext slf4j = (LoggerContext) LoggerFactory.getILoggerFactory();
    private final ch.qos.logback.classic.Logger slf4jRoot =
            slf4j.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    private final Logger jdkRoot = Logger.getLogger("");
    private final java.util.logging.Level jdkLevel = jdkRoot.getLevel();
    private final Handler[] jdkHandlers = jdkRoot.getHandlers();
    private final Slf4jCapture slf4jCapture = new Slf4jCapture();
    private final JdkCapture jdkCapture = new JdkCapture();
    private final MockWebServer provider = new MockWebServer();

    /** Collects the log of slf4j as text. */
    private final class Slf4jCapture extends AppenderBase<ILoggingEvent> {
        @Override
        protected void append(ILoggingEvent event) {
            StringBuilder line = new StringBuilder();
            line.append(event.getLoggerName()).append(' ').append(event.getFormattedMessage());
            IThrowableProxy why = event.getThrowableProxy();
            while (why != null) {
                line.append(' ').append(why.getMessage());
                why = why.getCause();
            }
            log.add(line.toString());
        }
    }

    /** Collects the log of the JDK as text. */
    private final class JdkCapture extends Handler {
        @Override
        public void publish(LogRecord entry) {
            StringWriter text = new StringWriter();
            if (entry.getThrown() != null) {
                entry.getThrown().printStackTrace(new PrintWriter(text));
            }
            log.add(entry.getLoggerName()
                    + ' '
                    + new java.util.logging.SimpleFormatter().formatMessage(entry)
                    + ' '
                    + text);
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }

    /** Captures everything except what the program's configuration turns off at every level. */
    @BeforeEach
    void captureEverything() throws IOException, JoranException {
        slf4j.reset();
        configure("/logback.xml");
        slf4jRoot.detachAndStopAllAppenders();
        slf4jCapture.setContext(slf4j);
        slf4jCapture.start();
        slf4jRoot.addAppender(slf4jCapture);
        slf4jRoot.setLevel(Level.TRACE);
        for (Handler handler : jdkHandlers) {
            jdkRoot.removeHandler(handler);
        }
        jdkCapture.setLevel(java.util.logging.Level.ALL);
        jdkRoot.addHandler(jdkCapture);
        jdkRoot.setLevel(java.util.logging.Level.ALL);
        provider.start();
    }

    @AfterEach
    void restore() throws JoranException {
        provider.close();
        slf4j.reset();
        configure("/logback-test.xml");
        jdkRoot.removeHandler(jdkCapture);
        jdkRoot.setLevel(jdkLevel);
        for (Handler handler : jdkHandlers) {
            jdkRoot.addHandler(handler);
        }
    }

    private void configure(String resource) throws JoranException {
        JoranConfigurator configurator = new JoranConfigurator();
        configurator.setContext(slf4j);
        configurator.doConfigure(
                Objects.requireNonNull(NothingIsLoggedTest.class.getResource(resource)));
    }

    private GatewayServer gateway() throws IOException {
        TestClock clock = new TestClock();
        BrokerConfig config = BrokerConfig.parse(
                "test.yaml",
                """
                providers:
                  local:
                    family: openai
                    url: http://127.0.0.1:%d/v1
                    model: model-1
                    keys: ["${API_KEY}"]
                retry: {rounds: 0}
                endpoints: {allow: ["localhost:%d"]}
                """.formatted(provider.getPort(), provider.getPort()),
                key -> key.equals("API_KEY") ? Optional.of(KEY) : Optional.empty());
        return GatewayServer.start(
                GatewayFixture.with(
                        GatewayFixture.with(
                                GatewayFixture.settings(), "token", Optional.of(Secret.of(TOKEN))),
                        "adminToken",
                        Optional.of(Secret.of(ADMIN))),
                config.builder(),
                Map.of(),
                clock,
                clock);
    }

    private static String call(URI gateway, String path, String token, String body) {
        try (RawClient client = new RawClient(gateway)) {
            client.send("POST " + path + " HTTP/1.1|Host: localhost|Connection: close|"
                    + "Authorization: Bearer " + token + "|Content-Type: application/json|"
                    + "Content-Length: " + body.length() + "||" + body);
            return client.readAll();
        }
    }

    private static String ask(String more) {
        return "{\"prompt\":\"" + PROMPT + "\"" + more + "}";
    }

    private void answers(int status, String type, String body) {
        provider.enqueue(new MockResponse.Builder()
                .code(status)
                .addHeader("Content-Type", type)
                .body(body)
                .build());
    }

    @Test
    void logsContainNoKeysTokensPromptsOrAnswers() throws IOException {
        String generate = "/api/llm/generate";
        String custom = ",\"customConfig\":{\"baseUrl\":\"http://%s\",\"model\":\"m\",\"apiKey\":\""
                + CALLERS_KEY + "\",\"customHeaders\":{\"X-Key\":\"" + CALLERS_KEY + "\"}}";
        try (GatewayServer gateway = gateway()) {
            URI uri = gateway.uri();
            answers(200, "text/event-stream", SSE);
            assertThat(call(uri, generate, TOKEN, ask(""))).contains("200", ANSWER);
            answers(200, "text/event-stream", SSE);
            assertThat(call(uri, generate, TOKEN, ask(",\"stream\":true"))).contains(ANSWER);
            answers(200, "text/event-stream", SSE);
            assertThat(call(
                            uri,
                            generate,
                            TOKEN,
                            ask(custom.formatted("localhost:" + provider.getPort()))))
                    .contains(ANSWER);
            for (String path :
                    new String[] {"/v1/chat/completions", "/v1/messages", "/v1/responses"}) {
                String prompts =
                        "{\"model\":\"model-1\",\"max_tokens\":5,\"stream\":true,\"messages\":"
                                + "[{\"role\":\"user\",\"content\":\"" + PROMPT + "\"}],\"" + PROMPT
                                + "\":\""
                                + PROMPT + "\",\"input\":\"" + PROMPT + "\"}";
                answers(200, "text/event-stream", SSE);
                assertThat(call(uri, path, TOKEN, prompts)).contains(ANSWER);
            }
            for (int status : new int[] {400, 401, 403, 500}) {
                answers(
                        status,
                        "application/json",
                        "{\"error\":{\"message\":\"bad key " + KEY + " for " + PROMPT + "\"}}");
                assertThat(call(uri, generate, TOKEN, ask("")))
                        .contains(status == 400 ? "400" : "502")
                        .doesNotContain(KEY);
            }
            answers(200, "text/event-stream", "data: {" + ANSWER + "\n\n");
            assertThat(call(uri, generate, TOKEN, ask(""))).startsWith("HTTP/1.1 5");
            assertThat(call(uri, generate, TOKEN + "x", ask(""))).contains("401");
            assertThat(call(uri, "/api/llm/quota", TOKEN, ask(""))).contains("401");
            assertThat(call(uri, "/api/llm/quota", ADMIN, ask(""))).contains("400");
            assertThat(call(uri, generate, TOKEN, ask(custom.formatted("evil.example"))))
                    .contains("403");
            assertThat(call(uri, generate, TOKEN, ask(",\"maxTokens\":\"" + PROMPT + "\"")))
                    .contains("400");
            assertThat(call(uri, generate, TOKEN, ask("") + PROMPT)).contains("400");
            assertThat(call(uri, generate, TOKEN, "{\"messages\":[{\"role\":\"" + PROMPT + "\"}]}"))
                    .contains("400");
            assertThat(call(uri, "/nothing", TOKEN, ask(""))).contains("404");
        }
        assertThat(String.join("\n", log)).contains("okhttp"); // the log was captured
        for (String mark : new String[] {KEY, TOKEN, ADMIN, CALLERS_KEY, PROMPT, ANSWER}) {
            assertThat(log.stream().filter(line -> line.contains(mark)))
                    .as(mark)
                    .isEmpty();
        }
    }

    @Test
    void logsContainNoPartsOfMalformedRequests() throws IOException {
        String mark = "mark-of-a-client";
        try (GatewayServer gateway = gateway()) {
            for (String head : new String[] {
                "GET / HTTP/1.1|Host: localhost|Host: " + mark + "|",
                "GET / HTTP/1.1|Host: " + mark + " x|",
                "GET / HTTP/1.1|Host: a@" + mark + "|",
                "GET / HTTP/1.1|Host: " + mark + "\u009b2J|",
                "GET / HTTP/1.1|Host: localhost:" + mark + "|",
                "GET / HTTP/1.1|Host: localhost|X: " + mark + "\u001b[2J|",
                "GET / HTTP/1.1|Host: localhost|" + mark + " : x|",
                "GET / HTTP/1.1|Host: localhost|Content-Length: " + mark + "|",
                "GET / HTTP/1.1|Host: localhost|Transfer-Encoding: " + mark + "|",
                "GET //" + mark + "@: HTTP/1.1|Host: localhost|",
                "GET http://" + mark + "@[/ HTTP/1.1|Host: localhost|",
                "GET /%" + mark + "%1b HTTP/1.1|Host: localhost|",
                "CONNECT " + mark + "\u009b HTTP/1.1|Host: localhost|",
                mark + "\u0001 / HTTP/1.1|Host: localhost|",
                "GET / " + mark + "|Host: localhost|"
            }) {
                try (RawClient client = new RawClient(gateway.uri())) {
                    client.send(head + "Connection: close||");
                    assertThat(client.readAll()).as(head).doesNotContain("HTTP/1.1 500");
                }
            }
        }
        assertThat(log.stream().filter(line -> line.contains(mark))).isEmpty();
        LoggerFactory.getLogger("control").debug("by SLF4J");
        Logger.getLogger("control").fine("by the JDK");
        assertThat(String.join("\n", log)).contains("by SLF4J", "by the JDK");
    }
}
