/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol;

import static dev.triune.llm.provider.StructuredOutput.JSON;
import static dev.triune.llm.provider.StructuredOutput.NONE;
import static dev.triune.llm.provider.StructuredOutput.SCHEMA;
import static dev.triune.llm.provider.StructuredOutput.SCHEMA_WHOLE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.AnswerFormat;
import dev.triune.llm.AnswerSchema;
import dev.triune.llm.Message;
import dev.triune.llm.Prompt;
import dev.triune.llm.provider.ApiFamily;
import dev.triune.llm.provider.ModelCall;
import dev.triune.llm.provider.StructuredOutput;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The bodies of calls, to the byte. Expected JSON is written in single quotes. */
final class ModelRequestWriterTest {
    private static final String LOOSE_JSON =
            "{'type':'object','properties':{'say':{'type':'string'}}}";
    private static final String STRICT_JSON = "{'type':'object','properties':{'say':{'type':"
            + "'string'}},'required':['say'],'additionalProperties':false}";
    private static final AnswerSchema LOOSE = schema(false);
    private static final AnswerSchema STRICT = schema(true);
    private static final Prompt PROMPT =
            Prompt.of(Message.system("Be brief, in JSON."), Message.user("What now?"));
    private static final Dialect USUAL = new Dialect(SCHEMA, false, true, true);
    private static final String MESSAGES =
            "'messages':[{'role':'system','content':'Be brief, in JSON.'},"
                    + "{'role':'user','content':'What now?'}]";

    private static AnswerSchema schema(boolean strict) {
        Map<String, Object> root = new LinkedHashMap<>();
        root.put("type", "object");
        root.put("properties", Map.of("say", Map.of("type", "string")));
        if (strict) {
            root.put("required", List.of("say"));
            root.put("additionalProperties", false);
        }
        return new AnswerSchema("plan", root);
    }

    private static ModelCall plan(Optional<AnswerSchema> schema) {
        return new ModelCall("m", PROMPT, AnswerFormat.PLAN, 64, 0.5, schema);
    }

    private static ModelCall text(double temperature, Message... messages) {
        return new ModelCall(
                "m", Prompt.of(messages), AnswerFormat.TEXT, 64, temperature, Optional.of(STRICT));
    }

    private static String written(ApiFamily apiFamily, ModelCall call, Dialect dialect) {
        return new String(
                ModelRequestWriter.write(apiFamily, call, dialect), StandardCharsets.UTF_8);
    }

    private static void assertWritten(
            ApiFamily apiFamily, ModelCall call, Dialect dialect, String expected) {
        assertThat(written(apiFamily, call, dialect)).isEqualTo(StreamFixture.json(expected));
    }

    private static String openAi(String rest) {
        return "{'model':'m'," + MESSAGES + ",'max_tokens':64,'temperature':0.5," + rest + "}";
    }

    @Test
    void openAiIsAskedForAStreamThatReportsTokens() {
        assertWritten(
                ApiFamily.OPENAI,
                text(0.5, Message.system("Be brief, in JSON."), Message.user("What now?")),
                USUAL,
                openAi("'stream':true,'stream_options':{'include_usage':true}"));
    }

    @Test
    void openAiIsHeldToAStrictSchemaToTheLetter() {
        assertWritten(
                ApiFamily.OPENAI,
                plan(Optional.of(STRICT)),
                USUAL,
                openAi("'stream':true,'stream_options':{'include_usage':true},'response_format':"
                        + "{'type':'json_schema','json_schema':{'name':'plan','strict':true,"
                        + "'schema':" + STRICT_JSON + "}}"));
    }

    @Test
    void openAiIsNotHeldToALooseSchemaToTheLetter() {
        assertWritten(
                ApiFamily.OPENAI,
                plan(Optional.of(LOOSE)),
                USUAL,
                openAi("'stream':true,'stream_options':{'include_usage':true},'response_format':"
                        + "{'type':'json_schema','json_schema':{'name':'plan','strict':false,"
                        + "'schema':" + LOOSE_JSON + "}}"));
    }

