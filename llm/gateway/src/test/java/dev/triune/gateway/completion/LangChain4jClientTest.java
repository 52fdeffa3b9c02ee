/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.completion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.exception.InternalServerException;
import dev.langchain4j.exception.InvalidRequestException;
import dev.langchain4j.exception.RateLimitException;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.PartialResponse;
import dev.langchain4j.model.chat.response.PartialResponseContext;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import dev.langchain4j.model.chat.response.StreamingHandle;
import dev.langchain4j.model.openai.OpenAiChatModel;
import dev.langchain4j.model.openai.OpenAiStreamingChatModel;
import dev.langchain4j.model.output.FinishReason;
import dev.triune.gateway.fixture.GatewayFixture;
import dev.triune.gateway.fixture.ScriptedProvider.Call;
import dev.triune.llm.FailureCode;
import dev.triune.llm.Limits;
import dev.triune.llm.provider.CallFailure;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** LangChain4j's models for OpenAI's protocol, pointed at the gateway. */
@Timeout(120)
class LangChain4jClientTest {
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
    private static OpenAiChatModel.OpenAiChatModelBuilder whole(GatewayFixture stage) {
        return OpenAiChatModel.builder()
                .baseUrl(stage.url("/v1"))
                .apiKey("a-key-that-nobody-asks-for")
                .modelName("model-1")
                .user("game-1")
                .maxRetries(0);
    }

    private static OpenAiStreamingChatModel streaming(GatewayFixture stage, String model) {
        return OpenAiStreamingChatModel.builder()
                .baseUrl(stage.url("/v1"))
                .apiKey("a-key-that-nobody-asks-for")
                .modelName(model)
                .customHeaders(Map.of("X-Session-Id", "game-1", "X-Priority", "high"))
                .build();
    }

    @Test
    void clientCompletes() {
        GatewayFixture stage = stage();
        stage.model.answering("I will gather wood.");

        ChatResponse answer = whole(stage)
                .build()
                .chat(SystemMessage.from("You are a smith."), UserMessage.from("What now?"));

        assertThat(answer.aiMessage().text()).isEqualTo("I will gather wood.");
        assertThat(answer.finishReason()).isEqualTo(FinishReason.STOP);
        assertThat(answer.metadata().modelName()).isEqualTo("model-1");
        assertThat(answer.tokenUsage().inputTokenCount()).isEqualTo(100);
        assertThat(answer.tokenUsage().outputTokenCount()).isEqualTo(24);
        assertThat(stage.model.call(0).asked.prompt().messages()).hasSize(2);
    }

    @Test
    void clientStreams() {
        GatewayFixture stage = stage();
        stage.model.scripted(call -> {
            call.text("I will ");
            call.text("gather wood.");
            call.complete();
        });
        Heard heard = new Heard();

        streaming(stage, "model-1").chat("What now?", heard);

        await().until(() -> heard.complete.size() == 1);
        assertThat(heard.signals).containsExactly("I will ", "gather wood.", "complete");
        ChatResponse answer = heard.complete.get(0);
        assertThat(answer.aiMessage().text()).isEqualTo("I will gather wood.");
        assertThat(answer.finishReason()).isEqualTo(FinishReason.STOP);
        assertThat(answer.tokenUsage().totalTokenCount()).isEqualTo(124);
        assertThat(stage.model.call(0).asked.caller().priority().level()).isEqualTo(8);
    }

    @Test
    void rateLimitErrorReportsTheWait() {
        GatewayFixture stage = with(GatewayFixture.open(
                settings -> settings,
                provider -> provider.withLimits(Limits.perMinute(30)),
                builder -> builder.strictSharing(true)));
        stage.model.answering("yes");
        OpenAiChatModel model = whole(stage).build();
        model.chat("What now?");

        RateLimitException refused =
                catchThrowableOfType(RateLimitException.class, () -> model.chat("And now?"));
        Heard heard = new Heard();
        streaming(stage, "model-1").chat("And now?", heard);
        await().until(() -> heard.errors.size() == 1);

        // this client keeps the body, not the headers
        for (Throwable each : List.of(refused, heard.errors.get(0))) {
            assertThat(each).isInstanceOf(RateLimitException.class);
            assertThat(GatewayFixture.JSON
                            .readTree(each.getMessage())
                            .at("/error/retry_after_ms")
                            .intValue())
                    .isEqualTo(2000);
        }
        assertThat(heard.signals).containsExactly("error");
        assertThat(stage.model.calls).hasSize(1);
    }

