/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.completion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import com.openai.client.OpenAIClient;
import com.openai.client.okhttp.OpenAIOkHttpClient;
import com.openai.core.http.StreamResponse;
import com.openai.errors.BadRequestException;
import com.openai.errors.OpenAIServiceException;
import com.openai.errors.RateLimitException;
import com.openai.errors.SseException;
import com.openai.helpers.ChatCompletionAccumulator;
import com.openai.models.chat.completions.ChatCompletion;
import com.openai.models.chat.completions.ChatCompletionChunk;
import com.openai.models.chat.completions.ChatCompletionCreateParams;
import com.openai.models.chat.completions.ChatCompletionStreamOptions;
import com.openai.models.models.Model;
import dev.triune.gateway.fixture.GatewayFixture;
import dev.triune.gateway.fixture.ScriptedProvider.Call;
import dev.triune.llm.FailureCode;
import dev.triune.llm.Limits;
import dev.triune.llm.provider.CallFailure;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The official Java client, as Java games would use it. */
@Timeout(120)
class OpenAiJavaClientTest {
    private final List<AutoCloseable> open = new ArrayList<>();

    @AfterEach
    void close() throws Exception {
        for (int i = open.size() - 1; i >= 0; i--) {
            open.get(i).close();
        }
    }

    private GatewayFixture stage() {
        return with(GatewayFixture.open());
    }

    private <T extends AutoCloseable> T with(T resource) {
        open.add(resource);
        return resource;
    }

    /** Creates a client without retries, so that a test sees every answer. */
    private OpenAIClient client(GatewayFixture stage) {
        OpenAIClient client = OpenAIOkHttpClient.builder()
                .baseUrl(stage.url("/v1"))
                .apiKey("a-key-that-nobody-asks-for")
                .putHeader("X-Session-Id", "game-1")
                .maxRetries(0)
                .build();
        open.add(client::close);
        return client;
    }

    private static ChatCompletionCreateParams.Builder question() {
        return ChatCompletionCreateParams.builder().model("model-1").addUserMessage("What now?");
    }

    @Test
    void clientCompletes() {
        GatewayFixture stage = stage();
        stage.model.answering("I will gather wood.");

        ChatCompletion answer =
                client(stage).chat().completions().create(question().build());

        answer.validate();
        assertThat(answer.model()).isEqualTo("model-1");
        assertThat(answer.choices()).hasSize(1);
        assertThat(answer.choices().get(0).message().content()).hasValue("I will gather wood.");
        assertThat(answer.choices().get(0).finishReason())
                .isEqualTo(ChatCompletion.Choice.FinishReason.STOP);
        assertThat(answer.usage().orElseThrow().promptTokens()).isEqualTo(100);
        assertThat(answer.usage().orElseThrow().completionTokens()).isEqualTo(24);
        assertThat(answer.usage().orElseThrow().totalTokens()).isEqualTo(124);
        assertThat(stage.model.call(0).question()).isEqualTo("What now?");
    }

    @Test
    void clientStreams() {
        GatewayFixture stage = stage();
        stage.model.scripted(call -> {
            call.text("I will ");
            call.text("gather \"wood\".");
            call.complete();
        });
        ChatCompletionAccumulator whole = ChatCompletionAccumulator.create();
        List<String> pieces = new ArrayList<>();

        try (StreamResponse<ChatCompletionChunk> stream = client(stage)
                .chat()
                .completions()
                .createStreaming(question()
                        .streamOptions(ChatCompletionStreamOptions.builder()
                                .includeUsage(true)
                                .build())
                        .build())) {
            stream.stream()
                    .map(ChatCompletionChunk::validate)
                    .peek(whole::accumulate)
                    .forEach(chunk -> chunk.choices()
                            .forEach(choice -> choice.delta().content().ifPresent(pieces::add)));
        }

        assertThat(pieces).containsExactly("", "I will ", "gather \"wood\".");
        ChatCompletion answer = whole.chatCompletion();
        assertThat(answer.choices().get(0).message().content()).hasValue("I will gather \"wood\".");
        assertThat(answer.choices().get(0).finishReason())
                .isEqualTo(ChatCompletion.Choice.FinishReason.STOP);
        assertThat(answer.usage().orElseThrow().totalTokens()).isEqualTo(124);
    }

