/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.triune.gateway.fixture.GatewayFixture;
import dev.triune.gateway.fixture.GatewayFixture.Answer;
import dev.triune.gateway.fixture.ScriptedProvider.Call;
import dev.triune.llm.Outcome.FinishReason;
import okhttp3.Response;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** {@code POST /api/llm/generate}. */
class GenerateHandlerTest {
    private static final String PATH = "/api/llm/generate";

    private final GatewayFixture stage = GatewayFixture.open();

    @AfterEach
    void close() {
        stage.close();
    }

    @Test
    void answerHasTheDocumentedFields() {
        stage.model.answering("I will gather wood.");

        Answer answer =
                stage.post(PATH, "{'sessionId':'game-1','agentId':'a','prompt':'What now?'}");

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.json()).isEqualTo(GatewayFixture.JSON.readTree("""
                        {"text": "I will gather wood.", "model": "model-1", "tokensUsed": 124,
                         "provider": "first", "finishReason": "stop",
                         "usage": {"input": 100, "cacheRead": 0, "cacheWrite": 0, "output": 24},
                         "cooldown": {"nextAllowedAt": 1735927792000, "waitMs": 0,
                          "activeGames": 1,
                          "rateLimit": {"requestsPerMinute": 0, "effectiveRPM": 0.0}}}"""));
        assertThat(stage.model.call(0).asked.maxTokens()).isEqualTo(4096);
        assertThat(stage.model.call(0).asked.temperature()).isEqualTo(0.7);
    }

    @Test
    void truncatedAnswerReportsLength() {
        stage.model.scripted(call -> {
            call.text("I will ga");
            call.complete(FinishReason.LENGTH);
        });

        Answer answer = stage.post(PATH, "{'sessionId':'game-1','prompt':'What now?'}");

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.json().at("/text").stringValue()).isEqualTo("I will ga");
        assertThat(answer.json().at("/finishReason").stringValue()).isEqualTo("length");
    }

    @Test
    void streamForwardsEachPieceImmediately() throws Exception {
        var call = stage.http.newCall(
                stage.request(PATH, "{'prompt':'hello?','stream':true}").build());
        var response = new java.util.concurrent.CompletableFuture<Response>();
        call.enqueue(new okhttp3.Callback() {
            @Override
            public void onFailure(okhttp3.Call failed, java.io.IOException e) {
                response.completeExceptionally(e);
            }

            @Override
            public void onResponse(okhttp3.Call done, Response got) {
                response.complete(got);
            }
        });
        Call asked = stage.model.call(0);
        asked.text("one ");

        try (Response got = response.get()) {
            var source = got.body().source();
            assertThat(source.readUtf8LineStrict())
                    .isEqualTo("data: {\"type\":\"delta\",\"text\":\"one \",\"done\":false}");
            source.readUtf8LineStrict();
            asked.text("two");
            assertThat(source.readUtf8LineStrict()).contains("two");
            asked.complete();
            source.readUtf8LineStrict();
            assertThat(source.readUtf8LineStrict())
                    .isEqualTo("data: {\"type\":\"delta\",\"text\":\"\",\"done\":true}");
            source.readUtf8LineStrict();
            assertThat(source.readUtf8LineStrict())
                    .startsWith("data: {\"type\":\"complete\",\"response\":{\"model\":\"model-1\"");
        }
    }

    @Test
    void disconnectingClientCancelsTheCall() {
        var call = stage.http.newCall(stage.request(PATH, "{'prompt':'hello?'}").build());
        call.enqueue(new okhttp3.Callback() {
            @Override
            public void onFailure(okhttp3.Call failed, java.io.IOException e) {}

            @Override
            public void onResponse(okhttp3.Call done, Response got) {
                got.close();
            }
        });
        Call asked = stage.model.call(0);
        call.cancel();

        await().untilAsserted(() -> assertThat(asked.isCancelled()).isTrue());
    }
}
