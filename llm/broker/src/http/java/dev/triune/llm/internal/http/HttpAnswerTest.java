/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.FailureCode;
import dev.triune.llm.Outcome.FinishReason;
import dev.triune.llm.Usage;
import dev.triune.llm.internal.protocol.AnswerStreamParser;
import dev.triune.llm.provider.CallFailure.Failed;
import dev.triune.llm.provider.CallFailure.RateLimited;
import dev.triune.llm.provider.HttpProvider;
import dev.triune.llm.provider.RecordingSink;
import java.io.IOException;
import java.util.stream.Stream;
import mockwebserver3.MockResponse;
import mockwebserver3.SocketEffect;
import okio.Buffer;
import okio.BufferedSink;
import okio.GzipSink;
import okio.Okio;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Complete and broken answers, in addition to the provider contract tests. */
@ParameterizedClass
@MethodSource("dev.triune.llm.internal.http.Transports#tested")
final class HttpAnswerTest extends ServerFixture {
    // answers

    @Test
    void streamsTextThenReportsUsage() throws Exception {
        answer(": hello\n\n"
                + "data: {\"choices\":[{\"delta\":{\"role\":\"assistant\",\"content\":null}}]}\n\n"
                + "data: {\"choices\":[{\"delta\":{\"reasoning_content\":\"hm\"}}]}\n\n"
                + "data:\n\n"
                + HELLO
                + STOP
                + "data: {\"choices\":[],\"usage\":{\"prompt_tokens\":100,\"completion_tokens\":7,"
                + "\"prompt_tokens_details\":{\"cached_tokens\":64}}}\n\n"
                + DONE);
        open(builder()).start(CALL, sink);
        assertThat(sink.usage()).isEqualTo(new Usage(36, 64, 0, 7));
        assertThat(sink.text()).isEqualTo("Hello");
        assertThat(sink.ends()).isOne();
    }

    @Test
    void acceptsUsageInTheLastChunkWithoutDone() throws Exception {
        answer(HELLO + "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"length\"}],"
                + "\"usage\":{\"prompt_tokens\":10,\"completion_tokens\":-1}}\n\n");
        open(builder()).start(CALL, sink);
        assertThat(sink.usage()).isEqualTo(new Usage(10, 0, 0, 0));
    }

    @Test
    void answerWithoutUsageIsComplete() throws Exception {
        answer(HELLO + "data: [DONE]");
        open(builder()).start(CALL, sink);
        assertThat(sink.usage()).isEqualTo(Usage.NONE);
    }

    @Test
    void brokenConnectionAfterTheFinishIsIgnored() throws Exception {
        server.enqueue(stream(HELLO + STOP + ": padding".repeat(100_000))
                .onResponseBody(new SocketEffect.CloseSocket())
                .build());
        open(builder()).start(CALL, sink);
        assertThat(sink.usage()).isEqualTo(Usage.NONE);
        assertThat(sink.text()).isEqualTo("Hello");
    }

    // broken answers

    static Stream<Arguments> brokenAnswers() {
        return Stream.of(
                Arguments.of("", FailureCode.CUT_OFF, "cut off"),
                Arguments.of(HELLO + "data: {\"choi", FailureCode.CUT_OFF, "cut off"),
                Arguments.of(
                        HELLO + "data: {\"choi\n\n" + DONE,
                        FailureCode.UNREADABLE_ANSWER,
                        "not JSON"),
                Arguments.of(HELLO + "data: 5\n\n", FailureCode.CUT_OFF, "cut off"),
                Arguments.of(
                        "data: " + "x".repeat(AnswerStreamParser.MAX_EVENT_BYTES),
                        FailureCode.UNREADABLE_ANSWER,
                        "1048576"),
                Arguments.of(
                        HELLO + "data: {\"error\":{\"message\":\"it went wrong\",\"code\":502}}\n\n"
                                + DONE,
                        FailureCode.PROVIDER_ERROR,
                        "502: it went wrong"),
                Arguments.of(
                        "data: {\"error\":\"server busy\"}\n\n",
                        FailureCode.PROVIDER_ERROR,
                        "server busy"),
                Arguments.of(
                        "data: {\"error\":{\"type\":\"invalid_request_error\"}}\n\n",
                        FailureCode.BAD_REQUEST,
                        "400"),
                Arguments.of(
                        "data: {\"error\":{\"code\":\"invalid_api_key\"}}\n\n",
                        FailureCode.AUTHENTICATION,
                        "401"),
                Arguments.of(
                        "data: {\"error\":{\"code\":\"insufficient_quota\"}}\n\n",
                        FailureCode.QUOTA_EXHAUSTED,
                        "429"));
    }

    @ParameterizedTest
    @MethodSource("brokenAnswers")
    void brokenStreamReportsItsCause(String stream, FailureCode code, String words)
            throws Exception {
        answer(stream);
        open(builder()).start(CALL, sink);
        assertThat(broken(sink.failure()).code()).isEqualTo(code);
        assertThat(sink.failure().message()).contains(words).contains(server.getHostName());
        assertThat(sink.text()).isEqualTo(stream.startsWith(HELLO) ? "Hello" : "");
        assertThat(sink.ends()).isOne();
    }

