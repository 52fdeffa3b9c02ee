/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.FailureCode;
import dev.triune.llm.internal.protocol.StreamCorpus;
import dev.triune.llm.internal.protocol.StreamEnd;
import dev.triune.llm.internal.protocol.StreamFixture;
import dev.triune.llm.internal.protocol.signal.ErrorResponse;
import dev.triune.llm.internal.protocol.signal.RateLimitSignals;
import dev.triune.llm.internal.protocol.signal.RetryAdvice;
import dev.triune.llm.internal.protocol.signal.SignalCorpus;
import dev.triune.llm.provider.CallFailure.Failed;
import dev.triune.llm.provider.RecordingSink;
import java.util.Map;
import java.util.stream.Stream;
import mockwebserver3.MockResponse;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Answers of all servers are read the same over HTTP as from memory, in chunks of any size. */
final class StreamCorpusOverHttpTest {
    private static CorpusServer server;

    @BeforeAll
    static void startServer() throws Exception {
        server = new CorpusServer();
    }

    @AfterAll
    static void stopServer() {
        server.close();
    }

    static Stream<Arguments> answers() {
        return StreamCorpus.all().stream()
                .flatMap(answer -> CorpusServer.chunkSizes(answer.bytes()).stream()
                        .map(chunkBytes -> Arguments.of(answer, chunkBytes)));
    }

    @ParameterizedTest(name = "{0} in chunks of {1}")
    @MethodSource("answers")
    void answerIsReadTheSameOverHttp(StreamFixture answer, int chunkBytes) throws Exception {
        MockResponse response = CorpusServer.response(answer.bytes(), chunkBytes)
                .setHeader("Content-Type", "text/event-stream")
                .build();
        RecordingSink heard = server.ask(answer.apiFamily(), response);
        requireEnding(heard, answer.streamEnd());
        assertThat(heard.text()).isEqualTo(answer.text());
        assertThat(heard.toolCalls()).isEqualTo(answer.toolCalls());
    }

    private static void requireEnding(RecordingSink heard, StreamEnd streamEnd) throws Exception {
        if (streamEnd instanceof StreamEnd.Complete complete) {
            assertThat(heard.usage()).isEqualTo(complete.usage());
            assertThat(heard.finishReason()).isEqualTo(complete.reason());
        } else if (streamEnd instanceof StreamEnd.ErrorReported errorReported
                && errorReported.body().contains("json_validate_failed")) {
            assertThat(heard.failure())
                    .isInstanceOfSatisfying(
                            Failed.class,
                            failure -> assertThat(failure.code())
                                    .isEqualTo(FailureCode.UNREADABLE_ANSWER));
        } else if (streamEnd instanceof StreamEnd.ErrorReported errorReported) {
            RetryAdvice retryAdvice = new RateLimitSignals(() -> SignalCorpus.NOON)
                    .read(new ErrorResponse(200, Map.of(), errorReported.body()));
            int status = CorpusServer.statusIn(errorReported.body());
            server.requireFailure(heard.failure(), retryAdvice, status);
        } else if (streamEnd instanceof StreamEnd.Unreadable unreadable) {
            requireBroken(
                    heard,
                    FailureCode.UNREADABLE_ANSWER,
                    "cannot read the answer of " + server.host() + ": " + unreadable.how());
        } else {
            requireBroken(
                    heard, FailureCode.CUT_OFF, "the answer of " + server.host() + " was cut off");
        }
    }

    private static void requireBroken(RecordingSink heard, FailureCode code, String message)
            throws Exception {
        assertThat(heard.failure()).isEqualTo(new Failed(code, message));
    }
}
