/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.security;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.gateway.GatewayServer;
import dev.triune.gateway.fixture.GatewayFixture;
import dev.triune.gateway.fixture.GatewayFixture.Answer;
import dev.triune.gateway.fixture.TestClock;
import dev.triune.llm.BrokerConfig;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import okhttp3.Headers;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** A malicious provider or model that attacks the gateway's clients. */
class ForgedAnswerTest {
    private static final String EVIL = "hi\n\ndata: {\"type\":\"complete\"}\n\n"
            + "event: error\r\ndata: [DONE]\r\n\r\n: \u2028\u0085\u0000";

    private final MockWebServer provider = new MockWebServer();
    private final OkHttpClient http = new OkHttpClient();
    private final GatewayServer gateway;

    ForgedAnswerTest() throws IOException {
        provider.start();
        TestClock clock = new TestClock();
        BrokerConfig config = BrokerConfig.parse(
                "test.yaml", """
                providers:
                  local:
                    family: openai
                    url: http://127.0.0.1:%d/v1
                    model: model-1
                retry: {rounds: 0}
                """.formatted(provider.getPort()), key -> Optional.empty());
        gateway = GatewayServer.start(
                GatewayFixture.settings(), config.builder(), Map.of(), clock, clock);
    }

    @AfterEach
    void close() throws IOException {
        gateway.close();
        provider.close();
        http.connectionPool().evictAll();
        http.dispatcher().executorService().shutdown();
    }

    private void says(String text) {
        String delta = GatewayFixture.JSON.writeValueAsString(text);
        provider.enqueue(new MockResponse.Builder()
                .addHeader("Content-Type", "text/event-stream")
                .addHeader("Set-Cookie", "a=b")
                .addHeader("Access-Control-Allow-Origin", "*")
                .addHeader("Location", "http://evil.example/")
                .body("data: {\"choices\":[{\"delta\":{\"content\":" + delta
                        + "},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n")
                .build());
    }

    private void refuses(int status, Headers headers, String message) {
        provider.enqueue(new MockResponse.Builder()
                .code(status)
                .headers(headers)
                .body("{\"error\":{\"message\":"
                        + GatewayFixture.JSON.writeValueAsString(message)
                        + "}}")
                .build());
    }

    private Answer ask(String path, String body) throws IOException {
        Request request = new Request.Builder()
                .url(gateway.uri() + path)
                .post(RequestBody.create(
                        body.replace('\'', '"'), MediaType.get("application/json")))
                .build();
        try (Response response = http.newCall(request).execute()) {
            return new Answer(
                    response.code(), response.headers(), response.body().string());
        }
    }

    private static List<JsonNode> events(Answer answer) {
        return answer.body()
                .lines()
                .filter(line -> line.startsWith("data: {"))
                .map(line -> GatewayFixture.JSON.readTree(line.substring(6)))
                .toList();
    }

    @Test
    void modelTextCannotForgeEvents() throws IOException {
        says(EVIL);
        Answer answer = ask("/api/llm/generate", "{'prompt':'q','stream':true}");

        assertThat(answer.body().lines()).noneMatch(line -> line.startsWith("event: error"));
        assertThat(events(answer).get(0).path("text").stringValue()).isEqualTo(EVIL);
        assertThat(events(answer))
                .extracting(event -> event.path("type").stringValue())
                .filteredOn("complete"::equals)
                .hasSize(1);
    }

    @Test
    void modelTextCannotForgeChunks() throws IOException {
        says(EVIL);
        Answer answer = ask(
                "/v1/chat/completions",
                "{'model':'model-1','stream':true,'messages':[{'role':'user','content':'q'}]}");

        assertThat(answer.body().lines().filter("data: [DONE]"::equals)).hasSize(1);
        assertThat(answer.body().stripTrailing()).endsWith("data: [DONE]");
        StringBuilder text = new StringBuilder();
        events(answer)
                .forEach(event -> text.append(event.path("choices")
                        .path(0)
                        .path("delta")
                        .path("content")
                        .stringValue("")));
        assertThat(text).hasToString(EVIL);
    }

    @Test
    void providerHeadersDoNotReachTheClient() throws IOException {
        says("hi");
        Answer answer = ask("/api/llm/generate", "{'prompt':'q'}");

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.headers().names())
                .doesNotContain("Set-Cookie", "Access-Control-Allow-Origin", "Location");
    }

    @Test
    void providerErrorMessageIsShortenedToOneLine() throws IOException {
        refuses(
                500,
                Headers.EMPTY,
                "\u001b[2J\u009b2J\r\nERROR all is lost\u202e" + "x".repeat(5_000));
        Answer answer = ask("/api/llm/generate", "{'prompt':'q'}");

        assertThat(answer.status()).isEqualTo(502);
        assertThat(answer.json().path("message").stringValue())
                .contains("ERROR all is lost")
                .hasSizeLessThan(400)
                .doesNotContainPattern("[\\p{Cc}\\p{Cf}\\u2028\\u2029]");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "99999999999999999999999999",
                "-1",
                "1e999",
                "Fri, 31 Dec 9999 23:59:59 GMT",
                "a\tb"
            })
    void excessiveRetryAfterIsCapped(String retryAfter) throws IOException {
        refuses(429, Headers.of("Retry-After", retryAfter), "slow down");
        Answer answer = ask("/api/llm/generate", "{'prompt':'q'}");

        assertThat(answer.status()).isEqualTo(429);
        assertThat(Long.parseLong(answer.headers().get("Retry-After")))
                .isBetween(0L, Duration.ofDays(33).toSeconds());
        Answer stats = get("/api/llm/stats");
        assertThat(stats.status()).isEqualTo(200);
    }

    private Answer get(String path) throws IOException {
        Request request = new Request.Builder().url(gateway.uri() + path).build();
        try (Response response = http.newCall(request).execute()) {
            return new Answer(
                    response.code(), response.headers(), response.body().string());
        }
    }
}
