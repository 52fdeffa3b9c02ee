/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.triune.gateway.fixture.GatewayFixture;
import dev.triune.gateway.fixture.GatewayFixture.Answer;
import dev.triune.gateway.fixture.ScriptedProvider.Call;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** One game has very long answers from a model that streams slowly. */
@Timeout(120)
class LongAnswersTest {
    private static final int STREAMS = 6;

    @Test
    void longAnswersOfOneGameDoNotBlockOtherGames() {
        try (GatewayFixture stage = GatewayFixture.open()) {
            List<CompletableFuture<Answer>> answers = new ArrayList<>();
            for (int i = 0; i < STREAMS; i++) {
                answers.add(stage.postLater(
                        "/api/llm/generate", "{'sessionId':'long','prompt':'q','stream':true}"));
                stage.model.call(i);
            }
            for (int second = 0; second < 595; second++) {
                stream(stage);
            }
            assertThat(stage.model.calls).noneMatch(Call::isCancelled);

            await().pollInterval(Duration.ofMillis(20))
                    .until(
                            () -> { // until the call timeout passes
                                stream(stage);
                                return answers.stream().allMatch(CompletableFuture::isDone);
                            });

            assertThat(answers.stream().map(GatewayFixture::of).map(Answer::body))
                    .allMatch(body ->
                            body.contains("\"partial\":true") && body.contains("PROVIDER_TIMEOUT"));
            assertThat(stage.get("/api/llm/stats")
                            .json()
                            .path("first")
                            .path("coolingMs")
                            .intValue())
                    .isZero();
            stage.model.answering("done");
            assertThat(stage.post("/api/llm/generate", "{'sessionId':'other','prompt':'q'}")
                            .status())
                    .isEqualTo(200);
        }
    }

    private static void stream(GatewayFixture stage) {
        stage.model.calls.forEach(call -> call.text("0123456789 "));
        stage.clock.advance(Duration.ofSeconds(1));
        stage.gateway.stats().join(); // wakes the broker
    }
}