    @Test
    void cancelledStreamCancelsTheCallWithoutATimeout() {
        GatewayFixture stage = stage();
        stage.model.scripted(call -> call.text("once upon a time "));
        Heard heard = new Heard();
        streaming(stage, "model-1").chat("A story!", heard);
        await().until(() -> heard.handles.size() == 1);
        Call asked = stage.model.call(0);
        assertThat(asked.isCancelled()).isFalse();

        heard.handles.get(0).cancel();

        await().until(asked::isCancelled); // the clock of its timeouts stands
    }

    @Test
    void interruptedCompletionCancelsTheCallWithoutATimeout() {
        GatewayFixture stage = stage();
        List<Throwable> thrown = new CopyOnWriteArrayList<>();
        Thread caller = new Thread(() -> {
            try {
                whole(stage).build().chat("What now?");
            } catch (RuntimeException e) {
                thrown.add(e);
            }
        });
        caller.start();
        Call asked = stage.model.call(0);
        assertThat(asked.isCancelled()).isFalse();

        caller.interrupt();

        await().until(asked::isCancelled); // the clock of its timeouts stands
        await().until(() -> thrown.size() == 1);
    }

    @Test
    void streamCutByTheProviderIsAnError() {
        GatewayFixture stage = stage();
        stage.model.scripted(call -> {
            call.text("I will");
            call.fail(new CallFailure.Failed(FailureCode.CUT_OFF, "the stream ended too early"));
        });

        assertThatStreamIsCut(stage, "model-1");
    }

    @Test
    void connectionCutByTheProviderIsAnError() {
        CutUpstream upstream = with(new CutUpstream());
        GatewayFixture stage = with(upstream.stage());

        assertThatStreamIsCut(stage, CutUpstream.MODEL);

        assertThat(upstream.calls()).isEqualTo(1);
    }

    /**
     * The error comes first. This client then also reports an end, as it does after every stream it
     * has closed; the missing finish reason shows that the answer is not complete.
     */
    private static void assertThatStreamIsCut(GatewayFixture stage, String model) {
        Heard heard = new Heard();
        streaming(stage, model).chat("What now?", heard);

        await().until(() -> heard.errors.size() == 1);
        assertThat(heard.signals).startsWith("I will", "error");
        assertThat(GatewayFixture.JSON
                        .readTree(heard.errors.get(0).getMessage())
                        .at("/error/code")
                        .stringValue())
                .isEqualTo("cut_off");
        await().until(() -> heard.complete.size() == 1);
        assertThat(heard.complete.get(0).finishReason()).isNull();
    }

    @Test
    void unstreamedAnswerCutByTheProviderIsAnError() {
        GatewayFixture stage = with(with(new CutUpstream()).stage());

        assertThatThrownBy(
                        () -> whole(stage).modelName(CutUpstream.MODEL).build().chat("What now?"))
                .isInstanceOf(InternalServerException.class)
                .hasMessageContaining("cut_off");
    }

    @Test
    void invalidFieldIsNamed() {
        GatewayFixture stage = stage();

        assertThatThrownBy(() -> whole(stage).stop(List.of("")).build().chat("What now?"))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("\"param\":\"stop\"");
    }

    /** Records the calls of the listener, in order. */
    private static final class Heard implements StreamingChatResponseHandler {
        final List<String> signals = new CopyOnWriteArrayList<>();
        final List<ChatResponse> complete = new CopyOnWriteArrayList<>();
        final List<Throwable> errors = new CopyOnWriteArrayList<>();
        final List<StreamingHandle> handles = new CopyOnWriteArrayList<>();

        @Override
        public void onPartialResponse(PartialResponse piece, PartialResponseContext context) {
            signals.add(piece.text());
            handles.add(context.streamingHandle());
        }

        @Override
        public void onCompleteResponse(ChatResponse response) {
            signals.add("complete");
            complete.add(response);
        }

        @Override
        public void onError(Throwable error) {
            signals.add("error");
            errors.add(error);
        }
    }
}
