/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.AnswerSchema;
import dev.triune.llm.FailureCode;
import dev.triune.llm.ModelOptions;
import dev.triune.llm.ModelOptions.Reasoning;
import dev.triune.llm.ModelOptions.Tool;
import dev.triune.llm.Prompt;
import dev.triune.llm.Request.AnswerFormat;
import dev.triune.llm.Ticker;
import dev.triune.llm.VirtualTime;
import dev.triune.llm.internal.protocol.Dialect;
import dev.triune.llm.internal.protocol.ModelRequest;
import dev.triune.llm.internal.protocol.signal.ServerError;
import dev.triune.llm.provider.ApiFamily;
import dev.triune.llm.provider.CallFailure;
import dev.triune.llm.provider.CallFailure.Failed;
import dev.triune.llm.provider.CallFailure.NotAccepted;
import dev.triune.llm.provider.HttpProvider;
import dev.triune.llm.provider.ModelCall;
import dev.triune.llm.provider.RecordingSink;
import dev.triune.llm.provider.ServerSettings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Servers that reject an option: later requests leave the option out. */
final class HttpAdaptationTest extends ServerFixture {
    /** More calls than there are options, to detect a provider that never stops adapting. */
    private static final int MANY = 40;

    private static final String CHUNKS = Stream.of("Hello ", "EN", "D more", " and more")
            .map(text -> "data: {\"choices\":[{\"delta\":{\"content\":\"" + text + "\"}}]}\n\n")
            .collect(Collectors.joining("", "", "data: [DONE]\n\n"));

