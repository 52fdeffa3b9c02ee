/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.completion;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.gateway.GatewaySettings;
import dev.triune.gateway.fixture.GatewayFixture;
import dev.triune.gateway.fixture.GatewayFixture.Answer;
import dev.triune.gateway.http.ErrorCode;
import dev.triune.gateway.http.Problem;
import dev.triune.llm.FailureCode;
import dev.triune.llm.Limits;
import dev.triune.llm.ProviderSettings;
import dev.triune.llm.Secret;
import dev.triune.llm.provider.CallFailure;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.UnaryOperator;
import okhttp3.Request;
import okhttp3.RequestBody;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Errors in OpenAI's format, with status and wait. */
class OpenAiErrorFormatTest {
    private static final String PATH = "/v1/chat/completions";
    private static final String ASK = "{'messages':[{'role':'user','content':'What now?'}]}";
    private static final String GAME =
            "{'messages':[{'role':'user','content':'What now?'}],'user':'game-1'}";
    private static final String STREAM =
            "{'messages':[{'role':'user','content':'What now?'}],'stream':true}";

    private final ExecutorService threads = Executors.newFixedThreadPool(3);
    private GatewayFixture stage = GatewayFixture.open();

    @AfterEach
    void close() {
        stage.close();
        threads.shutdownNow();
    }

    private void with(UnaryOperator<ProviderSettings> provider) {
        stage.close();
        stage = GatewayFixture.open(
                settings -> settings, provider, builder -> builder.retryRounds(0));
    }

    @ParameterizedTest
    @CsvSource({
        "RATE_LIMIT_COOLDOWN, rate_limit_error, rate_limit_exceeded",
        "QUEUE_FULL, server_error, queue_full",
        "PROVIDERS_EXHAUSTED, rate_limit_error, rate_limit_exceeded",
        "PROVIDERS_UNAVAILABLE, server_error, providers_unavailable",
        "QUOTA_EXHAUSTED, insufficient_quota, insufficient_quota",
        "DRAINING, server_error, draining",
        "TOO_MANY_STREAMS, server_error, too_many_streams",
        "AGENT_BUSY, invalid_request_error, agent_busy",
        "SUPERSEDED, invalid_request_error, superseded",
        "BAD_REQUEST, invalid_request_error, bad_request",
        "PROMPT_TOO_LARGE, invalid_request_error, context_length_exceeded",
        "UNAUTHORIZED, authentication_error, invalid_api_key",
        "FORBIDDEN, permission_error, forbidden",
        "NOT_FOUND, invalid_request_error, not_found",
        "METHOD_NOT_ALLOWED, invalid_request_error, method_not_allowed",
        "REQUEST_TIMEOUT, invalid_request_error, request_timeout",
        "TOO_LARGE, invalid_request_error, too_large",
        "UNSUPPORTED_MEDIA_TYPE, invalid_request_error, unsupported_media_type",
        "PROVIDER_ERROR, server_error, provider_error",
        "PROVIDER_TIMEOUT, server_error, provider_timeout",
        "QUEUE_TIMEOUT, server_error, queue_timeout",
        "EXPIRED, server_error, expired",
        "CANCELLED, invalid_request_error, cancelled",
        "INTERNAL, server_error, internal"
    })
    void everyErrorCodeHasItsType(ErrorCode code, String type, String name) {
        assertThat(OpenAiErrorFormat.INSTANCE.body(Problem.of(code, "so it is")))
                .isEqualTo(GatewayFixture.JSON.readTree("""
                        {"error": {"message": "so it is", "type": "%s", "param": null,
                         "code": "%s"}}""".formatted(type, name)));
    }

    @ParameterizedTest
    @ValueSource(strings = {ASK, STREAM})
    void rateLimitedProviderIsReportedWithItsWait(String ask) {
        with(provider -> provider);
        stage.model.scripted(
                call -> call.fail(new CallFailure.RateLimited(Duration.ofSeconds(7), "slow down")));

        Answer answer = stage.post(PATH, ask);

        assertThat(answer.status()).isEqualTo(429);
        int wait = answer.json().at("/error/retry_after_ms").intValue();
        assertThat(wait).isBetween(6_000, 9_000); // jitter
        assertThat(answer.headers().get("Retry-After"))
                .isEqualTo(Integer.toString((wait + 999) / 1000));
        assertThat(answer.headers().get("retry-after-ms")).isEqualTo(Integer.toString(wait));
        assertThat(answer.json().at("/error/type").stringValue()).isEqualTo("rate_limit_error");
        assertThat(answer.json().at("/error/code").stringValue()).isEqualTo("rate_limit_exceeded");
    }

