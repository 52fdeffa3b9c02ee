/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.triune.gateway.fixture.GatewayFixture;
import dev.triune.gateway.fixture.ScriptedProvider.Call;
import dev.triune.gateway.fixture.TestClock;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** {@code POST /api/llm/heartbeat}, {@code defer} and {@code cancel}. */
class SessionCallsTest {
    private static final String GENERATE = "/api/llm/generate";
    private static final String HEARTBEAT = "/api/llm/heartbeat";
    private static final String DEFER = "/api/llm/defer";
    private static final String CANCEL = "/api/llm/cancel";

    private final GatewayFixture stage = GatewayFixture.open();

    @AfterEach
    void close() {
        stage.close();
    }

    @Test
    void heartbeatReportsTheNumberOfActiveGames() {
        assertThat(active("game-1")).as("a game counts from its first request").isZero();
        ask("game-1");
        assertThat(stage.post(HEARTBEAT, "{'sessionId':'game-1'}").body())
                .isEqualTo("{\"success\":true,\"activeGames\":1}");
        ask("game-2");
        assertThat(stage.post(HEARTBEAT, "{'sessionId':'game-1'}").body())
                .isEqualTo("{\"success\":true,\"activeGames\":2}");
    }

    @Test
    void gameBecomesInactiveAfterSixtySecondsOfSilence() {
        ask("game-1");
        stage.clock.advance(Duration.ofMillis(59_999));
        assertThat(active("game-2")).isEqualTo(1);

        stage.clock.advance(Duration.ofMillis(1));
        assertThat(active("game-2")).isZero();
    }

    @Test
    void heartbeatsKeepAGameActive() {
        ask("game-1");
        for (int beat = 0; beat < 5; beat++) {
            stage.clock.advance(Duration.ofSeconds(30));
            assertThat(active("game-1")).isEqualTo(1);
        }
    }

    @Test
    void gameWaitingForAnAnswerStaysActive() {
        var answer = stage.postLater(GENERATE, "{'sessionId':'game-1','prompt':'a'}");
        stage.model.call(0);
        stage.post(HEARTBEAT, "{'sessionId':'game-1'}"); // its only one
        for (int minute = 0; minute < 9; minute++) {
            stage.clock.advance(Duration.ofMinutes(1));
            assertThat(active("game-2")).isEqualTo(1);
        }
        stage.model.call(0).complete();
        assertThat(GatewayFixture.of(answer).status()).isEqualTo(200);
    }

    private void ask(String game) {
        stage.model.answering("done");
        stage.post(GENERATE, "{'sessionId':'" + game + "','prompt':'q'}");
        stage.model.scripted(call -> {});
    }

    @Test
    void deferralLastsFiveSecondsByDefault() {
        stage.model.answering("done");

        assertThat(stage.post(DEFER, "{'agentId':'a','sessionId':'game-1'}").body())
                .isEqualTo("{\"success\":true,\"resumeAt\":" + (TestClock.BEGIN + 5000) + "}");
        assertThat(stage.post(DEFER, "{'agentId':'b','durationMs':86400000}")
                        .json()
                        .path("resumeAt")
                        .longValue())
                .isEqualTo(TestClock.BEGIN + 86_400_000);
    }

    @Test
    void deferredRequestStartsExactlyAfterItsDeferral() {
        stage.model.answering("done");
        stage.post(DEFER, "{'agentId':'a','sessionId':'game-1','durationMs':700}");
        var deferred =
                stage.postLater(GENERATE, "{'agentId':'a','sessionId':'game-1','prompt':'q'}");
        await().until(() -> waits(stage) == 1);

        // the same agent name in another game is another agent
        assertThat(stage.post(GENERATE, "{'agentId':'a','sessionId':'game-2','prompt':'other'}")
                        .status())
                .isEqualTo(200);
        stage.clock.advance(Duration.ofMillis(699));
        assertThat(stage.post(GENERATE, "{'sessionId':'game-2','prompt':'other'}")
                        .status())
                .isEqualTo(200);
        assertThat(stage.model.calls).extracting(Call::question).doesNotContain("q");

        stage.clock.advance(Duration.ofMillis(1));
        assertThat(GatewayFixture.of(deferred).status()).isEqualTo(200);
    }

    @Test
    void zeroDeferralEndsTheDeferral() {
        stage.model.answering("done");
        stage.post(DEFER, "{'agentId':'a','durationMs':5000}");
        stage.post(DEFER, "{'agentId':'a','durationMs':0}");
        assertThat(stage.post(GENERATE, "{'agentId':'a','prompt':'q'}").status())
                .isEqualTo(200);
    }

    @Test
    void cancelEndsAllRequestsOfTheSessionWithTheToken() {
        String bearing = "{'sessionId':'%s','prompt':'q','cancelToken':'%s'}";
        var first = stage.postLater(GENERATE, bearing.formatted("game-1", "t"));
        var second = stage.postLater(GENERATE, bearing.formatted("game-1", "t"));
        var otherToken = stage.postLater(GENERATE, bearing.formatted("game-1", "u"));
        var otherGame = stage.postLater(GENERATE, bearing.formatted("game-2", "t"));
        stage.model.call(3);

        assertThat(stage.post(CANCEL, "{'sessionId':'game-1','cancelToken':'t'}")
                        .body())
                .isEqualTo("{\"success\":true,\"cancelled\":2}");

        for (var cancelled : java.util.List.of(first, second)) {
            var answer = GatewayFixture.of(cancelled);
            assertThat(answer.status()).isEqualTo(499);
            assertThat(answer.json().path("error").stringValue()).isEqualTo("CANCELLED");
        }
        assertThat(stage.model.calls.stream().filter(Call::isCancelled)).hasSize(2);
        stage.model.calls.forEach(Call::complete);
        assertThat(GatewayFixture.of(otherToken).status()).isEqualTo(200);
        assertThat(GatewayFixture.of(otherGame).status()).isEqualTo(200);
    }

    @Test
    void cancellingAFinishedRequestDoesNothing() {
        stage.model.answering("done");
        stage.post(GENERATE, "{'sessionId':'game-1','prompt':'q','cancelToken':'t'}");
        assertThat(stage.post(CANCEL, "{'sessionId':'game-1','cancelToken':'t'}")
                        .body())
                .isEqualTo("{\"success\":true,\"cancelled\":0}");
    }

    private int active(String session) {
        return stage.post(HEARTBEAT, "{'sessionId':'" + session + "'}")
                .json()
                .path("activeGames")
                .intValue();
    }

    private static int waits(GatewayFixture stage) {
        return stage.get("/api/llm/stats").json().path("first").path("length").intValue();
    }
}
