/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.completion;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.gateway.fixture.GatewayFixture;
import dev.triune.gateway.fixture.GatewayFixture.Answer;
import dev.triune.llm.Limits;
import dev.triune.llm.Message;
import dev.triune.llm.Outcome.FinishReason;
import dev.triune.llm.Priority;
import dev.triune.llm.Request.AnswerFormat;
import dev.triune.llm.provider.ModelCall;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code POST /v1/chat/completions}: requests and answers, field by field. */
class ChatCompletionsHandlerTest {
    private static final String PATH = "/v1/chat/completions";
    private static final String ASK = "'messages':[{'role':'user','content':'What now?'}]";

    private GatewayFixture stage = GatewayFixture.open();

    @AfterEach
    void close() {
        stage.close();
    }

    private Answer ask(String more) {
        return stage.post(PATH, "{" + ASK + more + "}");
    }

    private ModelCall asked() {
        return stage.model.call(stage.model.calls.size() - 1).asked;
    }

    @Test
    void answerHasTheFieldsOfOpenAi() {
        stage.model.answering("I will gather wood.");

        Answer answer = ask(",'model':'model-1'");

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.headers().get("Content-Type")).isEqualTo("application/json");
        String id = answer.json().at("/id").stringValue();
        assertThat(id).matches("chatcmpl-[0-9a-z]{14}");
        assertThat(answer.body()).isEqualTo("""
                        {"id":"%s","object":"chat.completion","created":1735927792,\
                        "model":"model-1","choices":[{"index":0,"message":{"role":"assistant",\
                        "content":"I will gather wood.","refusal":null},"logprobs":null,\
                        "finish_reason":"stop"}],"usage":{"prompt_tokens":100,\
                        "completion_tokens":24,"total_tokens":124,\
                        "prompt_tokens_details":{"cached_tokens":0}}}""".formatted(id));
    }

    @Test
    void streamHasTheChunksOfOpenAi() {
        stage.model.scripted(call -> {
            call.text("I \"will\"\n");
            call.text("gather w\u00f6\u00f6d.");
            call.complete();
        });

        Answer answer = ask(",'model':'model-1','stream':true");

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.headers().get("Content-Type"))
                .isEqualTo("text/event-stream;charset=utf-8");
        String id = GatewayFixture.JSON
                .readTree(answer.body().lines().findFirst().orElseThrow().substring(6))
                .at("/id")
                .stringValue();
        String head = "data: {\"id\":\"" + id + "\",\"object\":\"chat.completion.chunk\","
                + "\"created\":1735927792,\"model\":\"model-1\",\"choices\":[{\"index\":0,\"delta\":";
        String going = ",\"logprobs\":null,\"finish_reason\":null}]}\n\n";
        assertThat(answer.body())
                .isEqualTo(head + "{\"role\":\"assistant\",\"content\":\"\",\"refusal\":null}"
                        + going
                        + head + "{\"content\":\"I \\\"will\\\"\\n\"}" + going
                        + head + "{\"content\":\"gather w\u00f6\u00f6d.\"}" + going
                        + head + "{},\"logprobs\":null,\"finish_reason\":\"stop\"}]}\n\n"
                        + "data: [DONE]\n\n");
    }

    @Test
    void streamReportsUsageOnRequest() {
        stage.model.answering("yes");

        List<String> events = ask(",'stream':true,'stream_options':{'include_usage':true}")
                .body()
                .lines()
                .filter(line -> !line.isEmpty())
                .toList();

        assertThat(events).hasSize(5);
        assertThat(events.subList(0, 3)).allMatch(event -> event.endsWith(",\"usage\":null}"));
        assertThat(events.get(3))
                .endsWith("\"choices\":[],\"usage\":{\"prompt_tokens\":100,"
                        + "\"completion_tokens\":24,\"total_tokens\":124,"
                        + "\"prompt_tokens_details\":{\"cached_tokens\":0}}}");
        assertThat(events.get(4)).isEqualTo("data: [DONE]");
    }

    @Test
    void emptyStreamHasARoleAndAnEnd() {
        stage.model.scripted(call -> call.complete());

        String body = ask(",'stream':true").body();

        assertThat(body).contains("\"role\":\"assistant\"", "\"finish_reason\":\"stop\"");
        assertThat(body).endsWith("data: [DONE]\n\n");
    }

    @ParameterizedTest
    @CsvSource({
        "STOP, stop",
        "LENGTH, length",
        "CONTENT_FILTER, content_filter",
        "REFUSAL, stop",
        "TOOL_CALLS, tool_calls",
        "PAUSED, length"
    })
    void finishReasonOfTheProviderIsForwarded(FinishReason reason, String said) {
        stage.model.scripted(call -> {
            call.text("yes");
            call.complete(reason);
        });

        assertThat(ask("").json().at("/choices/0/finish_reason").stringValue()).isEqualTo(said);
        assertThat(ask(",'stream':true").body())
                .contains("\"finish_reason\":\"" + said + "\"")
                .endsWith("data: [DONE]\n\n");
    }

    @Test
    void omittedFieldsUseTheDefaultsOfOpenAiOrTheGateway() {
        stage.model.answering("yes");

        assertThat(ask("").json().at("/model").stringValue()).isEqualTo("model-1");
        assertThat(ask(",'stream':true").body()).contains("\"model\":\"model-1\"");

        assertThat(asked().model()).isEqualTo("model-1");
        assertThat(asked().temperature()).isEqualTo(1);
        assertThat(asked().maxTokens()).isEqualTo(4096);
        assertThat(asked().format()).isEqualTo(AnswerFormat.TEXT);
        assertThat(asked().caller().priority()).isEqualTo(Priority.MEDIUM);
    }

    @ParameterizedTest
    @ValueSource(strings = {"'content':null,", "'content':'',", ""})
    void refusalOfAnEarlierAnswerIsKeptAsItsWords(String content) {
        stage.model.answering("yes");

        Answer answer = stage.post(
                PATH,
                "{'messages':[{'role':'user','content':'q'},"
                        + "{'role':'assistant'," + content + "'refusal':'I would rather not.'},"
                        + "{'role':'user','content':'why?'}]}");

        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        assertThat(asked().prompt().messages().get(1))
                .isEqualTo(Message.assistant("I would rather not."));
    }

    @Test
    void messagesKeepOrderAndRoles() {
        stage.model.answering("yes");

        Answer answer = stage.post(PATH, """
                {'messages':[{'role':'developer','content':'Be brief.'},
                 {'role':'system','content':[{'type':'text','text':'Be kind.'}]},
                 {'role':'assistant','content':'Hello.','tool_calls':[],'refusal':null},
                 {'role':'user','content':[{'type':'text','text':'One.'},
                  {'type':'text','text':'Two.'}]}],'temperature':0.25}""");

        assertThat(answer.status()).isEqualTo(200);
        assertThat(asked().temperature()).isEqualTo(0.25);
        assertThat(asked().prompt().messages())
                .containsExactly(
                        Message.system("Be brief."),
                        Message.system("Be kind."),
                        new Message(Message.Role.ASSISTANT, "Hello."),
                        Message.user("One.\nTwo."));
    }

    @Test
    void schemaReachesTheModel() {
        stage.model.answering("{}");

        ask(",'response_format':{'type':'json_object'}");
        assertThat(asked().format()).isEqualTo(AnswerFormat.JSON);
        assertThat(asked().schema()).isNull();

        ask(",'response_format':{'type':'json_schema','json_schema':"
                + "{'name':'plan','strict':true,'schema':{'type':'object'}}}");
        assertThat(asked().format()).isEqualTo(AnswerFormat.JSON);
        assertThat(asked().schema().name()).isEqualTo("plan");
        assertThat(asked().schema().root()).isEqualTo(Map.of("type", "object"));

        ask(",'response_format':{'type':'text'}");
        assertThat(asked().format()).isEqualTo(AnswerFormat.TEXT);
    }

    @ParameterizedTest
    @CsvSource({"10, 10", "1, 1", "7, 7", "critical, 10", "HIGH, 8", "normal, 5", "background, 1"})
    void headerSetsThePriority(String header, int level) {
        stage.model.answering("yes");

        stage.send(stage.request(PATH, "{" + ASK + "}")
                .header("X-Priority", header)
                .build());

        assertThat(asked().caller().priority().level()).isEqualTo(level);
    }

    @Test
    void headerOrElseUserNamesTheGame() {
        stage.close();
        stage = GatewayFixture.open(
                settings -> settings,
                provider -> provider.withLimits(Limits.perMinute(30)),
                builder -> builder.strictSharing(true));
        stage.model.answering("yes");

        assertThat(status("game-1", ",'user':'somebody'")).isEqualTo(200);
        assertThat(status("game-2", ",'user':'somebody'")).isEqualTo(200);
        assertThat(status("game-1", "")).isEqualTo(429);
        assertThat(status("", ",'user':'game-2'")).isEqualTo(429);
        assertThat(status("", ",'user':'somebody'")).isEqualTo(200);
    }

    private int status(String session, String more) {
        okhttp3.Request.Builder request = stage.request(PATH, "{" + ASK + more + "}");
        if (!session.isEmpty()) {
            request.header("X-Session-Id", session);
        }
        return stage.send(request.build()).status();
    }

    @Test
    void wholeAnswersAreAskedForAsStreamsSoThatAHangingProviderIsNoticed() {
        stage.model.answering("[]");

        ask(",'stream':false");
        assertThat(asked().nonStreaming()).isFalse();
        stage.post("/api/llm/generate", "{'sessionId':'s','prompt':'q'}");
        assertThat(asked().nonStreaming()).isFalse();
        stage.post("/v1/embeddings", "{'input':'q'}");
        assertThat(asked().nonStreaming()).as("embeddings have no streams").isTrue();
    }

    @ParameterizedTest
    @CsvSource({"low, low, low", "low, high, high", "'', low, low", "auto, original, original"})
    void finestDetailOfTheImagesOfAMessageIsPassedOn(String one, String other, String passedOn) {
        stage.model.answering("yes");
        String image = "{'type':'image_url','image_url':{'url':'https://a.example/b.png'%s}}";
        String content = "[" + image.formatted(one.isEmpty() ? "" : ",'detail':'" + one + "'") + ","
                + image.formatted(",'detail':'" + other + "'") + "]";

        stage.post(PATH, "{'messages':[{'role':'user','content':" + content + "}]}");

        assertThat(asked().prompt().messages().get(0).imageDetail()).isEqualTo(passedOn);
    }

    @Test
    void allowedToolsAreTheOnlyOnesThatTheModelSees() {
        stage.model.answering("yes");
        String tool = "{'type':'function','function':{'name':'%s'}}";
        String tools = ",'tools':[" + tool.formatted("look") + "," + tool.formatted("go") + "]";
        String choice = ",'tool_choice':{'type':'allowed_tools','allowed_tools':{'mode':'%s',"
                + "'tools':[" + tool + "]}}";

        assertThat(ask(tools + choice.formatted("required", "go")).status()).isEqualTo(200);
        assertThat(asked().options().tools())
                .extracting(each -> each.parameters().name())
                .containsExactly("go");
        assertThat(asked().options().toolChoice()).isEqualTo("required");

        assertThat(ask(tools + choice.formatted("auto", "fly")).status()).isEqualTo(400);
        assertThat(ask(tools + choice.formatted("perhaps", "go")).status()).isEqualTo(400);
    }

    @Test
    void wordsOfARefusalArriveWholeAndStreamed() {
        stage.model.scripted(call -> {
            call.refusal("I can");
            call.refusal("not.");
            call.complete(FinishReason.REFUSAL);
        });

        Answer whole = ask("");
        String streamed = ask(",'stream':true").body();

        assertThat(whole.json().at("/choices/0/message/refusal").stringValue())
                .isEqualTo("I cannot.");
        assertThat(streamed)
                .contains("\"delta\":{\"refusal\":\"I can\"}", "\"delta\":{\"refusal\":\"not.\"}");
        assertThat(streamed.split("\"refusal\":\"", -1))
                .as("and no other words")
                .hasSize(3);
    }

    @Test
    void answerIdsAreUnique() {
        stage.model.answering("yes");

        assertThat(ask("").json().at("/id")).isNotEqualTo(ask("").json().at("/id"));
    }
}
