/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.gateway.fixture.GatewayFixture;
import dev.triune.llm.AnswerPart.ToolCall;
import dev.triune.llm.AnswerSchema;
import dev.triune.llm.Message;
import dev.triune.llm.ModelOptions;
import dev.triune.llm.ModelOptions.Reasoning;
import dev.triune.llm.ModelOptions.Tool;
import dev.triune.llm.Outcome.FinishReason;
import dev.triune.llm.Prompt;
import dev.triune.llm.Request.AnswerFormat;
import dev.triune.llm.Usage;
import dev.triune.llm.provider.AnswerSink;
import dev.triune.llm.provider.CallFailure;
import dev.triune.llm.provider.GatewayProvider;
import dev.triune.llm.provider.ModelCall;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The gateway's provider receives what the game's broker sends. */
class GameOptionsTest {
    private static final AnswerSink NOBODY = new AnswerSink() {
        @Override
        public void text(String delta) {}

        @Override
        public void complete(FinishReason reason, Usage usage) {}

        @Override
        public void fail(CallFailure failure) {}
    };

    private static final Tool LOOK = new Tool(
            "Looks around.",
            new AnswerSchema(
                    "look",
                    Map.of(
                            "type",
                            "object",
                            "properties",
                            Map.of("to", Map.of("type", "string")))));

    static Stream<ModelOptions> optionsArriveUnchanged() {
        ModelOptions all = ModelOptions.NONE
                .reasoning(Reasoning.OFF)
                .topP(0.25)
                .seed(Long.MAX_VALUE)
                .stop("\n", " ")
                .tools("look", List.of(LOOK))
                .extraBody(Map.of("top_k", 20, "deep", Map.of("list", List.of("a", true))));
        return Stream.concat(
                Stream.of(ModelOptions.NONE, all, ModelOptions.NONE.tools("", List.of(LOOK))),
                Stream.of(Reasoning.values()).map(ModelOptions.NONE::reasoning));
    }

    @ParameterizedTest
    @MethodSource
    void optionsArriveUnchanged(ModelOptions options) {
        ModelCall call = new ModelCall("", Prompt.of("q"), AnswerFormat.TEXT, 5, 0.5);
        assertThat(received(call.withOptions(options)).options()).isEqualTo(options);
    }

    @Test
    void messagesKeepRolesToolCallsAndStableCount() {
        Prompt prompt = Prompt.of(
                        Message.system("s"),
                        Message.user("u", List.of("https://a.example/b.png")),
                        Message.assistant("", List.of(new ToolCall("c1", "look", "{\"to\":1}"))),
                        Message.tool("c1", ""),
                        Message.assistant("a"),
                        Message.user("v"))
                .withStable(2);
        assertThat(received(new ModelCall("", prompt, AnswerFormat.TEXT, 5, 0.5))
                        .prompt())
                .isEqualTo(prompt);
    }

    @ParameterizedTest
    @CsvSource({"/api/llm/generate, ''", "/api/llm/batch, 'requests'"})
    void rejectsExtraBodyUnlessAllowedByTheOperator(String path, String list) {
        String request = "{'request_id':'r','prompt':'q','extraBody':{'service_tier':'priority'}}";
        try (GatewayFixture stage = open(false)) {
            stage.model.answering("done");
            var refused = stage.post(
                    path, list.isEmpty() ? request : "{'" + list + "':[" + request + "]}");

            assertThat(refused.status()).isEqualTo(400);
            assertThat(refused.json().path("message").stringValue())
                    .isEqualTo(
                            "extraBody is not allowed at this gateway (leave it out; the operator"
                                    + " can allow it with gateway.extra-body)");
            assertThat(stage.model.calls).isEmpty();
            assertThat(stage.post(path, "{'prompt':'q','extraBody':{}}").status())
                    .isEqualTo(list.isEmpty() ? 200 : 400);
        }
    }

    @Test
    void toolCallsOfTheModelReachTheGameInEveryForm() {
        ToolCall wanted = new ToolCall("c1", "look", "{\"to\":1}");
        List<ToolCall> observed = new CopyOnWriteArrayList<>();
        CompletableFuture<FinishReason> ended = new CompletableFuture<>();
        AnswerSink sink = new AnswerSink() {
            @Override
            public void text(String delta) {}

            @Override
            public void toolCall(ToolCall call) {
                observed.add(call);
            }

            @Override
            public void complete(FinishReason reason, Usage usage) {
                ended.complete(reason);
            }

            @Override
            public void fail(CallFailure failure) {
                ended.completeExceptionally(new IllegalStateException(failure.toString()));
            }
        };
        try (GatewayFixture stage = open(false);
                GatewayProvider game =
                        GatewayProvider.builder(stage.url(""), "village-7").build()) {
            stage.model.scripted(call -> {
                call.toolCall(wanted);
                call.complete(FinishReason.TOOL_CALLS);
            });
            game.start(
                    new ModelCall("", Prompt.of("q"), AnswerFormat.TEXT, 5, 0.5)
                            .withOptions(ModelOptions.NONE.tools("", List.of(LOOK))),
                    sink);

            assertThat(ended.orTimeout(60, TimeUnit.SECONDS).join())
                    .isEqualTo(FinishReason.TOOL_CALLS);
            assertThat(observed).containsExactly(wanted);
            assertThat(stage.post(
                                    "/api/llm/batch",
                                    "{'requests':[{'request_id':'a','prompt':'q'},"
                                            + "{'request_id':'b','prompt':'q','stream':false}]}")
                            .body()
                            .split("\"toolCalls\":\\[\\{\"id\":\"c1\"", -1))
                    .hasSize(3);
            assertThat(stage.post("/api/llm/generate", "{'prompt':'q'}")
                            .json()
                            .at("/toolCalls/0/name")
                            .stringValue())
                    .isEqualTo("look");
        }
    }

    private static GatewayFixture open(boolean extraBody) {
        return GatewayFixture.open(
                settings -> GatewayFixture.with(settings, "extraBody", extraBody), builder -> {});
    }

    private static ModelCall received(ModelCall call) {
        try (GatewayFixture stage = open(true);
                GatewayProvider game =
                        GatewayProvider.builder(stage.url(""), "village-7").build()) {
            stage.model.answering("done");
            game.start(call, NOBODY);
            return stage.model.call(0).asked;
        }
    }
}
