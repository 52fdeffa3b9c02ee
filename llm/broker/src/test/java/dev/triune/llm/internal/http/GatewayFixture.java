/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.ModelOptions;
import dev.triune.llm.Priority;
import dev.triune.llm.Prompt;
import dev.triune.llm.Request.AnswerFormat;
import dev.triune.llm.VirtualTime;
import dev.triune.llm.provider.CallFailure;
import dev.triune.llm.provider.GatewayProvider;
import dev.triune.llm.provider.ModelCall;
import dev.triune.llm.provider.ModelCall.Caller;
import dev.triune.llm.provider.RecordingSink;
import dev.triune.testsupport.StablePort;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import mockwebserver3.Dispatcher;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A scripted gateway with virtual time. */
abstract class GatewayFixture {
    static final String TOKEN = "token-0123456789abcdef";
    static final String SESSION = "village-7";
    static final String QUESTION = "Where did the miller hide the silver?";
    static final ModelCall CALL = call(AnswerFormat.TEXT);
    private static final long PATIENCE_SECONDS = 60;

    final MockWebServer server = new MockWebServer();
    final VirtualTime time = new VirtualTime();
    final RecordingSink sink = new RecordingSink();
    final BlockingQueue<MockResponse> answers = new LinkedBlockingQueue<>();
    final BlockingQueue<RecordedRequest> asked = new LinkedBlockingQueue<>();
    final BlockingQueue<RecordedRequest> heartbeats = new LinkedBlockingQueue<>();
    final BlockingQueue<RecordedRequest> cancels = new LinkedBlockingQueue<>();
    volatile MockResponse heartbeatAnswer = json(200, "{\"success\":true,\"activeGames\":4}");
    Optional<GatewayProvider> opened = Optional.empty();

    @BeforeEach
    void startServer() throws Exception {
        server.setServerSocketFactory(new PromptSockets());
        server.setDispatcher(dispatcher());
        server.start(StablePort.next());
    }

    @AfterEach
    void stopAll() {
        opened.ifPresent(GatewayProvider::close);
        server.close();
    }

    Dispatcher dispatcher() {
        return new Dispatcher() {
            @Override
            public MockResponse dispatch(RecordedRequest request) throws InterruptedException {
                String path = request.getUrl().encodedPath();
                if (path.equals("/api/llm/heartbeat")) {
                    MockResponse answer = heartbeatAnswer;
                    heartbeats.add(request);
                    return answer;
                }
                if (path.equals("/api/llm/cancel")) {
                    cancels.add(request);
                    return json(200, "{\"success\":true}");
                }
                asked.add(request);
                MockResponse answer = answers.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
                return answer == null ? json(500, "no answer was prepared") : answer;
            }
        };
    }

    static ModelCall call(AnswerFormat format) {
        Caller caller = new Caller("miller", Priority.HIGH, 3);
        Prompt prompt = Prompt.of(QUESTION);
        return new ModelCall(
                "small-1", prompt, format, 50, 0.5, ModelOptions.NONE, null, caller, false);
    }

    String url() {
        return "http://" + host();
    }

    String host() {
        return server.getHostName() + ":" + server.getPort();
    }

    GatewayProvider.Builder builder() {
        return GatewayProvider.builder(url(), SESSION).token(TOKEN).ticker(time).timers(time);
    }

    GatewayProvider open(GatewayProvider.Builder builder) {
        opened.ifPresent(GatewayProvider::close);
        GatewayProvider provider = builder.build();
        opened = Optional.of(provider);
        return provider;
    }

    GatewayProvider open() {
        return open(builder());
    }

    void stream(String stream) {
        answers.add(new MockResponse.Builder()
                .addHeader("Content-Type", "text/event-stream")
                .chunkedBody(stream, 50)
                .build());
    }

    static MockResponse json(int status, String body) {
        return new MockResponse.Builder()
                .code(status)
                .addHeader("Content-Type", "application/json; charset=utf-8")
                .body(body)
                .build();
    }

    RecordingSink ask(GatewayProvider provider) throws Exception {
        RecordingSink heard = new RecordingSink();
        provider.start(CALL, heard);
        heard.awaitEnd();
        return heard;
    }

    CallFailure refusal(GatewayProvider provider) throws Exception {
        RecordingSink heard = ask(provider);
        assertThat(heard.ends()).isOne();
        return heard.failure();
    }

    static RecordedRequest next(BlockingQueue<RecordedRequest> queue) throws Exception {
        RecordedRequest request = queue.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
        assertThat(request).as("request received").isNotNull();
        return request;
    }

    static JsonNode body(RecordedRequest request) {
        String text = request.getBody() == null ? "" : request.getBody().utf8();
        return JsonMapper.shared().readTree(text);
    }
}
