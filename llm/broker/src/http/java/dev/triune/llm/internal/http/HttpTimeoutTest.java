/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.triune.llm.FailureCode;
import dev.triune.llm.Outcome.FinishReason;
import dev.triune.llm.provider.ApiFamily;
import dev.triune.llm.provider.CallFailure;
import dev.triune.llm.provider.HttpProvider;
import dev.triune.llm.provider.ModelCall;
import dev.triune.llm.provider.RecordingSink;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import mockwebserver3.MockResponse;
import mockwebserver3.SocketEffect;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Servers that stop sending, and servers that never finish. */
@ParameterizedClass
@MethodSource("dev.triune.llm.internal.http.Transports#tested")
@Execution(ExecutionMode.CONCURRENT) // most of the time they wait
final class HttpTimeoutTest extends ServerFixture {
    private static final Duration SHORT = Duration.ofMillis(300);
    private static final Duration LONGER = Duration.ofSeconds(10);
    private static final long LATE_MILLIS = 600;

    /** For tests in which the request, or data, must arrive first: enough on a slow machine. */
    private static final Duration UNHURRIED = Duration.ofSeconds(2);

    @Test
    void serverThatStopsSendingTimesOut() throws Exception {
        try (HangingServer silent = new HangingServer(HELLO)) {
            open(HttpProvider.openAi(silent.url()).gapTimeout(UNHURRIED)).start(CALL, sink);
            assertThat(broken(sink.failure()).code()).isEqualTo(FailureCode.PROVIDER_TIMEOUT);
            assertThat(sink.failure().message()).contains("in time");
            assertThat(sink.text()).isEqualTo("Hello");
            assertThat(silent.awaitHangUp()).isTrue();
        }
    }

    @Test
    void serverThatNeverAnswersTimesOut() throws Exception {
        server.enqueue(new MockResponse.Builder()
                .onResponseStart(SocketEffect.Stall.INSTANCE)
                .build());
        open(builder().firstByteTimeout(SHORT).gapTimeout(SHORT)).start(CALL, sink);
        assertThat(broken(sink.failure()).code()).isEqualTo(FailureCode.PROVIDER_TIMEOUT);
    }

    @ParameterizedTest
    @CsvSource({
        "OPENAI, ': keep-alive'",
        "ANTHROPIC, 'data: {\"type\":\"ping\"}'",
        "OLLAMA, '{\"message\":{\"content\":\"\"},\"done\":false}'",
    })
    void endlessKeepAlivesHitTheAnswerTimeout(ApiFamily apiFamily, String sign) throws Exception {
        try (HangingServer dripping = HangingServer.dripping(sign + "\n\n")) {
            HttpProvider provider =
                    open(HttpProvider.builder(apiFamily, dripping.url()).answerTimeout(UNHURRIED));
            provider.start(CALL, sink);
            assertThat(broken(sink.failure()).code()).isEqualTo(FailureCode.PROVIDER_TIMEOUT);
            assertThat(sink.failure().message()).contains("in time");
            assertThat(dripping.awaitHangUp()).isTrue();
            provider.close();
            sink.awaitQuiet();
            assertThat(sink.order()).containsExactly("end");
        }
    }

    @Test
    void answerTimeoutStartsWhenTheRequestIsSent() throws Exception {
        long late = LONGER.toMillis() + LATE_MILLIS;
        try (SlowSocksProxy proxy = new SlowSocksProxy(server.getPort(), late)) {
            HttpProvider provider = open(builder()
                    .proxy(proxy.url())
                    .connectTimeout(Duration.ofMinutes(1))
                    .answerTimeout(LONGER));
            server.enqueue(stream(HELLO + STOP + DONE).build());
            provider.start(CALL, sink);
            assertThat(sink.finishReason()).isEqualTo(FinishReason.STOP);
        }
    }

