/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.triune.gateway.fixture.GatewayFixture;
import dev.triune.gateway.fixture.ScriptedProvider;
import dev.triune.gateway.fixture.TestClock;
import dev.triune.llm.ProviderSettings;
import dev.triune.llm.provider.CallFailure;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** {@code GET /api/llm/stats}. */
class StatsHandlerTest {
    private static final String GENERATE = "/api/llm/generate";
    private static final String STATS = "/api/llm/stats";

    private final ScriptedProvider second = new ScriptedProvider();
    private final GatewayFixture stage = GatewayFixture.open(
            settings -> settings,
            provider -> provider.withPermits(1).withFallback("second"),
            builder -> builder.provider(ProviderSettings.of("second", "model-2"), second, second));

    @AfterEach
    void close() {
        stage.close();
    }

    @Test
    void newGatewayReportsEachProviderByName() {
        assertThat(stage.get(STATS).json()).isEqualTo(GatewayFixture.JSON.readTree("""
                        {"first": {"length": 0, "rateLimited": false, "inFlight": 0, "permits": 1,
                          "coolingMs": 0, "coolingUntil": 0, "breakerOpen": false, "calls": 0,
                          "answered": 0, "successRate": 1.0, "rateLimits": 0, "fallbacks": 0,
                          "retries": 0, "meanWaitMs": 0, "p95WaitMs": 0,
                          "waitingByLevel": [0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
                          "keys": [{"name": "first", "inService": true, "coolingMs": 0}]},
                         "second": {"length": 0, "rateLimited": false, "inFlight": 0, "permits": 1,
                          "coolingMs": 0, "coolingUntil": 0, "breakerOpen": false, "calls": 0,
                          "answered": 0, "successRate": 1.0, "rateLimits": 0, "fallbacks": 0,
                          "retries": 0, "meanWaitMs": 0, "p95WaitMs": 0,
                          "waitingByLevel": [0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
                          "keys": [{"name": "second#1", "inService": true, "coolingMs": 0},
                                   {"name": "second#2", "inService": true, "coolingMs": 0}]}}"""));
    }

    @Test
    void waitingRequestsAreCountedByLevel() {
        stage.postAndForget(GENERATE, "{'prompt':'a'}");
        stage.model.call(0);
        stage.postAndForget(GENERATE, "{'prompt':'b','priority':10}");
        stage.postAndForget(GENERATE, "{'prompt':'c','priority':1}");

        await().untilAsserted(() -> {
            var first = stage.get(STATS).json().path("first");
            assertThat(first.path("inFlight").intValue()).isEqualTo(1);
            assertThat(first.path("length").intValue()).isEqualTo(2);
            assertThat(first.path("waitingByLevel").toString()).isEqualTo("[1,0,0,0,0,0,0,0,0,1]");
        });
    }

    @Test
    void rateLimitIsReportedWithItsEndAndTheFallback() {
        second.answering("helped");
        stage.model.scripted(call ->
                call.fail(new CallFailure.RateLimited(Duration.ofSeconds(12), "slow down")));

        assertThat(stage.post(GENERATE, "{'prompt':'a'}")
                        .json()
                        .path("provider")
                        .stringValue())
                .isEqualTo("second");

        var stats = stage.get(STATS).json();
        var first = stats.path("first");
        assertThat(first.path("rateLimited").booleanValue()).isTrue();
        assertThat(first.path("rateLimits").longValue()).isEqualTo(1);
        long cooling = first.path("coolingMs").longValue();
        assertThat(cooling).isBetween(12_000L, 15_000L); // as advised, and some jitter
        assertThat(first.path("coolingUntil").longValue()).isEqualTo(TestClock.BEGIN + cooling);
        assertThat(first.path("successRate").doubleValue()).isZero();
        assertThat(stats.path("second").path("fallbacks").longValue()).isEqualTo(1);
        assertThat(stats.path("second").path("answered").longValue()).isEqualTo(1);

        stage.clock.advance(Duration.ofMillis(cooling));
        first = stage.get(STATS).json().path("first");
        assertThat(first.path("rateLimited").booleanValue()).isFalse();
        assertThat(first.path("coolingUntil").longValue()).isZero();
    }
}
