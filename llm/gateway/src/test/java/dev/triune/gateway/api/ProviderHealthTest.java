/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.triune.gateway.fixture.GatewayFixture;
import dev.triune.gateway.fixture.ScriptedProvider;
import dev.triune.llm.FailureCode;
import dev.triune.llm.ProviderSettings;
import dev.triune.llm.provider.CallFailure;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How readiness and the log report providers that are out of service. */
@Timeout(120)
class ProviderHealthTest {
    private final List<String> logged = new CopyOnWriteArrayList<>();
    private final Logger logger = Logger.getLogger(ProviderHealth.class.getName());
    private final Handler capture = new Handler() {
        @Override
        public void publish(LogRecord line) {
            logged.add(line.getLevel() + " " + withoutCause(line.getMessage()));
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };
    private final ScriptedProvider other = new ScriptedProvider();
    private final GatewayFixture stage = GatewayFixture.open(
            settings -> settings,
            builder -> builder.provider(ProviderSettings.of("other", "other-model"), other)
                    .retryRounds(0));

    @BeforeEach
    void listen() {
        logger.addHandler(capture);
    }

    @AfterEach
    void close() {
        logger.removeHandler(capture);
        stage.close();
    }

    @ParameterizedTest
    @CsvSource({
        "AUTHENTICATION, no key in service (authentication)",
        "QUOTA_EXHAUSTED, no key in service (quota_exhausted)",
        "PROVIDER_ERROR, circuit breaker open"
    })
    void unavailableProviderIsReportedWithItsReasonAndLoggedOnce(FailureCode code, String reason) {
        stage.model.scripted(call -> call.fail(new CallFailure.Failed(code, "no")));
        assertThat(readiness()).isEqualTo("{\"status\":\"ok\",\"checks\":{}}");
        for (int i = 0; i < 5; i++) {
            stage.post("/api/llm/generate", "{'prompt':'q'}");
        }
        awaitReadiness(
                "{\"status\":\"degraded\",\"checks\":{\"provider first\":\"" + reason + "\"}}");

        String refused = "no key in service (authentication)";
        other.scripted(call -> call.fail(new CallFailure.Failed(FailureCode.AUTHENTICATION, "no")));
        stage.post("/api/llm/generate", "{'prompt':'q','model':'other-model'}");
        awaitReadiness("{\"status\":\"degraded\",\"checks\":{\"provider first\":\"" + reason
                + "\",\"provider other\":\"" + refused + "\"}}");

        assertThat(logged)
                .containsExactly(
                        "WARNING provider first: " + reason, "WARNING provider other: " + refused);
    }

    @Test
    void recoveredProviderIsReadyAgain() {
        stage.model.scripted(
                call -> call.fail(new CallFailure.Failed(FailureCode.AUTHENTICATION, "no")));
        stage.post("/api/llm/generate", "{'prompt':'q'}");
        awaitReadiness("{\"status\":\"degraded\",\"checks\":{\"provider first\":"
                + "\"no key in service (authentication)\"}}");
        stage.clock.advance(Duration.ofMinutes(10));
        awaitReadiness("{\"status\":\"ok\",\"checks\":{}}");

        assertThat(logged)
                .containsExactly(
                        "WARNING provider first: no key in service (authentication)",
                        "WARNING provider first is back in service (was: no key in service"
                                + " (authentication), for 610 s)");
    }

    @Test
    void callsThatFailInARowAreNamedBeforeTheBreakerOpensUntilOneIsAnswered() {
        stage.model.answering("yes");
        for (int i = 0; i < 20; i++) { // enough that three failures open no breaker
            stage.post("/api/llm/generate", "{'prompt':'q'}");
        }
        stage.model.scripted(
                call -> call.fail(new CallFailure.Failed(FailureCode.PROVIDER_TIMEOUT, "no")));
        stage.post("/api/llm/generate", "{'prompt':'q'}");
        stage.post("/api/llm/generate", "{'prompt':'q'}");
        awaitReadiness("{\"status\":\"ok\",\"checks\":{}}");
        stage.post("/api/llm/generate", "{'prompt':'q'}");
        awaitReadiness("{\"status\":\"degraded\",\"checks\":{\"provider first\":\"its last calls"
                + " failed\"}}");

        stage.model.answering("yes");
        stage.post("/api/llm/generate", "{'prompt':'q'}");
        awaitReadiness("{\"status\":\"ok\",\"checks\":{}}");
        assertThat(logged).first().isEqualTo("WARNING provider first: its last calls failed");
        assertThat(logged)
                .last()
                .asString()
                .startsWith(
                        "WARNING provider first is back in service (was: its last calls failed");
    }

    @Test
    void slowProviderIsNamedWithItsFiguresAndLeavesTheGatewayReady() {
        for (int i = 0; i < 8; i++) {
            answerAfter(i, Duration.ofMillis(480)); // 24 tokens
        }
        for (int i = 8; i < 16; i++) {
            answerAfter(i, Duration.ofSeconds(12));
        }
        awaitReadiness("{\"status\":\"ok\",\"checks\":{\"provider first\":\"slow: its last answers"
                + " took 12.0 s, 0.50 s a token (usually 0.02)\"}}");
        assertThat(logged)
                .containsExactly("WARNING provider first is slow: its last answers took 12.0 s,"
                        + " 0.50 s a token (usually 0.02); it is called all the same");

        for (int i = 16; i < 24; i++) {
            answerAfter(i, Duration.ofMillis(480));
        }
        awaitReadiness("{\"status\":\"ok\",\"checks\":{}}");
        assertThat(logged).last().asString().startsWith("WARNING provider first is no longer slow");
    }

    private void answerAfter(int number, Duration time) {
        CompletableFuture<GatewayFixture.Answer> answer =
                stage.postLater("/api/llm/generate", "{'prompt':'q'}");
        ScriptedProvider.Call call = stage.model.call(number);
        stage.clock.advance(time);
        call.text("yes");
        call.complete();
        assertThat(GatewayFixture.of(answer).status()).isEqualTo(200);
    }

    @Test
    void rateLimitIsLoggedOnceAndLeavesTheGatewayReady() {
        stage.model.scripted(
                call -> call.fail(new CallFailure.RateLimited(Duration.ofMinutes(1), "slow down")));
        stage.post("/v1/chat/completions", "{'messages':[{'role':'user','content':'q'}]}");
        stage.clock.advance(Duration.ofSeconds(10));
        await().until(() -> !logged.isEmpty());
        awaitReadiness("{\"status\":\"ok\",\"checks\":{}}");
        assertThat(logged).containsExactly("WARNING provider first: rate limited");

        stage.clock.advance(Duration.ofMinutes(2));
        await().until(() -> logged.size() > 1);
        assertThat(logged)
                .last()
                .asString()
                .startsWith("WARNING provider first is back in service (was: rate limited, for");
    }

    @Test
    void causeOfAnOutageIsNamedInReadinessLogStatsAndDashboard() {
        List<String> lines = new CopyOnWriteArrayList<>();
        logger.setFilter(line -> lines.add(line.getMessage()));
        stage.model.scripted(call -> call.fail(new CallFailure.Failed(
                FailureCode.UNREACHABLE, "cannot reach first.invalid:443: unknown host")));
        try {
            for (int i = 0; i < 5; i++) {
                stage.post("/api/llm/generate", "{'prompt':'q','model':'model-1'}");
            }
            awaitReadiness("{\"status\":\"degraded\",\"checks\":{\"provider first\":"
                    + "\"circuit breaker open\"}}");
        } finally {
            logger.setFilter(null);
        }

        String cause = "unreachable: cannot reach first.invalid:443: unknown host, at ";
        assertThat(lines)
                .singleElement()
                .asString()
                .startsWith("provider first: circuit breaker open, since 20")
                .contains("Z; last error: " + cause + "20");
        assertThat(stage.get("/readyz").body())
                .contains("circuit breaker open, since 20", "last error: " + cause);
        assertThat(stage.get("/api/llm/stats")
                        .json()
                        .at("/first/lastError/message")
                        .stringValue())
                .isEqualTo("cannot reach first.invalid:443: unknown host");
    }

    @Test
    void outageBeganWithTheFirstCallThatFailedAndSaysWhereRequestsGo() {
        ScriptedProvider second = new ScriptedProvider().answering("Hello");
        try (GatewayFixture outage = GatewayFixture.open(
                settings -> settings,
                builder -> builder.provider(ProviderSettings.of("second", "model-2"), second)
                        .route("model-1", "first", "second"))) {
            Instant begin = outage.clock.instant().truncatedTo(ChronoUnit.SECONDS);
            outage.model.scripted(call -> {
                outage.clock.advance(Duration.ofSeconds(20)); // it hangs
                call.fail(
                        new CallFailure.Failed(FailureCode.PROVIDER_TIMEOUT, "no answer in time"));
            });
            for (int i = 0; i < 6; i++) {
                outage.post("/api/llm/generate", "{'prompt':'q','model':'model-1'}");
            }
            await().atMost(Duration.ofSeconds(60))
                    .untilAsserted(() -> assertThat(outage.get("/readyz").body())
                            .contains(", since " + begin
                                    + "; its requests go to second; last error: provider_timeout"));
        }
    }

    private String readiness() {
        return withoutCause(stage.get("/readyz").body());
    }

    /** Removes the beginning and the last error of a problem, which the test above checks. */
    private static String withoutCause(String text) {
        return text.replaceAll(", since [^\"]*", "");
    }

    /** Waits for the check of the providers that the gateway does every ten seconds. */
    @Test
    void manyWaitingRequestsAreLoggedOnce() {
        for (int i = 0; i < 20; i++) {
            stage.postLater("/api/llm/generate", "{'prompt':'q'}");
        }
        await().untilAsserted(() -> {
            stage.clock.advance(Duration.ofSeconds(10)); // until it looks again
            assertThat(logged).anyMatch(line -> line.matches("WARNING \\d+ requests wait .*"));
        });
        assertThat(logged.stream().filter(line -> line.contains("requests wait")))
                .hasSize(1);
    }

    private void awaitReadiness(String wanted) {
        stage.clock.advance(Duration.ofSeconds(10));
        await().untilAsserted(() -> assertThat(readiness()).isEqualTo(wanted));
    }
}
