/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.gateway.fixture.GatewayFixture;
import dev.triune.gateway.fixture.GatewayFixture.Answer;
import dev.triune.gateway.fixture.TestClock;
import dev.triune.llm.Limits;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Strict sharing: the documented example of four games at 30 requests a minute. */
class FourGamesTest {
    private final GatewayFixture stage = GatewayFixture.open(
            settings -> settings,
            provider -> provider.withLimits(Limits.perMinute(30)),
            builder -> builder.strictSharing(true));

    private long elapsedMillis;

    @AfterEach
    void close() {
        stage.close();
    }

    private Answer ask(int game) {
        return stage.post(
                "/api/llm/generate", "{'sessionId':'game-" + game + "','prompt':'What now?'}");
    }

    private int heartbeat(int game) {
        return stage.post("/api/llm/heartbeat", "{'sessionId':'game-" + game + "'}")
                .json()
                .path("activeGames")
                .intValue();
    }

    private void at(long millis) {
        stage.clock.advance(Duration.ofMillis(millis - elapsedMillis));
        elapsedMillis = millis;
    }

    private static JsonNode cooldown(long nextAllowedMillis, long waitMs, int games, double rpm) {
        return GatewayFixture.JSON.readTree(
                """
                {"nextAllowedAt": %d, "waitMs": %d, "activeGames": %d,
                 "rateLimit": {"requestsPerMinute": 30, "effectiveRPM": %s}}""".formatted(TestClock.BEGIN + nextAllowedMillis, waitMs, games, rpm));
    }

    @Test
    void fourGamesTakeTurnsAtExactTimes() {
        stage.model.answering("done");
        for (int game = 1; game <= 4; game++) { // at 0, 2, 4 and 6 s
            long now = 2000L * (game - 1);
            at(now);
            Answer served = ask(game);
            assertThat(served.status()).isEqualTo(200);
            assertThat(served.json().path("cooldown"))
                    .isEqualTo(cooldown(now + 2000L * game, 2000L * game, game, 30.0 / game));
            assertThat(heartbeat(game)).isEqualTo(game);
        }

        at(7000);
        Answer rejected = ask(1);
        assertThat(rejected.status()).isEqualTo(429);
        assertThat(rejected.headers().get("Retry-After")).isEqualTo("1");
        assertThat(rejected.json().path("error").stringValue()).isEqualTo("RATE_LIMIT_COOLDOWN");
        assertThat(rejected.json().path("retryAfterMs").longValue()).isEqualTo(1000);
        assertThat(rejected.json().path("cooldown")).isEqualTo(cooldown(8000, 1000, 4, 7.5));
        assertThat(stage.model.calls).hasSize(4);

        at(7999);
        assertThat(ask(1).json().path("cooldown").path("waitMs").longValue()).isEqualTo(1);
        at(8000);
        Answer again = ask(1);
        assertThat(again.status()).isEqualTo(200);
        assertThat(again.json().path("cooldown")).isEqualTo(cooldown(16_000, 8000, 4, 7.5));
    }

    @Test
    void rejectedRequestsDoNotExtendTheCooldown() {
        stage.model.answering("done");
        ask(1); // alone: 2 s
        for (int tries = 1; tries < 20; tries++) {
            at(100L * tries);
            assertThat(ask(1).status()).isEqualTo(429);
        }
        at(2000);
        assertThat(ask(1).status()).isEqualTo(200);
    }

    @Test
    void eachAdditionalGameExtendsTheCooldown() {
        stage.model.answering("done");
        assertThat(ask(1).json().path("cooldown")).isEqualTo(cooldown(2000, 2000, 1, 30.0));
        assertThat(ask(2).json().path("cooldown")).isEqualTo(cooldown(4000, 4000, 2, 15.0));
        assertThat(ask(3).json().path("cooldown")).isEqualTo(cooldown(6000, 6000, 3, 10.0));
        // computed with the games active now
        assertThat(ask(1).json().path("cooldown")).isEqualTo(cooldown(6000, 6000, 3, 10.0));
    }

    @Test
    void shareOfASilentGameIsFreeAfterItsTimeout() {
        stage.model.answering("done");
        ask(2);
        at(56_000);
        assertThat(ask(1).json().path("cooldown")).isEqualTo(cooldown(60_000, 4000, 2, 15.0));
        at(59_999); // game 2 is still active: 4 s
        assertThat(ask(1).json().path("cooldown")).isEqualTo(cooldown(60_000, 1, 2, 15.0));
        at(60_000); // game 2 is gone: 2 s, already over
        assertThat(ask(1).json().path("cooldown")).isEqualTo(cooldown(62_000, 2000, 1, 30.0));
    }

    @Test
    void requestsWithoutAGameHaveNoCooldown() {
        stage.model.answering("done");
        for (int i = 0; i < 3; i++) {
            assertThat(stage.post("/api/llm/generate", "{'prompt':'q'}").status())
                    .isEqualTo(200);
        }
    }
}
