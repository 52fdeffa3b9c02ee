/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.sun.management.ThreadMXBean;
import dev.triune.llm.FailureCode;
import dev.triune.llm.Outcome.FinishReason;
import dev.triune.llm.Usage;
import dev.triune.llm.internal.protocol.AnswerStreamParser;
import dev.triune.llm.provider.AnswerSink;
import dev.triune.llm.provider.ApiFamily;
import dev.triune.llm.provider.CallFailure;
import dev.triune.llm.provider.CallFailure.Failed;
import dev.triune.llm.provider.HttpProvider;
import dev.triune.llm.provider.RecordingSink;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Iterator;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** An endless event is cut off: it uses bounded memory and the stream is not read further. */
final class EndlessEventTest {
    private static final int PIECE_BYTES = 64 * 1024;
    private static final int PIECES = 1024;
    private static final long EVENT_BYTES = (long) PIECES * PIECE_BYTES;
    private static final long MOST_BYTES = 16L << 20;

    @ParameterizedTest
    @EnumSource(ApiFamily.class)
    void endlessEventFailsTheCallAtTheSizeLimit(ApiFamily apiFamily) throws Exception {
        // Warm-up: loading classes must not count as memory of the call.
        sameEventIsAnsweredWhenItEnds(apiFamily);
        try (StreamingServer server = new StreamingServer(number -> endless(apiFamily));
                HttpProvider provider =
                        HttpProvider.builder(apiFamily, server.url()).build()) {
            long heap = Heap.used();
            long allocated = allocatedByAll();
            WeighingSink sink = new WeighingSink();
            provider.start(NumberedAnswers.call(1), sink);
            Failed failure = sink.failed.get(60, TimeUnit.SECONDS);
            assertThat(failure.code()).isEqualTo(FailureCode.UNREADABLE_ANSWER);
            assertThat(failure.message())
                    .contains("an event has more than " + AnswerStreamParser.MAX_EVENT_BYTES
                            + " bytes");
            server.awaitHangUps(1);
            assertThat(server.bytesSent())
                    .isGreaterThan(AnswerStreamParser.MAX_EVENT_BYTES)
                    .isLessThan(EVENT_BYTES / 2);
            assertThat(JvmThreads.canBeVirtual() ? allocatedByAll() - allocated : sink.allocated)
                    .as("bytes allocated")
                    .isBetween((long) AnswerStreamParser.MAX_EVENT_BYTES, MOST_BYTES);
            assertThat(Heap.used() - heap).as("bytes kept").isLessThan(MOST_BYTES);
        }
    }

    /** Control: a shorter event of the same form is answered normally. */
    @ParameterizedTest
    @EnumSource(ApiFamily.class)
    void sameEventIsAnsweredWhenItEnds(ApiFamily apiFamily) throws Exception {
        try (StreamingServer server =
                        new StreamingServer(number -> Stream.of(start(apiFamily), end(apiFamily))
                                .map(text -> text.getBytes(US_ASCII))
                                .iterator());
                HttpProvider provider =
                        HttpProvider.builder(apiFamily, server.url()).build()) {
            RecordingSink sink = new RecordingSink();
            provider.start(NumberedAnswers.call(1), sink);
            assertThatCode(sink::usage).doesNotThrowAnyException();
            assertThat(sink.text()).isEqualTo("a");
        }
    }

    /** Records how much memory the thread of a failed call has allocated since it started. */
    private static final class WeighingSink implements AnswerSink {
        final CompletableFuture<Failed> failed = new CompletableFuture<>();
        volatile long allocated;

        @Override
        public void text(String delta) {
            failed.completeExceptionally(new AssertionError("text from an unfinished event"));
        }

        @Override
        public void complete(FinishReason reason, Usage usage) {
            failed.completeExceptionally(new AssertionError("the event ended"));
        }

        @Override
        public void fail(CallFailure failure) {
            allocated = JvmThreads.canBeVirtual()
                    ? 0
                    : threads().getThreadAllocatedBytes(Thread.currentThread().getId());
            failed.complete((Failed) failure);
        }
    }

    /** Bytes allocated by all threads, including virtual ones; 0 if the JVM cannot tell. */
    private static long allocatedByAll() throws ReflectiveOperationException {
        return JvmThreads.canBeVirtual()
                ? (Long) ThreadMXBean.class
                        .getMethod("getTotalThreadAllocatedBytes")
                        .invoke(threads())
                : 0;
    }

    private static ThreadMXBean threads() {
        return (ThreadMXBean) ManagementFactory.getThreadMXBean();
    }

    private static Iterator<byte[]> endless(ApiFamily apiFamily) {
        byte[] piece = new byte[PIECE_BYTES];
        Arrays.fill(piece, (byte) 'a');
        return Stream.concat(
                        Stream.of(start(apiFamily).getBytes(US_ASCII)),
                        Stream.generate(() -> piece).limit(PIECES))
                .iterator();
    }

    private static String start(ApiFamily apiFamily) {
        return switch (apiFamily) {
            case OPENAI -> "data: {\"choices\":[{\"delta\":{\"content\":\"a";
            case ANTHROPIC ->
                "event: content_block_delta\ndata: {\"type\":\"content_block_delta\","
                        + "\"index\":0,\"delta\":{\"type\":\"text_delta\",\"text\":\"a";
            case OLLAMA -> "{\"message\":{\"role\":\"assistant\",\"content\":\"a";
        };
    }

    private static String end(ApiFamily apiFamily) {
        return switch (apiFamily) {
            case OPENAI -> "\"}}]}\n\ndata: [DONE]\n\n";
            case ANTHROPIC -> "\"}}\n\ndata: {\"type\":\"message_stop\"}\n\n";
            case OLLAMA -> "\"},\"done\":true}\n";
        };
    }
}
