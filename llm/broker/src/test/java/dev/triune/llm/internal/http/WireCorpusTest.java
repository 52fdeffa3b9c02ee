/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.AnswerPart;
import dev.triune.llm.AnswerSchema;
import dev.triune.llm.FailureCode;
import dev.triune.llm.Message;
import dev.triune.llm.ModelOptions;
import dev.triune.llm.Outcome.FinishReason;
import dev.triune.llm.Prompt;
import dev.triune.llm.Request.AnswerFormat;
import dev.triune.llm.Ticker;
import dev.triune.llm.Usage;
import dev.triune.llm.internal.json.AnswerReader;
import dev.triune.llm.internal.protocol.Dialect;
import dev.triune.llm.internal.protocol.ModelRequest;
import dev.triune.llm.internal.protocol.signal.RateLimitSignals;
import dev.triune.llm.internal.protocol.signal.SignalCorpus;
import dev.triune.llm.provider.AnswerSink;
import dev.triune.llm.provider.ApiFamily;
import dev.triune.llm.provider.CallFailure;
import dev.triune.llm.provider.ModelCall;
import dev.triune.llm.provider.ServerSettings;
import dev.triune.testsupport.WireCase;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import okhttp3.Protocol;
import okhttp3.Request;
import okhttp3.Response;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Replays what servers were observed to send, whole and in pieces, through protocol, classifier and
 * the reader of the answer.
 */
final class WireCorpusTest {
    static final Path CORPUS = Path.of("src/test/resources/wire");
    private static final JsonMapper JSON = new JsonMapper();
    private static final int[] SIZES = {Integer.MAX_VALUE, 100, 3, 1};
    private static final TypeReference<Map<String, Object>> FIELDS = new TypeReference<>() {};
    private static final AnswerSchema SCHEMA = new AnswerSchema("plan", Map.of("type", "object"));

    static Stream<WireCase> answers() throws IOException {
        return WireCase.all(CORPUS).stream()
                .filter(each -> (each.has("answer") || each.has("content"))
                        && each.has("expect")
                        && !each.has("request"));
    }

