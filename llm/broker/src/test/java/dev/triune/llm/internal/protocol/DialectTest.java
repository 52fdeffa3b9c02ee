/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol;

import static dev.triune.llm.provider.ServerSettings.StructuredOutput.JSON;
import static dev.triune.llm.provider.ServerSettings.StructuredOutput.NONE;
import static dev.triune.llm.provider.ServerSettings.StructuredOutput.SCHEMA;
import static dev.triune.llm.provider.ServerSettings.StructuredOutput.SCHEMA_WHOLE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.internal.protocol.ModelRequest.OutputForm;
import dev.triune.llm.internal.protocol.signal.ServerError;
import dev.triune.llm.provider.ServerSettings;
import dev.triune.llm.provider.ServerSettings.ServerKind;
import dev.triune.llm.provider.ServerSettings.StructuredOutput;
import dev.triune.testsupport.Thorough;
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

/** What is learned from refusals, using the servers' real error messages. */
final class DialectTest {
    private static final Dialect USUAL = dialect(SCHEMA, false, Set.of());
    private static final Set<String> SENT =
            Set.of("temperature", "top_p", "seed", "prompt_cache_key", "reasoning_effort");
    private static final Dialect PLAIN_JSON = USUAL.with(JSON);
    private static final Dialect NO_TEMPERATURE = dialect(SCHEMA, false, Set.of("temperature"));

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
                        dialect(SCHEMA, true, Set.of())),
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
                        dialect(SCHEMA, false, Set.of("stream_options"))),
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
                        dialect(SCHEMA, false, Set.of("stream_options"))),
                new Refusal(
                        "OpenAI: a model that cannot be turned off",
                        "{'error':{'message':'Unsupported value: `reasoning_effort` does not support"
                                + " `none` with this model. Supported values are: `minimal`, `low`,"
                                + " `medium`, and `high`.','type':'invalid_request_error','param':"
                                + "'reasoning_effort','code':'unsupported_value'}}",
                        USUAL,
                        reasoning(1)),
                new Refusal(
                        "OpenAI: tools only without reasoning",
                        "{'error':{'message':'Function tools with reasoning_effort are not supported"
                                + " for gpt-5.6-luna in /v1/chat/completions. To use function tools,"
                                + " use /v1/responses or set reasoning_effort to `none`.','type':"
                                + "'invalid_request_error','param':'reasoning_effort','code':null}}",
                        USUAL,
                        reasoning(Dialect.FORCED_OFF)),
                new Refusal(
                        "Groq: a model that knows levels only",
                        "{'error':{'message':'`reasoning_effort` must be one of `low`, `medium`, or "
                                + "`high`','type':'invalid_request_error'}}",
                        USUAL,
                        reasoning(1)),
                new Refusal(
                        "Anthropic: a model that always thinks",
                        "{'type':'error','error':{'type':'invalid_request_error','message':"
                                + "'`thinking.type.disabled` is not supported for this model.'}}",
                        USUAL,
                        reasoning(1)),
                new Refusal(
                        "Anthropic: an older model has no effort, but schemas",
                        "{'type':'error','error':{'type':'invalid_request_error','message':"
                                + "'output_config.effort: not supported for this model'}}",
                        USUAL,
                        reasoning(1)),
                new Refusal(
                        "Ollama: a model that does not think",
                        "{'error':'`small` does not support thinking'}",
                        USUAL,
                        reasoning(1)),
                new Refusal(
                        "Anthropic: temperature or top_p",
                        "{'type':'error','error':{'type':'invalid_request_error','message':"
                                + "'`temperature` and `top_p` cannot both be specified for this"
                                + " model.'}}",
                        USUAL,
                        NO_TEMPERATURE),
                new Refusal(
                        "Mistral: no prompt_cache_key",
                        "{'detail':[{'type':'extra_forbidden','loc':['body','prompt_cache_key'],"
                                + "'msg':'Extra inputs are not permitted'}]}",
                        USUAL,
                        dialect(SCHEMA, false, Set.of("prompt_cache_key"))),
                new Refusal(
                        "Any server: \"for more information\" is not about a format",
                        "{'error':{'message':'Unsupported `temperature`. For more information see "
                                + "the documentation.'}}",
                        USUAL,
                        NO_TEMPERATURE));
    }

    @ParameterizedTest
    @MethodSource("refusals")
    void refusalDeterminesTheNextDialect(Refusal refusal) {
        assertThat(refusal.refused().adaptedTo(refusal.error(), form(refusal.refused()), SENT))
                .contains(refusal.next());
    }

    @ParameterizedTest
    @MethodSource("refusals")
    void repeatingARefusalEndsAfterAFewSteps(Refusal refusal) {
        Optional<Dialect> dialect = Optional.of(refusal.refused());
        int steps = 0;
        while (dialect.isPresent()) {
            assertThat(steps++).as("still at %s", dialect).isLessThan(6);
            dialect = dialect.get().adaptedTo(refusal.error(), form(dialect.get()), SENT);
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
    void learnsNothingFromRefusalsThatNameNoOption(String message) {
        assertThat(USUAL.adaptedTo(said(message), OutputForm.SCHEMA, SENT)).isEmpty();
    }

    @Test
    void learnsNothingFromModelsThatViolateTheFormat() {
        ServerError groq = new ServerError(
                "Failed to generate JSON. See response_format.", "json_validate_failed", "");
        assertThat(USUAL.with(JSON).adaptedTo(groq, OutputForm.JSON, SENT)).isEmpty();
    }

    @Test
    void doesNotWithholdFieldsThatWereNotSent() {
        ServerError error = said("`seed`, `top_p` and reasoning_effort are not supported");
        assertThat(USUAL.adaptedTo(error, OutputForm.FREE, Set.of("temperature")))
                .isEmpty();
    }

    @Test
    void errorCodeMayNameTheOption() {
        ServerError error = new ServerError("Unsupported parameter", "temperature", "");
        assertThat(USUAL.adaptedTo(error, OutputForm.SCHEMA, SENT)).contains(NO_TEMPERATURE);
    }

    @Test
    void freeTextHasNoFormatToWithhold() {
        ServerError error = said("response_format is not supported");
        assertThat(USUAL.adaptedTo(error, OutputForm.FREE, SENT)).isEmpty();
        assertThat(USUAL.adaptedTo(
                        said("`temperature` in the `format` of JSON"), OutputForm.FREE, SENT))
                .contains(NO_TEMPERATURE);
    }

    @Test
    void withholdsNothingTwice() {
        Dialect least = dialect(NONE, true, Set.of("stream_options", "temperature"));
        String all =
                "max_completion_tokens max_tokens stream_options response_format `temperature`";
        assertThat(least.adaptedTo(said(all), form(least), SENT)).isEmpty();
    }

    @Test
    void withholdsNamedOptionsOneAtATime() {
        Dialect dialect = USUAL;
        String all = "max_completion_tokens, stream_options, json_schema, `temperature`";
        for (int step = 0; step < 5; step++) {
            dialect = dialect.adaptedTo(said(all), form(dialect), SENT).orElseThrow();
        }
        assertThat(dialect).isEqualTo(dialect(NONE, true, Set.of("stream_options", "temperature")));
    }

    @Test
    void noDialectIsTriedTwice() {
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
                "`top_p`",
                "`seed`",
                "reasoning_effort",
                "set reasoning_effort to 'none'",
                "information",
                "x");
        for (int seed = 0; seed < Thorough.count(4_000, 20_000); seed++) {
            Random random = new Random(seed);
            Dialect dialect = anyDialect(random);
            Set<Dialect> tried = new HashSet<>(Set.of(dialect));
            for (int turn = 0; turn < 24; turn++) {
                StringBuilder message = new StringBuilder();
                for (int i = random.nextInt(4); i >= 0; i--) {
                    message.append(words.get(random.nextInt(words.size()))).append(' ');
                }
                Optional<Dialect> next = dialect.adaptedTo(
                        said(message.toString()),
                        random.nextInt(4) > 0 ? form(dialect) : OutputForm.FREE,
                        SENT);
                assertThat(next.isPresent() && !tried.add(next.get()))
                        .as("seed %d: %s again after \"%s\"", seed, next, message)
                        .isFalse();
                dialect = next.orElse(dialect);
            }
            assertThat(tried).as("seed %d", seed).hasSizeLessThanOrEqualTo(12);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "api.openai.com, OPENAI, SCHEMA, true, ''",
        "api.groq.com, GROQ, JSON, true, stream_options",
        "api.cerebras.ai, CEREBRAS, SCHEMA, true, ''",
        "openrouter.ai, OPENROUTER, SCHEMA, false, ''",
        "api.anthropic.com, OTHER, SCHEMA, false, ''",
        "localhost, OTHER, SCHEMA, false, ''",
    })
    void knownHostsHavePresetDialects(
            String host,
            ServerKind kind,
            StructuredOutput structured,
            boolean completionTokens,
            String withheld) {
        assertThat(Dialect.forHost(host, ServerSettings.DEFAULT))
                .isEqualTo(new Dialect(
                        ServerSettings.of(kind),
                        structured,
                        completionTokens,
                        withheld.isEmpty() ? Set.of() : Set.of(withheld),
                        0,
                        0));
    }

    private static Dialect dialect(
            StructuredOutput structured, boolean completionTokens, Set<String> withheld) {
        return new Dialect(ServerSettings.DEFAULT, structured, completionTokens, withheld, 0, 0);
    }

    private static Dialect reasoning(int refused) {
        return new Dialect(ServerSettings.DEFAULT, SCHEMA, false, Set.of(), refused, 0);
    }

    /** The output form requested for a plan with a schema. */
    private static OutputForm form(Dialect dialect) {
        return switch (dialect.structured()) {
            case SCHEMA, SCHEMA_WHOLE -> OutputForm.SCHEMA;
            case JSON -> OutputForm.JSON;
            case NONE -> OutputForm.FREE;
        };
    }

    private static Dialect anyDialect(Random random) {
        StructuredOutput[] all = StructuredOutput.values();
        Set<String> withheld = new HashSet<>(SENT);
        withheld.removeIf(field -> random.nextBoolean());
        return new Dialect(
                ServerSettings.DEFAULT,
                all[random.nextInt(all.length)],
                random.nextBoolean(),
                withheld,
                random.nextInt(5) - 1,
                0);
    }

    private static ServerError said(String message) {
        return new ServerError(message, "", "");
    }
}
