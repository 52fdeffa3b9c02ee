/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol;

import static dev.triune.llm.provider.StructuredOutput.JSON;
import static dev.triune.llm.provider.StructuredOutput.NONE;
import static dev.triune.llm.provider.StructuredOutput.SCHEMA;
import static dev.triune.llm.provider.StructuredOutput.SCHEMA_WHOLE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.internal.protocol.ModelRequestWriter.OutputForm;
import dev.triune.llm.internal.protocol.signal.ServerError;
import dev.triune.llm.provider.StructuredOutput;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

/** What is learned from refusals, in the words of the servers. */
final class DialectTest {
    private static final Dialect USUAL = new Dialect(SCHEMA, false, true, true);
    private static final Dialect PLAIN_JSON = USUAL.with(JSON);
    private static final Dialect NO_TEMPERATURE = new Dialect(SCHEMA, false, false, true);

    /**
     * A refusal of a plan.
     *
     * @param body in single quotes
     */
    record Refusal(String name, String body, Dialect refused, Dialect next) {
        ServerError error() {
            return ServerError.of(JsonMapper.shared().readTree(StreamFixture.json(body)));
        }

        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Refusal> refusals() {
        return Stream.of(
                new Refusal(
                        "OpenAI: max_tokens of a newer model",
                        "{'error':{'message':'Unsupported parameter: `max_tokens` is not supported"
                                + " with this model. Use `max_completion_tokens` instead.','type':"
                                + "'invalid_request_error','param':'max_tokens','code':"
                                + "'unsupported_parameter'}}",
                        USUAL,
                        new Dialect(SCHEMA, true, true, true)),
                new Refusal(
                        "OpenAI: temperature of a model that thinks",
                        "{'error':{'message':'Unsupported value: `temperature` does not support 0.7"
                                + " with this model. Only the default (1) value is supported.',"
                                + "'type':'invalid_request_error','param':'temperature','code':"
                                + "'unsupported_value'}}",
                        USUAL,
                        NO_TEMPERATURE),
                new Refusal(
                        "OpenAI: the word json is missing",
                        "{'error':{'message':'`messages` must contain the word `json` in some form,"
                                + " to use `response_format` of type `json_object`.','type':"
                                + "'invalid_request_error','param':'messages','code':null}}",
                        PLAIN_JSON,
                        USUAL.with(NONE)),
                new Refusal(
                        "OpenAI: an older model has no schemas",
                        "{'error':{'message':'Invalid parameter: `response_format` of type "
                                + "`json_schema` is not supported with this model.','type':"
                                + "'invalid_request_error','param':null,'code':null}}",
                        USUAL,
                        PLAIN_JSON),
                new Refusal(
                        "OpenAI: a schema that is not strict",
                        "{'error':{'message':'Invalid schema for response_format `plan`: In context"
                                + "=(), `additionalProperties` is required to be supplied and to be"
                                + " false.','type':'invalid_request_error','code':null}}",
                        USUAL,
                        PLAIN_JSON),
                new Refusal(
                        "LM Studio: no json_object",
                        "{'error':'`response_format.type` must be `json_schema` or `text`'}",
                        PLAIN_JSON,
                        USUAL.with(NONE)),
                new Refusal(
                        "Groq: no stream with a format",
                        "{'error':{'message':'response_format` does not support streaming','type':"
                                + "'invalid_request_error'}}",
                        USUAL,
                        PLAIN_JSON),
                new Refusal(
                        "Groq: a model without schemas, asked for one piece",
                        "{'error':{'message':'This model does not support response format "
                                + "`json_schema`. See supported models.','type':"
                                + "'invalid_request_error','param':'response_format'}}",
                        USUAL.with(SCHEMA_WHOLE),
                        PLAIN_JSON),
                new Refusal(
                        "Groq: no stream_options",
                        "{'error':{'message':'property `stream_options` is unsupported, did you "
                                + "mean `stream`?','type':'invalid_request_error'}}",
                        USUAL,
                        new Dialect(SCHEMA, false, true, false)),
                new Refusal(
                        "llama.cpp: a type that it does not know",
                        "{'error':{'code':400,'message':'response_format type must be one of "
                                + "`text` or `json_object`, but got: json_schema',"
                                + "'type':'invalid_request_error'}}",
                        USUAL,
                        PLAIN_JSON),
                new Refusal(
                        "llama.cpp: a schema it cannot turn into a grammar",
                        "{'error':{'code':400,'message':'JSON schema conversion failed: "
                                + "Unrecognized schema','type':'invalid_request_error'}}",
                        USUAL,
                        PLAIN_JSON),
                new Refusal(
                        "Anthropic: output_config is unknown",
                        "{'type':'error','error':{'type':'invalid_request_error','message':"
                                + "'output_config: Extra inputs are not permitted'}}",
                        USUAL,
                        PLAIN_JSON),
                new Refusal(
                        "Anthropic: a model without temperature",
                        "{'type':'error','error':{'type':'invalid_request_error','message':"
                                + "'`temperature` is deprecated for this model.'}}",
                        USUAL,
                        NO_TEMPERATURE),
                new Refusal(
                        "Ollama: a format that is no schema to it",
                        "{'error':'invalid JSON schema in format'}",
                        USUAL,
                        PLAIN_JSON),
                new Refusal(
                        "Ollama: an old one knows the word json only",
                        "{'error':'json: cannot unmarshal object into Go struct field "
                                + "ChatCompletionRequest.format of type string'}",
                        USUAL,
                        PLAIN_JSON),
                new Refusal(
                        "vLLM: a field that it forbids",
                        "{'object':'error','message':'[{`type`: `extra_forbidden`, `loc`: (`body`, "
                                + "`stream_options`)}]','type':'BadRequestError','code':400}",
                        USUAL,
                        new Dialect(SCHEMA, false, true, false)),
                new Refusal(
                        "Anybody: a pointer to more information is not about a format",
                        "{'error':{'message':'Unsupported `temperature`. For more information see "
                                + "the documentation.'}}",
                        USUAL,
                        NO_TEMPERATURE));
    }