    private static final String LIMIT_RENAMED = "Unsupported parameter: 'max_tokens' is not"
            + " supported with this model. Use 'max_completion_tokens' instead.";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "OPENAI | stream_options: Extra inputs are not permitted | stream_options",
                "OPENAI | 'temperature' does not support 0.5 with this model | temperature",
                "OPENAI | 'response_format' of type 'json_schema' is not supported | json_schema",
                "ANTHROPIC | output_config: Extra inputs are not permitted | output_config",
                "ANTHROPIC | temperature is deprecated for this model | temperature",
                "OLLAMA | invalid format: expected json | properties",
                "OLLAMA | invalid option temperature | temperature",
            })
    void omitsOptionsThatTheServerRefusesByName(ApiFamily apiFamily, String said, String option)
            throws Exception {
        HttpProvider provider = open(builder(apiFamily, ""));
        enqueue(400, error(said));
        enqueue(500, "");
        CallFailure failure = refusalOf(provider, plan("small-1"));
        assertThat(failure)
                .isEqualTo(new NotAccepted(
                        host() + " does not take the request in this form: " + said));
        assertThat(refusalOf(provider, plan("small-1"))).isInstanceOf(Failed.class);
        assertThat(body(request())).contains("\"" + option + "\"");
        assertThat(body(request())).doesNotContain("\"" + option + "\"");
    }

    @Test
    void refusalOfAPromptThatDoesNotMentionJsonIsReportedAndChangesNothing() throws Exception {
        HttpProvider provider = open(builder());
        ModelCall call =
                new ModelCall("small-1", Prompt.of("What now?"), AnswerFormat.JSON, 50, 0.5);
        enqueue(
                400,
                error("'messages' must contain the word 'json' in some form, to use"
                        + " 'response_format' of type 'json_object'."));
        enqueue(500, "");

        assertThat(refusalOf(provider, call))
                .isInstanceOfSatisfying(
                        Failed.class,
                        failed -> assertThat(failed.code()).isEqualTo(FailureCode.BAD_REQUEST));
        refusalOf(provider, call);
        request();
        assertThat(body(request())).contains("json_object");
    }

    @Test
    void usesTheOtherNameOfTheTokenLimit() throws Exception {
        HttpProvider provider = open(builder());
        enqueue(422, error(LIMIT_RENAMED));
        answer(DONE);
        assertThat(refusalOf(provider, CALL)).isInstanceOf(NotAccepted.class);
        provider.start(CALL, sink);
        sink.usage();
        assertThat(body(request()))
                .contains("\"max_tokens\":50")
                .doesNotContain("max_completion_tokens");
        assertThat(body(request()))
                .contains("\"max_completion_tokens\":50")
                .doesNotContain("\"max_tokens\"");
    }

    @Test
    void asksOnceForTheLongestAnswerThatTheAccountCanPayFor() throws Exception {
        HttpProvider provider = open(builder());
        enqueue(402, tooExpensive(50, 30));
        answer(DONE);
        enqueue(402, tooExpensive(30, 20));
        answer(DONE);

        assertThat(refusalOf(provider, CALL)).isInstanceOf(NotAccepted.class);
        provider.start(CALL, sink);
        sink.usage();
        assertThat(refusalOf(provider, CALL))
                .as("a call that was shortened before")
                .isInstanceOfSatisfying(Failed.class, failed -> {
                    assertThat(failed.code()).isEqualTo(FailureCode.QUOTA_EXHAUSTED);
                    assertThat(failed.outage()).isEqualTo(Duration.ZERO);
                });
        provider.start(CALL, new RecordingSink());

        assertThat(body(request())).contains("\"max_tokens\":50");
        assertThat(body(request())).contains("\"max_tokens\":30");
        assertThat(body(request())).contains("\"max_tokens\":30");
        assertThat(body(request())).contains("\"max_tokens\":20");
    }

    @Test
    void answersAreLongAgainAfterAMinute() {
        VirtualTime time = new VirtualTime();
        AffordableAnswers account = new AffordableAnswers(time);
        assertThat(account.learn(CALL, 30)).isTrue();
        assertThat(account.affordable(CALL).maxTokens()).isEqualTo(30);
        assertThat(account.affordable(CALL.withMaxTokens(20)).maxTokens()).isEqualTo(20);

        time.advance(AffordableAnswers.MAX_AGE);

        assertThat(account.affordable(CALL)).isEqualTo(CALL);
    }

    @Test
    void creditOfOneKeyShortensNoAnswersOfAnother() throws Exception {
        HttpProvider.Builder poor = builder();
        HttpProvider other = builder().sharingDialectsWith(poor).build();
        enqueue(402, tooExpensive(50, 30));
        answer(DONE);

        assertThat(refusalOf(open(poor), CALL)).isInstanceOf(NotAccepted.class);
        try (other) {
            other.start(CALL, sink);
            sink.usage();
        }

        assertThat(body(request())).contains("\"max_tokens\":50");
        assertThat(body(request())).as("of the other key").contains("\"max_tokens\":50");
    }

    private static String tooExpensive(int requested, int affordable) {
        return error("This request requires more credits, or fewer max_tokens. You requested up to "
                + requested + " tokens, but can only afford " + affordable + ".");
    }

    @Test
    void weakensThePlanFormatStepByStep() throws Exception {
        HttpProvider provider = open(builder());
        for (int i = 0; i < 2; i++) {
            enqueue(400, error("response_format is not supported"));
            assertThat(refusalOf(provider, plan("small-1"))).isInstanceOf(NotAccepted.class);
        }
        enqueue(400, error("response_format is not supported"));
        assertThat(refusalOf(provider, plan("small-1"))).isInstanceOf(Failed.class);
        assertThat(body(request())).contains("\"type\":\"json_schema\"");
        assertThat(body(request())).contains("\"type\":\"json_object\"");
        assertThat(body(request())).doesNotContain("response_format");
    }

    @Test
    void stopThatAServerRefusesEndsItsAnswerAllTheSame() throws Exception {
        HttpProvider provider = open(builder());
        ModelCall call = CALL.withOptions(ModelOptions.NONE.stop("END"));
        enqueue(400, error("Argument not supported on this model: stop"));
        answer(CHUNKS);

        assertThat(refusalOf(provider, call)).isInstanceOf(NotAccepted.class);
        provider.start(call, sink);
        sink.usage();

        assertThat(sink.text()).isEqualTo("Hello ");
        assertThat(body(request())).contains("\"stop\":[\"END\"]");
        assertThat(body(request())).doesNotContain("\"stop\"");
    }

    @Test
    void penaltiesThatAServerRefusesAreLeftOut() throws Exception {
        HttpProvider provider = open(builder());
        ModelCall call = CALL.withOptions(ModelOptions.NONE.extraBody(
                Map.of("presence_penalty", 0.5, "frequency_penalty", 0.25)));
        enqueue(400, error("Argument not supported on this model: presencePenalty"));
        enqueue(400, error("Model x does not support parameter frequencyPenalty."));
        answer(DONE);

        assertThat(refusalOf(provider, call)).isInstanceOf(NotAccepted.class);
        assertThat(refusalOf(provider, call)).isInstanceOf(NotAccepted.class);
        provider.start(call, sink);
        sink.usage();

        assertThat(body(request())).contains("presence_penalty", "frequency_penalty");
        assertThat(body(request()))
                .contains("frequency_penalty")
                .doesNotContain("presence_penalty");
        assertThat(body(request())).doesNotContain("_penalty");
    }

    @Test
    void keepsSendingTheOptionToOtherModels() throws Exception {
        HttpProvider provider = open(builder());
        enqueue(400, error("unsupported: temperature"));
        enqueue(500, "");
        enqueue(500, "");
        refusalOf(provider, plan("small-1"));
        refusalOf(provider, plan("large-1"));
        refusalOf(provider, plan("small-1"));
        assertThat(body(request())).contains("\"small-1\"", "\"temperature\"");
        assertThat(body(request())).contains("\"large-1\"", "\"temperature\"");
        assertThat(body(request())).contains("\"small-1\"").doesNotContain("\"temperature\"");
    }

    @ParameterizedTest
    @ValueSource(ints = {401, 403, 404, 413, 429, 500, 503})
    void learnsOnlyFromStatusesThatRefuseTheForm(int status) throws Exception {
        HttpProvider provider = open(builder());
        enqueue(status, error(LIMIT_RENAMED + " temperature, stream_options, response_format"));
        enqueue(500, "");
        assertThat(refusalOf(provider, plan("small-1"))).isNotInstanceOf(NotAccepted.class);
        refusalOf(provider, plan("small-1"));
        assertThat(body(request())).isEqualTo(body(request()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "messages: must not be empty", "the model is not loaded"})
    void learnsNothingFromRefusalsThatNameNoOption(String said) throws Exception {
        HttpProvider provider = open(builder());
        enqueue(400, error(said));
        assertThat(broken(refusalOf(provider, plan("small-1"))).code())
                .isEqualTo(FailureCode.BAD_REQUEST);
    }

    @Test
    void freeTextRequestIsNotAdaptedToFormatErrors() throws Exception {
        HttpProvider provider = open(builder());
        enqueue(400, error("response_format: json_schema is not supported"));
        assertThat(refusalOf(provider, CALL)).isInstanceOf(Failed.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "temperature",
                "stream_options",
                "response_format",
                "max_tokens",
                "max_completion_tokens",
                LIMIT_RENAMED,
                "temperature, stream_options, response_format, max_tokens, max_completion_tokens",
            })
    void stopsAdaptingToAServerThatAlwaysRefuses(String said) throws Exception {
        HttpProvider provider = open(builder());
        int calls = 0;
        CallFailure failure;
        do {
            enqueue(400, error(said));
            failure = refusalOf(provider, plan("small-1"));
            calls++;
        } while (failure instanceof NotAccepted && calls < MANY);
        assertThat(broken(failure).code()).isEqualTo(FailureCode.BAD_REQUEST);
        assertThat(calls).isLessThanOrEqualTo(6);
    }

    @Test
    void lowersReasoningStepByStepWhenOffIsRefused() throws Exception {
        HttpProvider provider = open(builder());
        ModelCall call = CALL.withOptions(ModelOptions.NONE.reasoning(Reasoning.OFF));
        String said = "'reasoning_effort' does not support this value with this model";
        for (int i = 0; i < 2; i++) {
            enqueue(400, error(said));
            assertThat(refusalOf(provider, call)).isInstanceOf(NotAccepted.class);
        }
        enqueue(400, error(said));
        assertThat(refusalOf(provider, call)).isInstanceOf(Failed.class);
        assertThat(body(request())).contains("\"reasoning_effort\":\"none\"");
        assertThat(body(request())).contains("\"reasoning_effort\":\"low\"");
        assertThat(body(request())).doesNotContain("reasoning");
    }

    @Test
    void refusedReasoningLevelDoesNotBlockOtherLevels() throws Exception {
        HttpProvider provider = open(builder());
        enqueue(400, error("reasoning_effort: unknown level"));
        enqueue(500, "");
        refusalOf(provider, CALL.withOptions(ModelOptions.NONE.reasoning(Reasoning.HIGH)));
        refusalOf(provider, CALL.withOptions(ModelOptions.NONE.reasoning(Reasoning.OFF)));
        assertThat(body(request())).contains("\"reasoning_effort\":\"high\"");
        assertThat(body(request())).contains("\"reasoning_effort\":\"none\"");
    }

    @Test
    void resendsToolsWithReasoningOffWhenRequired() throws Exception {
        HttpProvider provider = open(builder());
        Tool look = new Tool("", new AnswerSchema("look", Map.of("type", "object")));
        ModelCall call = CALL.withOptions(ModelOptions.NONE.tools("auto", List.of(look)));
        enqueue(
                400,
                error("Function tools with reasoning_effort are not supported."
                        + " Set reasoning_effort to 'none'."));
        enqueue(500, "");
        enqueue(500, "");
        assertThat(refusalOf(provider, call)).isInstanceOf(NotAccepted.class);
        refusalOf(provider, call);
        refusalOf(provider, CALL);
        assertThat(body(request())).contains("\"look\"").doesNotContain("reasoning_effort");
        assertThat(body(request())).contains("\"look\"", "\"reasoning_effort\":\"none\"");
        assertThat(body(request())).doesNotContain("look", "reasoning_effort");
    }

    @Test
    void contextSizeGrowsWithPromptsAndNeverShrinks() throws Exception {
        HttpProvider provider = open(builder(ApiFamily.OLLAMA, ""));
        for (int characters : new int[] {10, 60_000, 10}) {
            enqueue(500, "");
            refusalOf(provider, call(AnswerFormat.TEXT, Prompt.of("x".repeat(characters))));
        }
        assertThat(body(request())).contains("\"num_ctx\":8192");
        assertThat(body(request())).contains("\"num_ctx\":32768");
        assertThat(body(request())).contains("\"num_ctx\":32768");
    }

    @Test
    void minContextOfZeroLeavesTheSizeToTheServer() throws Exception {
        HttpProvider provider = open(
                builder(ApiFamily.OLLAMA, "").server(ServerSettings.DEFAULT.withMinContext(0)));
        enqueue(500, "");
        refusalOf(provider, CALL);
        assertThat(body(request())).doesNotContain("num_ctx");
    }

    @Test
    void forgetsTheOldestModelWhenThereAreTooMany() {
        LearnedDialects learnedDialects = dialects(() -> 0);
        for (int i = 0; i <= LearnedDialects.MAX_MODELS; i++) {
            assertThat(learnsToOmitTemperature(learnedDialects, "model-" + i)).isTrue();
        }
        assertThat(learnedDialects.of(plan("model-0")).withheld()).isEmpty();
        assertThat(learnedDialects.of(plan("model-1")).withheld()).containsExactly("temperature");
        assertThat(learnedDialects.of(plan("model-256")).withheld()).containsExactly("temperature");
    }

    @Test
    void retriesTheOptionAfterOneHour() {
        AtomicLong now = new AtomicLong();
        LearnedDialects learnedDialects = dialects(now::get);
        learnsToOmitTemperature(learnedDialects, "small-1");
        now.set(LearnedDialects.MAX_AGE.toNanos() - 1);
        assertThat(learnedDialects.of(plan("small-1")).withheld()).containsExactly("temperature");
        now.incrementAndGet();
        assertThat(learnedDialects.of(plan("small-1")).withheld()).isEmpty();
        assertThat(learnsToOmitTemperature(learnedDialects, "small-1")).isTrue();
    }

    @Test
    void doesNotKeepAnOptionThatWasOnlyQuoted() throws Exception {
        HttpProvider provider = open(builder());
        String said = error("invalid content: 'temperature of the lake'");
        enqueue(400, said);
        enqueue(400, said);
        enqueue(500, "");
        assertThat(refusalOf(provider, plan("small-1"))).isInstanceOf(NotAccepted.class);
        assertThat(broken(refusalOf(provider, plan("small-1"))).code())
                .isEqualTo(FailureCode.BAD_REQUEST);
        refusalOf(provider, plan("small-1"));
        assertThat(body(request())).contains("\"temperature\"");
        assertThat(body(request())).doesNotContain("\"temperature\"");
        assertThat(body(request())).as("the next call").contains("\"temperature\"");
    }

    private static LearnedDialects dialects(Ticker ticker) {
        return new LearnedDialects(Dialect.forHost("localhost", ServerSettings.DEFAULT), 0, ticker);
    }

    private static boolean learnsToOmitTemperature(LearnedDialects learnedDialects, String model) {
        ModelCall call = plan(model);
        ServerError error = new ServerError("'temperature'", "", "");
        return learnedDialects.learn(
                new ModelRequest(ApiFamily.OPENAI, call, learnedDialects.of(call)), error);
    }

    @Test
    void refusedSchemaDoesNotBlockOtherSchemas() throws Exception {
        HttpProvider provider = open(builder());
        enqueue(400, error("Invalid schema for response_format 'plan'"));
        enqueue(500, "");
        enqueue(500, "");
        refusalOf(provider, plan("small-1"));
        refusalOf(provider, plan("small-1"));
        ModelCall plan = plan("small-1");
        refusalOf(
                provider,
                new ModelCall(
                        plan.model(),
                        plan.prompt(),
                        plan.format(),
                        plan.maxTokens(),
                        plan.temperature(),
                        new AnswerSchema("other", Map.of("type", "object"))));
        request();
        assertThat(body(request())).doesNotContain("json_schema");
        assertThat(body(request())).contains("json_schema");
    }

    @Test
    void keysOfOneServerShareWhatWasLearned() throws Exception {
        HttpProvider.Builder first = builder();
        HttpProvider one = open(first);
        enqueue(400, error("unsupported: temperature"));
        enqueue(500, "");
        assertThat(refusalOf(one, plan("small-1"))).isInstanceOf(NotAccepted.class);
        try (HttpProvider other =
                builder().apiKey("another-key").sharingDialectsWith(first).build()) {
            refusalOf(other, plan("small-1"));
        }
        assertThat(body(request())).contains("temperature");
        assertThat(body(request())).doesNotContain("temperature");
    }

    @Test
    void learnsFromFastApiErrors() throws Exception {
        HttpProvider provider = open(builder());
        enqueue(
                422,
                "{\"detail\":[{\"type\":\"extra_forbidden\",\"loc\":[\"body\",\"stream_options\"],"
                        + "\"msg\":\"Extra inputs are not permitted\"}]}");
        CallFailure failure = refusalOf(provider, CALL);
        assertThat(failure).isInstanceOf(NotAccepted.class);
        assertThat(failure.message()).endsWith("'stream_options': Extra inputs are not permitted");
    }

    @Test
    void messageShowsNeitherKeyNorPrompt() throws Exception {
        HttpProvider provider = open(builder());
        enqueue(400, error("unsupported temperature for " + KEY));
        enqueue(400, error("no stream_options for " + SECRET_QUESTION));
        assertThat(refusalOf(provider, CALL))
                .isInstanceOf(NotAccepted.class)
                .asString()
                .contains("[redacted]")
                .doesNotContain(KEY);
        assertThat(refusalOf(provider, CALL))
                .isInstanceOf(NotAccepted.class)
                .asString()
                .doesNotContain(SECRET_QUESTION);
    }

    private static String error(String message) {
        return "{\"error\":{\"message\":\"" + message + "\",\"type\":\"invalid_request_error\"}}";
    }

    private static ModelCall plan(String model) {
        AnswerSchema schema = new AnswerSchema(
                "answer", Map.of("type", "object", "properties", Map.of("say", Map.of())));
        return new ModelCall(
                model, Prompt.of("What now? Answer in JSON."), AnswerFormat.PLAN, 50, 0.5, schema);
    }
}