    @Test
    void gameIsServedAfterTheReportedWait() {
        stage.close();
        stage = GatewayFixture.open(
                settings -> settings,
                provider -> provider.withLimits(Limits.perMinute(7)),
                builder -> builder.strictSharing(true));
        stage.model.answering("yes");
        assertThat(stage.post(PATH, GAME).status()).isEqualTo(200);
        stage.clock.advance(Duration.ofNanos(500_001)); // 60 s / 7 less that: 8571.499999 ms

        Answer refused = stage.post(PATH, GAME);

        assertThat(refused.status()).isEqualTo(429);
        assertThat(refused.headers().get("Retry-After")).isEqualTo("9");
        assertThat(refused.headers().get("retry-after-ms")).isEqualTo("8572");
        assertThat(refused.json().at("/error/retry_after_ms").intValue()).isEqualTo(8572);
        stage.clock.advance(Duration.ofMillis(8571));
        assertThat(stage.post(PATH, GAME).status()).isEqualTo(429);
        stage.clock.advance(Duration.ofMillis(1));
        assertThat(stage.post(PATH, GAME).status()).isEqualTo(200);
    }

    @Test
    void invalidKeyIsReportedAsOpenAiDoes() {
        stage.close();
        stage = GatewayFixture.open(OpenAiErrorFormatTest::withToken, builder -> {});
        stage.model.answering("yes");

        assertThat(error(stage.post(PATH, ASK))).isEqualTo("401 invalid_api_key");
        assertThat(error(stage.get("/v1/models"))).isEqualTo("401 invalid_api_key");
        assertThat(stage.send(stage.request(PATH, ASK)
                                .header("Authorization", "Bearer the-token-of-this-test")
                                .build())
                        .status())
                .isEqualTo(200);
    }

    private static GatewaySettings withToken(GatewaySettings settings) {
        return GatewayFixture.with(
                settings, "token", Optional.of(Secret.of("the-token-of-this-test")));
    }

    @Test
    void fullQueueIsReportedWithItsWait() {
        with(provider -> provider.withPermits(1).withQueueLimit(1));
        CompletableFuture<Answer> first = later();
        stage.model.call(0);
        List<CompletableFuture<Answer>> two = List.of(later(), later());

        Answer refused =
                (Answer) CompletableFuture.anyOf(two.get(0), two.get(1)).join();

        assertThat(refused.status()).isEqualTo(503);
        assertThat(refused.json().at("/error/code").stringValue()).isEqualTo("queue_full");
        assertThat(refused.headers().get("Retry-After")).matches("[1-9][0-9]*");
        assertThat(first).isNotDone();
    }

    /** With room for only one more request, one of the two is refused, whichever arrives later. */
    private CompletableFuture<Answer> later() {
        return CompletableFuture.supplyAsync(() -> stage.post(PATH, ASK), threads);
    }

    @Test
    void failureBeforeTheFirstPieceHasAStatus() {
        stage.model.scripted(call -> call.fail(
                new CallFailure.Failed(FailureCode.AUTHENTICATION, "the key is refused")));

        for (String ask : new String[] {ASK, STREAM}) {
            Answer answer = stage.post(PATH, ask);

            assertThat(answer.status()).isEqualTo(502);
            assertThat(answer.json().at("/error/code").stringValue()).isEqualTo("authentication");
            assertThat(answer.json().at("/error/type").stringValue()).isEqualTo("server_error");
        }
    }

    @Test
    void failureAfterTheFirstPieceIsTheLastEvent() {
        stage.model.scripted(call -> {
            call.text("I will");
            call.fail(new CallFailure.Failed(FailureCode.CUT_OFF, "the stream ended too early"));
        });

        Answer answer = stage.post(PATH, STREAM);

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.body())
                .contains("\"content\":\"I will\"")
                .endsWith(
                        "event: error\ndata: {\"error\":{\"message\":\"the stream ended too early\","
                                + "\"type\":\"server_error\",\"param\":null,\"code\":\"cut_off\"}}\n\n")
                .doesNotContain("[DONE]")
                .doesNotContain("\"finish_reason\":\"");
    }

    @Test
    void earlyErrorsHaveTheSameFormat() {
        assertThat(error(stage.post(PATH, "{'messages':"))).isEqualTo("400 bad_request");
        assertThat(error(stage.post("/v1/audio/speech", "{}"))).isEqualTo("404 not_found");
        assertThat(stage.post("/v1/audio/speech", "{}").json().has("type"))
                .as("Anthropic's format")
                .isFalse();
        assertThat(error(stage.get("/v1/models/none-such"))).isEqualTo("404 model_not_found");
        assertThat(error(stage.get(PATH))).isEqualTo("405 method_not_allowed");
        assertThat(error(stage.send(new Request.Builder()
                        .url(stage.url(PATH))
                        .post(RequestBody.create(new byte[0]))
                        .build())))
                .isEqualTo("415 unsupported_media_type");
        assertThat(error(stage.post(
                        PATH,
                        "{'x':'" + "x".repeat(GatewaySettings.DEFAULT.clients().maxBodyBytes())
                                + "'}")))
                .isEqualTo("413 too_large");
        assertThat(error(stage.send(stage.request(PATH, ASK)
                        .header("Host", "elsewhere.example")
                        .build())))
                .isEqualTo("403 forbidden");
    }

    private static String error(Answer answer) {
        return answer.status() + " " + answer.json().at("/error/code").stringValue();
    }
}
