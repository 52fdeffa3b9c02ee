/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.security;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.gateway.fixture.GatewayFixture;
import dev.triune.gateway.fixture.GatewayFixture.Answer;
import dev.triune.gateway.fixture.TestSettings;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Each wrong token makes guessing slower. */
class WrongTokensTest {
    private static final String TOKEN = "correct-horse-battery";

    private final GatewayFixture stage =
            GatewayFixture.open(settings -> TestSettings.withToken(TOKEN), builder -> {});

    @BeforeEach
    void answer() {
        stage.model.answering("done");
    }

    @AfterEach
    void close() {
        stage.close();
    }

    private Answer ask(String token) {
        return stage.send(stage.request("/api/llm/generate", "{'prompt':'q'}")
                .header("Authorization", "Bearer " + token)
                .build());
    }

    @Test
    void waitDoublesFromTheSixthWrongToken() {
        for (int i = 0; i < 5; i++) {
            assertThat(ask("guess-" + i).status()).isEqualTo(401);
        }
        for (int seconds = 2; seconds <= 256; seconds *= 2) {
            assertThat(ask("guess").status()).as("before %s s", seconds).isEqualTo(401);
            Answer refused = ask(TOKEN);
            assertThat(refused.status())
                    .as("refused without checking the token")
                    .isEqualTo(429);
            assertThat(refused.json().path("error").stringValue()).isEqualTo("TOO_MANY_ATTEMPTS");
            assertThat(refused.headers().get("Retry-After")).isEqualTo(String.valueOf(seconds));
            assertThat(stage.get("/healthz").status()).isEqualTo(200);
            stage.clock.advance(Duration.ofSeconds(seconds));
        }
        assertThat(ask("guess").status()).isEqualTo(401);
        assertThat(ask("guess").headers().get("Retry-After"))
                .as("the longest wait")
                .isEqualTo("256");
        stage.clock.advance(Duration.ofSeconds(256));
        assertThat(ask(TOKEN).status()).isEqualTo(200);
    }

    @Test
    void gamesAtTheAddressOfAGuesserAreServed() {
        for (int i = 0; i < 20; i++) {
            assertThat(ask(TOKEN).status()).isEqualTo(200);
            assertThat(ask("guess").status()).isEqualTo(401);
        }
    }

    @Test
    void requestsWithoutATokenAreNotGuesses() {
        for (int i = 0; i < 20; i++) {
            assertThat(stage.get("/api/llm/stats").status()).isEqualTo(401);
        }
        assertThat(ask(TOKEN).status()).isEqualTo(200);
    }
}
