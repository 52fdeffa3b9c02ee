/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.triune.gateway.fixture.GatewayFixture;
import dev.triune.gateway.fixture.RawClient;
import dev.triune.gateway.fixture.ScriptedProvider;
import dev.triune.llm.FailureCode;
import dev.triune.llm.PriceCatalog;
import dev.triune.llm.PriceCatalog.TokenPrices;
import dev.triune.llm.ProviderSettings;
import dev.triune.llm.provider.CallFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The access log. */
@Timeout(120)
class AccessLogTest {
    private static final PriceCatalog PRICES = new PriceCatalog(
            Map.of("model-*", TokenPrices.of("2", "0.5", "8")), TokenPrices.of("0", "0", "0"));

    @TempDir
    Path directory;

    private GatewayFixture open(Path log) {
        return GatewayFixture.open(
                settings -> GatewayFixture.with(settings, "accessLog", Optional.of(log)),
                provider -> provider,
                builder -> builder.retryRounds(0),
                PRICES,
                Map.of());
    }

    @Test
    void logsEachRequestWithItsResponseIdAndWithoutItsPrompt() throws IOException {
        Path log = directory.resolve("access.jsonl");
        String id;
        try (GatewayFixture stage = open(log)) {
            stage.model.answering("a secret answer");
            id = stage.post(
                            "/api/llm/generate",
                            "{'sessionId':'game-1','agentId':'mira','prompt':'a secret prompt'}")
                    .headers()
                    .get("X-Request-Id");
            stage.post("/api/llm/batch", """
                    {'sessionId':'game-2','requests':[{'request_id':'a','prompt':'a secret prompt'},
                     {'request_id':'b','prompt':'a secret prompt'}]}""");
            stage.model.scripted(call -> call.fail(
                    new CallFailure.Failed(FailureCode.MODEL_UNAVAILABLE, "no such model")));
            stage.post(
                    "/v1/chat/completions",
                    "{'user':'game-3','messages':[{'role':'user','content':'a secret prompt'}]}");
            stage.get("/nothing");
        }
        List<JsonNode> lines = Files.readAllLines(log).stream()
                .map(GatewayFixture.JSON::readTree)
                .toList();

        assertThat(Files.readString(log)).doesNotContain("secret");
        assertThat(lines).hasSize(4);
        JsonNode first = lines.get(0);
        assertThat(first.path("id").stringValue()).isEqualTo(id).isNotBlank();
        assertThat(first.path("time").stringValue()).endsWith("Z");
        assertThat(first.path("address").stringValue()).isEqualTo("127.0.0.1");
        assertThat(first.path("path").stringValue()).isEqualTo("/api/llm/generate");
        assertThat(first.path("status").intValue()).isEqualTo(200);
        assertThat(first.path("game").stringValue()).isEqualTo("game-1");
        assertThat(first.path("agent").stringValue()).isEqualTo("mira");
        assertThat(first.path("model").stringValue()).isEqualTo("model-1");
        assertThat(first.path("provider").stringValue()).isEqualTo("first");
        assertThat(first.path("promptTokens").intValue()).isEqualTo(100);
        assertThat(first.path("answerTokens").intValue()).isEqualTo(24);
        assertThat(first.path("maxTokens").intValue()).isEqualTo(4096);
        assertThat(first.path("trimmed").booleanValue(true)).isFalse();
        assertThat(first.path("usd").decimalValue()).isEqualByComparingTo("0.000392");
        assertThat(first.path("outcome").stringValue()).isEqualTo("answered");
        assertThat(first.path("waitMs").isNumber()).isTrue();
        assertThat(lines.get(1).path("requests").size()).isEqualTo(2);
        assertThat(lines.get(2).path("status").intValue()).isEqualTo(404);
        assertThat(lines.get(2).path("outcome").stringValue()).isEqualTo("provider_error");
        assertThat(lines.get(2).path("error").stringValue()).isEqualTo("PROVIDER_ERROR");
        assertThat(lines.get(3).path("error").stringValue()).isEqualTo("NOT_FOUND");
    }

    @Test
    void logsAllChoicesOfARequestOfWhichOneFailed() throws IOException {
        Path log = directory.resolve("access.jsonl");
        try (GatewayFixture stage = open(log)) {
            stage.model.scripted(call -> {
                if (stage.model.calls.size() == 3) {
                    call.fail(new CallFailure.Failed(FailureCode.BAD_REQUEST, "no"));
                }
            });
            stage.post(
                    "/v1/chat/completions", "{'n':4,'messages':[{'role':'user','content':'q'}]}");
        }
        JsonNode line = GatewayFixture.JSON.readTree(Files.readString(log));

        assertThat(line.path("requests").size()).isEqualTo(4);
        assertThat(line.path("requests").findValuesAsString("outcome"))
                .containsOnly("cancelled_after_start", "provider_error");
    }

