/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.triune.gateway.fixture.GatewayFixture;
import dev.triune.gateway.fixture.GatewayFixture.Answer;
import dev.triune.llm.BrokerStats.ProviderStats;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import mockwebserver3.Dispatcher;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What SIGHUP applies, and what an operator is told. */
@Timeout(120)
class HangUpTest {
    private static final String FILE = """
            providers:
              groq: {family: openai, url: 'http://127.0.0.1:%d/v1', model: %s, rpm: %d}
            prices: {small: {input: 1, output: %d}}
            gateway: {hosts: [%s]}
            """;
    private static final String CHAT = "/v1/chat/completions";
    private static final String QUESTION = "{'messages':[{'role':'user','content':'q'}]}";

    @TempDir
    Path folder;

    private final MockWebServer groq = new MockWebServer();
    private Path log;
    private GatewayFixture stage;

    @BeforeEach
    void open() throws IOException {
        groq.setDispatcher(new Dispatcher() {
            @Override
            public MockResponse dispatch(RecordedRequest request) {
                return new MockResponse.Builder()
                        .addHeader("Content-Type", "text/event-stream")
                        .body("""
                                data: {"choices":[{"delta":{"content":"of groq"},"finish_reason":"stop"}],"usage":{"prompt_tokens":1000000,"completion_tokens":1000000}}

                                data: [DONE]

                                """)
                        .build();
            }
        });
        groq.start();
        log = folder.resolve("access.log");
        stage = GatewayFixture.open(
                settings -> GatewayFixture.with(settings, "accessLog", Optional.of(log)),
                builder -> {});
    }

    @AfterEach
    void close() {
        stage.close();
        groq.close();
    }

    private Path write(String model, int rpm, int output, String host) throws IOException {
        return Files.writeString(
                folder.resolve("llm.yaml"),
                FILE.formatted(groq.getPort(), model, rpm, output, host));
    }

    @Test
    void providersLimitsAndPricesApplyToLaterRequests() throws IOException {
        Path config = write("small", 30, 2, "a.example");
        HangUp hangUp = new HangUp(stage.gateway, config);
        assertThat(hangUp.run()).endsWith("nothing has changed in " + config);
        stage.model.scripted(call -> {});
        CompletableFuture<Answer> earlier = stage.postLater(CHAT, QUESTION);
        stage.model.call(0);

        write("small", 2, 7, "a.example, b.example");
        assertThat(hangUp.run())
                .endsWith("of " + config + ", these apply now: prices.small.output,"
                        + " providers.groq.rpm; these need a restart: gateway.hosts");

        assertThat(stage.post(CHAT, QUESTION).body()).contains("of groq", "\"small\"");
        assertThat(stage.get("/v1/models").body()).contains("small").doesNotContain("model-1");
        assertThat(stage.get("/metrics").body())
                .contains("triune_cost_usd_total{model=\"small\",provider=\"groq\"} 8.0");
        stage.model.call(0).text("of the old one");
        stage.model.call(0).complete();
        assertThat(GatewayFixture.of(earlier).body()).contains("of the old one");
        assertThat(hangUp.run())
                .as("only what does not apply yet")
                .endsWith("these need a restart: gateway.hosts");
    }

    @Test
    void whatKeysHaveUsedCountsAgainstTheNewLimits() throws IOException {
        HangUp hangUp = new HangUp(stage.gateway, write("old", 40, 2, "a.example"));
        write("small", 40, 2, "a.example");
        assertThat(hangUp.run()).contains("these apply now: providers.groq.model");
        for (int i = 0; i < 5; i++) {
            assertThat(stage.post(CHAT, QUESTION).status()).isEqualTo(200);
            stage.clock.advance(Duration.ofSeconds(3)); // bursts are limited, too
        }
        write("small", 5, 2, "a.example");
        assertThat(hangUp.run()).contains("these apply now: providers.groq.rpm");

        CompletableFuture<Answer> sixth = stage.postLater(CHAT, QUESTION);

        await().until(() -> stage.gateway.stats().join().queue().waiting() == 1);
        assertThat(groq.getRequestCount()).isEqualTo(5);
        stage.clock.advance(Duration.ofSeconds(62));
        assertThat(GatewayFixture.of(sixth).status()).isEqualTo(200);
    }

    @Test
    void providersThatDidNotChangeKeepBreakersAndStatistics() throws IOException {
        String file = """
                default-model: small
                providers:
                  groq: {family: openai, url: 'http://127.0.0.1:%d/v1', model: small}
                  gone: {family: openai, url: 'http://127.0.0.1:1/v1', model: lost%s}
                prices: {small: {input: 1, output: %d}}
                """;
        Path config = folder.resolve("llm.yaml");
        Files.writeString(config, file.formatted(groq.getPort(), "", 1));
        HangUp hangUp = new HangUp(stage.gateway, config);
        Files.writeString(config, file.formatted(groq.getPort(), "", 2));
        assertThat(hangUp.run()).contains("these apply now: prices.small.output");
        for (int i = 0; i < 12; i++) {
            stage.post(CHAT, "{'model':'lost'," + QUESTION.substring(1));
        }
        assertThat(stage.post(CHAT, QUESTION).status()).isEqualTo(200);
        assertThat(stats("gone").breakerOpen()).isTrue();

        Files.writeString(config, file.formatted(groq.getPort(), "", 3));
        assertThat(hangUp.run()).contains("these apply now: prices.small.output");

        assertThat(stats("gone").breakerOpen()).isTrue();
        assertThat(stats("groq").calls()).isEqualTo(1);
        assertThat(stats("groq").answered()).isEqualTo(1);

        Files.writeString(config, file.formatted(groq.getPort(), ", permits: 3", 3));
        assertThat(hangUp.run()).contains("these apply now: providers.gone.permits");

        assertThat(stats("gone").breakerOpen())
                .as("of the provider that changed")
                .isFalse();
        assertThat(stats("groq").calls()).isEqualTo(1);
    }

    private ProviderStats stats(String provider) {
        return stage.gateway.stats().join().providers().stream()
                .filter(each -> each.name().equals(provider))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void brokenFileChangesNothing() throws IOException {
        stage.model.answering("yes");
        Path config = write("small", 30, 2, "a.example");
        HangUp hangUp = new HangUp(stage.gateway, config);
        Files.writeString(config, "providers: {groq: {family: none}}");

        assertThat(hangUp.run()).contains("; nothing of " + config + " applies: ", "family");

        assertThat(stage.post(CHAT, QUESTION).body()).contains("yes");
        assertThat(groq.getRequestCount()).isZero();
    }

    @Test
    void accessLogIsOpenedAgain() throws IOException {
        Files.move(log, folder.resolve("access.log.1"));
        String unused = new HangUp(stage.gateway, null).run();
        stage.get("/nothing");
        await().until(() -> Files.exists(log) && Files.size(log) > 0);
    }
}
