/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.provider.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.triune.llm.AnswerFormat;
import dev.triune.llm.FailureCode;
import dev.triune.llm.Message;
import dev.triune.llm.Prompt;
import dev.triune.llm.Usage;
import dev.triune.llm.provider.CallFailure;
import dev.triune.llm.provider.CallFailure.Broken;
import dev.triune.llm.provider.CallFailure.RateLimited;
import dev.triune.llm.provider.ModelCall;
import dev.triune.llm.provider.Provider.Running;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import mockwebserver3.SocketEffect;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

final class OpenAiProviderTest {
    private static final String KEY = "gsk_0123456789abcdef";
    private static final String SECRET_QUESTION = "Where did the miller hide the silver?";
    private static final ModelCall CALL = call(AnswerFormat.TEXT);
    private static final String HELLO = chunk("Hel") + chunk("lo");
    private static final String STOP =
            "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n";
    private static final String DONE = "data: [DONE]\n\n";

    private final MockWebServer server = new MockWebServer();
    private final RecordingSink sink = new RecordingSink();
    private Optional<OpenAiProvider> opened = Optional.empty();

    @BeforeEach
    void startServer() throws Exception {
        server.start();
    }

    @AfterEach
    void stopAll() {
        opened.ifPresent(OpenAiProvider::close);
        server.close();
    }

    // what is sent

    @Test
    void theRequestIsSentAsTheProtocolWantsIt() throws Exception {
        answer(HELLO + DONE);
        open(builder().header("X-Title", "Triune")).start(CALL, sink);
        sink.usage();

        RecordedRequest request = request();
        assertThat(request.getMethod()).isEqualTo("POST");
        assertThat(request.getTarget()).isEqualTo("/v1/chat/completions");
        assertThat(request.getHeaders().get("Authorization")).isEqualTo("Bearer " + KEY);
        assertThat(request.getHeaders().get("X-Title")).isEqualTo("Triune");
        assertThat(request.getHeaders().get("Content-Type")).isEqualTo("application/json");
        assertThat(request.getHeaders().get("Accept")).startsWith("text/event-stream");
        assertThat(request.getHeaders().get("Accept-Encoding")).isEqualTo("identity");
        assertThat(body(request))
                .isEqualTo("{\"model\":\"small-1\",\"messages\":["
                        + "{\"role\":\"system\",\"content\":\"You are a \\\"guard\\\".\"},"
                        + "{\"role\":\"user\",\"content\":\"" + SECRET_QUESTION + "\"},"
                        + "{\"role\":\"assistant\",\"content\":\"é😀?\"}],"
                        + "\"max_tokens\":50,\"temperature\":0.5,\"stream\":true,"
                        + "\"stream_options\":{\"include_usage\":true}}");
    }

    @Test
    void jsonIsAskedForOnlyForPlansAndOnlyIfWanted() throws Exception {
        for (boolean jsonMode : new boolean[] {false, true}) {
            for (AnswerFormat format : AnswerFormat.values()) {
                answer(DONE);
                RecordingSink answer = new RecordingSink();
                try (OpenAiProvider provider = builder().jsonMode(jsonMode).build()) {
                    provider.start(call(format), answer);
                    answer.usage();
                }
                assertThat(body(request())
                                .contains("\"response_format\":{\"type\":\"json_object\"}"))
                        .isEqualTo(jsonMode && format == AnswerFormat.PLAN);
            }
        }
    }

    @Test
    void withoutAKeyNoneIsSentAndASlashEndsTheBaseUrlInVain() throws Exception {
        answer(DONE);
        open(OpenAiProvider.builder(server.url("/v1/").toString())).start(CALL, sink);
        sink.usage();
        RecordedRequest request = request();
        assertThat(request.getTarget()).isEqualTo("/v1/chat/completions");
        assertThat(request.getHeaders().get("Authorization")).isNull();
    }

    @Test
    void halfASurrogatePairInAPromptDoesNotHinderTheCall() throws Exception {
        answer(DONE);
        open(builder()).start(call(AnswerFormat.TEXT, Prompt.of("cut \ud83d")), sink);
        sink.usage();
        assertThat(body(request())).contains("\"cut ?\"");
    }

    // answers

