/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.completion;

import static org.assertj.core.api.Assertions.assertThat;

import com.openai.client.OpenAIClient;
import com.openai.client.okhttp.OpenAIOkHttpClient;
import com.openai.models.embeddings.CreateEmbeddingResponse;
import com.openai.models.embeddings.EmbeddingCreateParams;
import dev.triune.gateway.fixture.GatewayFixture;
import dev.triune.gateway.fixture.GatewayFixture.Answer;
import dev.triune.llm.ProviderSettings;
import dev.triune.llm.provider.HttpProvider;
import java.util.List;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code POST /v1/embeddings}. */
class EmbeddingsTest {
    private static final String PATH = "/v1/embeddings";
    private static final String OPENAI = "{\"object\":\"list\",\"data\":[{\"object\":\"embedding\","
            + "\"index\":0,\"embedding\":[0.5,-1]},{\"object\":\"embedding\",\"index\":1,"
            + "\"embedding\":[0.25,2]}],\"model\":\"m\",\"usage\":{\"prompt_tokens\":7,"
            + "\"total_tokens\":7}}";
    private static final String OLLAMA =
            "{\"model\":\"m\",\"embeddings\":[[0.5,-1],[0.25,2]],\"prompt_eval_count\":7}";

    private static GatewayFixture before(HttpProvider provider) {
        return GatewayFixture.open(
                settings -> settings,
                builder -> builder.provider(ProviderSettings.of("upstream", "m"), provider));
    }

    @ParameterizedTest
    @CsvSource({"false, /v1/embeddings", "true, /api/embed"})
    void officialSdkGetsEmbeddingsFromOpenAiAndOllama(boolean ollama, String target)
            throws Exception {
        try (MockWebServer server = new MockWebServer()) {
            server.start();
            server.enqueue(new MockResponse.Builder()
                    .addHeader("Content-Type", "application/json")
                    .body(ollama ? OLLAMA : OPENAI)
                    .build());
            String url = server.url(ollama ? "/" : "/v1").toString();
            try (HttpProvider provider =
                            (ollama ? HttpProvider.ollama(url) : HttpProvider.openAi(url)).build();
                    GatewayFixture stage = before(provider)) {
                OpenAIClient client = OpenAIOkHttpClient.builder()
                        .baseUrl(stage.url("/v1"))
                        .apiKey("none")
                        .maxRetries(0)
                        .build();

                CreateEmbeddingResponse answer = client.embeddings()
                        .create(EmbeddingCreateParams.builder()
                                .model("m")
                                .inputOfArrayOfStrings(List.of("wood", "stone"))
                                .dimensions(2)
                                .build());
                client.close();

                assertThat(answer.data().get(0).embedding()).containsExactly(0.5f, -1f);
                assertThat(answer.data().get(1).embedding()).containsExactly(0.25f, 2f);
                assertThat(answer.usage().promptTokens()).isEqualTo(7);
                RecordedRequest request = server.takeRequest();
                assertThat(request.getTarget()).isEqualTo(target);
                assertThat(request.getBody().utf8())
                        .contains(
                                "\"model\":\"m\",\"input\":[\"wood\",\"stone\"]",
                                "\"dimensions\":2");
            }
        }
    }

    @Test
    void embeddingsAreCountedLikeOtherCalls() {
        try (GatewayFixture stage = GatewayFixture.open()) {
            stage.model.answering("[[1]]");

            Answer answer = stage.post(PATH, "{'input':'wood','user':'game-1'}");

            assertThat(answer.body())
                    .isEqualTo(
                            "{\"object\":\"list\",\"data\":[{\"object\":\"embedding\",\"index\":0,"
                                    + "\"embedding\":[1]}],\"model\":\"model-1\",\"usage\":"
                                    + "{\"prompt_tokens\":100,\"total_tokens\":100}}");
            assertThat(stage.get("/api/llm/stats").body()).contains("\"calls\":1");
        }
    }

    @Test
    void encodesEmbeddingsAsBase64OnRequest() {
        try (GatewayFixture stage = GatewayFixture.open()) {
            stage.model.answering("[[0.5,-1]]");

            Answer answer = stage.post(PATH, "{'input':'wood','encoding_format':'base64'}");

            assertThat(answer.json().at("/data/0/embedding").stringValue())
                    .isEqualTo("AAAAPwAAgL8=");
        }
    }

    @Test
    void providerWithoutEmbeddingsIsNotCalled() {
        try (GatewayFixture stage = GatewayFixture.open()) {
            stage.model.embeddings = false;

            Answer answer = stage.post(PATH, "{'input':'wood'}");

            assertThat(answer.status()).isEqualTo(400);
            assertThat(answer.body()).contains("first has no embeddings");
            assertThat(stage.model.calls).isEmpty();
        }
    }

    @Test
    void answerWithoutEmbeddingsIsAnError() {
        try (GatewayFixture stage = GatewayFixture.open()) {
            stage.model.answering("SECRET");

            Answer answer = stage.post(PATH, "{'input':'wood'}");

            assertThat(answer.status()).isEqualTo(502);
            assertThat(answer.body()).contains("holds no embeddings").doesNotContain("SECRET");
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            input           | {}
            input           | {'input':[]}
            input           | {'input':''}
            input           | {'input':[1,2]}
            input           | {'input':['SECRET',['SECRET']]}
            dimensions      | {'input':'q','dimensions':0}
            encoding_format | {'input':'q','encoding_format':'SECRET'}
            """)
    void invalidFieldIsNamed(String field, String body) {
        try (GatewayFixture stage = GatewayFixture.open()) {
            Answer answer = stage.post(PATH, body);

            assertThat(answer.status()).isEqualTo(400);
            assertThat(answer.json().at("/error/param").stringValue()).isEqualTo(field);
            assertThat(answer.body()).contains("expected").doesNotContain("SECRET");
        }
    }
}
