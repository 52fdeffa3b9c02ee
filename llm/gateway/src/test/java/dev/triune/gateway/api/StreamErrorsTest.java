/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.triune.gateway.fixture.GatewayFixture;
import dev.triune.gateway.fixture.GatewayFixture.Answer;
import dev.triune.gateway.fixture.RawClient;
import dev.triune.gateway.fixture.ScriptedProvider.Call;
import dev.triune.llm.FailureCode;
import dev.triune.llm.provider.CallFailure;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Stream errors: a status before the first event, an event after it. */
class StreamErrorsTest {
    private static final String PATH = "/api/llm/generate";
    private static final String ASK = "{'prompt':'q','stream':true}";

    private GatewayFixture stage = GatewayFixture.open();

    @AfterEach
    void close() {
        stage.close();
    }

    private static void fail(Call call, FailureCode code) {
        call.fail(new CallFailure.Failed(code, "it failed"));
    }

    @Test
    void errorBeforeTheFirstEventHasItsOwnStatus() {
        stage.model.scripted(call -> fail(call, FailureCode.UNREACHABLE));
        Answer failed = stage.post(PATH, ASK);
        assertThat(failed.status()).isEqualTo(502);
        assertThat(failed.headers().get("Content-Type")).isEqualTo("application/json");
        assertThat(failed.json().path("code").stringValue()).isEqualTo("unreachable");
    }

    @Test
    void rateLimitBeforeTheFirstEventHasRetryAfter() {
        stage.close();
        stage = GatewayFixture.open(settings -> settings, builder -> builder.retryRounds(0));
        stage.model.scripted(
                call -> call.fail(new CallFailure.RateLimited(Duration.ofSeconds(5), "slow down")));
        Answer failed = stage.post(PATH, ASK);
        assertThat(failed.status()).isEqualTo(429);
        assertThat(failed.headers().get("Retry-After")).matches("[56]");
    }

    @Test
    void errorAfterTheFirstEventIsTheLastEvent() {
        stage.model.scripted(call -> {
            call.text("one");
            fail(call, FailureCode.CUT_OFF);
        });
        Answer cut = stage.post(PATH, ASK);

        assertThat(cut.status()).isEqualTo(200);
        assertThat(cut.headers().get("Content-Type")).startsWith("text/event-stream");
        String[] events = cut.body().split("\n\n");
        assertThat(events).hasSize(2);
        assertThat(events[0])
                .isEqualTo("data: {\"type\":\"delta\",\"text\":\"one\",\"done\":false}");
        var error = GatewayFixture.JSON.readTree(events[1].substring(6));
        assertThat(error.path("type").stringValue()).isEqualTo("error");
        assertThat(error.path("error").stringValue()).isEqualTo("PROVIDER_ERROR");
        assertThat(error.path("code").stringValue()).isEqualTo("cut_off");
        assertThat(error.path("status").intValue()).isEqualTo(502);
        assertThat(error.path("partial").booleanValue()).isTrue();
        assertThat(cut.body()).doesNotContain("\"complete\"");
    }

    @Test
    void waitingStreamSendsKeepAlivesAndErrorsAsEvents() {
        stage.close(); // time passes until a keep-alive is seen and must have no other effect
        stage = GatewayFixture.open(
                settings -> GatewayFixture.with(settings, "writeTimeout", Duration.ofDays(1)),
                builder -> builder.callTimeout(Duration.ofDays(1))
                        .heartbeatTimeout(Duration.ofDays(1)));
        try (RawClient client = new RawClient(stage.gateway.uri())) {
            client.send("POST " + PATH + " HTTP/1.1|Host: localhost|Content-Type: application/json|"
                    + "Content-Length: 29||{\"prompt\":\"q\",\"stream\":true}|"
                            .replace("}|", "} "));
            Call call = stage.model.call(0);
            stage.clock.advance(Duration.ofMillis(30_001));
            assertThat(client.readUntil(": \n\n"))
                    .startsWith("HTTP/1.1 200")
                    .contains("text/event-stream");
            var second = CompletableFuture.supplyAsync(() -> client.readUntil(": \n\n"));
            await().pollInterval(Duration.ofMillis(100))
                    .until(
                            () -> { // the ten seconds start once the first keep-alive is written
                                stage.clock.advance(Duration.ofSeconds(5));
                                return second.isDone();
                            });
            fail(call, FailureCode.UNREACHABLE);
            assertThat(client.readUntil("}\n\n"))
                    .contains("data: {\"type\":\"error\",\"error\":\"PROVIDER_ERROR\"")
                    .contains("\"status\":502")
                    .doesNotContain("partial");
        }
    }

    @Test
    void cancelledStreamEndsWithAnError() {
        var asked = stage.postLater(PATH, "{'prompt':'q','stream':true,'cancelToken':'t'}");
        stage.model.call(0).text("one");
        await().until(() -> stage.gateway.stats().join().calls().inFlight() == 1);
        stage.post("/api/llm/cancel", "{'cancelToken':'t'}");
        assertThat(GatewayFixture.of(asked).body()).contains("CANCELLED").contains("499");
    }
}
