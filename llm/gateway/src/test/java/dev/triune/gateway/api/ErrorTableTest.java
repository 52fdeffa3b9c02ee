/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.triune.gateway.fixture.GatewayFixture;
import dev.triune.gateway.fixture.GatewayFixture.Answer;
import dev.triune.gateway.fixture.ScriptedProvider.Call;
import dev.triune.llm.BrokerBuilder;
import dev.triune.llm.FailureCode;
import dev.triune.llm.Limits;
import dev.triune.llm.ProviderSettings;
import dev.triune.llm.Secret;
import dev.triune.llm.provider.CallFailure;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import okhttp3.MediaType;
import okhttp3.Request;
import okhttp3.RequestBody;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each row of the documented error table. */
class ErrorTableTest {
    private static final String GENERATE = "/api/llm/generate";
    private static final String ASK = "{'prompt':'q'}";

    private GatewayFixture stage = GatewayFixture.open();

    @AfterEach
    void close() {
        stage.close();
    }

    private void reopen(UnaryOperator<ProviderSettings> provider, Consumer<BrokerBuilder> how) {
        stage.close();
        stage = GatewayFixture.open(settings -> settings, provider, how);
    }

    private void reopen(String component, Object value) {
        stage.close();
        stage = GatewayFixture.open(
                settings -> GatewayFixture.with(settings, component, value), builder -> {});
    }

    private CompletableFuture<Answer> askLater(String body) {
        long before = submitted();
        CompletableFuture<Answer> answer = stage.postLater(GENERATE, body);
        await().until(() -> submitted() == before + 1);
        return answer;
    }

    /** Submits a request whose answer does not matter. */
    private void occupy(String body) {
        var unused = askLater(body);
    }

    private long submitted() {
        return stage.gateway.stats().join().requests().submitted();
    }

