/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.completion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import com.openai.client.OpenAIClient;
import com.openai.client.okhttp.OpenAIOkHttpClient;
import com.openai.core.http.StreamResponse;
import com.openai.errors.OpenAIServiceException;
import com.openai.errors.RateLimitException;
import com.openai.helpers.ChatCompletionAccumulator;
import com.openai.models.chat.completions.ChatCompletion;
import com.openai.models.chat.completions.ChatCompletionChunk;
import com.openai.models.chat.completions.ChatCompletionCreateParams;
import com.openai.models.chat.completions.ChatCompletionStreamOptions;
import dev.triune.gateway.fixture.GatewayFixture;
import dev.triune.gateway.fixture.GatewayFixture.Answer;
import dev.triune.llm.FailureCode;
import dev.triune.llm.provider.CallFailure;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import mockwebserver3.MockResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** An official client gets the same results through the gateway as directly from the provider. */
@Timeout(120)
class TruthTest {
    private static final String WHOLE = """
            {"id":"c","object":"chat.completion","created":1,"model":"upstream-model","choices":[
             {"index":0,"message":{"role":"assistant","content":%s,"refusal":%s},"logprobs":null,
              "finish_reason":"%s"}]%s}""";
    private static final String CHUNK =
            "data: {\"id\":\"c\",\"object\":\"chat.completion.chunk\",\"created\":1,"
                    + "\"model\":\"upstream-model\",\"choices\":[{\"index\":0,\"delta\":%s,"
                    + "\"finish_reason\":%s}]}\n\n";
    private static final String USAGE =
            ",\"usage\":{\"prompt_tokens\":7,\"completion_tokens\":3," + "\"total_tokens\":10}";

    private final List<AutoCloseable> open = new ArrayList<>();

    @AfterEach
    void close() throws Exception {
        for (int i = open.size() - 1; i >= 0; i--) {
            open.get(i).close();
        }
    }

    private <T extends AutoCloseable> T with(T resource) {
        open.add(resource);
        return resource;
    }

    private OpenAIClient client(String url) {
        OpenAIClient client =
                OpenAIOkHttpClient.builder().baseUrl(url).apiKey("none").build();
        open.add(client::close);
        return client;
    }

    private static ChatCompletionCreateParams.Builder question() {
        return ChatCompletionCreateParams.builder()
                .model(Upstream.MODEL)
                .addUserMessage("What now?");
    }

    private static String seen(ChatCompletion answer) {
        answer.validate();
        var choice = answer.choices().get(0);
        return choice.finishReason() + " " + choice.message().content() + " "
                + (choice.message().refusal().isPresent() ? "refused" : "") + " "
                + answer.usage().map(usage -> usage.promptTokens() + "+" + usage.totalTokens());
    }

    @ParameterizedTest
    @CsvSource({"stop", "length", "content_filter"})
    void answerHasTheFinishReasonOfTheProvider(String reason) {
        Upstream upstream =
                with(Upstream.answering(WHOLE.formatted("\"I will\"", "null", reason, USAGE)));
        GatewayFixture stage = with(upstream.stage());

        String direct = seen(
                client(upstream.url()).chat().completions().create(question().build()));

        assertThat(seen(client(stage.url("/v1"))
                        .chat()
                        .completions()
                        .create(question().build())))
                .isEqualTo(direct)
                .startsWith(reason);
    }

    @Test
    void refusalIsForwarded() {
        Upstream upstream =
                with(Upstream.answering(WHOLE.formatted("null", "\"I cannot\"", "stop", USAGE)));
        GatewayFixture stage = with(upstream.stage());

        String direct = seen(
                client(upstream.url()).chat().completions().create(question().build()));

        assertThat(seen(client(stage.url("/v1"))
                        .chat()
                        .completions()
                        .create(question().build())))
                .isEqualTo(direct)
                .contains("stop Optional.empty refused");
    }

    @Test
    void unreportedUsageIsAbsent() {
        Upstream upstream =
                with(Upstream.answering(WHOLE.formatted("\"I will\"", "null", "stop", "")));
        GatewayFixture stage = with(upstream.stage());

        ChatCompletion answer =
                client(stage.url("/v1")).chat().completions().create(question().build());

        assertThat(answer.usage()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"stop", "length", "content_filter"})
    void streamHasTheFinishReasonOfTheProvider(String reason) {
        Upstream upstream =
                with(Upstream.answering(CHUNK.formatted("{\"content\":\"I will\"}", "null")
                        + CHUNK.formatted("{}", "\"" + reason + "\"") + "data: [DONE]\n\n"));
        GatewayFixture stage = with(upstream.stage());

        ChatCompletion direct = streamed(client(upstream.url()));
        ChatCompletion through = streamed(client(stage.url("/v1")));

        assertThat(seen(through)).isEqualTo(seen(direct)).startsWith(reason);
        assertThat(through.usage()).as("not reported").isEmpty();
    }