    @Test
    void rateLimitInsideTheStreamIsReported() throws Exception {
        answer("data: {\"error\":{\"code\":429,\"message\":\"slow down\"}}\n\n");
        open(builder()).start(CALL, sink);
        assertThat(sink.failure())
                .isInstanceOfSatisfying(
                        RateLimited.class,
                        limited -> assertThat(limited.retryAfter()).isNull());
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"choices\":[]}", "{}", "[]", "[5]"})
    void unstreamedAnswerWithoutAChoiceIsUnreadable(String body) throws Exception {
        enqueue(200, body);
        open(builder()).start(CALL, sink);
        assertThat(broken(sink.failure()).code()).isEqualTo(FailureCode.UNREADABLE_ANSWER);
    }

    @Test
    void webPageIsUnreadable() throws Exception {
        server.enqueue(new MockResponse.Builder()
                .addHeader("Content-Type", "text/html; charset=utf-8")
                .body("<html></html>")
                .build());
        open(builder()).start(CALL, sink);
        assertThat(broken(sink.failure()).code()).isEqualTo(FailureCode.UNREADABLE_ANSWER);
        assertThat(sink.failure().message()).contains("base URL");
    }

    @Test
    void errorInAnUnstreamedAnswerIsReported() throws Exception {
        enqueue(200, "{\"error\":{\"message\":\"no credits\",\"code\":402}}");
        open(builder()).start(CALL, sink);
        assertThat(broken(sink.failure()).code()).isEqualTo(FailureCode.QUOTA_EXHAUSTED);
    }

    @Test
    void brokenConnectionIsCutOff() throws Exception {
        server.enqueue(stream(HELLO + ": padding".repeat(100_000))
                .onResponseBody(new SocketEffect.CloseSocket())
                .build());
        open(builder()).start(CALL, sink);
        assertThat(broken(sink.failure()).code()).isEqualTo(FailureCode.CUT_OFF);
    }

    @Test
    void failingSinkEndsTheCall() throws Exception {
        answer(HELLO + DONE);
        RecordingSink failing = new RecordingSink() {
            @Override
            public synchronized void text(String delta) {
                throw new IllegalStateException(SECRET_QUESTION);
            }
        };
        open(builder()).start(CALL, failing);
        assertThat(broken(failing.failure()).code()).isEqualTo(FailureCode.UNREADABLE_ANSWER);
        assertThat(failing.failure().message()).endsWith("IllegalStateException");
        assertThat(failing.ends()).isOne();
    }

    @Test
    void sinkFailingAtTheEndGetsNoSecondEnd() throws Exception {
        answer(HELLO + DONE);
        RecordingSink failing = new RecordingSink() {
            @Override
            public void complete(FinishReason reason, Usage usage) {
                super.complete(reason, usage);
                throw new IllegalStateException(SECRET_QUESTION);
            }
        };
        HttpProvider provider = open(builder());
        provider.start(CALL, failing);
        assertThat(failing.usage()).isEqualTo(Usage.NONE);
        provider.close();
        failing.awaitQuiet();
        assertThat(failing.ends()).isOne();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 100})
    void readsUnrequestedGzipAnswers(int chunkBytes) throws Exception {
        server.enqueue(new MockResponse.Builder()
                .addHeader("Content-Type", "text/event-stream")
                .addHeader("Content-Encoding", "gzip")
                .chunkedBody(gzip(HELLO + STOP + DONE), chunkBytes)
                .build());
        open(builder()).start(CALL, sink);
        assertThat(sink.finishReason()).isEqualTo(FinishReason.STOP);
        assertThat(sink.text()).isEqualTo("Hello");
        assertThat(request().getHeaders().get("Accept-Encoding")).isEqualTo("identity");
    }

    @Test
    void readsGzipErrors() throws Exception {
        server.enqueue(new MockResponse.Builder()
                .code(400)
                .addHeader("Content-Encoding", "gzip")
                .body(gzip("{\"error\":{\"message\":\"so it is\"}}"))
                .build());
        open(builder()).start(CALL, sink);
        assertThat(sink.failure().message()).endsWith("status 400: so it is");
    }

    @Test
    void truncatedGzipAnswerIsCutOff() throws Exception {
        Buffer whole = gzip(HELLO + STOP + DONE);
        Buffer half = new Buffer();
        half.write(whole, whole.size() / 2);
        server.enqueue(new MockResponse.Builder()
                .addHeader("Content-Encoding", "gzip")
                .body(half)
                .build());
        open(builder()).start(CALL, sink);
        assertThat(broken(sink.failure()).code()).isEqualTo(FailureCode.CUT_OFF);
    }

    @Test
    void reportsUnsupportedCompression() throws Exception {
        server.enqueue(new MockResponse.Builder()
                .addHeader("Content-Encoding", "br")
                .body("x")
                .build());
        open(builder()).start(CALL, sink);
        assertThat(sink.failure())
                .isEqualTo(
                        new Failed(
                                FailureCode.UNREADABLE_ANSWER,
                                "cannot read the answer of " + host()
                                        + ": it is compressed, though not by gzip; is a proxy in between?"));
    }

    private static Buffer gzip(String text) throws IOException {
        Buffer compressed = new Buffer();
        try (BufferedSink sink = Okio.buffer(new GzipSink(compressed))) {
            sink.writeUtf8(text);
        }
        return compressed;
    }
}
