/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol;

import static dev.triune.llm.internal.protocol.RequestBodies.LOOSE;
import static dev.triune.llm.internal.protocol.RequestBodies.MESSAGES;
import static dev.triune.llm.internal.protocol.RequestBodies.PROMPT;
import static dev.triune.llm.internal.protocol.RequestBodies.STRICT;
import static dev.triune.llm.internal.protocol.RequestBodies.USUAL;
import static dev.triune.llm.internal.protocol.RequestBodies.dialect;
import static dev.triune.llm.internal.protocol.RequestBodies.text;
import static dev.triune.llm.internal.protocol.RequestBodies.written;
import static dev.triune.llm.provider.ServerSettings.StructuredOutput.JSON;
import static dev.triune.llm.provider.ServerSettings.StructuredOutput.NONE;
import static dev.triune.llm.provider.ServerSettings.StructuredOutput.SCHEMA;
import static dev.triune.llm.provider.ServerSettings.StructuredOutput.SCHEMA_WHOLE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.AnswerSchema;
import dev.triune.llm.Message;
import dev.triune.llm.Prompt;
import dev.triune.llm.Request.AnswerFormat;
import dev.triune.llm.provider.ApiFamily;
import dev.triune.llm.provider.ModelCall;
import dev.triune.llm.provider.ServerSettings.StructuredOutput;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The exact request bodies of calls. Expected JSON is written in single quotes. */
final class ModelRequestTest {
    private static final String LOOSE_JSON =
            "{'type':'object','properties':{'say':{'type':'string'}}}";
    private static final String STRICT_JSON = "{'type':'object','properties':{'say':{'type':"
            + "'string'}},'required':['say'],'additionalProperties':false}";

    private static ModelCall plan(@Nullable AnswerSchema schema) {
        return new ModelCall("m", PROMPT, AnswerFormat.PLAN, 64, 0.5, schema);
    }

    private static void assertWritten(
            ApiFamily apiFamily, ModelCall call, Dialect dialect, String expected) {
        assertThat(written(apiFamily, call, dialect)).isEqualTo(StreamFixture.json(expected));
    }

    private static String openAi(String rest) {
        return "{'model':'m'," + MESSAGES + ",'max_tokens':64,'temperature':0.5," + rest + "}";
    }

    @Test
    void requestsAStreamWithTokenUsageFromOpenAi() {
        assertWritten(
                ApiFamily.OPENAI,
                text(0.5, Message.system("Be brief, in JSON."), Message.user("What now?")),
                USUAL,
                openAi("'stream':true,'stream_options':{'include_usage':true}"));
    }

    @Test
    void sendsAStrictSchemaAsStrictToOpenAi() {
        assertWritten(
                ApiFamily.OPENAI,
                plan(STRICT),
                USUAL,
                openAi("'stream':true,'stream_options':{'include_usage':true},'response_format':"
                        + "{'type':'json_schema','json_schema':{'name':'plan','strict':true,"
                        + "'schema':" + STRICT_JSON + "}}"));
    }

    @Test
    void sendsALooseSchemaAsNotStrictToOpenAi() {
        assertWritten(
                ApiFamily.OPENAI,
                plan(LOOSE),
                USUAL,
                openAi("'stream':true,'stream_options':{'include_usage':true},'response_format':"
                        + "{'type':'json_schema','json_schema':{'name':'plan','strict':false,"
                        + "'schema':" + LOOSE_JSON + "}}"));
    }

    @Test
    void requestsAWholeSchemaAnswerWithoutStreaming() {
        assertWritten(
                ApiFamily.OPENAI,
                plan(STRICT),
                USUAL.with(SCHEMA_WHOLE),
                openAi("'stream':false,'response_format':{'type':'json_schema','json_schema':"
                        + "{'name':'plan','strict':true,'schema':" + STRICT_JSON + "}}"));
    }

    @Test
    void omitsOpenAiJsonModeIfThePromptDoesNotMentionJson() {
        ModelCall call = new ModelCall("m", Prompt.of("What now?"), AnswerFormat.PLAN, 64, 0.5);
        assertThat(written(ApiFamily.OPENAI, call, USUAL)).doesNotContain("response_format");
        assertThat(written(ApiFamily.OLLAMA, call, USUAL)).contains("\"format\":\"json\"");
    }

    @Test
    void requestsJsonObjectFromOpenAiForAnyJsonEvenIfThePromptDoesNotMentionIt() {
        ModelCall call = new ModelCall("m", Prompt.of("What now?"), AnswerFormat.JSON, 64, 0.5);
        assertThat(written(ApiFamily.OPENAI, call, USUAL))
                .contains("\"response_format\":{\"type\":\"json_object\"}");
    }