    private static ChatCompletion streamed(OpenAIClient client) {
        ChatCompletionAccumulator whole = ChatCompletionAccumulator.create();
        try (StreamResponse<ChatCompletionChunk> stream = client.chat()
                .completions()
                .createStreaming(question()
                        .streamOptions(ChatCompletionStreamOptions.builder()
                                .includeUsage(true)
                                .build())
                        .build())) {
            stream.stream().forEach(whole::accumulate);
        }
        return whole.chatCompletion();
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            value = {
                "400, context_length_exceeded, invalid_request_error",
                "404, model_not_found, invalid_request_error",
                "422, invalid_value, invalid_request_error",
                "429, insufficient_quota, insufficient_quota"
            })
    void permanentErrorKeepsStatusAndCodeAndIsNotRetried(int status, String code, String type) {
        Upstream upstream = with(Upstream.failing(
                status,
                "{\"error\":{\"message\":\"so it is\",\"type\":\"" + type + "\",\"param\":null,"
                        + "\"code\":\"" + code + "\"}}"));
        GatewayFixture stage = with(upstream.stage());

        OpenAIServiceException error = failure(client(stage.url("/v1")));

        assertThat(upstream.calls()).as("calls at the provider").isEqualTo(1);
        OpenAIServiceException direct = failure(client(upstream.url()));
        assertThat(error).hasSameClassAs(direct).hasMessageContaining("so it is");
        assertThat(error.statusCode()).isEqualTo(direct.statusCode()).isEqualTo(status);
        assertThat(error.code()).isEqualTo(direct.code()).hasValue(code);
        assertThat(error.type()).isEqualTo(direct.type()).hasValue(type);
    }

    @Test
    void invalidGatewayKeyIsAServerErrorAndIsNotRetried() {
        Upstream upstream = with(Upstream.failing(
                401, "{\"error\":{\"message\":\"no\",\"code\":\"invalid_api_key\"}}"));
        GatewayFixture stage = with(upstream.stage());

        OpenAIServiceException error = failure(client(stage.url("/v1")));

        assertThat(error.statusCode()).isEqualTo(502);
        assertThat(error.code()).hasValue("authentication");
        assertThat(error.headers().values("x-should-retry")).containsExactly("false");
        assertThat(upstream.calls()).isEqualTo(1);
    }

    private static OpenAIServiceException failure(OpenAIClient client) {
        return catchThrowableOfType(
                OpenAIServiceException.class,
                () -> client.chat().completions().create(question().build()));
    }

    /** Clients retry themselves: retries of the gateway would multiply the calls. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void rateLimitOfAllProvidersIsReturnedAfterOneCallEach(boolean stream) {
        List<Upstream> upstreams = List.of(limited(70), limited(50), limited(60));
        GatewayFixture stage = with(GatewayFixture.open(settings -> settings, builder -> {
            upstreams.get(0).addTo(builder, "a", "b", "c");
            upstreams.get(1).addTo(builder, "b");
            upstreams.get(2).addTo(builder, "c");
        }));

        Answer answer = stage.post(
                "/v1/chat/completions",
                "{'model':'a/" + Upstream.MODEL + "','stream':" + stream
                        + ",'messages':[{'role':'user','content':'q'}]}");

        assertThat(answer.status()).isEqualTo(429);
        assertThat(Integer.parseInt(answer.headers().get("retry-after"))).isBetween(50, 56);
        assertThat(answer.headers().get("x-should-retry")).isNull();
        assertThat(upstreams).extracting(Upstream::calls).containsExactly(1, 1, 1);
    }

    private Upstream limited(int seconds) {
        return with(new Upstream(new MockResponse.Builder()
                .code(429)
                .addHeader("Content-Type", "application/json")
                .addHeader("Retry-After", seconds)
                .body("{\"error\":{\"message\":\"slow down\",\"code\":\"rate_limit_exceeded\"}}")
                .build()));
    }

    @Test
    void officialClientGetsARateLimitError() {
        Upstream upstream = limited(30);
        GatewayFixture stage = with(upstream.stage());

        OpenAIServiceException error =
                failure(client(stage.url("/v1")).withOptions(options -> options.maxRetries(0)));

        assertThat(error).isInstanceOf(RateLimitException.class);
        assertThat(error.code()).hasValue("rate_limit_exceeded");
        assertThat(error.headers().values("retry-after")).hasSize(1);
        assertThat(upstream.calls()).isEqualTo(1);
    }

    @Test
    void streamFailingAfterALongWaitStillHasAStatus() {
        GatewayFixture stage = with(GatewayFixture.open());
        CompletableFuture<Answer> answer = stage.postLater(
                "/v1/chat/completions",
                "{'stream':true,'messages':[{'role':'user','content':'q'}]}");
        var call = stage.model.call(0);
        for (int second = 0; second < 29; second++) {
            stage.clock.advance(Duration.ofSeconds(1));
            awaitSweep();
        }
        call.fail(new CallFailure.Failed(FailureCode.BAD_REQUEST, "it failed"));

        assertThat(GatewayFixture.of(answer).status()).isEqualTo(400);
    }

    /** Waits for the gateway's check of its streams, which runs four times a second. */
    private static void awaitSweep() {
        await().pollDelay(Duration.ofMillis(30)).until(() -> true);
    }
}