    @Test
    void logsTheFailedCallsOfARequestThatAnotherProviderAnswered() throws IOException {
        Path log = directory.resolve("access.jsonl");
        ScriptedProvider other = new ScriptedProvider().answering("yes");
        try (GatewayFixture stage = GatewayFixture.open(
                settings -> GatewayFixture.with(settings, "accessLog", Optional.of(log)),
                provider -> provider.withFallback("other"),
                builder -> builder.provider(ProviderSettings.of("other", "other-model"), other))) {
            stage.model.scripted(call -> call.fail(new CallFailure.Failed(
                    FailureCode.PROVIDER_ERROR, "the server had an error (500)")));
            stage.post("/api/llm/generate", "{'prompt':'q','model':'model-1'}");
        }
        JsonNode line = GatewayFixture.JSON.readTree(Files.readString(log));

        assertThat(line.path("status").intValue()).isEqualTo(200);
        assertThat(line.path("provider").stringValue()).isEqualTo("other");
        assertThat(line.path("failedCalls").size()).isEqualTo(1);
        assertThat(line.at("/failedCalls/0/provider").stringValue()).isEqualTo("first");
        assertThat(line.at("/failedCalls/0/error").stringValue()).isEqualTo("provider_error");
        assertThat(line.at("/failedCalls/0/message").stringValue())
                .isEqualTo("the server had an error (500)");
    }

    @Test
    void logsGameModelAndTokensOfAClientThatDisconnected() throws IOException {
        Path log = directory.resolve("access.jsonl");
        try (GatewayFixture stage = open(log)) {
            String body = "{\"sessionId\":\"game-1\",\"prompt\":\"q\",\"stream\":true}";
            try (RawClient client = new RawClient(stage.gateway.uri())) {
                client.send("POST /api/llm/generate HTTP/1.1|Host: localhost|"
                        + "Content-Type: application/json|Content-Length: " + body.length() + "||"
                        + body);
                stage.model.call(0).text("beginning");
                client.readUntil("beginning");
            }
            await().until(stage.model.call(0)::isCancelled);
            await().until(() -> Files.size(log) > 0);
        }
        JsonNode line = GatewayFixture.JSON.readTree(Files.readString(log));

        assertThat(line.path("status").intValue()).isEqualTo(499);
        assertThat(line.path("game").stringValue()).isEqualTo("game-1");
        assertThat(line.path("model").stringValue()).isEqualTo("model-1");
        assertThat(line.path("answerTokens").intValue()).isPositive();
        assertThat(line.path("outcome").stringValue()).isEqualTo("cancelled_after_start");
    }

    @Test
    void logsTheGameOfARequestThatIsRefusedWhileDraining() throws Exception {
        Path log = directory.resolve("access.jsonl");
        try (GatewayFixture stage = open(log)) {
            var open = stage.postLater("/api/llm/generate", "{'prompt':'q'}");
            stage.model.call(0);
            var drained = CompletableFuture.supplyAsync(() -> drain(stage));
            await().until(() -> stage.get("/readyz").status() == 503);
            stage.post(
                    "/api/llm/generate",
                    "{'sessionId':'game-2','agentId':'mira','prompt':'a secret prompt'}");
            stage.model.call(0).complete();
            assertThat(drained.get(20, TimeUnit.SECONDS)).isTrue();
            assertThat(GatewayFixture.of(open).status()).isEqualTo(200);
        }
        List<JsonNode> lines = Files.readAllLines(log).stream()
                .map(GatewayFixture.JSON::readTree)
                .filter(line -> line.path("path").stringValue().equals("/api/llm/generate"))
                .toList();

        assertThat(lines).hasSize(2);
        assertThat(lines.get(0).path("status").intValue()).isEqualTo(503);
        assertThat(lines.get(0).path("error").stringValue()).isEqualTo("DRAINING");
        assertThat(lines.get(0).path("game").asString("")).isEqualTo("game-2");
        assertThat(lines.get(0).path("agent").asString("")).isEqualTo("mira");
        assertThat(lines.get(0).path("outcome").asString("")).isEqualTo("DRAINING");
        assertThat(lines.get(1).path("status").intValue()).isEqualTo(200);
    }

    private static boolean drain(GatewayFixture stage) {
        try {
            return stage.gateway.drain();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void reopenedLogIsANewFileAfterItWasRenamed() throws IOException {
        Path log = directory.resolve("access.jsonl");
        Path renamed = directory.resolve("access.jsonl.1");
        try (GatewayFixture stage = open(log)) {
            stage.get("/healthz");
            await().until(() -> Files.size(log) > 0);
            Files.move(log, renamed);
            stage.gateway.reopenLogs();
            stage.get("/readyz");
        }

        assertThat(Files.readString(renamed)).contains("/healthz").doesNotContain("/readyz");
        assertThat(Files.readString(log)).contains("/readyz");
    }

    @Test
    void rejectsALogFileThatCannotBeWritten() {
        Path log = directory.resolve("no/access.jsonl");
        assertThatThrownBy(() -> open(log))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("gateway.access-log: " + log
                        + " cannot be written (expected a file in a directory that exists)");
    }
}
