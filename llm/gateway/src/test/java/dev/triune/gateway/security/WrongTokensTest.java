/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.security;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.gateway.fixture.GatewayFixture;
import dev.triune.gateway.fixture.GatewayFixture.Answer;
import dev.triune.gateway.fixture.TestSettings;
import java.time.Duration;
import java.util.List;
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
            Answer refused = ask("guess");
            assertThat(refused.status()).as("another guess").isEqualTo(429);
            assertThat(refused.json().path("error").stringValue()).isEqualTo("TOO_MANY_ATTEMPTS");
            assertThat(refused.headers().get("Retry-After")).isEqualTo(String.valueOf(seconds));
            assertThat(ask(TOKEN).status())
                    .as("the right token, perhaps from behind the same proxy")
                    .isEqualTo(200);
            stage.clock.advance(Duration.ofSeconds(seconds));
        }
        assertThat(ask("guess").status()).isEqualTo(401);
        assertThat(ask("guess").headers().get("Retry-After"))
                .as("the longest wait")
                .isEqualTo("256");
    }

    @Test
    void clientsBehindATrustedProxyWaitForThemselvesOnly() {
        try (GatewayFixture behind = GatewayFixture.open(
                settings -> GatewayFixture.with(
                        TestSettings.withToken(TOKEN), "trustedProxies", List.of("127.0.0.1")),
                builder -> {})) {
            for (int i = 0; i < 7; i++) {
                ask(behind, "guess", "203.0.113.9, 198.51.100.1");
            }

            assertThat(ask(behind, "guess", "203.0.113.9, 198.51.100.1").status())
                    .isEqualTo(429);
            assertThat(ask(behind, "guess", "198.51.100.1, 198.51.100.2").status())
                    .as("another client, which names the guesser")
                    .isEqualTo(401);
        }
    }

    @Test
    void forwardedAddressesOfOthersAreIgnored() {
        for (int i = 0; i < 7; i++) {
            ask(stage, "guess", "198.51.100." + i);
        }

        assertThat(ask(stage, "guess", "198.51.100.99").status()).isEqualTo(429);
    }

    private static Answer ask(GatewayFixture stage, String token, String forwarded) {
        return stage.send(stage.request("/api/llm/generate", "{'prompt':'q'}")
                .header("Authorization", "Bearer " + token)
                .header("X-Forwarded-For", forwarded)
                .build());
    }

    @Test
    void requestsWithoutATokenAreNotGuesses() {
        for (int i = 0; i < 20; i++) {
            assertThat(stage.get("/api/llm/stats").status()).isEqualTo(401);
        }
        assertThat(ask(TOKEN).status()).isEqualTo(200);
    }
}