    @Test
    void aSchemaInOnePieceIsAskedForWithoutAStream() {
        assertWritten(
                ApiFamily.OPENAI,
                plan(Optional.of(STRICT)),
                USUAL.with(SCHEMA_WHOLE),
                openAi("'stream':false,'response_format':{'type':'json_schema','json_schema':"
                        + "{'name':'plan','strict':true,'schema':" + STRICT_JSON + "}}"));
    }

    @Test
    void aPromptWithoutAWordOfJsonIsNotHeldToItWhereOpenAiWouldRefuse() {
        ModelCall call = new ModelCall("m", Prompt.of("What now?"), AnswerFormat.PLAN, 64, 0.5);
        assertThat(written(ApiFamily.OPENAI, call, USUAL)).doesNotContain("response_format");
        assertThat(written(ApiFamily.OLLAMA, call, USUAL)).contains("\"format\":\"json\"");
    }

    @ParameterizedTest
    @CsvSource({"SCHEMA, false", "SCHEMA_WHOLE, false", "JSON, false", "JSON, true"})
    void withoutASchemaOrWithoutFaithInThemOpenAiIsHeldToJson(
            StructuredOutput structured, boolean schema) {
        assertWritten(
                ApiFamily.OPENAI,
                plan(schema ? Optional.of(STRICT) : Optional.empty()),
                USUAL.with(structured),
                openAi("'stream':true,'stream_options':{'include_usage':true},"
                        + "'response_format':{'type':'json_object'}"));
    }

    @Test
    void whatIsLeftToThePromptIsNotAskedOfOpenAi() {
        assertWritten(
                ApiFamily.OPENAI,
                plan(Optional.of(STRICT)),
                USUAL.with(NONE),
                openAi("'stream':true,'stream_options':{'include_usage':true}"));
    }

    @Test
    void allOptionsOfTheDialectOfNewerModels() {
        assertWritten(
                ApiFamily.OPENAI,
                plan(Optional.empty()),
                new Dialect(NONE, true, false, false),
                "{'model':'m'," + MESSAGES + ",'max_completion_tokens':64,'stream':true}");
    }

    @Test
    void rolesAndTextsGoToOpenAiAsTheyAre() {
        assertWritten(
                ApiFamily.OPENAI,
                text(
                        0,
                        Message.user(" a\n"),
                        new Message(Message.Role.ASSISTANT, "b "),
                        Message.user("")),
                new Dialect(SCHEMA, false, false, false),
                "{'model':'m','messages':[{'role':'user','content':' a\\n'},{'role':'assistant',"
                        + "'content':'b '},{'role':'user','content':''}],'max_tokens':64,"
                        + "'stream':true}");
    }

    private static String anthropic(String conversation, String rest) {
        return "{'model':'m','max_tokens':64," + conversation + rest + ",'stream':true}";
    }

    @Test
    void instructionsHaveAPlaceOfTheirOwnAtAnthropic() {
        assertWritten(
                ApiFamily.ANTHROPIC,
                text(
                        0.5,
                        Message.system("One."),
                        Message.user("What now?"),
                        Message.system("Two."),
                        Message.system(" ")),
                USUAL,
                anthropic(
                        "'system':'One.\\n\\nTwo.','messages':[{'role':'user','content':"
                                + "'What now?'}]",
                        ",'temperature':0.5"));
    }

    @Test
    void emptyMessagesAreNotSentToAnthropic() {
        assertWritten(
                ApiFamily.ANTHROPIC,
                text(
                        0,
                        Message.user("a"),
                        new Message(Message.Role.ASSISTANT, " \n"),
                        Message.user(""),
                        Message.user(" b ")),
                USUAL,
                anthropic(
                        "'messages':[{'role':'user','content':'a'},{'role':'user','content':"
                                + "' b '}]",
                        ",'temperature':0.0"));
    }

