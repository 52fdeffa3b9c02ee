/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.triune.llm.Outcome.FinishReason;
import dev.triune.llm.Usage;
import dev.triune.llm.provider.AnswerSink;
import dev.triune.llm.provider.ApiFamily;
import dev.triune.llm.provider.CallFailure;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Endless answers, and the bounded memory they use. */
final class AnswerStreamLimitTest {
    private static final int PIECE = 8 * 1024;
    private static final int MEGABYTE = 1 << 20;
    private static final long ENDLESS = 64L * MEGABYTE;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final List<String> deltas = new ArrayList<>();
    private final StringBuilder text = new StringBuilder();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "OPENAI    | data: {\"choices\":[{\"delta\":{\"content\":\"          | x      | 1 |  8",
                "OPENAI    | data: {                                                | data:x | 1 |  8",
                "OPENAI    | x                                                      | x      | 1 |  8",
                "OPENAI    | : a comment                                            | x      | 1 |  8",
                "ANTHROPIC | event: content_block_delta%ndata: {\"type\":\"          | x      | 1 |  8",
                "ANTHROPIC | event:                                                 | x      | 1 |  8",
                "OLLAMA    | {\"message\":{\"content\":\"                            | x      | 1 |  8",
                "OPENAI    | {\"choices\":[{\"message\":{\"content\":\"              | x      | 4 | 16",
                "ANTHROPIC | {\"type\":\"message\",\"content\":[{\"text\":\"        | x      | 4 | 16",
                "OPENAI    | [                                                      | [      | 4 | 16",
            })
    void endlessEventStopsAtTheLimitInBoundedMemory(
            ApiFamily apiFamily, String begin, String more, int limit, int memory) {
        AnswerStreamParser stream = new AnswerStreamParser(apiFamily, sink(deltas::add));
        byte[] first = begin.replace("%n", "\n").getBytes(StandardCharsets.UTF_8);
        byte[] piece = piece(more.equals("data:x") ? "\ndata:x" : more);
        long before = THREADS.getCurrentThreadAllocatedBytes();
        Optional<StreamEnd> streamEnds = stream.feed(first, 0, first.length);
        long fed = first.length;
        long endedAfter = 0;
        while (fed < ENDLESS) {
            streamEnds = stream.feed(piece, 0, piece.length);
            fed += piece.length;
            endedAfter = streamEnds.isPresent() && endedAfter == 0 ? fed : endedAfter;
        }
        long allocated = THREADS.getCurrentThreadAllocatedBytes() - before;
        assertThat(streamEnds)
                .contains(new StreamEnd.Unreadable(
                        "an event has more than " + limit * MEGABYTE + " bytes"));
        assertThat(stream.end()).isEqualTo(streamEnds.orElseThrow());
        assertThat(deltas).isEmpty();
        assertThat(endedAfter).isBetween((long) limit * MEGABYTE, 4L * limit * MEGABYTE);
        assertThat(allocated).isLessThan((long) memory * MEGABYTE);
    }

    @ParameterizedTest
    @ValueSource(strings = {": keep-alive\n\n", "\n", "data\n\n", "event: ping\n\n", " "})
    void oversizedStreamIsRejectedInBoundedMemory(String more) {
        AnswerStreamParser stream = new AnswerStreamParser(ApiFamily.OPENAI, sink(deltas::add));
        byte[] piece = piece(more);
        long before = THREADS.getCurrentThreadAllocatedBytes();
        long fed = 0;
        while (fed + piece.length <= AnswerStreamParser.MAX_STREAM_BYTES) {
            assertThat(stream.feed(piece, 0, piece.length).isPresent()).isFalse();
            fed += piece.length;
        }
        Optional<StreamEnd> streamEnds = stream.feed(piece, 0, piece.length);
        long allocated = THREADS.getCurrentThreadAllocatedBytes() - before;
        assertThat(streamEnds)
                .contains(new StreamEnd.Unreadable(
                        "it has more than " + AnswerStreamParser.MAX_STREAM_BYTES + " bytes"));
        assertThat(stream.end()).isEqualTo(streamEnds.orElseThrow());
        assertThat(allocated).isLessThan(8L * MEGABYTE);
    }

    @Test
    void oversizedAnswerIsRejectedAndDeliversNoMoreThanTheLimit() {
        AnswerStreamParser stream = new AnswerStreamParser(ApiFamily.OLLAMA, sink(text::append));
        String line =
                "{\"message\":{\"content\":\"" + "x".repeat(100_000) + "\"},\"done\":false}\n";
        byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
        Optional<StreamEnd> streamEnds = Optional.empty();
        for (int i = 0; i < 42 && streamEnds.isEmpty(); i++) {
            assertThat(text).hasSize(i * 100_000);
            streamEnds = stream.feed(bytes, 0, bytes.length);
        }
        assertThat(streamEnds)
                .contains(new StreamEnd.Unreadable(
                        "it has more than " + AnswerEventHandler.MAX_CHARACTERS + " characters"));
        assertThat(text).hasSize(4_100_000);
        assertThat(text.length()).isLessThanOrEqualTo(AnswerEventHandler.MAX_CHARACTERS);
    }

    @Test
    void readsAnEventOfExactlyTheLimit() {
        String frame = "{\"message\":{\"content\":\"\"},\"done\":true}";
        String content = "x".repeat(AnswerStreamParser.MAX_EVENT_BYTES - frame.length());
        byte[] line = frame.replace("\"\"", "\"" + content + "\"").getBytes(StandardCharsets.UTF_8);
        assertThat(line).hasSize(AnswerStreamParser.MAX_EVENT_BYTES);
        for (int size : List.of(PIECE, line.length)) {
            ParsedAnswer parsedAnswer = ParsedAnswer.inPieces(ApiFamily.OLLAMA, line, size);
            assertThat(parsedAnswer.text().length()).isEqualTo(content.length());
            assertThat(parsedAnswer.streamEnd()).isInstanceOf(StreamEnd.Complete.class);
        }
    }

    @Test
    void rejectsAnEventOneByteOverTheLimitInEverySplit() {
        byte[] line = new byte[AnswerStreamParser.MAX_EVENT_BYTES + 1];
        Arrays.fill(line, (byte) 'x');
        line[0] = '{';
        for (int size : List.of(1, PIECE, line.length)) {
            assertThat(ParsedAnswer.inPieces(ApiFamily.OLLAMA, line, size).streamEnd())
                    .isEqualTo(new StreamEnd.Unreadable("an event has more than 1048576 bytes"));
        }
    }

    @Test
    void rejectsMoreToolCallsThanTheLimit() {
        String call = "{\"function\":{\"name\":\"go\",\"arguments\":{}}},";
        ParsedAnswer parsed = parsed("{\"message\":{\"tool_calls\":["
                + call.repeat(AnswerEventHandler.MAX_TOOL_CALLS) + "{}]}}\n");
        assertThat(parsed.streamEnd())
                .isEqualTo(new StreamEnd.Unreadable("it has more than 128 tool calls"));
        assertThat(parsed.toolCalls()).isEmpty();
    }

    @Test
    void toolArgumentsCountTowardsTheCharacterLimit() {
        String line = "{\"message\":{\"tool_calls\":[{\"function\":{\"name\":\"go\","
                + "\"arguments\":{\"to\":\"" + "x".repeat(1_000_000) + "\"}}}]}}\n";
        assertThat(parsed(line.repeat(5)).streamEnd())
                .isEqualTo(new StreamEnd.Unreadable(
                        "it has more than " + AnswerEventHandler.MAX_CHARACTERS + " characters"));
    }

    private static ParsedAnswer parsed(String stream) {
        return ParsedAnswer.whole(ApiFamily.OLLAMA, stream.getBytes(StandardCharsets.UTF_8));
    }

    private static AnswerSink sink(Consumer<String> text) {
        return new AnswerSink() {
            @Override
            public void text(String delta) {
                text.accept(delta);
            }

            @Override
            public void complete(FinishReason reason, Usage usage) {}

            @Override
            public void fail(CallFailure failure) {}
        };
    }

    private static byte[] piece(String more) {
        return more.repeat(PIECE / more.length()).getBytes(StandardCharsets.UTF_8);
    }
}
