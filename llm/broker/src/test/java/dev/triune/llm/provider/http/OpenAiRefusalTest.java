/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.provider.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.FailureCode;
import dev.triune.llm.provider.CallFailure.Broken;
import dev.triune.llm.provider.CallFailure.RateLimited;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.Optional;
import mockwebserver3.MockResponse;
import mockwebserver3.SocketEffect;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Refusals, and that they show no secret. */
final class OpenAiRefusalTest extends OpenAiServerFixture {
    // refusals

    @ParameterizedTest
    @CsvSource({
        "301, BAD_REQUEST",
        "400, BAD_REQUEST",
        "401, AUTHENTICATION",
        "402, QUOTA_EXHAUSTED",
        "403, AUTHENTICATION",
        "404, BAD_REQUEST",
        "408, PROVIDER_TIMEOUT",
        "413, BAD_REQUEST",
        "422, BAD_REQUEST",
        "500, PROVIDER_ERROR",
        "503, PROVIDER_ERROR",
        "504, PROVIDER_TIMEOUT",
        "529, PROVIDER_ERROR",
    })
    void aStatusSaysWhatKindOfFailureItIs(int status, FailureCode code) throws Exception {
        enqueue(status, "{\"error\":{\"message\":\"so it is\"}}");
        open(builder()).start(CALL, sink);
        assertThat(broken(sink.failure()).code()).isEqualTo(code);
        assertThat(sink.failure().message()).contains("status " + status).endsWith(": so it is");
        assertThat(server.getRequestCount()).isOne();
    }

    @Test
    void aRateLimitCarriesTheAdvice() throws Exception {
        server.enqueue(new MockResponse.Builder()
                .code(429)
                .addHeader("Retry-After", "1.5")
                .body("{\"error\":{\"message\":\"slow down\",\"code\":\"rate_limit_exceeded\"}}")
                .build());
        open(builder()).start(CALL, sink);
        assertThat(sink.failure())
                .isEqualTo(new RateLimited(
                        Optional.of(Duration.ofMillis(1500)),
                        host() + " answered with status 429: slow down"));
    }

    @Test
    void aServerThatIsOverloadedAndSaysHowLongIsARateLimitAndIsNotAskedAgain() throws Exception {
        server.enqueue(new MockResponse.Builder()
                .code(503)
                .addHeader("Retry-After", "0")
                .build());
        open(builder()).start(CALL, sink);
        assertThat(sink.failure())
                .isEqualTo(new RateLimited(
                        Optional.of(Duration.ZERO),
                        host() + " answered with status 503 (capacity of the server)"));
        assertThat(server.getRequestCount()).isOne();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "429 | {}",
                "503 | {\"error\":\"server busy\"}",
                "529 | {\"error\":{\"type\":\"overloaded_error\"}}",
            })
    void aLimitWithoutAdviceIsARateLimitWithoutAWait(int status, String body) throws Exception {
        enqueue(status, body);
        open(builder()).start(CALL, sink);
        assertThat(sink.failure())
                .isInstanceOfSatisfying(
                        RateLimited.class,
                        limited -> assertThat(limited.advice()).isEmpty());
    }

    @Test
    void aRateLimitWithinAnAnswerCarriesTheAdviceOfItsText() throws Exception {
        answer("data: {\"error\":{\"code\":429,\"message\":\"try again in 2s\"}}\n\n");
        open(builder()).start(CALL, sink);
        assertThat(sink.failure())
                .isEqualTo(new RateLimited(
                        Optional.of(Duration.ofSeconds(2)),
                        host() + " answered with status 429: try again in 2s"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"error\":{\"code\":\"insufficient_quota\",\"message\":\"pay\"}}",
                "{\"error\":{\"type\":\"insufficient_quota\",\"message\":\"pay\"}}",
                "{\"code\":\"insufficient_quota\",\"message\":\"pay\"}",
                "[{\"error\":{\"code\":\"insufficient_quota\",\"message\":\"pay\"}}]",
            })
    void aQuotaThatIsExhaustedIsNoRateLimit(String body) throws Exception {
        server.enqueue(new MockResponse.Builder()
                .code(429)
                .addHeader("Retry-After", "1")
                .body(body)
                .build());
        open(builder()).start(CALL, sink);
        assertThat(broken(sink.failure()).code()).isEqualTo(FailureCode.QUOTA_EXHAUSTED);
        assertThat(sink.failure().message()).endsWith(": pay");
    }

    @Test
    void ofALongErrorBodyOnlyTheBeginningIsRead() throws Exception {
        enqueue(
                500,
                "{\"error\":{\"message\":\"" + "x".repeat(10 * Failures.MAX_BODY_BYTES) + "\"}}");
        open(builder()).start(CALL, sink);
        assertThat(sink.failure().message()).endsWith("status 500");
    }

    @Test
    void aServerThatIsNotThereIsUnreachable() throws Exception {
        int free;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            free = socket.getLocalPort();
        }
        open(HttpProvider.openAi("http://127.0.0.1:" + free)).start(CALL, sink);
        assertThat(sink.failure())
                .isEqualTo(new Broken(
                        FailureCode.UNREACHABLE,
                        "cannot reach 127.0.0.1:" + free + ": connection refused"));
    }

    @Test
    void aServerThatHangsUpAtOnceIsUnreachable() throws Exception {
        server.enqueue(new MockResponse.Builder()
                .onResponseStart(new SocketEffect.CloseSocket())
                .build());
        open(builder()).start(CALL, sink);
        assertThat(broken(sink.failure()).code()).isEqualTo(FailureCode.UNREACHABLE);
        assertThat(server.getRequestCount()).isOne();
    }

    // secrets

    @ParameterizedTest
    @ValueSource(ints = {400, 401, 429, 500})
    void neitherKeyNorPromptIsInAMessage(int status) throws Exception {
        enqueue(
                status,
                "{\"error\":{\"message\":\"key " + KEY + ", header Bearer " + KEY
                        + ", hush-hush-1\"}}");
        enqueue(status, "{\"error\":{\"message\":\"bad prompt: " + SECRET_QUESTION + "\"}}");
        HttpProvider provider = open(builder().header("X-Other", "hush-hush-1"));
        RecordingSink second = new RecordingSink();
        provider.start(CALL, sink);
        sink.failure();
        provider.start(CALL, second);
        assertThat(sink.failure().message())
                .contains("[redacted]")
                .doesNotContain(KEY, "hush-hush-1");
        assertThat(second.failure().message()).doesNotContain(KEY, SECRET_QUESTION);
        assertThat(provider.toString()).isEqualTo("HttpProvider[openai at " + host() + "]");
    }
}
