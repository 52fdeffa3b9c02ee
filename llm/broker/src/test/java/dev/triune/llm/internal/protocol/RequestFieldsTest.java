/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol;

import static dev.triune.llm.internal.protocol.RequestBodies.PROMPT;
import static dev.triune.llm.internal.protocol.RequestBodies.USUAL;
import static dev.triune.llm.internal.protocol.RequestBodies.dialect;
import static dev.triune.llm.internal.protocol.RequestBodies.text;
import static dev.triune.llm.internal.protocol.RequestBodies.written;
import static dev.triune.llm.provider.ServerSettings.StructuredOutput.NONE;
import static dev.triune.llm.provider.ServerSettings.StructuredOutput.SCHEMA;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Single fields of request bodies: options, images, caching, priority, tools. */
final class RequestFieldsTest {
    private static ModelCall callOf(Caller caller) {
        Prompt prompt = Prompt.of("a");
        AnswerFormat text = AnswerFormat.TEXT;
        return new ModelCall("m", prompt, text, 64, 0, ModelOptions.NONE, null, caller, false);
    }

    // temperature

    @ParameterizedTest
    @CsvSource({
        "OPENAI, gpt-6-luna, 0.7, false",
        "OPENAI, openai/gpt-5.6-luna, 0.7, false",
        "OPENAI, o4-mini, 0.7, false",
        "OPENAI, gpt-6-luna, 0.5, true",
        "OPENAI, gpt-4.1-mini, 0.7, true",
        "OPENAI, openai/gpt-oss-20b, 0.7, true",
        "ANTHROPIC, claude-haiku-5-5, 0.7, false",
        "ANTHROPIC, claude-haiku-5-5, 0, true",
        "ANTHROPIC, claude-sonnet-4-5, 0.7, true",
        "OLLAMA, gpt-6, 0.7, true",
    })
    void omitsTheDefaultTemperatureForModelsThatRefuseIt(
            ApiFamily apiFamily, String model, double temperature, boolean sent) {
        ModelCall call = new ModelCall(model, PROMPT, AnswerFormat.TEXT, 64, temperature, null);
        assertThat(new ModelRequest(apiFamily, call, USUAL).fields().contains("temperature"))
                .isEqualTo(sent);
    }

    @ParameterizedTest
    @CsvSource({"0.7, false", "0.5, true"})
    void prefersTopPToTheDefaultTemperatureForAnthropic(double temperature, boolean sent) {
        ModelCall call =
                text(temperature, Message.user("a")).withOptions(ModelOptions.NONE.topP(0.9));
        assertThat(new ModelRequest(ApiFamily.ANTHROPIC, call, USUAL).fields())
                .contains("top_p")
                .satisfies(fields -> assertThat(fields.contains("temperature")).isEqualTo(sent));
    }

    @ParameterizedTest
    @EnumSource(ApiFamily.class)
    void omitsOptionsThatTheDialectWithholds(ApiFamily apiFamily) {
        ModelCall call = text(0, Message.user("a"))
                .withOptions(ModelOptions.NONE.topP(0.9).seed(1));
        assertThat(new ModelRequest(
                                apiFamily,
                                call,
                                dialect(SCHEMA, false, "top_p", "seed", "temperature"))
                        .fields())
                .doesNotContain("top_p", "seed", "temperature");
    }