    @Test
    void rateLimitErrorReportsTheWait() {
        GatewayFixture stage = with(GatewayFixture.open(
                settings -> settings,
                provider -> provider.withLimits(Limits.perMinute(30)),
                builder -> builder.strictSharing(true)));
        stage.model.answering("yes");
        OpenAIClient client = client(stage);
        client.chat().completions().create(question().build());

        RateLimitException refused = catchThrowableOfType(
                RateLimitException.class,
                () -> client.chat().completions().create(question().build()));
        RateLimitException refusedStream =
                catchThrowableOfType(RateLimitException.class, () -> openStream(client));

        for (RateLimitException each : List.of(refused, refusedStream)) {
            assertThat(each.headers().values("retry-after")).containsExactly("2");
            assertThat(each.headers().values("retry-after-ms")).containsExactly("2000");
            assertThat(each.type()).hasValue("rate_limit_error");
            assertThat(each.code()).hasValue("rate_limit_exceeded");
            assertThat(each).hasMessageContaining("2000");
        }
        assertThat(stage.model.calls).hasSize(1);

        stage.clock.advance(Duration.ofSeconds(2));
        client.chat().completions().create(question().build());
        assertThat(stage.model.calls).hasSize(2);
    }

    private static void openStream(OpenAIClient client) {
        try (StreamResponse<ChatCompletionChunk> stream =
                client.chat().completions().createStreaming(question().build())) {
            assertThat(stream).isNotNull();
        }
    }

    @Test
    void closedStreamCancelsTheCallWithoutATimeout() {
        GatewayFixture stage = stage();
        stage.model.scripted(call -> call.text("once upon a time "));

        Call asked;
        try (StreamResponse<ChatCompletionChunk> stream =
                client(stage).chat().completions().createStreaming(question().build())) {
            assertThat(stream.stream().iterator().hasNext()).isTrue();
            asked = stage.model.call(0);
            assertThat(asked.isCancelled()).isFalse();
        }

        await().until(asked::isCancelled); // the clock of its timeouts stands
    }

    /** Cancelling a future of this client does not cancel its call; closing the connection does. */
    @Test
    void cancelledCompletionCancelsTheCallWithoutATimeout() {
        GatewayFixture stage = stage();
        OpenAIClient client = OpenAIOkHttpClient.builder()
                .okHttpClient(stage.http)
                .baseUrl(stage.url("/v1"))
                .apiKey("a-key-that-nobody-asks-for")
                .maxRetries(0)
                .build();
        CompletableFuture<ChatCompletion> answer =
                client.async().chat().completions().create(question().build());
        Call asked = stage.model.call(0);
        assertThat(asked.isCancelled()).isFalse();

        stage.http.dispatcher().cancelAll();

        await().until(asked::isCancelled); // the clock of its timeouts stands
        await().until(answer::isCompletedExceptionally);
    }

    @Test
    void streamCutByTheProviderIsAnError() {
        GatewayFixture stage = stage();
        stage.model.scripted(call -> {
            call.text("I will");
            call.fail(new CallFailure.Failed(FailureCode.CUT_OFF, "the stream ended too early"));
        });

        assertThatStreamIsCut(client(stage), "model-1");
    }

    @Test
    void connectionCutByTheProviderIsAnError() {
        CutUpstream upstream = with(new CutUpstream());
        GatewayFixture stage = with(upstream.stage());

        assertThatStreamIsCut(client(stage), CutUpstream.MODEL);

        assertThat(upstream.calls()).isEqualTo(1);
    }

    private static void assertThatStreamIsCut(OpenAIClient client, String model) {
        List<String> pieces = new ArrayList<>();
        try (StreamResponse<ChatCompletionChunk> stream = client.chat()
                .completions()
                .createStreaming(question().model(model).build())) {
            SseException error = catchThrowableOfType(
                    SseException.class,
                    () -> stream.stream()
                            .forEach(chunk -> chunk.choices()
                                    .forEach(choice ->
                                            choice.delta().content().ifPresent(pieces::add))));

            assertThat(pieces).containsExactly("", "I will");
            assertThat(error.type()).hasValue("server_error");
            assertThat(error.code()).hasValue("cut_off");
        }
    }

    @Test
    void unstreamedAnswerCutByTheProviderIsAnError() {
        GatewayFixture stage = with(with(new CutUpstream()).stage());

        assertThatThrownBy(() -> client(stage)
                        .chat()
                        .completions()
                        .create(question().model(CutUpstream.MODEL).build()))
                .isInstanceOfSatisfying(OpenAIServiceException.class, error -> {
                    assertThat(error.statusCode()).isEqualTo(502);
                    assertThat(error.code()).hasValue("cut_off");
                });
    }

    @Test
    void invalidFieldIsNamed() {
        OpenAIClient client = client(stage());

        assertThatThrownBy(() ->
                        client.chat().completions().create(question().n(99).build()))
                .isInstanceOfSatisfying(
                        BadRequestException.class,
                        error -> assertThat(error.param()).hasValue("n"));
    }

    @Test
    void clientListsModels() {
        GatewayFixture stage = stage();

        List<Model> models = client(stage).models().list().data();

        assertThat(models).hasSize(1);
        assertThat(models.get(0).validate().id()).isEqualTo("model-1");
        assertThat(models.get(0).ownedBy()).isEqualTo("first");
        assertThat(client(stage).models().retrieve("model-1").ownedBy()).isEqualTo("first");
    }
}
