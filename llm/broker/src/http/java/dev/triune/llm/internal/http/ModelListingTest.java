/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.triune.llm.BrokerBuilder;
import dev.triune.llm.BrokerBuilder.ModelProblem;
import dev.triune.llm.FailureCode;
import dev.triune.llm.ProviderSettings;
import dev.triune.llm.internal.policy.ModelNames;
import dev.triune.llm.provider.ApiFamily;
import dev.triune.llm.provider.CallFailure;
import dev.triune.llm.provider.HttpProvider;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import mockwebserver3.MockResponse;
import mockwebserver3.RecordedRequest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The models a server lists, in the formats of all families. */
@ParameterizedClass
@MethodSource("dev.triune.llm.internal.http.Transports#tested")
final class ModelListingTest extends ServerFixture {
    private static final String OPENAI = "{\"object\":\"list\",\"data\":[{\"id\":\"small-1\"},"
            + "{\"id\":\"models/big-1\",\"owned_by\":\"someone\"}]}";
    private static final String ANTHROPIC = "{\"data\":[{\"type\":\"model\",\"id\":\"small-1\"},"
            + "{\"type\":\"model\",\"id\":\"big-1\"}],\"has_more\":false}";
    private static final String OLLAMA =
            "{\"models\":[{\"name\":\"small-1\",\"model\":\"small-1\"},"
                    + "{\"name\":\"big-1\",\"details\":{}}]}";

    @ParameterizedTest
    @CsvSource({
        "OPENAI, /v1, /v1/models",
        "OPENAI, /openai/v1, /openai/v1/models",
        "ANTHROPIC, '', /v1/models?limit=1000",
        "ANTHROPIC, /v1, /v1/models?limit=1000",
        "OLLAMA, '', /api/tags",
        "OLLAMA, /api, /api/tags"
    })
    void requestsTheListAtThePathOfEachFamilyWithItsKey(ApiFamily family, String base, String path)
            throws Exception {
        reply(
                200,
                family == ApiFamily.OPENAI
                        ? OPENAI
                        : family == ApiFamily.ANTHROPIC ? ANTHROPIC : OLLAMA);
        HttpProvider provider = open(builder(family, base).apiKey(KEY));

        assertThat(provider.models().get(60, TimeUnit.SECONDS)).containsExactly("small-1", "big-1");

        RecordedRequest sentRequest = server.takeRequest();
        assertThat(sentRequest.getMethod()).isEqualTo("GET");
        assertThat(sentRequest.getTarget()).isEqualTo(path);
        String header = family == ApiFamily.ANTHROPIC ? "x-api-key" : "Authorization";
        assertThat(sentRequest.getHeaders().get(header)).endsWith(KEY);
    }

    @Test
    void serverThatAcceptsAnyNameListsNoModels() throws Exception {
        reply(200, "{\"data\":[{\"id\":\"/models/a.gguf\",\"owned_by\":\"llamacpp\"}]}");

        assertThat(open(builder()).models().get(60, TimeUnit.SECONDS)).isEmpty();
    }

    @Test
    void refusalNamesTheServerAndHidesTheKey() {
        reply(401, "{\"error\":{\"message\":\"bad key " + KEY + "\"}}");

        assertThatThrownBy(() -> open(builder()).models().get(60, TimeUnit.SECONDS))
                .cause()
                .hasMessageContaining(host() + " answered with status 401: bad key")
                .hasMessageNotContaining(KEY);
    }

    @Test
    void invalidJsonIsUnreadable() {
        reply(200, "<html>");

        assertThatThrownBy(() -> open(builder()).models().get(60, TimeUnit.SECONDS))
                .cause()
                .hasMessageContaining("cannot read the answer of " + host() + ": it is not JSON");
    }

    @Test
    void reportsUnofferedModelsWithSimilarNames() throws Exception {
        reply(200, OPENAI);
        BrokerBuilder builder = new BrokerBuilder()
                .provider(
                        ProviderSettings.of("house", "small-2").withModels("big-1"),
                        open(builder()));

        assertThat(builder.checkModels().get(60, TimeUnit.SECONDS))
                .containsExactly(new ModelProblem(
                        "house",
                        "small-2",
                        "house offers no model \"small-2\" (it lists small-1, big-1)"));
    }

    @Test
    void modelWildcardNeedsNoOffer() throws Exception {
        reply(200, OPENAI);
        BrokerBuilder builder = new BrokerBuilder()
                .provider(
                        ProviderSettings.of("house", "small-1")
                                .withModels(ProviderSettings.ANY_MODEL),
                        open(builder()));

        assertThat(builder.checkModels().get(60, TimeUnit.SECONDS)).isEmpty();
    }

    @Test
    void showsTheTenMostSimilarNames() {
        List<String> offered =
                IntStream.range(0, 25).mapToObj(number -> "model-" + number).toList();

        assertThat(ModelNames.similar("model-24b", offered))
                .startsWith("model-24, model-2, ")
                .endsWith(" and 15 more");
    }

    @Test
    void ollamaNameMayOmitTheLatestTag() {
        assertThat(ModelNames.missing(List.of("gemma4"), List.of("gemma4:latest")))
                .isEmpty();
    }

    @Test
    void reportsProvidersWhoseListCannotBeRead() throws Exception {
        reply(500, "{}");
        BrokerBuilder builder = new BrokerBuilder()
                .provider(ProviderSettings.of("house", "small-1"), open(builder()));

        assertThat(builder.checkModels().get(60, TimeUnit.SECONDS))
                .containsExactly(new ModelProblem(
                        "house", "", "house: " + host() + " answered with status 500"));
    }

    @Test
    void callForAnUnofferedModelFailsWithTheOfferedNames() throws Exception {
        reply(404, "{\"error\":{\"code\":\"model_not_found\",\"message\":\"no such model\"}}");
        reply(200, OPENAI.replace("small-1", "small-one"));

        open(builder()).start(CALL, sink);

        assertThat(sink.failure())
                .isEqualTo(new CallFailure.Failed(
                        FailureCode.MODEL_UNAVAILABLE,
                        host() + " answered with status 404: no such model"
                                + " (it lists small-one, big-1)"));
    }

    @Test
    void failureHasOnlyTheServersMessageWithoutAList() throws Exception {
        reply(404, "{\"error\":{\"code\":\"model_not_found\",\"message\":\"no such model\"}}");
        reply(500, "");

        open(builder()).start(CALL, sink);

        assertThat(sink.failure().message())
                .isEqualTo(host() + " answered with status 404: no such model");
    }

    private void reply(int status, String body) {
        server.enqueue(new MockResponse.Builder().code(status).body(body).build());
    }
}