    @ParameterizedTest
    @MethodSource("refusals")
    void aRefusalSaysHowToGoOn(Refusal refusal) {
        assertThat(refusal.refused().adaptedTo(refusal.error(), form(refusal.refused())))
                .contains(refusal.next());
    }

    @ParameterizedTest
    @MethodSource("refusals")
    void theSameRefusalAgainAndAgainEnds(Refusal refusal) {
        Optional<Dialect> dialect = Optional.of(refusal.refused());
        int steps = 0;
        while (dialect.isPresent()) {
            assertThat(steps++).as("still at %s", dialect).isLessThan(6);
            dialect = dialect.get().adaptedTo(refusal.error(), form(dialect.get()));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "Please reduce the length of the messages or completion.",
                "model not found",
                "For more information see the documentation.",
                "messages: roles must alternate",
                "bad message: Mira measures the temperature. Answer in JSON, in this format.",
            })
    void aRefusalThatNamesNoOptionTeachesNothing(String message) {
        assertThat(USUAL.adaptedTo(said(message), OutputForm.SCHEMA)).isEmpty();
    }

    @Test
    void aModelThatDidNotKeepToTheFormatTeachesNothing() {
        ServerError groq = new ServerError(
                "Failed to generate JSON. See response_format.", "json_validate_failed", "");
        assertThat(USUAL.with(JSON).adaptedTo(groq, OutputForm.JSON)).isEmpty();
    }

    @Test
    void aCodeMayNameTheOption() {
        ServerError error = new ServerError("Unsupported parameter", "temperature", "");
        assertThat(USUAL.adaptedTo(error, OutputForm.SCHEMA)).contains(NO_TEMPERATURE);
    }

    @Test
    void aConversationHasNoFormatToLeaveOut() {
        ServerError error = said("response_format is not supported");
        assertThat(USUAL.adaptedTo(error, OutputForm.FREE)).isEmpty();
        assertThat(USUAL.adaptedTo(said("`temperature` in the `format` of JSON"), OutputForm.FREE))
                .contains(NO_TEMPERATURE);
    }

    @Test
    void whatIsLeftOutAlreadyIsNotLeftOutAgain() {
        Dialect least = new Dialect(NONE, true, false, false);
        String all =
                "max_completion_tokens max_tokens stream_options response_format `temperature`";
        assertThat(least.adaptedTo(said(all), form(least))).isEmpty();
    }

    @Test
    void whereSeveralOptionsAreNamedEachIsGivenUpInItsTurn() {
        Dialect dialect = USUAL;
        String all = "max_completion_tokens, stream_options, json_schema, `temperature`";
        for (int step = 0; step < 5; step++) {
            dialect = dialect.adaptedTo(said(all), form(dialect)).orElseThrow();
        }
        assertThat(dialect).isEqualTo(new Dialect(NONE, true, false, false));
    }

    @Test
    void whateverServersSayNoDialectIsTriedTwice() {
        List<String> words = List.of(
                "max_tokens",
                "max_completion_tokens",
                "stream_options",
                "`temperature`",
                "json_object",
                "response_format",
                "json schema",
                "output_config",
                "`format`",
                "information",
                "x");
        for (int seed = 0; seed < 20_000; seed++) {
            Random random = new Random(seed);
            Dialect dialect = anyDialect(random);
            Set<Dialect> tried = new HashSet<>(Set.of(dialect));
            for (int turn = 0; turn < 12; turn++) {
                StringBuilder message = new StringBuilder();
                for (int i = random.nextInt(4); i >= 0; i--) {
                    message.append(words.get(random.nextInt(words.size()))).append(' ');
                }
                Optional<Dialect> next = dialect.adaptedTo(
                        said(message.toString()),
                        random.nextInt(4) > 0 ? form(dialect) : OutputForm.FREE);
                assertThat(next.isPresent() && !tried.add(next.get()))
                        .as("seed %d: %s again after \"%s\"", seed, next, message)
                        .isFalse();
                dialect = next.orElse(dialect);
            }
            assertThat(tried).as("seed %d", seed).hasSizeLessThanOrEqualTo(6);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "api.openai.com, SCHEMA, true",
        "api.groq.com, JSON, false",
        "api.anthropic.com, SCHEMA, false",
        "localhost, SCHEMA, false",
    })
    void whatIsKnownOfAServerBeforeItsFirstAnswer(
            String host, StructuredOutput structured, boolean completionTokens) {
        assertThat(Dialect.forHost(host))
                .isEqualTo(new Dialect(structured, completionTokens, true, true));
    }

    /** What a plan with a schema asks for. */
    private static OutputForm form(Dialect dialect) {
        return switch (dialect.structured()) {
            case SCHEMA, SCHEMA_WHOLE -> OutputForm.SCHEMA;
            case JSON -> OutputForm.JSON;
            case NONE -> OutputForm.FREE;
        };
    }

    private static Dialect anyDialect(Random random) {
        StructuredOutput[] all = StructuredOutput.values();
        return new Dialect(
                all[random.nextInt(all.length)],
                random.nextBoolean(),
                random.nextBoolean(),
                random.nextBoolean());
    }

    private static ServerError said(String message) {
        return new ServerError(message, "", "");
    }
}
