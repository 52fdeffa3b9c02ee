/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.completion;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.gateway.GatewaySettings.UnknownFields;
import dev.triune.gateway.fixture.GatewayFixture;
import dev.triune.gateway.fixture.GatewayFixture.Answer;
import dev.triune.llm.AnswerPart.ToolCall;
import dev.triune.llm.Message;
import dev.triune.llm.ModelOptions;
import dev.triune.llm.ModelOptions.Reasoning;
import dev.triune.llm.ModelOptions.Tool;
import dev.triune.llm.Outcome.FinishReason;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Request fields reach the provider, and parts of its answer reach the client. */
class ForwardedFieldsTest {
    private static final String PATH = "/v1/chat/completions";
    private static final String ASK = "'messages':[{'role':'user','content':'What now?'}]";
    private static final String TOOL = "{'type':'function','function':{'name':'look',"
            + "'description':'Looks around.','parameters':{'type':'object','properties':{}}}}";

    private GatewayFixture stage = GatewayFixture.open();

    @AfterEach
    void close() {
        stage.close();
    }

    private Answer ask(String more) {
        return stage.post(PATH, "{" + ASK + more + "}");
    }

    private ModelOptions asked() {
        return stage.model.call(stage.model.calls.size() - 1).asked.options();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ,'stop':'END'                | [END]
            ,'stop':['a','b']            | [a, b]
            ,'stop':[]                   | []
            """)
    void stopSequencesAreForwarded(String more, String stop) {
        stage.model.answering("yes");

        assertThat(ask(more).status()).isEqualTo(200);

        assertThat(asked().stop()).hasToString(stop);
    }

    @ParameterizedTest
    @CsvSource({
        "none, OFF",
        "minimal, LOW",
        "low, LOW",
        "medium, MEDIUM",
        "high, HIGH",
        "xhigh, HIGH"
    })
    void reasoningEffortIsForwarded(String effort, Reasoning level) {
        stage.model.answering("yes");

        assertThat(ask(",'reasoning_effort':'" + effort + "'").status()).isEqualTo(200);

        assertThat(asked().reasoning()).isEqualTo(level);
    }

    @Test
    void forwardsSamplingOptionsExceptNeutralValues() {
        stage.model.answering("yes");

        ask(",'top_p':0.9,'seed':42,'frequency_penalty':0.5,'presence_penalty':-1,"
                + "'logit_bias':{'50256':-100},'verbosity':'low','parallel_tool_calls':false");
        assertThat(asked().topP()).isEqualTo(0.9);
        assertThat(asked().seed()).isEqualTo(42);
        assertThat(asked().extraBody())
                .isEqualTo(Map.of(
                        "frequency_penalty",
                        0.5,
                        "presence_penalty",
                        -1,
                        "logit_bias",
                        Map.of("50256", -100),
                        "verbosity",
                        "low",
                        "parallel_tool_calls",
                        false));

        ask(
                ",'top_p':1,'frequency_penalty':0,'logit_bias':{},'verbosity':'medium','logprobs':false");
        assertThat(asked()).isEqualTo(ModelOptions.NONE);

        ask(",'seed':-7");
        assertThat(asked().extraBody()).isEqualTo(Map.of("seed", -7));
    }

    @Test
    void strictFunctionsAreNamedAsDropped() {
        stage.model.answering("yes");
        String strict = TOOL.replace("'name'", "'strict':true,'name'");
        String lax = TOOL.replace("'look'", "'see','strict':false");

        assertThat(ask(",'tools':[" + strict + "," + lax + "]").headers().get("X-Dropped-Fields"))
                .isEqualTo("tools.strict");
        assertThat(ask(",'tools':[" + lax + "]").headers().get("X-Dropped-Fields"))
                .isNull();
    }

    @Test
    void toolsToolChoiceAndToolMessagesAreForwarded() {
        stage.model.answering("yes");

        Answer answer = stage.post(
                PATH,
                "{'tools':[" + TOOL
                        + "],'tool_choice':{'type':'function','function':{'name':'look'}},"
                        + "'messages':[{'role':'user','content':'What now?'},"
                        + "{'role':'assistant','content':null,'tool_calls':[{'id':'c1','type':'function',"
                        + "'function':{'name':'look','arguments':'{}'}}]},"
                        + "{'role':'tool','tool_call_id':'c1','content':'a wolf'}]}");

        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        assertThat(asked().tools()).extracting(Tool::name).containsExactly("look");
        assertThat(asked().tools()).extracting(Tool::description).containsExactly("Looks around.");
        assertThat(asked().toolChoice()).isEqualTo("look");
        assertThat(stage.model.call(0).asked.prompt().messages())
                .containsExactly(
                        Message.user("What now?"),
                        Message.assistant("", List.of(new ToolCall("c1", "look", "{}"))),
                        Message.tool("c1", "a wolf"));
    }

    @Test
    void toolCallsReachTheClientStreamedAndUnstreamed() {
        stage.model.scripted(call -> {
            call.toolCall(new ToolCall("c1", "look", "{\"to\":1}"));
            call.toolCall(new ToolCall("c2", "flee", "{}"));
            call.complete(FinishReason.TOOL_CALLS);
        });

        var choice = ask(",'tools':[" + TOOL + "]").json().at("/choices/0");
        assertThat(choice.toString())
                .contains(
                        "\"content\":null",
                        "\"tool_calls\":[{\"id\":\"c1\",\"type\":\"function\",\"function\":"
                                + "{\"name\":\"look\",\"arguments\":\"{\\\"to\\\":1}\"}},"
                                + "{\"id\":\"c2\"",
                        "\"finish_reason\":\"tool_calls\"");

        assertThat(ask(",'stream':true,'tools':[" + TOOL + "]").body())
                .contains(
                        "\"delta\":{\"role\":\"assistant\"",
                        "\"delta\":{\"tool_calls\":[{\"index\":0,\"id\":\"c1\"",
                        "\"delta\":{\"tool_calls\":[{\"index\":1,\"id\":\"c2\"")
                .endsWith("data: [DONE]\n\n");
    }

    @Test
    void severalChoicesAreSeveralCallsWithSummedUsage() {
        stage.model.scripted(call -> {
            call.text("answer to seed " + call.asked.options().seed());
            call.complete();
        });

        Answer answer = ask(",'n':3,'seed':5");

        assertThat(stage.model.calls).hasSize(3);
        assertThat(answer.json()
                        .at("/choices")
                        .valueStream()
                        .map(choice -> choice.at("/index").intValue()
                                + choice.at("/message/content").stringValue()))
                .containsExactly("0answer to seed 5", "1answer to seed 6", "2answer to seed 7");
        assertThat(answer.json().at("/usage/total_tokens").intValue()).isEqualTo(3 * 124);

        String stream = ask(",'n':2,'stream':true,'stream_options':{'include_usage':true}")
                .body();
        assertThat(stream)
                .contains("\"index\":0,\"delta\":{\"role\"", "\"index\":1,\"delta\":{\"role\"")
                .containsOnlyOnce("data: [DONE]")
                .contains("\"total_tokens\":" + 2 * 124);
    }

    @Test
    void failedChoiceFailsTheAnswerAndCancelsTheOthers() {
        stage.model.scripted(call -> {
            if (stage.model.calls.size() == 2) {
                call.fail(new dev.triune.llm.provider.CallFailure.Failed(
                        dev.triune.llm.FailureCode.BAD_REQUEST, "it failed"));
            }
        });

        assertThat(ask(",'n':2").status()).isEqualTo(400);
        org.awaitility.Awaitility.await().until(stage.model.call(0)::isCancelled);
    }

    @Test
    void logprobsAreRequestedAndReachTheClient() {
        String logprobs = "{\"content\":[{\"token\":\"%s\",\"logprob\":-0.5}],\"refusal\":null}";
        stage.model.scripted(call -> {
            call.text("a");
            call.logprobs(logprobs.formatted("a"));
            call.text("b");
            call.logprobs(logprobs.formatted("b"));
            call.complete();
        });

        Answer answer = ask(",'logprobs':true,'top_logprobs':2");
        assertThat(asked().extraBody()).isEqualTo(Map.of("logprobs", true, "top_logprobs", 2));
        assertThat(answer.json().at("/choices/0/logprobs").toString())
                .isEqualTo("{\"content\":[{\"token\":\"a\",\"logprob\":-0.5},"
                        + "{\"token\":\"b\",\"logprob\":-0.5}],\"refusal\":null}");

        assertThat(ask(",'logprobs':true,'stream':true").body())
                .contains("\"delta\":{},\"logprobs\":{\"content\":[{\"token\":\"b\"");
    }

    @Test
    void userImagesAreForwarded() {
        stage.model.answering("yes");

        Answer answer = stage.post(
                PATH,
                "{'messages':[{'role':'user','content':[{'type':'text','text':'What is it?'},"
                        + "{'type':'image_url','image_url':{'url':'data:image/png;base64,QUJD'}},"
                        + "{'type':'image_url','image_url':{'url':'https://a.example/b.png'}}]}]}");

        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        assertThat(stage.model.call(0).asked.prompt().messages())
                .containsExactly(Message.user(
                        "What is it?",
                        List.of("data:image/png;base64,QUJD", "https://a.example/b.png")));
    }

    @Test
    void unknownFieldsAreDroppedPassedOrRefusedAsConfigured() {
        stage.model.answering("yes");
        Answer dropped = ask(",'top_k':20,'min_p':0.1,'metadata':{'a':'b'}");
        assertThat(dropped.status()).isEqualTo(200);
        assertThat(dropped.headers().get("X-Dropped-Fields")).isEqualTo("top_k, min_p");
        assertThat(asked()).isEqualTo(ModelOptions.NONE);
        assertThat(ask("").headers().get("X-Dropped-Fields")).isNull();

        reopen(UnknownFields.PASS);
        assertThat(ask(",'top_k':20,'x':[1]").status()).isEqualTo(200);
        assertThat(asked().extraBody()).isEqualTo(Map.of("top_k", 20, "x", List.of(1)));
        assertThat(ask(",'system':'SECRET'").status()).isEqualTo(400);

        reopen(UnknownFields.REFUSE);
        Answer refused = ask(",'top_k':20");
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.json().at("/error/message").stringValue())
                .isEqualTo("top_k is not known to this gateway (expected it left out)");
    }

    private void reopen(UnknownFields fields) {
        stage.close();
        stage = GatewayFixture.open(
                settings -> GatewayFixture.with(settings, "unknownFields", fields), builder -> {});
        stage.model.answering("yes");
    }
}