    @ParameterizedTest
    @CsvSource({"SCHEMA, false", "SCHEMA_WHOLE, false", "JSON, false", "JSON, true"})
    void requestsJsonObjectFromOpenAiWithoutASchema(StructuredOutput structured, boolean schema) {
        assertWritten(
                ApiFamily.OPENAI,
                plan(schema ? STRICT : null),
                USUAL.with(structured),
                openAi("'stream':true,'stream_options':{'include_usage':true},"
                        + "'response_format':{'type':'json_object'}"));
    }

    @Test
    void sendsNoResponseFormatWhenStructuredOutputIsOff() {
        assertWritten(
                ApiFamily.OPENAI,
                plan(STRICT),
                USUAL.with(NONE),
                openAi("'stream':true,'stream_options':{'include_usage':true}"));
    }

    @Test
    void dialectRenamesTheTokenLimitAndWithholdsFields() {
        assertWritten(
                ApiFamily.OPENAI,
                plan(null),
                dialect(NONE, true, "temperature", "stream_options"),
                "{'model':'m'," + MESSAGES + ",'max_completion_tokens':64,'stream':true}");
    }

    @Test
    void sendsRolesAndTextsUnchangedToOpenAi() {
        assertWritten(
                ApiFamily.OPENAI,
                text(
                        0,
                        Message.user(" a\n"),
                        new Message(Message.Role.ASSISTANT, "b "),
                        Message.user("")),
                dialect(SCHEMA, false, "temperature", "stream_options"),
                "{'model':'m','messages':[{'role':'user','content':' a\\n'},{'role':'assistant',"
                        + "'content':'b '},{'role':'user','content':''}],'max_tokens':64,"
                        + "'stream':true}");
    }

    private static String anthropic(String conversation, String rest) {
        return "{'model':'m','max_tokens':64," + conversation + rest + ",'stream':true}";
    }

    @Test
    void sendsInstructionsInTheSystemFieldToAnthropic() {
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
    void omitsEmptyMessagesForAnthropic() {
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
    void stripsTrailingSpaceOfAPrefilledAnswerForAnthropic() {
        assertWritten(
                ApiFamily.ANTHROPIC,
                text(0, Message.user("a "), new Message(Message.Role.ASSISTANT, " { \n\t ")),
                dialect(SCHEMA, false, "temperature"),
                anthropic(
                        "'messages':[{'role':'user','content':'a '},{'role':'assistant','content':"
                                + "' {'}]",
                        ""));
    }

    @Test
    void sendsInstructionsAloneAsAUserMessageToAnthropic() {
        assertWritten(
                ApiFamily.ANTHROPIC,
                text(0, Message.system("a"), Message.system("b"), Message.user(" ")),
                dialect(SCHEMA, true, "temperature", "stream_options"),
                anthropic("'messages':[{'role':'user','content':'a\\n\\nb'}]", ""));
    }

    @ParameterizedTest
    @CsvSource({"0, 0.0", "0.7, 0.7", "1, 1.0", "1.01, 1.0", "2, 1.0"})
    void capsTheTemperatureAtOneForAnthropic(double temperature, String sent) {
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
    void sendsASchemaOrNoFormatToAnthropic(
            StructuredOutput structured, boolean schema, boolean held) {
        assertWritten(
                ApiFamily.ANTHROPIC,
                plan(schema ? LOOSE : null),
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
    void sendsASchemaOrJsonOrNoFormatToOllama(
            StructuredOutput structured, boolean schema, String held) {
        String format = switch (held) {
            case "schema" -> ",'format':" + STRICT_JSON;
            case "json" -> ",'format':'json'";
            default -> "";
        };
        assertWritten(
                ApiFamily.OLLAMA,
                plan(schema ? STRICT : null),
                USUAL.with(structured),
                ollama(format, "'num_predict':64,'temperature':0.5"));
    }

    @Test
    void sendsOptionsInTheOptionsFieldToOllama() {
        assertWritten(
                ApiFamily.OLLAMA,
                text(0.5, PROMPT.messages().toArray(new Message[0])),
                dialect(JSON, true, "temperature", "stream_options"),
                ollama("", "'num_predict':64"));
    }

    @ParameterizedTest
    @EnumSource(ApiFamily.class)
    void writesUtf8AndReplacesUnpairedSurrogates(ApiFamily apiFamily) {
        ModelCall call = text(0, Message.user("é 山 😀 \ud83d. \ude00 \"\\\u0001\u2028"));
        byte[] bytes = new ModelRequest(apiFamily, call, USUAL).bytes();
        assertThat(new String(bytes, StandardCharsets.UTF_8))
                .contains("\"é 山 😀 ?. ? \\\"\\\\\\u0001\u2028\"");
        assertThat(bytes).doesNotContain((byte) 0xED); // the first byte of an encoded surrogate
    }
}