    /** Enough calls to stop all threads of a client that has a few for all calls. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void pausedReadersAreNotTheServersSilence(boolean silence) throws Exception {
        int calls = 12;
        HttpProvider provider = open(
                silence
                        ? builder().firstByteTimeout(UNHURRIED).gapTimeout(UNHURRIED)
                        : builder().answerTimeout(UNHURRIED));
        CountDownLatch resumed = new CountDownLatch(1);
        AtomicInteger paused = new AtomicInteger();
        List<RecordingSink> sinks = Stream.generate(() -> new RecordingSink() {
                    @Override
                    public void text(String delta) {
                        paused.incrementAndGet();
                        waitFor(resumed);
                        super.text(delta);
                    }
                })
                .<RecordingSink>map(each -> each)
                .limit(calls)
                .toList();
        String words = HELLO.repeat(1_000); // more than a client reads at once
        sinks.forEach(each -> server.enqueue(stream(words + STOP + DONE).build()));
        sinks.forEach(each -> provider.start(CALL, each));
        await().until(() -> paused.get() > 0);
        waitUninterruptibly(UNHURRIED.toMillis() + LATE_MILLIS);
        resumed.countDown();
        for (RecordingSink each : sinks) {
            each.awaitEnd();
        }
        assertThat(sinks)
                .allSatisfy(each -> assertThat(each.finishReason()).isEqualTo(FinishReason.STOP));
    }

    private static void waitFor(CountDownLatch latch) {
        try {
            assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void waitUninterruptibly(long millis) {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        while (System.nanoTime() < end) {
            LockSupport.parkNanos(end - System.nanoTime());
        }
    }

    @Test
    void firstByteMayTakeLongerThanTheGapTimeout() throws Exception {
        HttpProvider provider = open(builder().gapTimeout(SHORT));
        server.enqueue(late(stream(HELLO + STOP + DONE)));
        provider.start(CALL, sink);
        assertThat(sink.finishReason()).isEqualTo(FinishReason.STOP);
        assertThat(sink.text()).isEqualTo("Hello");
    }

    @Test
    void firstBodyByteMayTakeLongerThanTheGapTimeout() throws Exception {
        HttpProvider provider = open(builder().gapTimeout(SHORT));
        server.enqueue(stream(HELLO + STOP + DONE)
                .bodyDelay(LATE_MILLIS, TimeUnit.MILLISECONDS)
                .build());
        provider.start(CALL, sink);
        assertThat(sink.finishReason()).isEqualTo(FinishReason.STOP);
    }

    @Test
    void missingBodyHitsTheFirstByteTimeout() throws Exception {
        try (HangingServer silent = new HangingServer("")) {
            open(HttpProvider.openAi(silent.url()).firstByteTimeout(SHORT).gapTimeout(SHORT))
                    .start(CALL, sink);
            assertThat(broken(sink.failure()).code()).isEqualTo(FailureCode.PROVIDER_TIMEOUT);
        }
    }

    @Test
    void firstByteMayBeDueSoonerThanLaterOnes() throws Exception {
        server.enqueue(new MockResponse.Builder()
                .onResponseStart(SocketEffect.Stall.INSTANCE)
                .build());
        open(builder().firstByteTimeout(SHORT).gapTimeout(Duration.ofDays(1))).start(CALL, sink);
        assertThat(broken(sink.failure()).code()).isEqualTo(FailureCode.PROVIDER_TIMEOUT);
    }

    @Test
    void nonStreamingAnswerMayTakeTheWholeAnswerTimeout() throws Exception {
        HttpProvider provider = open(builder().firstByteTimeout(SHORT).gapTimeout(SHORT));
        server.enqueue(late(new MockResponse.Builder()
                .body("{\"choices\":[{\"message\":{\"content\":\"Hello\"},"
                        + "\"finish_reason\":\"stop\"}]}")));
        provider.start(
                new ModelCall(
                        CALL.model(),
                        CALL.prompt(),
                        CALL.format(),
                        CALL.maxTokens(),
                        CALL.temperature(),
                        CALL.options(),
                        CALL.schema(),
                        CALL.caller(),
                        true),
                sink);
        assertThat(sink.finishReason()).isEqualTo(FinishReason.STOP);
        assertThat(sink.text()).isEqualTo("Hello");
    }

    @Test
    void gatheredAnswerIsAskedForInOnePieceOfAQuickServerAndYetTimesOutAsAStream()
            throws Exception {
        HttpProvider provider = open(builder()
                .firstByteTimeout(LONGER)
                .gapTimeout(SHORT)
                .answerTimeout(Duration.ofMinutes(10)));
        String usage = "\"usage\":{\"prompt_tokens\":9,\"completion_tokens\":1000000}";
        answer(HELLO + STOP + "data: {\"choices\":[]," + usage + "}\n\n" + DONE);
        assertThat(gathered(provider).text()).isEqualTo("Hello");
        assertThat(body(request())).contains("\"stream\":true");

        enqueue(
                200,
                "{\"choices\":[{\"message\":{\"content\":\"Hello\"},"
                        + "\"finish_reason\":\"stop\"}]," + usage + "}");
        assertThat(gathered(provider).text()).isEqualTo("Hello");
        assertThat(body(request())).contains("\"stream\":false");

        server.enqueue(new MockResponse.Builder()
                .onResponseStart(SocketEffect.Stall.INSTANCE)
                .build());
        assertThat(broken(gathered(provider).failure()).code())
                .isEqualTo(FailureCode.PROVIDER_TIMEOUT);
        assertThat(body(request())).contains("\"stream\":false");

        answer(HELLO + STOP + DONE);
        assertThat(gathered(provider).text()).isEqualTo("Hello");
        assertThat(body(request())).as("after a timeout").contains("\"stream\":true");
    }

    @Test
    void modelThatRefusesOnePieceIsAskedForStreams() throws Exception {
        HttpProvider provider = open(builder());
        String usage = "\"usage\":{\"prompt_tokens\":9,\"completion_tokens\":1000000}";
        answer(HELLO + STOP + "data: {\"choices\":[]," + usage + "}\n\n" + DONE);
        gathered(provider);
        request();

        enqueue(
                400,
                "{\"error\":{\"message\":\"enable_thinking must be false for non-streaming"
                        + " calls\"}}");
        assertThat(gathered(provider).failure()).isInstanceOf(CallFailure.NotAccepted.class);
        assertThat(body(request())).contains("\"stream\":false");
        answer(HELLO + STOP + DONE);
        assertThat(gathered(provider).text()).isEqualTo("Hello");
        assertThat(body(request())).contains("\"stream\":true");
    }

    private static RecordingSink gathered(HttpProvider provider) throws Exception {
        RecordingSink gathering = new RecordingSink() {
            @Override
            public boolean gathers() {
                return true;
            }
        };
        provider.start(CALL, gathering);
        gathering.awaitEnd();
        return gathering;
    }

    private static MockResponse late(MockResponse.Builder response) {
        return response.headersDelay(LATE_MILLIS, TimeUnit.MILLISECONDS).build();
    }
}