    @Test
    void anAnswerThatWasBegunEndsWithoutSpaceAtAnthropic() {
        assertWritten(
                ApiFamily.ANTHROPIC,
                text(0, Message.user("a "), new Message(Message.Role.ASSISTANT, " { \n\t ")),
                new Dialect(SCHEMA, false, false, true),
                anthropic(
                        "'messages':[{'role':'user','content':'a '},{'role':'assistant','content':"
                                + "' {'}]",
                        ""));
    }

    @Test
    void aPromptOfNothingButInstructionsIsAQuestionToAnthropic() {
        assertWritten(
                ApiFamily.ANTHROPIC,
                text(0, Message.system("a"), Message.system("b"), Message.user(" ")),
                new Dialect(SCHEMA, true, false, false),
                anthropic("'messages':[{'role':'user','content':'a\\n\\nb'}]", ""));
    }

    @ParameterizedTest
    @CsvSource({"0, 0.0", "0.7, 0.7", "1, 1.0", "1.01, 1.0", "2, 1.0"})
    void temperaturesAboveOneAreOneToAnthropic(double temperature, String sent) {
        assertWritten(
                ApiFamily.ANTHROPIC,
                text(temperature, Message.user("a")),
                USUAL,
                anthropic("'messages':[{'role':'user','content':'a'}]", ",'temperature':" + sent));
    }

    @ParameterizedTest
    @CsvSource({
        "SCHEMA, true, true",
        "SCHEMA_WHOLE, true, true",
        "JSON, true, false",
        "NONE, true, false",
        "SCHEMA, false, false",
        "JSON, false, false"
    })
    void anthropicIsHeldToASchemaOrToNothing(
            StructuredOutput structured, boolean schema, boolean held) {
        assertWritten(
                ApiFamily.ANTHROPIC,
                plan(schema ? Optional.of(LOOSE) : Optional.empty()),
                USUAL.with(structured),
                "{'model':'m','max_tokens':64,'system':'Be brief, in JSON.','messages':[{'role':'user',"
                        + "'content':'What now?'}],'temperature':0.5,'stream':true"
                        + (held
                                ? ",'output_config':{'format':{'type':'json_schema','schema':"
                                        + LOOSE_JSON + "}}}"
                                : "}"));
    }

    private static String ollama(String format, String options) {
        return "{'model':'m'," + MESSAGES + ",'stream':true" + format + ",'options':{" + options
                + "}}";
    }

    @ParameterizedTest
    @CsvSource({
        "SCHEMA, true, schema",
        "SCHEMA_WHOLE, true, schema",
        "SCHEMA, false, json",
        "JSON, true, json",
        "JSON, false, json",
        "NONE, true, none",
        "NONE, false, none"
    })
    void ollamaIsHeldToASchemaOrToJsonOrToNothing(
            StructuredOutput structured, boolean schema, String held) {
        String format = switch (held) {
            case "schema" -> ",'format':" + STRICT_JSON;
            case "json" -> ",'format':'json'";
            default -> "";
        };
        assertWritten(
                ApiFamily.OLLAMA,
                plan(schema ? Optional.of(STRICT) : Optional.empty()),
                USUAL.with(structured),
                ollama(format, "'num_predict':64,'temperature':0.5"));
    }

    @Test
    void ollamaHasItsOptionsInAPlaceOfTheirOwn() {
        assertWritten(
                ApiFamily.OLLAMA,
                text(0.5, PROMPT.messages().toArray(new Message[0])),
                new Dialect(JSON, true, false, false),
                ollama("", "'num_predict':64"));
    }

    @ParameterizedTest
    @EnumSource(ApiFamily.class)
    void textIsWrittenInUtf8AndHalfACharacterAsAQuestionMark(ApiFamily apiFamily) {
        ModelCall call = text(0, Message.user("é 山 😀 \ud83d. \ude00 \"\\\u0001\u2028"));
        byte[] bytes = ModelRequestWriter.write(apiFamily, call, USUAL);
        assertThat(new String(bytes, StandardCharsets.UTF_8))
                .contains("\"é 山 😀 ?. ? \\\"\\\\\\u0001\u2028\"");
        assertThat(bytes).doesNotContain((byte) 0xED); // half a character as bytes begins so
    }
}