    @ParameterizedTest
    @EnumSource(ApiFamily.class)
    void omitsReasoningAfterEveryFormWasRefused(ApiFamily apiFamily) {
        ModelCall call =
                text(0, Message.user("a")).withOptions(ModelOptions.NONE.reasoning(Reasoning.HIGH));
        Dialect refused = new Dialect(ServerSettings.DEFAULT, NONE, true, Set.of(), 3, 0);
        assertThat(new ModelRequest(apiFamily, call, refused).fields())
                .doesNotContain("reasoning_effort", "think", "thinking", "output_config");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            OPENAI    | [{"type":"text","text":"What is it?"},{"type":"image_url","image_url":{"url":"data:image/png;base64,QUJD"}},{"type":"image_url","image_url":{"url":"https://a.example/b"}}]
            ANTHROPIC | [{"type":"image","source":{"type":"base64","media_type":"image/png","data":"QUJD"}},{"type":"image","source":{"type":"url","url":"https://a.example/b"}},{"type":"text","text":"What is it?"}]
            OLLAMA    | "What is it?","images":["QUJD","https://a.example/b"]
            """)
    void writesImagesInTheFormatOfTheFamily(ApiFamily family, String content) {
        Message question = Message.user(
                "What is it?", List.of("data:image/png;base64,QUJD", "https://a.example/b"));

        assertThat(written(family, text(0.5, question), USUAL)).contains("\"content\":" + content);
    }

    @Test
    void rejectsImagesInMessagesOfOtherRoles() {
        assertThatThrownBy(() -> new Message(
                        Message.Role.ASSISTANT, "", List.of(), "", List.of("https://a")))
                .hasMessage("images in a message of ASSISTANT (expected USER)");
    }

    @Test
    void sendsReasoningOffWhenTheServerRequiresIt() {
        Dialect demanded =
                new Dialect(ServerSettings.DEFAULT, NONE, true, Set.of(), Dialect.FORCED_OFF, 0);
        assertThat(written(ApiFamily.OPENAI, text(0, Message.user("a")), demanded))
                .contains("\"reasoning_effort\":\"none\"");
    }

    // prompt caching

    private static String anthropicConversation(int stable, Message... messages) {
        ModelCall call = new ModelCall(
                "m", Prompt.of(messages).withStable(stable), AnswerFormat.TEXT, 64, 0.5);
        return written(ApiFamily.ANTHROPIC, call, USUAL).replace('"', '\'');
    }

    private static final String MARK = "'cache_control':{'type':'ephemeral'}";

    @Test
    void marksStableInstructionsForTheAnthropicCache() {
        assertThat(anthropicConversation(
                        1, Message.system("a"), Message.system("b"), Message.user("c")))
                .contains("'system':[{'type':'text','text':'a'," + MARK
                        + "},{'type':'text','text':'b'}],'messages':[{'role':'user','content':"
                        + "'c'}]");
    }

    @Test
    void marksTheLastStableMessageForTheAnthropicCache() {
        assertThat(anthropicConversation(
                        3,
                        Message.system("a"),
                        Message.user("b"),
                        Message.assistant(" "),
                        Message.user("c")))
                .contains("'system':'a','messages':[{'role':'user','content':[{'type':'text',"
                        + "'text':'b'," + MARK + "}]},{'role':'user','content':'c'}]");
    }

    @Test
    void laterInstructionsLimitTheAnthropicCacheToStableInstructions() {
        assertThat(anthropicConversation(
                        2, Message.system("a"), Message.user("b"), Message.system("c")))
                .contains("'system':[{'type':'text','text':'a'," + MARK
                        + "},{'type':'text','text':'c'}],'messages':[{'role':'user','content':"
                        + "'b'}]");
    }

    @Test
    void promptWithoutAStablePartHasNoCacheMark() {
        assertThat(anthropicConversation(0, Message.system("a"), Message.user("b")))
                .doesNotContain("cache_control");
    }

    private static String cacheKey(String host, Prompt prompt) {
        ModelCall call = new ModelCall("m", prompt, AnswerFormat.TEXT, 64, 0.5);
        Dialect dialect = Dialect.forHost(host, ServerSettings.DEFAULT);
        return JsonMapper.shared()
                .readTree(new ModelRequest(ApiFamily.OPENAI, call, dialect).bytes())
                .path("prompt_cache_key")
                .asString("none");
    }

    @Test
    void promptsWithTheSameStablePartShareTheOpenAiCacheKey() {
        Prompt prompt = PROMPT.withStable(1);
        Prompt other = Prompt.of(Message.system("Be brief, in JSON."), Message.user("And now?"))
                .withStable(1);
        String key = cacheKey("api.openai.com", prompt);
        assertThat(key).hasSize(32).isEqualTo(cacheKey("api.openai.com", other));
        assertThat(cacheKey("api.openai.com", prompt.withStable(2))).isNotEqualTo(key);
        assertThat(cacheKey("api.openai.com", PROMPT)).isEqualTo("none");
        assertThat(cacheKey("api.groq.com", prompt)).isEqualTo("none");
    }

    @Test
    void llamaCppChoosesTheSlotItself() {
        Dialect dialect = Dialect.forHost("localhost", ServerSettings.of(ServerKind.LLAMA_CPP));
        ModelCall guard = callOf(new Caller("guard-1", Priority.LOW, 1));
        assertThat(written(ApiFamily.OPENAI, guard, dialect)).doesNotContain("id_slot");
    }

    @ParameterizedTest
    @CsvSource({"10, 0", "8, 2", "1, 9"})
    void urgentRequestsHaveLowerPriorityNumbersForVllm(int level, int sent) {
        Dialect vllm = Dialect.forHost(
                "localhost", ServerSettings.of(ServerKind.VLLM).withSendPriority(true));
        ModelCall call = callOf(new Caller("guard-3", Priority.of(level), 1));
        assertThat(written(ApiFamily.OPENAI, call, vllm)).contains("\"priority\":" + sent);
        assertThat(written(ApiFamily.OPENAI, call, USUAL)).doesNotContain("priority");
    }

    @ParameterizedTest
    @CsvSource({
        "0, 10, 0",
        "8192, 10, 8192",
        "8192, 24000, 8192",
        "8192, 25000, 16384",
        "8192, 100000, 65536",
        "10000, 30000, 20000",
        "8192, 2000000, 262144",
    })
    void contextDoublesUntilPromptAndAnswerFit(int least, int characters, int context) {
        ModelCall call = text(0, Message.user("x".repeat(characters)));
        assertThat(ModelRequest.context(call, least)).isEqualTo(context);
    }

    @Test
    void nonAsciiCharactersCountAsOneAndAHalfTokens() {
        ModelCall call = text(0, Message.user("山".repeat(5000)));
        assertThat(ModelRequest.context(call, 7500)).isEqualTo(15_000);
        assertThat(ModelRequest.context(call, 8000)).isEqualTo(8000);
    }

    // tools

    private static final Tool LOOK =
            new Tool("", new AnswerSchema("look", Map.of("type", "object")));
    private static final Tool WAIT =
            new Tool("", new AnswerSchema("wait", Map.of("type", "object")));

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "OPENAI | auto | \"tool_choice\":\"auto\"",
                "OPENAI | required | \"tool_choice\":\"required\"",
                "OPENAI | none | \"tool_choice\":\"none\"",
                "OPENAI | look | \"tool_choice\":{\"type\":\"function\",\"function\":{\"name\":\"look\"}}",
                "ANTHROPIC | auto | \"tool_choice\":{\"type\":\"auto\"}",
                "ANTHROPIC | required | \"tool_choice\":{\"type\":\"any\"}",
                "ANTHROPIC | none | \"tool_choice\":{\"type\":\"none\"}",
                "ANTHROPIC | look | \"tool_choice\":{\"type\":\"tool\",\"name\":\"look\"}",
            })
    void writesTheToolChoiceInTheFormatOfTheFamily(
            ApiFamily apiFamily, String choice, String expected) {
        ModelCall call = text(0, Message.user("a"))
                .withOptions(ModelOptions.NONE.tools(choice, List.of(LOOK, WAIT)));
        assertThat(written(apiFamily, call, USUAL)).contains(expected, "\"wait\"");
    }

    @ParameterizedTest
    @CsvSource({
        "auto, true, true",
        "required, true, true",
        "none, false, false",
        "look, true, false"
    })
    void sendsOnlyCallableToolsToOllama(String choice, boolean look, boolean wait) {
        ModelCall call = text(0, Message.user("a"))
                .withOptions(ModelOptions.NONE.tools(choice, List.of(LOOK, WAIT)));
        String body = written(ApiFamily.OLLAMA, call, USUAL);
        assertThat(body.contains("\"look\"")).isEqualTo(look);
        assertThat(body.contains("\"wait\"")).isEqualTo(wait);
        assertThat(body).doesNotContain("tool_choice");
    }

    @ParameterizedTest
    @EnumSource(ApiFamily.class)
    void extraFieldsReplaceValuesAndMergeIntoObjects(ApiFamily apiFamily) {
        ModelCall call = text(0.5, Message.user("a"))
                .withOptions(ModelOptions.NONE.extraBody(
                        Map.of("temperature", 0.1, "options", Map.of("top_k", 20))));
        JsonNode body =
                JsonMapper.shared().readTree(new ModelRequest(apiFamily, call, USUAL).bytes());
        assertThat(body.path("temperature").asDouble()).isEqualTo(0.1);
        assertThat(body.path("options").path("top_k").asInt()).isEqualTo(20);
        assertThat(body.path("options").has("num_predict"))
                .isEqualTo(apiFamily == ApiFamily.OLLAMA);
    }
}