    @Test
    void theTextStreamsInAndTheUsageFollows() throws Exception {
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
    void usageMayComeWithTheLastChunkAndDoneMayBeMissing() throws Exception {
        answer(HELLO + "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"length\"}],"
                + "\"usage\":{\"prompt_tokens\":10,\"completion_tokens\":-1}}\n\n");
        open(builder()).start(CALL, sink);
        assertThat(sink.usage()).isEqualTo(new Usage(10, 0, 0, 0));
    }

    @Test
    void anAnswerWithoutUsageIsWholeAllTheSame() throws Exception {
        answer(HELLO + "data: [DONE]");
        open(builder()).start(CALL, sink);
        assertThat(sink.usage()).isEqualTo(Usage.NONE);
    }

    @Test
    void aServerThatDoesNotStreamIsUnderstood() throws Exception {
        enqueue(
                200,
                "{\"choices\":[{\"message\":{\"content\":\"Hello\"},\"finish_reason\":\"stop\"}],"
                        + "\"usage\":{\"prompt_tokens\":3,\"completion_tokens\":1}}");
        open(builder()).start(CALL, sink);
        assertThat(sink.usage()).isEqualTo(new Usage(3, 0, 0, 1));
        assertThat(sink.text()).isEqualTo("Hello");
    }

    @Test
    void onceTheAnswerHasFinishedABrokenConnectionDoesNoHarm() throws Exception {
        server.enqueue(stream(HELLO + STOP + ": padding".repeat(100_000))
                .onResponseBody(new SocketEffect.CloseSocket())
                .build());
        open(builder()).start(CALL, sink);
        assertThat(sink.usage()).isEqualTo(Usage.NONE);
        assertThat(sink.text()).isEqualTo("Hello");
    }

    // answers that break

    static Stream<Arguments> brokenAnswers() {
        return Stream.of(
                Arguments.of(HELLO, FailureCode.CUT_OFF, "cut off"),
                Arguments.of("", FailureCode.CUT_OFF, "cut off"),
                Arguments.of(HELLO + "data: {\"choi", FailureCode.CUT_OFF, "cut off"),
                Arguments.of(
                        HELLO + "data: {\"choi\n\n" + DONE,
                        FailureCode.UNREADABLE_ANSWER,
                        "not JSON"),
                Arguments.of("data: 5\n\n" + DONE, FailureCode.UNREADABLE_ANSWER, "no object"),
                Arguments.of(
                        "data: " + "x".repeat(SseReader.MAX_EVENT_BYTES),
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
    void aBrokenStreamSaysHow(String stream, FailureCode code, String words) throws Exception {
        answer(stream);
        open(builder()).start(CALL, sink);
        assertThat(broken(sink.failure()).code()).isEqualTo(code);
        assertThat(sink.failure().message()).contains(words).contains(server.getHostName());
        assertThat(sink.text()).isEqualTo(stream.startsWith(HELLO) ? "Hello" : "");
        assertThat(sink.ends()).isOne();
    }

    @Test
    void aRateLimitInsideTheStreamIsARateLimit() throws Exception {
        answer("data: {\"error\":{\"code\":429,\"message\":\"slow down\"}}\n\n");
        open(builder()).start(CALL, sink);
        assertThat(sink.failure())
                .isInstanceOfSatisfying(
                        RateLimited.class,
                        limited -> assertThat(limited.advice()).isEmpty());
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"choices\":[]}", "nonsense", "[]", ""})
    void aWholeAnswerWithoutAChoiceIsUnreadable(String body) throws Exception {
        enqueue(200, body);
        open(builder()).start(CALL, sink);
        assertThat(broken(sink.failure()).code()).isEqualTo(FailureCode.UNREADABLE_ANSWER);
    }

    @Test
    void aWebPageIsNoAnswer() throws Exception {
        server.enqueue(new MockResponse.Builder()
                .addHeader("Content-Type", "text/html; charset=utf-8")
                .body("<html></html>")
                .build());
        open(builder()).start(CALL, sink);
        assertThat(broken(sink.failure()).code()).isEqualTo(FailureCode.UNREADABLE_ANSWER);
        assertThat(sink.failure().message()).contains("base URL");
    }

    @Test
    void anErrorInAWholeAnswerIsThatError() throws Exception {
        enqueue(200, "{\"error\":{\"message\":\"no credits\",\"code\":402}}");
        open(builder()).start(CALL, sink);
        assertThat(broken(sink.failure()).code()).isEqualTo(FailureCode.QUOTA_EXHAUSTED);
    }

    @Test
    void aConnectionThatBreaksInMidStreamIsCutOff() throws Exception {
        server.enqueue(stream(HELLO + ": padding".repeat(100_000))
                .onResponseBody(new SocketEffect.CloseSocket())
                .build());
        open(builder()).start(CALL, sink);
        assertThat(broken(sink.failure()).code()).isEqualTo(FailureCode.CUT_OFF);
    }

    @Test
    void aServerThatFallsSilentTimesOut() throws Exception {
        server.enqueue(stream(HELLO + ": padding".repeat(100_000))
                .onResponseBody(SocketEffect.Stall.INSTANCE)
                .build());
        open(builder().gapTimeout(Duration.ofMillis(300))).start(CALL, sink);
        assertThat(broken(sink.failure()).code()).isEqualTo(FailureCode.PROVIDER_TIMEOUT);
        assertThat(sink.failure().message()).contains("silent");
    }

    @Test
    void aServerThatNeverAnswersTimesOut() throws Exception {
        server.enqueue(new MockResponse.Builder()
                .onResponseStart(SocketEffect.Stall.INSTANCE)
                .build());
        open(builder().gapTimeout(Duration.ofMillis(300))).start(CALL, sink);
        assertThat(broken(sink.failure()).code()).isEqualTo(FailureCode.PROVIDER_TIMEOUT);
    }

    @Test
    void aSinkThatFailsEndsTheCall() throws Exception {
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

    // refusals

    @ParameterizedTest
    @CsvSource({
        "301, BAD_REQUEST",
        "400, BAD_REQUEST",
        "401, AUTHENTICATION",
        "402, QUOTA_EXHAUSTED",
        "403, AUTHENTICATION",
        "404, BAD_REQUEST",
        "408, PROVIDER_TIMEOUT",
        "413, BAD_REQUEST",
        "422, BAD_REQUEST",
        "500, PROVIDER_ERROR",
        "503, PROVIDER_ERROR",
        "504, PROVIDER_TIMEOUT",
        "529, PROVIDER_ERROR",
    })
    void aStatusSaysWhatKindOfFailureItIs(int status, FailureCode code) throws Exception {
        enqueue(status, "{\"error\":{\"message\":\"so it is\"}}");
        open(builder()).start(CALL, sink);
        assertThat(broken(sink.failure()).code()).isEqualTo(code);
        assertThat(sink.failure().message()).contains("status " + status + ": so it is");
        assertThat(server.getRequestCount()).isOne();
    }

    @Test
    void aRateLimitCarriesTheAdvice() throws Exception {
        server.enqueue(new MockResponse.Builder()
                .code(429)
                .addHeader("Retry-After", "1.5")
                .body("{\"error\":{\"message\":\"slow down\",\"code\":\"rate_limit_exceeded\"}}")
                .build());
        open(builder()).start(CALL, sink);
        assertThat(sink.failure())
                .isEqualTo(new RateLimited(
                        Optional.of(Duration.ofMillis(1500)),
                        host() + " answered with status 429: slow down"));
    }

    @Test
    void aServerThatIsOverloadedAndSaysHowLongIsARateLimitAndIsNotAskedAgain() throws Exception {
        server.enqueue(new MockResponse.Builder()
                .code(503)
                .addHeader("Retry-After", "0")
                .build());
        open(builder()).start(CALL, sink);
        assertThat(sink.failure())
                .isEqualTo(new RateLimited(
                        Optional.of(Duration.ZERO), host() + " answered with status 503"));
        assertThat(server.getRequestCount()).isOne();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"error\":{\"code\":\"insufficient_quota\",\"message\":\"pay\"}}",
                "{\"error\":{\"type\":\"insufficient_quota\",\"message\":\"pay\"}}",
                "{\"code\":\"insufficient_quota\",\"message\":\"pay\"}",
                "[{\"error\":{\"code\":\"insufficient_quota\",\"message\":\"pay\"}}]",
            })
    void aQuotaThatIsExhaustedIsNoRateLimit(String body) throws Exception {
        server.enqueue(new MockResponse.Builder()
                .code(429)
                .addHeader("Retry-After", "1")
                .body(body)
                .build());
        open(builder()).start(CALL, sink);
        assertThat(broken(sink.failure()).code()).isEqualTo(FailureCode.QUOTA_EXHAUSTED);
        assertThat(sink.failure().message()).endsWith(": pay");
    }

    @Test
    void ofALongErrorBodyOnlyTheBeginningIsRead() throws Exception {
        enqueue(
                500,
                "{\"error\":{\"message\":\"" + "x".repeat(10 * Failures.MAX_BODY_BYTES) + "\"}}");
        open(builder()).start(CALL, sink);
        assertThat(sink.failure().message()).endsWith("status 500");
    }

    @Test
    void aServerThatIsNotThereIsUnreachable() throws Exception {
        int free;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            free = socket.getLocalPort();
        }
        open(OpenAiProvider.builder("http://127.0.0.1:" + free)).start(CALL, sink);
        assertThat(sink.failure())
                .isEqualTo(new Broken(
                        FailureCode.UNREACHABLE,
                        "cannot reach 127.0.0.1:" + free + ": connection refused"));
    }

    @Test
    void aServerThatHangsUpAtOnceIsUnreachable() throws Exception {
        server.enqueue(new MockResponse.Builder()
                .onResponseStart(new SocketEffect.CloseSocket())
                .build());
        open(builder()).start(CALL, sink);
        assertThat(broken(sink.failure()).code()).isEqualTo(FailureCode.UNREACHABLE);
        assertThat(server.getRequestCount()).isOne();
    }

    // secrets

    @ParameterizedTest
    @ValueSource(ints = {400, 401, 429, 500})
    void neitherKeyNorPromptIsInAMessage(int status) throws Exception {
        enqueue(
                status,
                "{\"error\":{\"message\":\"key " + KEY + ", header Bearer " + KEY
                        + ", hush-hush-1\"}}");
        enqueue(status, "{\"error\":{\"message\":\"bad prompt: " + SECRET_QUESTION + "\"}}");
        OpenAiProvider provider = open(builder().header("X-Other", "hush-hush-1"));
        RecordingSink second = new RecordingSink();
        provider.start(CALL, sink);
        sink.failure();
        provider.start(CALL, second);
        assertThat(sink.failure().message())
                .contains("[redacted]")
                .doesNotContain(KEY, "hush-hush-1");
        assertThat(second.failure().message()).doesNotContain(KEY, SECRET_QUESTION);
        assertThat(provider.toString()).isEqualTo("OpenAiProvider[" + host() + "]");
    }

    // the end of calls and of the provider

    @Test
    void aCancelReachesTheServer() throws Exception {
        try (HangingServer hanging = new HangingServer(chunk("Hel"))) {
            OpenAiProvider provider = open(OpenAiProvider.builder(hanging.url()));
            Running running = provider.start(CALL, sink);
            assertThat(sink.awaitText()).isTrue();
            running.cancel();
            assertThat(hanging.awaitHangUp()).isTrue();
            assertThat(sink.failure().message()).contains("cancelled");
            assertThat(sink.ends()).isOne();
        }
    }

    @Test
    void closingEndsTheCallsUnderWayAndTheThreads() throws Exception {
        try (HangingServer hanging = new HangingServer(chunk("Hel"))) {
            OpenAiProvider provider = open(OpenAiProvider.builder(hanging.url()));
            provider.start(CALL, sink);
            assertThat(sink.awaitText()).isTrue();
            Thread thread = sink.thread();
            assertThat(thread.isDaemon()).isTrue();
            provider.close();
            assertThat(sink.failure().message()).contains("cancelled");
            await().until(() -> !thread.isAlive());
        }
    }

    @Test
    void aCallAfterTheCloseFailsAndASecondCloseDoesNothing() throws Exception {
        OpenAiProvider provider = open(builder());
        provider.close();
        assertThatCode(provider::close).doesNotThrowAnyException();
        provider.start(CALL, sink);
        assertThat(broken(sink.failure()).code()).isEqualTo(FailureCode.CUT_OFF);
    }

    @Test
    void asManyCallsRunAtATimeAsThereArePermits() throws Exception {
        int permits = 12;
        try (HangingServer hanging = new HangingServer(chunk("Hel"))) {
            OpenAiProvider provider = open(OpenAiProvider.builder(hanging.url()).permits(permits));
            List<RecordingSink> sinks =
                    Stream.generate(RecordingSink::new).limit(permits).toList();
            sinks.forEach(one -> provider.start(CALL, one));
            for (RecordingSink one : sinks) {
                assertThat(one.awaitText()).isTrue();
            }
        }
    }

    // the builder

    @ParameterizedTest
    @ValueSource(strings = {"", "localhost:8080", "ftp://localhost", "http://"})
    void aBaseUrlThatIsNoneIsRefusedByName(String url) {
        assertThatThrownBy(() -> OpenAiProvider.builder(url))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("\"" + url + "\"")
                .hasMessageContaining("expected http or https");
    }

    @Test
    void aBaseUrlWithAPasswordIsRefusedWithoutShowingIt() {
        assertThatThrownBy(() -> OpenAiProvider.builder("http://me:pass@localhost"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("localhost")
                .hasMessageNotContaining("pass@");
    }

    @Test
    void aKeyOrHeaderThatCannotBeSentIsRefusedWithoutShowingIt() {
        assertThatThrownBy(() -> builder().apiKey("secret\n")).hasMessageNotContaining("secret");
        assertThatThrownBy(() -> builder().apiKey("")).hasMessageContaining("API key");
        assertThatThrownBy(() -> builder().header("X-A", "secret\n"))
                .hasMessageContaining("X-A")
                .hasMessageNotContaining("secret");
    }

    @Test
    void numbersOutOfRangeAreRefused() {
        assertThatThrownBy(() -> builder().permits(0)).hasMessageContaining("1 to 1024");
        assertThatThrownBy(() -> builder().permits(1025)).hasMessageContaining("permits 1025");
        assertThatThrownBy(() -> builder().gapTimeout(Duration.ZERO))
                .hasMessageContaining("gapTimeout");
        assertThatThrownBy(() -> builder().connectTimeout(Duration.ofDays(2)))
                .hasMessageContaining("1 day");
    }

    private static ModelCall call(AnswerFormat format) {
        return call(
                format,
                Prompt.of(
                        Message.system("You are a \"guard\"."),
                        Message.user(SECRET_QUESTION),
                        new Message(Message.Role.ASSISTANT, "é😀?")));
    }

    private static ModelCall call(AnswerFormat format, Prompt prompt) {
        return new ModelCall("small-1", prompt, format, 50, 0.5);
    }

    private static String chunk(String text) {
        return "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"" + text + "\"}}]}\n\n";
    }

    private OpenAiProvider.Builder builder() {
        return OpenAiProvider.builder(server.url("/v1").toString()).apiKey(KEY);
    }

    private OpenAiProvider open(OpenAiProvider.Builder builder) {
        OpenAiProvider provider = builder.build();
        opened = Optional.of(provider);
        return provider;
    }

    private String host() {
        return server.getHostName() + ":" + server.getPort();
    }

    private void answer(String stream) {
        server.enqueue(stream(stream).build());
    }

    private static MockResponse.Builder stream(String stream) {
        return new MockResponse.Builder()
                .addHeader("Content-Type", "text/event-stream")
                .chunkedBody(stream, 50);
    }

    private void enqueue(int status, String body) {
        server.enqueue(new MockResponse.Builder()
                .code(status)
                .addHeader("Content-Type", "application/json; charset=utf-8")
                .body(body)
                .build());
    }

    private RecordedRequest request() throws InterruptedException {
        RecordedRequest request = server.takeRequest(20, TimeUnit.SECONDS);
        assertThat(request).isNotNull();
        return request;
    }

    private static String body(RecordedRequest request) {
        return request.getBody() == null ? "" : request.getBody().utf8();
    }

    private static Broken broken(CallFailure failure) {
        assertThat(failure).isInstanceOf(Broken.class);
        return (Broken) failure;
    }
}
