/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.provider.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.FailureCode;
import dev.triune.llm.provider.CallFailure.Broken;
import dev.triune.llm.provider.RecordingSink;
import dev.triune.llm.provider.signal.RateLimitSignals;
import dev.triune.llm.provider.signal.Refusal;
import dev.triune.llm.provider.signal.SignalCorpus;
import dev.triune.llm.provider.signal.Verdict;
import dev.triune.llm.provider.wire.Ending;
import dev.triune.llm.provider.wire.StreamCorpus;
import dev.triune.llm.provider.wire.StreamFixture;
import java.util.Map;
import java.util.stream.Stream;
import mockwebserver3.MockResponse;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The answers of all servers come through HTTP as they come from memory, however they are cut. */
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
    void anAnswerMeansTheSameOverHttp(StreamFixture answer, int chunkBytes) throws Exception {
        MockResponse response = CorpusServer.response(answer.bytes(), chunkBytes)
                .setHeader("Content-Type", "text/event-stream")
                .build();
        RecordingSink heard = server.ask(answer.family(), response);
        requireEnding(heard, answer.ending());
        assertThat(heard.text()).isEqualTo(answer.text());
    }

    private static void requireEnding(RecordingSink heard, Ending ending) throws Exception {
        if (ending instanceof Ending.Whole whole) {
            assertThat(heard.usage()).isEqualTo(whole.usage());
        } else if (ending instanceof Ending.Reported reported
                && reported.body().contains("json_validate_failed")) {
            assertThat(heard.failure())
                    .isInstanceOfSatisfying(
                            Broken.class,
                            failure -> assertThat(failure.code())
                                    .isEqualTo(FailureCode.UNREADABLE_ANSWER));
        } else if (ending instanceof Ending.Reported reported) {
            Verdict verdict = new RateLimitSignals(() -> SignalCorpus.NOON)
                    .read(new Refusal(200, Map.of(), reported.body()));
            int status = CorpusServer.statusIn(reported.body());
            server.requireFailure(heard.failure(), verdict, status);
        } else if (ending instanceof Ending.Unreadable unreadable) {
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
        assertThat(heard.failure()).isEqualTo(new Broken(code, message));
    }
}
