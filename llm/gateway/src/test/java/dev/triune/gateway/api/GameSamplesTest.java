/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.openai.client.OpenAIClient;
import com.openai.client.okhttp.OpenAIOkHttpClient;
import com.openai.models.chat.completions.ChatCompletion;
import com.openai.models.chat.completions.ChatCompletionCreateParams;
import dev.triune.gateway.fixture.GatewayFixture;
import dev.triune.gateway.fixture.ScriptedProvider.Call;
import dev.triune.llm.Broker;
import dev.triune.llm.BrokerBuilder;
import dev.triune.llm.Prompt;
import dev.triune.llm.ProviderSettings;
import dev.triune.llm.Request;
import dev.triune.llm.Secret;
import dev.triune.llm.Update;
import dev.triune.llm.provider.GatewayProvider;
import dev.triune.llm.provider.HttpProvider;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A game, whose code docs/gateway.md shows, and OpenAI's client use the gateway. */
@Timeout(120)
class GameSamplesTest {
    @Test
    void gameUsesTheGatewayWithALocalFallback() {
        String token = "token-0123456789abcdef";
        try (GatewayFixture stage = GatewayFixture.open(
                settings -> GatewayFixture.with(settings, "token", Optional.of(Secret.of(token))),
                builder -> {})) {
            stage.model.answering("I will gather wood.");
            String url = stage.url("");
            // [sample]
            GatewayProvider shared = GatewayProvider.builder(url, "village-7")
                    .token(token)
                    .build(); // http://127.0.0.1:8766
            // [end]
            Broker broker = new BrokerBuilder()
                    .provider(ProviderSettings.of("shared", "").withFallback("local"), shared)
                    .provider(
                            ProviderSettings.of("local", "gemma4:e4b"),
                            HttpProvider.ollama("http://localhost:11434").build())
                    .build();
            assertThat(answer(broker)).isEqualTo("I will gather wood.");
            Call call = stage.model.call(0);
            assertThat(call.question()).isEqualTo("What now?");
            assertThat(shared.activeGames()).isEqualTo(1);
            broker.close();
        }
    }

    private static String answer(Broker broker) {
        List<Update<String>> updates = new ArrayList<>();
        broker.submit(Request.text("").prompt(() -> Prompt.of("What now?")).build(), updates::add);
        await().pollInSameThread().until(() -> {
            broker.doWork();
            return !updates.isEmpty()
                    && updates.get(updates.size() - 1) instanceof Update.Ended<String>;
        });
        StringBuilder answer = new StringBuilder();
        for (Update<String> update : updates) {
            if (update instanceof Update.Part<String> part) {
                answer.append(part.value());
            }
        }
        return answer.toString();
    }

    @Test
    void openAiJavaClientUsesTheGateway() {
        try (GatewayFixture stage = GatewayFixture.open()) {
            stage.model.answering("I will gather wood.");
            String url = stage.url("");
            OpenAIClient client = OpenAIOkHttpClient.builder()
                    .baseUrl(url + "/v1") // http://127.0.0.1:8766/v1
                    .apiKey("none")
                    .putHeader("X-Session-Id", "game-1")
                    .build();
            ChatCompletion answer = client.chat()
                    .completions()
                    .create(ChatCompletionCreateParams.builder()
                            .model("openai/gpt-oss-20b")
                            .addUserMessage("What now?")
                            .build());
            assertThat(answer.choices().get(0).message().content()).hasValue("I will gather wood.");
            assertThat(stage.model.call(0).question()).isEqualTo("What now?");
            client.close();
        }
    }
}
