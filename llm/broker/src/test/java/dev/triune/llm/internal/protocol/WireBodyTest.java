/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.AnswerPart.ToolCall;
import dev.triune.llm.AnswerSchema;
import dev.triune.llm.Message;
import dev.triune.llm.ModelOptions;
import dev.triune.llm.ModelOptions.Reasoning;
import dev.triune.llm.ModelOptions.Tool;
import dev.triune.llm.Priority;
import dev.triune.llm.Prompt;
import dev.triune.llm.Request.AnswerFormat;
import dev.triune.llm.provider.ApiFamily;
import dev.triune.llm.provider.ModelCall;
import dev.triune.llm.provider.ModelCall.Caller;
import dev.triune.llm.provider.ServerSettings;
import dev.triune.llm.provider.ServerSettings.ServerKind;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * A call with every option, as sent to each server: compared with a fixture, and with the fields
 * that the server's provider has published.
 */
final class WireBodyTest {
    private static final AnswerSchema PLAN = new AnswerSchema(
            "plan",
            new TreeMap<>(Map.of(
                    "type",
                    "object",
                    "properties",
                    Map.of("say", Map.of("type", "string")),
                    "required",
                    List.of("say"),
                    "additionalProperties",
                    false)));

    private static final Tool LOOK = new Tool(
            "Looks into a direction.",
            new AnswerSchema(
                    "look",
                    new TreeMap<>(Map.of(
                            "type",
                            "object",
                            "properties",
                            Map.of("direction", Map.of("type", "string"))))));

    private static final Prompt PROMPT = new Prompt(List.of(
                    Message.system("You are a guard. Answer in JSON."),
                    Message.user("Where is the miller?"),
                    Message.assistant(
                            "",
                            List.of(
                                    new ToolCall("call-1", "look", "{\"direction\":\"north\"}"),
                                    new ToolCall("call-2", "look", "{\"direction\":"))),
                    Message.tool("call-1", "a mill"),
                    Message.tool("call-2", "no such direction"),
                    Message.assistant("I see a mill."),
                    Message.user("And now?")))
            .withStable(1);

    private static final Map<String, Object> USER = Map.of("user", "npc");

    static Stream<Wire> wires() {
        return Stream.of(
                cloud("openai", "gpt-6-luna", "api.openai.com"),
                cloud("groq", "qwen/qwen3.8-27b", "api.groq.com"),
                cloud("cerebras", "gpt-oss-120b", "api.cerebras.ai"),
                cloud("gemini", "gemini-3.5-flash-lite", "generativelanguage.googleapis.com"),
                cloud("openrouter", "openai/gpt-6-luna", "openrouter.ai"),
                wire(
                        ApiFamily.OPENAI,
                        "vllm",
                        "Qwen/Qwen3-8B",
                        ServerSettings.of(ServerKind.VLLM).withSendPriority(true),
                        Map.of("chat_template_kwargs", Map.of("add_vision_id", false))),
                wire(
                        ApiFamily.OPENAI,
                        "llama_cpp",
                        "gemma-4-e4b",
                        ServerSettings.of(ServerKind.LLAMA_CPP),
                        Map.of("min_p", 0.05)),
                wire(
                        ApiFamily.ANTHROPIC,
                        "anthropic",
                        "claude-haiku-5-5",
                        ServerSettings.DEFAULT,
                        Map.of("metadata", Map.of("user_id", "npc"))),
                wire(
                        ApiFamily.OLLAMA,
                        "ollama",
                        "gemma4:e4b",
                        ServerSettings.DEFAULT.withKeepAlive(Duration.ofMinutes(30)),
                        Map.of("options", Map.of("min_p", 0.05))));
    }

    private static Wire cloud(String name, String model, String host) {
        return new Wire(
                name, ApiFamily.OPENAI, model, Dialect.forHost(host, ServerSettings.DEFAULT), USER);
    }

    private static Wire wire(
            ApiFamily family,
            String name,
            String model,
            ServerSettings server,
            Map<String, Object> extra) {
        return new Wire(name, family, model, Dialect.forHost("localhost", server), extra);
    }

    /**
     * One server.
     *
     * @param name of its fixture
     * @param extra a field that only the request knows
     */
    record Wire(
            String name,
            ApiFamily family,
            String model,
            Dialect dialect,
            Map<String, Object> extra) {
        JsonNode body(Reasoning level, int refusals, boolean nonStreaming) {
            ModelOptions options = ModelOptions.NONE
                    .reasoning(level)
                    .topP(0.9)
                    .seed(7)
                    .stop("\n\n")
                    .tools("look", List.of(LOOK))
                    .extraBody(extra);
            ModelCall call = new ModelCall(
                    model,
                    PROMPT,
                    AnswerFormat.PLAN,
                    64,
                    0.5,
                    options,
                    PLAN,
                    new Caller("guard-3", Priority.HIGH, 1),
                    nonStreaming);
            int context = family == ApiFamily.OLLAMA ? ModelRequest.context(call, 8192) : 0;
            Dialect used = new Dialect(
                    dialect.server(),
                    dialect.structured(),
                    dialect.completionTokens(),
                    dialect.withheld(),
                    refusals,
                    context);
            return JsonMapper.shared().readTree(new ModelRequest(family, call, used).bytes());
        }

        @Override
        public String toString() {
            return name;
        }
    }

    @ParameterizedTest
    @MethodSource("wires")
    void writesEveryOptionAsInTheFixture(Wire wire) throws Exception {
        assertThat(wire.body(Reasoning.OFF, 0, false).toPrettyString())
                .isEqualTo(fixture(wire.name() + ".json"));
    }

    @ParameterizedTest
    @MethodSource("wires")
    void writesUnstreamedCallsAsInTheFixture(Wire wire) throws Exception {
        assertThat(wire.body(Reasoning.OFF, 0, true).toPrettyString())
                .isEqualTo(fixture(wire.name() + "-unstreamed.json"));
    }

    @ParameterizedTest
    @MethodSource("wires")
    void sendsOnlyPublishedFields(Wire wire) throws Exception {
        PublishedFields published =
                PublishedFields.of(resource("published-fields.txt"), wire.name());
        for (Reasoning level : Reasoning.values()) {
            for (int refusals = 0; refusals < 4; refusals++) {
                for (boolean nonStreaming : new boolean[] {false, true}) {
                    assertThat(published.problems(wire.body(level, refusals, nonStreaming)))
                            .as("%s after %d refusals", level, refusals)
                            .isEmpty();
                }
            }
        }
    }

    @Test
    void detectsUnpublishedFields() throws Exception {
        PublishedFields published = PublishedFields.of(resource("published-fields.txt"), "openai");
        ObjectNode body =
                (ObjectNode) wires().findFirst().orElseThrow().body(Reasoning.OFF, 0, false);
        body.put("seed", "7").put("top_k", 1).put("reasoning_effort", "off").remove("model");
        ((ObjectNode) body.path("messages").path(0)).put("role", "narrator");
        assertThat(published.problems(body))
                .containsExactlyInAnyOrder(
                        "model is missing",
                        "messages[].role: \"narrator\" is not system | user | assistant | tool",
                        "seed: \"7\" is not integer",
                        "top_k: 1 is not published",
                        "reasoning_effort: \"off\" is not none | minimal | low | medium | high"
                                + " | xhigh | max");
    }

    private static String fixture(String name) throws Exception {
        return JsonMapper.shared().readTree(resource(name)).toPrettyString();
    }

    static String resource(String name) throws Exception {
        try (InputStream in = WireBodyTest.class.getResourceAsStream("wire/" + name)) {
            assertThat(in).as(name).isNotNull();
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