    private static void assertProblem(Answer answer, String error, int status, String retryAfter) {
        assertThat(answer.json().path("error").asString()).as(answer.body()).isEqualTo(error);
        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.json().path("status").intValue()).isEqualTo(status);
        assertThat(answer.json().path("message").stringValue()).isNotBlank();
        assertThat(answer.headers().get("Content-Type")).isEqualTo("application/json");
        assertThat(String.valueOf(answer.headers().get("Retry-After"))).matches(retryAfter);
        if (retryAfter.equals("null")) {
            assertThat(answer.json().has("retryAfterMs")).isFalse();
        } else {
            long millis = answer.json().path("retryAfterMs").longValue();
            long seconds = Long.parseLong(answer.headers().get("Retry-After"));
            assertThat(seconds).isEqualTo((millis + 999) / 1000);
            assertThat(answer.headers().get("retry-after-ms")).isEqualTo(Long.toString(millis));
        }
    }

    @Test
    void strictSharingReportsTheCooldownOfAGame() {
        reopen(
                provider -> provider.withLimits(Limits.perMinute(40)),
                builder -> builder.strictSharing(true));
        stage.model.answering("done");
        String body = "{'sessionId':'game-1','prompt':'q'}";
        stage.post(GENERATE, body);
        Answer early = stage.post(GENERATE, body);

        assertProblem(early, "RATE_LIMIT_COOLDOWN", 429, "2"); // 1,500 ms, rounded up
        assertThat(early.json().path("retryAfterMs").longValue()).isEqualTo(1500);
        assertThat(early.json().path("cooldown").path("waitMs").longValue()).isEqualTo(1500);
    }

    @Test
    void fullQueueReportsRetryAfter() {
        reopen(provider -> provider.withPermits(1).withQueueLimit(1), builder -> {});
        occupy(ASK);
        stage.model.call(0);
        occupy(ASK);
        assertProblem(stage.post(GENERATE, ASK), "QUEUE_FULL", 503, "1");
        assertThat(stage.model.calls).hasSize(1);
    }

    @Test
    void urgentRequestEvictsTheLeastUrgentFromAFullQueue() {
        reopen(provider -> provider.withPermits(1).withQueueLimit(1), builder -> {});
        occupy(ASK);
        stage.model.call(0);
        var pushedOut = askLater("{'prompt':'low','priority':'low'}");
        occupy("{'prompt':'high','priority':'high'}");
        assertProblem(GatewayFixture.of(pushedOut), "QUEUE_FULL", 503, "1");
    }

    @Test
    void rateLimitedProviderChainIsExhausted() {
        reopen(provider -> provider, builder -> builder.retryRounds(0));
        stage.model.scripted(call ->
                call.fail(new CallFailure.RateLimited(Duration.ofSeconds(30), "slow down")));
        Answer exhausted = stage.post(GENERATE, ASK);
        assertProblem(exhausted, "PROVIDERS_EXHAUSTED", 429, "3[0-6]"); // 30 s and some jitter
    }

    @Test
    void overloadedProvidersAreUnavailable() {
        reopen(provider -> provider, builder -> builder.retryRounds(0));
        stage.model.scripted(call -> call.fail(
                new CallFailure.RateLimited(Duration.ofSeconds(30), "too busy", false, true)));
        Answer unavailable = stage.post(GENERATE, ASK);
        assertProblem(unavailable, "PROVIDERS_UNAVAILABLE", 503, "3[0-6]");
    }

    @Test
    void secondRequestOfAnAgentIsBusy() {
        String body = "{'sessionId':'g','agentId':'a','prompt':'q'}";
        occupy(body);
        stage.model.call(0);
        assertProblem(stage.post(GENERATE, body), "AGENT_BUSY", 409, "1");
        assertThat(stage.model.calls).hasSize(1);
    }

    @Test
    void moreUrgentRequestSupersedesWaitingRequestOfItsAgent() {
        reopen(provider -> provider.withPermits(1), builder -> {});
        occupy(ASK);
        stage.model.call(0);
        var first = askLater("{'agentId':'a','prompt':'q'}");
        occupy("{'agentId':'a','prompt':'q','priority':'critical'}");
        assertProblem(GatewayFixture.of(first), "SUPERSEDED", 409, "null");
    }

    @Test
    void promptOverTheLimitsOfAllKeysIsTooLarge() {
        reopen(
                provider -> provider.withLimits(Limits.NONE.withTokensPerMinute(1000)),
                builder -> {});
        assertProblem(stage.post(GENERATE, ASK), "PROMPT_TOO_LARGE", 400, "null"); // 4096 tokens
        assertThat(stage.model.calls).isEmpty();
    }

    @Test
    void clientWithoutTheTokenIsUnauthorized() {
        reopen("token", Optional.of(Secret.of("secret")));
        assertProblem(stage.post(GENERATE, ASK), "UNAUTHORIZED", 401, "null");
        assertThat(stage.model.calls).isEmpty();
    }

    @Test
    void endpointOutsideTheAllowlistIsForbidden() {
        String body =
                "{'prompt':'q','customConfig':{'baseUrl':'https://example.org/v1','model':'m'}}";
        assertProblem(stage.post(GENERATE, body), "FORBIDDEN", 403, "null");
    }

    @Test
    void unknownPathIsNotFoundAndWrongMethodIsNotAllowed() {
        assertProblem(stage.post("/api/llm/nothing", "{}"), "NOT_FOUND", 404, "null");
        Answer got = stage.get(GENERATE);
        assertProblem(got, "METHOD_NOT_ALLOWED", 405, "null");
        assertThat(got.headers().get("Allow")).isEqualTo("POST");
    }

    @Test
    void bodyOverTheLimitIsTooLarge() {
        reopen("maxBodyBytes", 1000);
        String exact = "{\"prompt\":\"" + "x".repeat(1000 - 13) + "\"}";
        assertThat(exact).hasSize(1000);
        stage.model.answering("done");
        assertThat(stage.post(GENERATE, exact).status()).isEqualTo(200);
        assertProblem(stage.post(GENERATE, exact + " "), "TOO_LARGE", 413, "null");
    }

    @Test
    void unsupportedContentTypeIsRejected() {
        for (String type : new String[] {"text/plain", "application/jsonx", "application/xml"}) {
            Request request = new Request.Builder()
                    .url(stage.url(GENERATE))
                    .post(RequestBody.create(
                            "{\"prompt\":\"q\"}".getBytes(java.nio.charset.StandardCharsets.UTF_8),
                            MediaType.get(type)))
                    .build();
            assertProblem(stage.send(request), "UNSUPPORTED_MEDIA_TYPE", 415, "null");
        }
        Request untyped = new Request.Builder()
                .url(stage.url(GENERATE))
                .post(RequestBody.create(new byte[] {'{', '}'}, null))
                .build();
        assertProblem(stage.send(untyped), "UNSUPPORTED_MEDIA_TYPE", 415, "null");
        assertThat(stage.model.calls).isEmpty();
    }

    @Test
    void rejectsRequestsOverTheStreamLimit() {
        reopen("maxStreams", 1);
        var first = askLater(ASK);
        assertProblem(stage.post(GENERATE, ASK), "TOO_MANY_STREAMS", 503, "1");
        stage.model.call(0).complete();
        assertThat(GatewayFixture.of(first).status()).isEqualTo(200);
        stage.model.answering("room again");
        assertThat(stage.post(GENERATE, ASK).status()).isEqualTo(200);
    }

    @ParameterizedTest
    @EnumSource(
            value = FailureCode.class,
            names = {"PROVIDER_TIMEOUT", "PROMPT_FAILED"},
            mode = EnumSource.Mode.EXCLUDE)
    void providerFailureReportsItsCode(FailureCode code) {
        reopen(provider -> provider, builder -> builder.retryRounds(0));
        stage.model.scripted(call -> call.fail(new CallFailure.Failed(code, "it failed")));
        Answer failed = stage.post(GENERATE, ASK);
        int status = switch (code) {
            case BAD_REQUEST -> 400;
            case MODEL_UNAVAILABLE -> 404;
            case QUOTA_EXHAUSTED -> 429;
            default -> 502;
        };
        assertProblem(failed, "PROVIDER_ERROR", status, "null");
        assertThat(failed.json().path("code").stringValue()).isEqualTo(code.code());
        assertThat(failed.json().has("partial")).isFalse();
    }

    @Test
    void slowProviderTimesOut() {
        var asked = askLater(ASK);
        Call call = stage.model.call(0);
        await().until(() -> stage.gateway.stats().join().calls().inFlight() == 1);
        stage.clock.advance(Duration.ofMinutes(10));
        Answer late = GatewayFixture.of(asked);
        assertProblem(late, "PROVIDER_TIMEOUT", 504, "null");
        assertThat(late.json().path("code").stringValue()).isEqualTo("provider_timeout");
        assertThat(call.isCancelled()).isTrue();
    }

    @Test
    void requestWaitingLongerThanItIsUsefulExpires() {
        reopen(provider -> provider.withPermits(1), builder -> {});
        occupy(ASK);
        stage.model.call(0);
        var waiting = askLater("{'prompt':'q','usefulForMs':2000}");
        stage.clock.advance(Duration.ofSeconds(2));
        assertProblem(GatewayFixture.of(waiting), "EXPIRED", 504, "null");
        assertThat(stage.model.calls).hasSize(1);
    }

    @Test
    void cancelledRequestReportsCancelled() {
        var asked = askLater("{'prompt':'q','cancelToken':'t'}");
        stage.post("/api/llm/cancel", "{'cancelToken':'t'}");
        assertProblem(GatewayFixture.of(asked), "CANCELLED", 499, "null");
    }
}
