/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.triune.llm.AnswerPart.ToolCall;
import dev.triune.llm.AnswerSchema;
import dev.triune.llm.Message;
import dev.triune.llm.ModelOptions;
import dev.triune.llm.ModelOptions.Reasoning;
import dev.triune.llm.ModelOptions.Tool;
import dev.triune.llm.Prompt;
import dev.triune.llm.Request.AnswerFormat;
import dev.triune.llm.provider.GatewayProvider;
import dev.triune.llm.provider.ModelCall;
import dev.triune.llm.provider.ServerSettings.StructuredOutput;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import mockwebserver3.RecordedRequest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** The requests sent to a gateway. */
final class GatewayRequestTest extends GatewayFixture {
    private static final AnswerSchema SCHEMA = new AnswerSchema("plan", Map.of("type", "object"));

    private JsonNode sent(ModelCall call) throws Exception {
        return sent(builder(), call);
    }

    private JsonNode sent(GatewayProvider.Builder builder, ModelCall call) throws Exception {
        stream(GatewayScript.complete());
        open(builder).start(call, sink);
        sink.usage();
        return body(next(asked));
    }

    @Test
    void sendsCallerPromptAndPriority() throws Exception {
        JsonNode body = sent(CALL);
        assertThat(body.toString())
                .isEqualTo("{\"sessionId\":\"village-7\",\"agentId\":\"miller\",\"model\":"
                        + "\"small-1\",\"messages\":[{\"role\":\"user\",\"content\":\"" + QUESTION
                        + "\"}],\"maxTokens\":50,\"temperature\":0.5,\"priority\":8,\"cost\":3,"
                        + "\"stream\":true}");
    }

    @Test
    void sendsOptionsToolsAndStableCountInSeparateFields() throws Exception {
        Tool look = new Tool("Looks.", new AnswerSchema("look", Map.of("type", "object")));
        Prompt prompt = Prompt.of(
                        Message.user("q"),
                        Message.assistant("", List.of(new ToolCall("c1", "look", "{}"))),
                        Message.tool("c1", "a mill"))
                .withStable(1);
        ModelCall call = new ModelCall("", prompt, AnswerFormat.TEXT, 5, 0.5)
                .withOptions(ModelOptions.NONE
                        .reasoning(Reasoning.OFF)
                        .topP(0.9)
                        .seed(7)
                        .stop("END")
                        .tools("look", List.of(look))
                        .extraBody(Map.of("top_k", 20)));
        assertThat(sent(call).toString())
                .isEqualTo(("{'sessionId':'village-7','messages':[{'role':'user',"
                                + "'content':'q'},{'role':'assistant','content':null,'tool_calls':[{'id':"
                                + "'c1','type':'function','function':{'name':'look','arguments':'{}'}}]},"
                                + "{'role':'tool','content':'a mill','tool_call_id':'c1'}],'maxTokens':5,"
                                + "'temperature':0.5,'priority':5,'cost':1,'stream':true,'stable':1,"
                                + "'reasoning':'off','topP':0.9,'seed':7,'stop':['END'],'tools':[{'type':"
                                + "'function','function':{'name':'look','description':'Looks.',"
                                + "'parameters':{'type':'object'}}}],'toolChoice':'look','extraBody':"
                                + "{'top_k':20}}")
                        .replace('\'', '"'));
    }

    @Test
    void sendsTheTokenToTheGatewaysPath() throws Exception {
        stream(GatewayScript.complete());
        open().start(CALL, sink);
        sink.usage();
        RecordedRequest request = next(asked);
        assertThat(request.getRequestLine()).isEqualTo("POST /api/llm/generate HTTP/1.1");
        assertThat(request.getHeaders().get("Authorization")).isEqualTo("Bearer " + TOKEN);
        assertThat(request.getHeaders().get("Content-Type")).isEqualTo("application/json");
    }

    @Test
    void omitsUnsetFields() throws Exception {
        ModelCall nameless = new ModelCall("", Prompt.of("?"), AnswerFormat.TEXT, 5, 0);
        JsonNode body = sent(nameless);
        assertThat(body.has("model")).isFalse();
        assertThat(body.has("agentId")).isFalse();
        assertThat(body.path("priority").intValue()).isEqualTo(5);
        assertThat(body.path("cost").intValue()).isOne();
    }

    @Test
    void requestsPlansAsJsonWithTheirSchema() throws Exception {
        ModelCall plan = call(AnswerFormat.PLAN);
        assertThat(sent(plan).path("format").stringValue()).isEqualTo("json");

        ModelCall shaped = shaped(plan);
        RecordedRequest request = afterAsking(builder(), shaped);
        assertThat(body(request).path("schema").toString())
                .isEqualTo("{\"name\":\"plan\",\"schema\":{\"type\":\"object\"}}");
    }

    @Test
    void structuredOutputSettingControlsSchemaAndFormat() throws Exception {
        ModelCall shaped = shaped(call(AnswerFormat.PLAN));
        JsonNode json = body(afterAsking(builder().structured(StructuredOutput.JSON), shaped));
        assertThat(json.has("schema")).isFalse();
        assertThat(json.path("format").stringValue()).isEqualTo("json");
        JsonNode none = body(afterAsking(builder().structured(StructuredOutput.NONE), shaped));
        assertThat(none.has("schema")).isFalse();
        assertThat(none.has("format")).isFalse();
    }

    private static ModelCall shaped(ModelCall call) {
        return new ModelCall(
                call.model(),
                call.prompt(),
                call.format(),
                call.maxTokens(),
                call.temperature(),
                call.options(),
                SCHEMA,
                call.caller(),
                call.nonStreaming());
    }

    private RecordedRequest afterAsking(GatewayProvider.Builder builder, ModelCall call)
            throws Exception {
        asked.clear();
        stream(GatewayScript.complete());
        open(builder).start(call, sink);
        return next(asked);
    }

    @Test
    void trailingSlashOfTheUrlIsIgnored() throws Exception {
        stream(GatewayScript.complete());
        open(GatewayProvider.builder(url() + "/", SESSION).ticker(time).timers(time))
                .start(CALL, sink);
        assertThat(next(asked).getUrl().encodedPath()).isEqualTo("/api/llm/generate");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "  ", "long"})
    void rejectsInvalidSessionNames(String name) {
        String session = name.replace("long", "x".repeat(129));
        assertThatThrownBy(() -> GatewayProvider.builder("http://127.0.0.1:8766", session))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("session of " + session.length() + " characters");
    }

    @Test
    void randomGameIdDependsOnlyOnTheRandomSource() {
        String one = GatewayProvider.randomGameId(new SplittableRandom(1));
        assertThat(one).isEqualTo(GatewayProvider.randomGameId(new SplittableRandom(1)));
        assertThat(one).matches("game-[0-9a-f]{16}");
        assertThat(one).isNotEqualTo(GatewayProvider.randomGameId(new SplittableRandom(2)));
    }
}
