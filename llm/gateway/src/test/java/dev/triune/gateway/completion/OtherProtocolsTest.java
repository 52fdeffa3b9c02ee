/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.completion;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.gateway.fixture.GatewayFixture;
import dev.triune.gateway.fixture.GatewayFixture.Answer;
import dev.triune.llm.AnswerPart.ToolCall;
import dev.triune.llm.FailureCode;
import dev.triune.llm.Message;
import dev.triune.llm.ModelOptions.Reasoning;
import dev.triune.llm.ModelOptions.Tool;
import dev.triune.llm.Outcome.FinishReason;
import dev.triune.llm.provider.CallFailure;
import dev.triune.llm.provider.ModelCall;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Anthropic Messages and OpenAI Responses requests reach the provider like any other request. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OtherProtocolsTest {
    private static final String MESSAGES = "/v1/messages";
    private static final String RESPONSES = "/v1/responses";

    private final GatewayFixture stage = GatewayFixture.open();

    @AfterAll
    void close() {
        stage.close();
    }

    private ModelCall asked(String path, String body) {
        stage.model.answering("yes");
        Answer answer = stage.post(path, body);
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        return stage.model.call(stage.model.calls.size() - 1).asked;
    }

    @Test
    void anthropicMessagesKeepToolsImagesAndStablePart() {
        ModelCall asked = asked(
                MESSAGES,
                "{'model':'model-1','max_tokens':77,'temperature':0.5,'top_p':0.9,"
                        + "'stop_sequences':['END'],'thinking':{'type':'enabled','budget_tokens':9000},"
                        + "'system':[{'type':'text','text':'Be kind.','cache_control':{'type':'ephemeral'}},"
                        + "{'type':'text','text':'Be brief.'}],"
                        + "'tools':[{'name':'look','description':'Looks.','input_schema':{'type':'object'}}],"
                        + "'tool_choice':{'type':'tool','name':'look'},'messages':["
                        + "{'role':'user','content':[{'type':'image','source':{'type':'base64',"
                        + "'media_type':'image/png','data':'QUJD'}},{'type':'text','text':'What is it?'}]},"
                        + "{'role':'assistant','content':[{'type':'thinking','thinking':'hm','signature':'s'},"
                        + "{'type':'text','text':'I look.'},"
                        + "{'type':'tool_use','id':'c1','name':'look','input':{'to':1}}]},"
                        + "{'role':'user','content':[{'type':'tool_result','tool_use_id':'c1',"
                        + "'content':[{'type':'text','text':'a wolf'}]},{'type':'text','text':'Well?'}]}]}");

        assertThat(asked.prompt().messages())
                .containsExactly(
                        Message.system("Be kind."),
                        Message.system("Be brief."),
                        Message.user("What is it?", List.of("data:image/png;base64,QUJD")),
                        Message.assistant(
                                "I look.", List.of(new ToolCall("c1", "look", "{\"to\":1}"))),
                        Message.tool("c1", "a wolf"),
                        Message.user("Well?"));
        assertThat(asked.prompt().stable()).isEqualTo(1);
        assertThat(asked.maxTokens()).isEqualTo(77);
        assertThat(asked.temperature()).isEqualTo(0.5);
        assertThat(asked.options().topP()).isEqualTo(0.9);
        assertThat(asked.options().stop()).containsExactly("END");
        assertThat(asked.options().reasoning()).isEqualTo(Reasoning.MEDIUM);
        assertThat(asked.options().tools()).extracting(Tool::name).containsExactly("look");
        assertThat(asked.options().toolChoice()).isEqualTo("look");
    }

    @Test
    void openAiResponsesKeepToolsAndImages() {
        ModelCall asked = asked(
                RESPONSES,
                "{'model':'model-1','max_output_tokens':77,'instructions':'Be kind.',"
                        + "'reasoning':{'effort':'low'},'text':{'format':{'type':'json_schema',"
                        + "'name':'plan','schema':{'type':'object'}}},"
                        + "'tools':[{'type':'function','name':'look','parameters':{'type':'object'}}],"
                        + "'tool_choice':{'type':'function','name':'look'},'input':["
                        + "{'role':'user','content':[{'type':'input_text','text':'What is it?'},"
                        + "{'type':'input_image','image_url':'https://a.example/b.png'}]},"
                        + "{'type':'reasoning','id':'r','summary':[]},"
                        + "{'type':'message','role':'assistant','content':[{'type':'output_text','text':'I look.'}]},"
                        + "{'type':'function_call','call_id':'c1','name':'look','arguments':'{}'},"
                        + "{'type':'function_call','call_id':'c2','name':'look','arguments':'{}'},"
                        + "{'type':'function_call_output','call_id':'c1','output':'a wolf'}]}");

        assertThat(asked.prompt().messages())
                .containsExactly(
                        Message.system("Be kind."),
                        Message.user("What is it?", List.of("https://a.example/b.png")),
                        Message.assistant(
                                "I look.",
                                List.of(
                                        new ToolCall("c1", "look", "{}"),
                                        new ToolCall("c2", "look", "{}"))),
                        Message.tool("c1", "a wolf"));
        assertThat(asked.maxTokens()).isEqualTo(77);
        assertThat(asked.options().reasoning()).isEqualTo(Reasoning.LOW);
        assertThat(asked.options().toolChoice()).isEqualTo("look");
        assertThat(asked.schema().name()).isEqualTo("plan");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            messages                         | {'max_tokens':5}
            max_tokens                       | {'messages':[{'role':'user','content':'SECRET'}]}
            messages[0].role                 | {'max_tokens':5,'messages':[{'role':'tool','content':'SECRET'}]}
            messages[0].content              | {'max_tokens':5,'messages':[{'role':'user'}]}
            messages[0].content[0].type      | {'max_tokens':5,'messages':[{'role':'user','content':[{'type':'document'}]}]}
            messages[0].content[0].source.media_type | {'max_tokens':5,'messages':[{'role':'user','content':[{'type':'image','source':{'type':'base64','media_type':'text/html','data':'SECRET'}}]}]}
            messages[0].content              | {'max_tokens':5,'messages':[{'role':'user','content':[{'type':'tool_use','id':'1','name':'f','input':{}}]}]}
            messages[0].content[0].tool_use_id | {'max_tokens':5,'messages':[{'role':'user','content':[{'type':'tool_result'}]}]}
            tools[0].type                    | {'max_tokens':5,'messages':[{'role':'user','content':'q'}],'tools':[{'type':'bash_20250124','name':'bash'}]}
            tool_choice                      | {'max_tokens':5,'messages':[{'role':'user','content':'q'}],'tool_choice':{'type':'any'}}
            thinking.type                    | {'max_tokens':5,'messages':[{'role':'user','content':'q'}],'thinking':{'type':'SECRET'}}
            system[0].type                   | {'max_tokens':5,'messages':[{'role':'user','content':'q'}],'system':[{'type':'SECRET'}]}
            """)
    void invalidFieldOfAMessagesRequestIsNamed(String field, String body) {
        Answer answer = stage.post(MESSAGES, body);

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.json().at("/type").stringValue()).isEqualTo("error");
        assertThat(answer.json().at("/error/type").stringValue())
                .isEqualTo("invalid_request_error");
        assertThat(answer.json().at("/error/message").stringValue())
                .startsWith(field)
                .contains("expected")
                .doesNotContain("SECRET");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            input                | {}
            input                | {'input':5}
            input                | {'input':[]}
            input[0].type        | {'input':[{'type':'item_reference','id':'SECRET'}]}
            input[0].call_id     | {'input':[{'type':'function_call_output','output':'SECRET'}]}
            input[0].role        | {'input':[{'role':'tool','content':'SECRET'}]}
            previous_response_id | {'input':'q','previous_response_id':'resp_1'}
            background           | {'input':'q','background':true}
            tools[0].type        | {'input':'q','tools':[{'type':'web_search'}]}
            text.format.type     | {'input':'q','text':{'format':{'type':'SECRET'}}}
            reasoning.effort     | {'input':'q','reasoning':{'effort':'SECRET'}}
            """)
    void invalidFieldOfAResponsesRequestIsNamed(String field, String body) {
        Answer answer = stage.post(RESPONSES, body);

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.json().at("/error/param").stringValue()).isEqualTo(field);
        assertThat(answer.body()).contains("expected").doesNotContain("SECRET");
    }

    @Test
    void textAndToolCallsAreSeparateStreamBlocks() {
        stage.model.scripted(call -> {
            call.text("I look");
            call.text(" around.");
            call.toolCall(new ToolCall("c1", "look", "{\"to\":1}"));
            call.complete(FinishReason.TOOL_CALLS);
        });

        String messages = stage.post(
                        MESSAGES,
                        "{'max_tokens':5,'stream':true,'messages':[{'role':'user','content':'q'}]}")
                .body();
        assertThat(messages.lines().filter(line -> line.startsWith("event: ")))
                .containsExactly(
                        "event: message_start",
                        "event: content_block_start",
                        "event: content_block_delta",
                        "event: content_block_delta",
                        "event: content_block_stop",
                        "event: content_block_start",
                        "event: content_block_delta",
                        "event: content_block_stop",
                        "event: message_delta",
                        "event: message_stop");
        assertThat(messages)
                .contains("\"index\":1,\"content_block\":{\"type\":\"tool_use\",\"id\":\"c1\"")
                .contains("\"stop_reason\":\"tool_use\"");

        String responses = stage.post(RESPONSES, "{'stream':true,'input':'q'}").body();
        assertThat(responses.lines().filter(line -> line.startsWith("event: ")))
                .containsExactly(
                        "event: response.created",
                        "event: response.in_progress",
                        "event: response.output_item.added",
                        "event: response.content_part.added",
                        "event: response.output_text.delta",
                        "event: response.output_text.delta",
                        "event: response.output_text.done",
                        "event: response.content_part.done",
                        "event: response.output_item.done",
                        "event: response.output_item.added",
                        "event: response.function_call_arguments.delta",
                        "event: response.function_call_arguments.done",
                        "event: response.output_item.done",
                        "event: response.completed");
        assertThat(responses).contains("\"sequence_number\":13");
    }

    @Test
    void unknownPathHasTheErrorFormatOfTheProtocolThatItIsBelow() {
        Answer unknown = stage.post("/v1/messages/count_tokens", "{}");
        assertThat(unknown.status()).isEqualTo(404);
        assertThat(unknown.json().path("type").asString("")).isEqualTo("error");
        assertThat(stage.post("/v1/nothing", "{}").json().at("/error/message").isString())
                .isTrue();
    }

    @Test
    void refusalHasTheFormatOfEachProtocol() {
        stage.model.scripted(call -> call.complete(FinishReason.REFUSAL));

        Answer message =
                stage.post(MESSAGES, "{'max_tokens':5,'messages':[{'role':'user','content':'q'}]}");
        assertThat(message.json().at("/stop_reason").stringValue()).isEqualTo("refusal");
        Answer response = stage.post(RESPONSES, "{'input':'q'}");
        assertThat(response.json().at("/status").stringValue()).isEqualTo("completed");
        assertThat(response.json().at("/output/0/content/0/type").stringValue())
                .isEqualTo("refusal");
        assertThat(stage.post(RESPONSES, "{'input':'q','stream':true}").body())
                .contains("\"type\":\"refusal\"", "event: response.completed");
    }

    @Test
    void truncatedStreamEndsWithAnErrorOfItsProtocol() {
        stage.model.scripted(call -> {
            call.text("I will");
            call.fail(new CallFailure.Failed(FailureCode.CUT_OFF, "it ended too early"));
        });

        assertThat(stage.post(
                                MESSAGES,
                                "{'max_tokens':5,'stream':true,'messages':[{'role':'user','content':'q'}]}")
                        .body())
                .contains(
                        "event: error\ndata: {\"type\":\"error\",\"error\":{\"type\":\"api_error\"")
                .doesNotContain("message_stop");
        assertThat(stage.post(RESPONSES, "{'stream':true,'input':'q'}").body())
                .contains("event: error\ndata: {\"error\":", "\"code\":\"cut_off\"")
                .doesNotContain("response.completed");
    }
}