    @Test
    void corpusHasManyCasesUnderNamesOfTheirOwn() throws IOException {
        List<WireCase> all = WireCase.all(CORPUS);
        assertThat(all).hasSizeGreaterThanOrEqualTo(150);
        assertThat(all).extracting(WireCase::name).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @MethodSource("answers")
    void isReadAsExpectedWholeAndInPieces(WireCase wire) {
        for (String body : bodies(wire)) {
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            for (int size : SIZES) {
                assertThat(replayed(wire, bytes, size))
                        .as("in pieces of %d bytes", size)
                        .isEqualTo(wire.text("expect"));
            }
        }
    }

    /** The bodies to replay: the server's, or streams of the model's text in pieces of all sizes. */
    private static List<String> bodies(WireCase wire) {
        if (wire.has("answer")) {
            return List.of(wire.answer());
        }
        String content = wire.text("content");
        return Arrays.stream(SIZES)
                .filter(size -> size > content.length() || !wire.settings().containsKey("split"))
                .mapToObj(size -> stream(content, size))
                .toList();
    }

    private static String stream(String content, int size) {
        StringBuilder stream = new StringBuilder();
        for (int from = 0; from < content.length(); from += Math.min(size, content.length())) {
            String piece = content.substring(from, from + Math.min(size, content.length() - from));
            stream.append("data: {\"choices\":[{\"delta\":{\"content\":")
                    .append(JSON.writeValueAsString(piece))
                    .append("}}]}\n\n");
        }
        return stream + "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n"
                + "data: [DONE]\n\n";
    }

    private static String replayed(WireCase wire, byte[] bytes, int size) {
        ApiFamily family =
                ApiFamily.valueOf(wire.setting("family", "openai").toUpperCase(Locale.ROOT));
        AnswerFormat format =
                AnswerFormat.valueOf(wire.setting("as", "text").toUpperCase(Locale.ROOT));
        ModelCall call = call(wire, format);
        Dialect dialect = Dialect.forHost("localhost", ServerSettings.DEFAULT);
        ModelRequest request = new ModelRequest(family, call, dialect);
        Transcript transcript = new Transcript(format);
        ModelExchange exchange = new ModelExchange(
                request,
                transcript,
                new LearnedDialects(dialect, 0, Ticker.system()),
                new AffordableAnswers(Ticker.system()),
                new AnswerPace(Duration.ZERO),
                new FailureClassifier(
                        "server",
                        new RateLimitSignals(() -> SignalCorpus.NOON),
                        new Redactor(List.of())),
                () -> CompletableFuture.completedFuture(List.of()),
                () -> false);
        if (exchange.onHead(head(wire))) {
            boolean wanted = true;
            for (int from = 0;
                    from < bytes.length && wanted;
                    from += Math.min(size, bytes.length)) {
                wanted = exchange.onBody(bytes, from, from + Math.min(size, bytes.length - from));
            }
        }
        exchange.onEnd();
        return transcript.lines();
    }

    /** The call, with the options of the case: what a server can only refuse if it is sent. */
    private static ModelCall call(WireCase wire, AnswerFormat format) {
        JsonNode options = JSON.readTree(wire.setting("options", "{}"));
        boolean schema = options.path("schema").asBoolean(false);
        ModelCall call = new ModelCall(
                wire.setting("model", "model-a"),
                Prompt.of(Message.user("Hi")),
                schema ? AnswerFormat.JSON : format,
                100,
                0.7,
                schema ? SCHEMA : null);
        ModelOptions chosen = ModelOptions.NONE
                .stop(options.path("stop")
                        .valueStream()
                        .map(JsonNode::stringValue)
                        .toArray(String[]::new))
                .extraBody(
                        options.has("extra")
                                ? JSON.convertValue(options.path("extra"), FIELDS)
                                : Map.of());
        JsonNode reasoning = options.path("reasoning");
        return call.withOptions(
                reasoning.isMissingNode()
                        ? chosen
                        : chosen.reasoning(ModelOptions.Reasoning.valueOf(
                                reasoning.stringValue().toUpperCase(Locale.ROOT))));
    }

    private static Response head(WireCase wire) {
        Response.Builder head = new Response.Builder()
                .request(new Request.Builder().url("http://server/").build())
                .protocol(Protocol.HTTP_1_1)
                .message("")
                .code(Integer.parseInt(wire.setting("status", "200")));
        for (String header : wire.setting("headers", "").split(" \\| ")) {
            if (!header.isEmpty()) {
                String[] parts = header.split(": ", 2);
                head.header(parts[0], parts[1]);
            }
        }
        return head.build();
    }

    /** What a game hears of an answer, as lines of the corpus. */
    private static final class Transcript implements AnswerSink {
        private final AnswerFormat format;
        private final AnswerReader reader;
        private final StringBuilder text = new StringBuilder();
        private final StringBuilder refusal = new StringBuilder();
        private final StringBuilder spoken = new StringBuilder();
        private final List<String> lines = new ArrayList<>();
        private final List<String> tail = new ArrayList<>();
        private boolean ended;

        Transcript(AnswerFormat format) {
            this.format = format;
            this.reader = AnswerReader.of(format, true, false);
        }

        @Override
        public void text(String delta) {
            if (format == AnswerFormat.EMBEDDINGS) {
                text.append(delta);
            } else {
                reader.feed(delta, this::part);
            }
        }

        private void part(AnswerPart part) {
            if (part instanceof AnswerPart.Text piece) {
                text.append(piece.delta());
            } else if (part instanceof AnswerPart.SpeechPiece piece) {
                spoken.append(piece.delta());
            } else if (part instanceof AnswerPart.Speech speech) {
                lines.add("says: " + line(speech.text()));
                assertThat(speech.text()).startsWith(spoken.toString());
            } else if (part instanceof AnswerPart.Action action) {
                lines.add("does: " + action.type()
                        + (action.fields().isEmpty() ? "" : " " + action.fields()));
            } else if (part instanceof AnswerPart.Malformed malformed) {
                lines.add("malformed: " + malformed.reason());
            } else {
                lines.add("part: " + part);
            }
        }

        @Override
        public void refusal(String delta) {
            refusal.append(delta);
        }

        @Override
        public void toolCall(AnswerPart.ToolCall call) {
            tail.add("call: " + call.id() + " " + call.name() + " " + call.arguments());
        }

        @Override
        public void complete(FinishReason reason, Usage usage) {
            end();
            if (refusal.length() > 0) {
                tail.add("refuses: " + line(refusal.toString()));
            }
            tail.add("end: " + reason.code());
            if (usage.total() > 0) {
                tail.add("usage: input " + usage.input() + ", cache read " + usage.cacheRead()
                        + ", cache write " + usage.cacheWrite() + ", output " + usage.output());
            }
        }

        @Override
        public void fail(CallFailure failure) {
            if (text.length() > 0 || !lines.isEmpty()) {
                end();
            }
            if (failure instanceof CallFailure.Failed failed) {
                tail.add("fails: " + failed.code().code()
                        + (failed.status() == 0 ? "" : " " + failed.status()));
                tail.add("takes out: " + outage(failed));
            } else if (failure instanceof CallFailure.RateLimited limited) {
                tail.add("waits: "
                        + (limited.retryAfter() == null ? "as we choose" : limited.retryAfter()));
            } else {
                tail.add("adapts");
            }
        }

        private static String outage(CallFailure.Failed failed) {
            if (Duration.ZERO.equals(failed.outage())) {
                return "nothing";
            }
            return failed.code() == FailureCode.MODEL_UNAVAILABLE
                    ? "the model"
                    : failed.code() == FailureCode.AUTHENTICATION
                                    || failed.code() == FailureCode.QUOTA_EXHAUSTED
                            ? "the key"
                            : "nothing";
        }

        private void end() {
            assertThat(ended).as("ended before").isFalse();
            ended = true;
            if (format != AnswerFormat.EMBEDDINGS) {
                reader.end(this::part);
            }
        }

        String lines() {
            String content = text.length() == 0 ? "" : "text: " + line(text.toString()) + "\n";
            return content
                    + Stream.concat(lines.stream(), tail.stream())
                            .collect(Collectors.joining("\n"));
        }

        private static String line(String text) {
            return text.replace("\n", "\\n");
        }
    }
}
