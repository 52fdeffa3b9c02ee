/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.FailureCode;
import dev.triune.llm.Usage;
import dev.triune.llm.provider.CallFailure;
import dev.triune.llm.provider.CallFailure.Failed;
import dev.triune.llm.provider.CallFailure.RateLimited;
import dev.triune.llm.provider.GatewayProvider;
import dev.triune.llm.provider.Provider.BatchingProvider.BatchCall;
import dev.triune.llm.provider.Provider.RunningCall;
import dev.triune.llm.provider.RecordingSink;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import mockwebserver3.RecordedRequest;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Several requests in one exchange. */
final class GatewayBatchTest extends GatewayFixture {
    private final List<RecordingSink> sinks = new ArrayList<>();
    private final LiveBody live = new LiveBody();

    private List<RunningCall> start(GatewayProvider provider, int count) {
        sinks.addAll(Stream.generate(RecordingSink::new).limit(count).toList());
        return provider.startBatch(
                sinks.stream().map(one -> new BatchCall(CALL, one)).toList());
    }

    private List<RunningCall> startLive(int count) {
        answers.add(live.response());
        return start(open(), count);
    }

    private static String complete(String request, int output) {
        return GatewayScript.complete(request, new Usage(10, 0, 0, output), "");
    }

    @Test
    void batchSendsAllCallsInOneRequest() throws Exception {
        startLive(3);
        RecordedRequest request = next(asked);
        assertThat(request.getUrl().encodedPath()).isEqualTo("/api/llm/batch");
        JsonNode body = body(request);
        assertThat(body.path("sessionId").stringValue()).isEqualTo(SESSION);
        assertThat(body.path("batch_id").stringValue()).isNotEmpty();
        Set<String> tokens = new HashSet<>();
        for (int i = 0; i < 3; i++) {
            JsonNode each = body.path("requests").path(i);
            assertThat(each.path("request_id").stringValue()).isEqualTo(Integer.toString(i));
            assertThat(each.path("agentId").stringValue()).isEqualTo("miller");
            assertThat(each.path("cost").intValue()).isEqualTo(3);
            assertThat(each.path("stream").booleanValue()).isTrue();
            tokens.add(each.path("cancelToken").stringValue());
        }
        assertThat(body.path("requests").size()).isEqualTo(3);
        assertThat(tokens).hasSize(3).doesNotContain("");
        live.end();
    }

    @Test
    void interleavedAnswersReachTheirSinks() throws Exception {
        startLive(3);
        live.say(GatewayScript.delta("2", "c") + GatewayScript.delta("0", "a"));
        assertThat(sinks.get(0).awaitText()).isTrue();
        live.say(GatewayScript.delta("1", "b") + complete("0", 7) + GatewayScript.credits());
        assertThat(sinks.get(0).usage()).isEqualTo(new Usage(10, 0, 0, 7));
        assertThat(sinks.get(2).ends()).isZero();
        String exhausted =
                GatewayScript.fields("QUEUE_FULL", 503, "full", ",\"retryAfterMs\":2000");
        live.say(GatewayScript.error("1", exhausted) + GatewayScript.delta("2", "C"));
        live.say(complete("2", 9));
        assertThat(sinks.get(2).usage()).isEqualTo(new Usage(10, 0, 0, 9));
        live.end();
        assertThat(sinks.get(0).text()).isEqualTo("a");
        assertThat(sinks.get(2).text()).isEqualTo("cC");
        assertThat(((RateLimited) sinks.get(1).failure()).retryAfter())
                .isEqualTo(Duration.ofSeconds(2));
        assertThat(sinks.get(1).text()).isEqualTo("b");
        assertThat(sinks).allMatch(one -> one.ends() == 1);
    }

    @Test
    void ignoresUnknownAndRepeatedAnswers() throws Exception {
        startLive(2);
        live.say(GatewayScript.delta("7", "x") + GatewayScript.delta("", "y") + complete("9", 1));
        live.say(complete("0", 1) + complete("0", 2) + GatewayScript.delta("0", "late"));
        live.say(complete("1", 3));
        assertThat(sinks.get(0).usage()).isEqualTo(new Usage(10, 0, 0, 1));
        assertThat(sinks.get(1).usage()).isEqualTo(new Usage(10, 0, 0, 3));
        assertThat(sinks).allMatch(one -> one.text().isEmpty() && one.ends() == 1);
        live.end();
    }

