/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.FailureCode;
import dev.triune.llm.internal.protocol.signal.SignalCorpus;
import dev.triune.llm.internal.protocol.signal.SignalCorpus.Case;
import dev.triune.llm.provider.ApiFamily;
import dev.triune.llm.provider.CallFailure;
import dev.triune.llm.provider.CallFailure.Failed;
import dev.triune.llm.sim.Refusal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import mockwebserver3.MockResponse;
import okhttp3.Headers;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Refusals of all providers are read the same over HTTP as in memory, in chunks of any size. */
final class SignalCorpusOverHttpTest {
    /** Cases with a header that HTTP does not allow. */
    private static final List<String> ILLEGAL_HEADERS = List.of();

    /** Cases that report no error: over HTTP they are answers that were cut off. */
    private static final List<String> NO_ERRORS = List.of("any: 200 without a body");

    private static CorpusServer server;

    @BeforeAll
    static void startServer() throws Exception {
        server = new CorpusServer();
    }

    @AfterAll
    static void stopServer() {
        server.close();
    }

    static Stream<Arguments> refusals() {
        return SignalCorpus.cases().stream()
                .filter(each -> !ILLEGAL_HEADERS.contains(each.name()))
                .filter(each -> !NO_ERRORS.contains(each.name()))
                .flatMap(SignalCorpusOverHttpTest::inAllSizes);
    }

    static Stream<Arguments> emptyAnswers() {
        return SignalCorpus.cases().stream()
                .filter(each -> NO_ERRORS.contains(each.name()))
                .flatMap(SignalCorpusOverHttpTest::inAllSizes);
    }

    private static Stream<Arguments> inAllSizes(Case refusal) {
        return CorpusServer.chunkSizes(body(refusal)).stream()
                .map(chunkBytes -> Arguments.of(refusal, chunkBytes));
    }

    @ParameterizedTest(name = "{0} in chunks of {1}")
    @MethodSource("refusals")
    void refusalIsReadTheSameOverHttp(Case refusal, int chunkBytes) throws Exception {
        Refusal sent = refusal.refusal();
        int status = isWithinAnswer(sent) ? CorpusServer.statusIn(sent.body()) : sent.status();
        server.requireFailure(failure(refusal, chunkBytes), refusal.expected(), status);
    }

    @ParameterizedTest(name = "{0} in chunks of {1}")
    @MethodSource("emptyAnswers")
    void emptyAnswerIsCutOff(Case refusal, int chunkBytes) throws Exception {
        assertThat(failure(refusal, chunkBytes))
                .isInstanceOfSatisfying(
                        Failed.class,
                        failed -> assertThat(failed.code()).isEqualTo(FailureCode.CUT_OFF));
    }

    @Test
    void excludedCasesAreExactlyThoseHttpCannotCarry() {
        assertThat(SignalCorpus.cases())
                .filteredOn(each -> !hasLegalHeaders(each.refusal().headers()))
                .extracting(Case::name)
                .containsExactlyElementsOf(ILLEGAL_HEADERS);
        assertThat(SignalCorpus.cases())
                .filteredOn(each -> isWithinAnswer(each.refusal()))
                .filteredOn(each -> each.refusal().body().isEmpty())
                .extracting(Case::name)
                .containsExactlyElementsOf(NO_ERRORS);
    }

    private static boolean hasLegalHeaders(Map<String, String> headers) {
        try {
            Headers.of(headers);
            return true;
        } catch (IllegalArgumentException illegal) {
            return false;
        }
    }

    private static CallFailure failure(Case refusal, int chunkBytes) throws Exception {
        MockResponse.Builder response = CorpusServer.response(body(refusal), chunkBytes)
                .code(refusal.refusal().status())
                .setHeader("Content-Type", "application/json; charset=utf-8");
        refusal.refusal().headers().forEach(response::addHeader);
        return server.ask(family(refusal), response.build()).failure();
    }

    private static ApiFamily family(Case refusal) {
        return switch (refusal.name().substring(0, refusal.name().indexOf(':'))) {
            case "anthropic" -> ApiFamily.ANTHROPIC;
            case "ollama" -> ApiFamily.OLLAMA;
            default -> ApiFamily.OPENAI;
        };
    }

    private static boolean isWithinAnswer(Refusal refusal) {
        return refusal.status() / 100 == 2;
    }

    private static byte[] body(Case refusal) {
        Refusal sent = refusal.refusal();
        boolean event = isWithinAnswer(sent) && !sent.body().isEmpty();
        String body = event ? event(family(refusal), sent.body()) : sent.body();
        return body.getBytes(StandardCharsets.UTF_8);
    }

    /** An error as a stream event; the event is named "error" if its body does not say so. */
    private static String event(ApiFamily apiFamily, String error) {
        if (apiFamily == ApiFamily.OLLAMA) {
            return error + "\n";
        }
        String name = error.contains("\"error\":") ? "" : "event: error\n";
        return name + "data: " + error.replace("\n", "\ndata: ") + "\n\n";
    }
}
