/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.FailureCode;
import dev.triune.llm.Outcome.FinishReason;
import dev.triune.llm.provider.CallFailure;
import dev.triune.llm.provider.CallFailure.Failed;
import dev.triune.llm.provider.CallFailure.RateLimited;
import dev.triune.llm.provider.GatewayProvider;
import dev.triune.llm.provider.RecordingSink;
import java.time.Duration;
import mockwebserver3.MockResponse;
import mockwebserver3.SocketEffect;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How a gateway's answers and refusals are interpreted. */
final class GatewayAnswerTest extends GatewayFixture {
    // answers

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 100, 10_000})
    void readsStreamsInChunksOfAnySize(int chunkBytes) throws Exception {
        answers.add(new MockResponse.Builder()
                .addHeader("Content-Type", "text/event-stream")
                .chunkedBody(
                        ": \n\n" + GatewayScript.delta("Unter dem Herd, ") + ": \n\n"
                                + GatewayScript.delta("größer 😀") + GatewayScript.complete(),
                        chunkBytes)
                .build());
        open().start(CALL, sink);
        assertThat(sink.usage()).isEqualTo(GatewayScript.USAGE);
        assertThat(sink.text()).isEqualTo("Unter dem Herd, größer 😀");
        assertThat(sink.order()).containsExactly("text", "text", "end");
    }

    @ParameterizedTest
    @CsvSource({
        "',\"finishReason\":\"length\"', LENGTH",
        "',\"finishReason\":\"stop\"', STOP",
        "',\"finishReason\":\"of a later version\"', STOP",
        "'', STOP"
    })
    void usesTheFinishReasonOfTheGateway(String field, FinishReason reason) throws Exception {
        stream(GatewayScript.delta("Hel") + GatewayScript.complete(field));
        open().start(CALL, sink);

        assertThat(sink.finishReason()).isEqualTo(reason);
    }

    @Test
    void deliversPartsBeforeTheAnswerIsComplete() throws Exception {
        LiveBody live = new LiveBody();
        answers.add(live.response());
        open().start(CALL, sink);
        live.say(GatewayScript.delta("Hel"));
        assertThat(sink.awaitText()).isTrue();
        assertThat(sink.ends()).isZero();
        live.say(GatewayScript.complete());
        sink.usage();
        live.end();
        assertThat(sink.text()).isEqualTo("Hel");
    }

    @Test
    void deliversUnstreamedAnswerOnce() throws Exception {
        stream(GatewayScript.complete(",\"text\":\"Hello\""));
        open().start(CALL, sink);
        sink.usage();
        assertThat(sink.text()).isEqualTo("Hello");
    }

    @Test
    void doesNotDeliverTextRepeatedAtTheEnd() throws Exception {
        stream(GatewayScript.delta("Hello") + GatewayScript.complete(",\"text\":\"Hello\""));
        open().start(CALL, sink);
        sink.usage();
        assertThat(sink.text()).isEqualTo("Hello");
    }

    @Test
    void ignoresUnknownEventsAndFields() throws Exception {
        stream(GatewayScript.event("\"type\":\"weather\",\"text\":\"rain\"")
                + GatewayScript.event("\"more\":[{\"type\":\"delta\"}]")
                + GatewayScript.credits()
                + GatewayScript.delta("Hello")
                + GatewayScript.complete());
        open().start(CALL, sink);
        sink.usage();
        assertThat(sink.text()).isEqualTo("Hello");
    }

    // truncated and malformed streams

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "data: {\"type\":\"delta\",\"text\":\"Hel\"}\n\n",
                "data: {\"type\":\"comp",
                "data: {\"type\":\"credits\"}\n\n"
            })
    void streamWithoutAnEndIsCutOff(String stream) throws Exception {
        stream(stream);
        assertThat(code(refusal(open()))).isEqualTo(FailureCode.CUT_OFF);
    }

    @Test
    void brokenConnectionIsCutOffAndKeepsReceivedText() throws Exception {
        answers.add(new MockResponse.Builder()
                .addHeader("Content-Type", "text/event-stream")
                .addHeader("Content-Length", "10000")
                .body(GatewayScript.delta("Hel"))
                .setHeader("Content-Length", "10000")
                .onResponseEnd(new SocketEffect.CloseSocket())
                .build());
        RecordingSink heard = ask(open());
        assertThat(code(heard.failure())).isEqualTo(FailureCode.CUT_OFF);
        assertThat(heard.text()).isEqualTo("Hel");
    }

    @ParameterizedTest
    @ValueSource(strings = {"data: nonsense\n\n", "data: [1]\n\n", "data: {\"a\":1}{\n\n"})
    void invalidJsonIsUnreadable(String stream) throws Exception {
        stream(stream + GatewayScript.complete());
        assertThat(code(refusal(open()))).isEqualTo(FailureCode.UNREADABLE_ANSWER);
    }

    @Test
    void webPageIsUnreadable() throws Exception {
        answers.add(new MockResponse.Builder()
                .addHeader("Content-Type", "text/html")
                .body("<html>Sign in</html>")
                .build());
        CallFailure failure = refusal(open());
        assertThat(code(failure)).isEqualTo(FailureCode.UNREADABLE_ANSWER);
        assertThat(failure.message()).contains("web page");
    }

    @Test
    void oversizedEventIsUnreadable() throws Exception {
        stream(GatewayScript.delta("x".repeat((1 << 20) + 1)));
        CallFailure failure = refusal(open());
        assertThat(code(failure)).isEqualTo(FailureCode.UNREADABLE_ANSWER);
        assertThat(failure.message()).contains("1048576 bytes");
    }

    @Test
    void oversizedAnswerIsUnreadable() throws Exception {
        answers.add(new MockResponse.Builder()
                .addHeader("Content-Type", "text/event-stream")
                .body(GatewayScript.delta("x".repeat(1 << 19)).repeat(9))
                .build());
        CallFailure failure = refusal(open());
        assertThat(code(failure)).isEqualTo(FailureCode.UNREADABLE_ANSWER);
        assertThat(failure.message()).contains("4194304 characters");
    }

    // errors, by the rows of docs/gateway-api.md

    @ParameterizedTest
    @CsvSource({
        "RATE_LIMIT_COOLDOWN, 429",
        "QUEUE_FULL, 503",
        "PROVIDERS_EXHAUSTED, 503",
        "PROVIDERS_UNAVAILABLE, 503",
        "DRAINING, 503",
        "AGENT_BUSY, 409",
        "TOO_MANY_STREAMS, 503",
        "QUEUE_TIMEOUT, 503"
    })
    void retryableErrorsBecomeRateLimitsWithTheirWait(String code, int status) throws Exception {
        String fields = GatewayScript.fields(code, status, "not now", ",\"retryAfterMs\":1500");
        answers.add(json(status, "{" + fields + "}"));
        stream(GatewayScript.error("", fields));
        GatewayProvider provider = open();
        for (int i = 0; i < 2; i++) {
            CallFailure failure = refusal(provider);
            assertThat(failure)
                    .isEqualTo(new RateLimited(
                            Duration.ofMillis(1500),
                            host() + " answered with status " + status + " (" + code + "): not now",
                            code.equals("RATE_LIMIT_COOLDOWN"),
                            status == 503));
        }
    }

    @Test
    void waitFallsBackToTheRetryAfterHeader() throws Exception {
        String body = "{" + GatewayScript.fields("QUEUE_FULL", 503, "full", "") + "}";
        answers.add(json(503, body).newBuilder().addHeader("Retry-After", "7").build());
        answers.add(json(503, body));
        GatewayProvider provider = open();
        assertThat(((RateLimited) refusal(provider)).retryAfter()).isEqualTo(Duration.ofSeconds(7));
        assertThat(((RateLimited) refusal(provider)).retryAfter()).isNull();
    }

    @ParameterizedTest
    @CsvSource({
        "SUPERSEDED, 409, '', BAD_REQUEST",
        "BAD_REQUEST, 400, '', BAD_REQUEST",
        "PROMPT_TOO_LARGE, 400, '', BAD_REQUEST",
        "UNAUTHORIZED, 401, '', AUTHENTICATION",
        "FORBIDDEN, 403, '', AUTHENTICATION",
        "NOT_FOUND, 404, '', BAD_REQUEST",
        "METHOD_NOT_ALLOWED, 405, '', BAD_REQUEST",
        "TOO_LARGE, 413, '', BAD_REQUEST",
        "UNSUPPORTED_MEDIA_TYPE, 415, '', BAD_REQUEST",
        "PROVIDER_ERROR, 502, authentication, PROVIDER_ERROR",
        "PROVIDER_ERROR, 502, quota_exhausted, PROVIDER_ERROR",
        "PROVIDER_ERROR, 502, bad_request, BAD_REQUEST",
        "PROVIDER_ERROR, 502, model_unavailable, MODEL_UNAVAILABLE",
        "PROVIDER_ERROR, 502, provider_error, PROVIDER_ERROR",
        "PROVIDER_ERROR, 502, unreachable, UNREACHABLE",
        "PROVIDER_ERROR, 502, cut_off, CUT_OFF",
        "PROVIDER_ERROR, 502, unreadable_answer, UNREADABLE_ANSWER",
        "PROVIDER_ERROR, 502, '', PROVIDER_ERROR",
        "PROVIDER_TIMEOUT, 504, '', PROVIDER_TIMEOUT",
        "EXPIRED, 504, '', PROVIDER_TIMEOUT",
        "CANCELLED, 499, '', CUT_OFF",
        "SOMETHING_NEW, 500, '', PROVIDER_ERROR",
        "SOMETHING_NEW, 418, '', BAD_REQUEST"
    })
    void mapsEachErrorToItsFailureCode(String code, int status, String detail, FailureCode kind)
            throws Exception {
        String more = detail.isEmpty() ? "" : ",\"code\":\"" + detail + "\"";
        String fields = GatewayScript.fields(code, status, "no", more);
        answers.add(json(status, "{" + fields + "}"));
        stream(GatewayScript.error("", fields));
        GatewayProvider provider = open();
        String message = host() + " answered with status " + status + " (" + code + "): no";
        assertThat(refusal(provider)).isEqualTo(new Failed(kind, message));
        assertThat(refusal(provider)).as("in a stream").isEqualTo(new Failed(kind, message));
    }

    @Test
    void errorKeepsTextReceivedBefore() throws Exception {
        String fields = GatewayScript.fields("PROVIDER_ERROR", 502, "broke", ",\"partial\":true");
        stream(GatewayScript.delta("Hel") + GatewayScript.error("", fields));
        RecordingSink heard = ask(open());
        assertThat(code(heard.failure())).isEqualTo(FailureCode.PROVIDER_ERROR);
        assertThat(heard.text()).isEqualTo("Hel");
        assertThat(heard.order()).containsExactly("text", "end");
    }

    /** A proxy in between does not use the gateway's error format. */
    @ParameterizedTest
    @CsvSource({
        "502, PROVIDER_ERROR",
        "504, PROVIDER_TIMEOUT",
        "401, AUTHENTICATION",
        "404, BAD_REQUEST"
    })
    void errorInUnknownFormatIsMappedByItsStatus(int status, FailureCode kind) throws Exception {
        answers.add(json(status, "<html>Bad gateway</html>"));
        assertThat(code(refusal(open()))).isEqualTo(kind);
    }

    private static FailureCode code(CallFailure failure) {
        assertThat(failure).isInstanceOf(Failed.class);
        return ((Failed) failure).code();
    }
}