    @Test
    void cutStreamFailsUnfinishedRequests() throws Exception {
        startLive(3);
        live.say(GatewayScript.delta("0", "a") + GatewayScript.delta("1", "b") + complete("0", 7));
        live.end();
        assertThat(sinks.get(0).usage()).isEqualTo(new Usage(10, 0, 0, 7));
        assertThat(code(sinks.get(1).failure())).isEqualTo(FailureCode.CUT_OFF);
        assertThat(code(sinks.get(2).failure())).isEqualTo(FailureCode.CUT_OFF);
        assertThat(sinks.get(1).text()).isEqualTo("b");
    }

    @Test
    void errorWithoutRequestIdFailsAllRequests() throws Exception {
        startLive(2);
        live.say(GatewayScript.error(
                "", GatewayScript.fields("DRAINING", 503, "stopping", ",\"retryAfterMs\":1000")));
        for (RecordingSink one : sinks) {
            assertThat(((RateLimited) one.failure()).retryAfter()).isEqualTo(Duration.ofSeconds(1));
        }
        live.end();
    }

    @Test
    void refusedBatchFailsAllRequests() throws Exception {
        String fields = GatewayScript.fields(
                "RATE_LIMIT_COOLDOWN", 429, "wait", GatewayScript.cooldown(4000, 2));
        answers.add(json(429, "{" + fields + "}"));
        GatewayProvider provider = open();
        start(provider, 3);
        for (RecordingSink one : sinks) {
            assertThat(((RateLimited) one.failure()).retryAfter()).isEqualTo(Duration.ofSeconds(4));
        }
        assertThat(provider.cooldown()).isEqualTo(Duration.ofSeconds(4));
    }

    @Test
    void cancellingOneRequestLeavesTheOthersRunning() throws Exception {
        List<RunningCall> runningCalls = startLive(3);
        JsonNode sent = body(next(asked));
        live.say(GatewayScript.delta("1", "b"));
        assertThat(sinks.get(1).awaitText()).isTrue();
        runningCalls.get(1).cancel();
        runningCalls.get(1).cancel();
        JsonNode cancel = body(next(cancels));
        assertThat(cancel.path("sessionId").stringValue()).isEqualTo(SESSION);
        assertThat(cancel.path("cancelToken"))
                .isEqualTo(sent.path("requests").path(1).path("cancelToken"));

        live.say(GatewayScript.delta("1", "B") + complete("1", 1));
        live.say(GatewayScript.delta("0", "a") + complete("0", 7) + complete("2", 7));
        sinks.get(0).usage();
        sinks.get(2).usage();
        live.end();
        assertThat(sinks.get(1).text()).isEqualTo("b");
        assertThat(sinks.get(1).ends()).isZero();
        assertThat(cancels).as("further cancels").isEmpty();
    }

    @Test
    void cancellingTheLastRequestClosesTheConnection() throws Exception {
        List<RunningCall> runningCalls = startLive(3);
        live.say(complete("0", 7) + GatewayScript.delta("1", "b"));
        assertThat(sinks.get(1).awaitText()).isTrue(); // so that the first one is over
        runningCalls.get(1).cancel();
        next(cancels);
        runningCalls.get(2).cancel();
        assertThat(live.awaitHangUp()).isTrue();
        assertThat(cancels).isEmpty();
    }

    /** The gateway may not have the request yet when the first cancel arrives. */
    @Test
    void repeatsACancelSentBeforeTheGatewayResponded() throws Exception {
        List<RunningCall> runningCalls = start(open(), 2);
        JsonNode sent = body(next(asked));
        runningCalls.get(0).cancel();
        next(cancels);
        answers.add(live.response());
        live.say(GatewayScript.delta("1", "b"));
        assertThat(body(next(cancels)).path("cancelToken"))
                .isEqualTo(sent.path("requests").path(0).path("cancelToken"));
        live.say(complete("1", 1));
        sinks.get(1).usage();
        live.end();
    }

    @Test
    void closingFailsAllOpenRequests() throws Exception {
        startLive(2);
        live.say(GatewayScript.delta("0", "a"));
        assertThat(sinks.get(0).awaitText()).isTrue();
        opened.orElseThrow().close();
        for (RecordingSink one : sinks) {
            assertThat(code(one.failure())).isEqualTo(FailureCode.CUT_OFF);
        }
        assertThat(live.awaitHangUp()).isTrue();
    }

    private static FailureCode code(CallFailure failure) {
        assertThat(failure).isInstanceOf(Failed.class);
        return ((Failed) failure).code();
    }
}
