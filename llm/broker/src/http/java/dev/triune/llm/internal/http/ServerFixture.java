/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.Message;
import dev.triune.llm.Prompt;
import dev.triune.llm.Request.AnswerFormat;
import dev.triune.llm.provider.ApiFamily;
import dev.triune.llm.provider.CallFailure;
import dev.triune.llm.provider.CallFailure.Failed;
import dev.triune.llm.provider.HttpProvider;
import dev.triune.llm.provider.HttpProvider.HttpTransport;
import dev.triune.llm.provider.ModelCall;
import dev.triune.llm.provider.RecordingSink;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.QueueDispatcher;
import mockwebserver3.RecordedRequest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.Parameter;

/** A mock server, a recording sink, and the events that streams consist of. */
public abstract class ServerFixture {
    public static final String KEY = "gsk_0123456789abcdef";
    public static final String SECRET_QUESTION = "Where did the miller hide the silver?";
    public static final ModelCall CALL = call(AnswerFormat.TEXT);
    static final String HELLO = chunk("Hel") + chunk("lo");
    static final String STOP =
            "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n";
    static final String DONE = "data: [DONE]\n\n";

    public final MockWebServer server = new MockWebServer();
    final RecordingSink sink = new RecordingSink();

    /** The HTTP client of providers, which parameterized tests set. */
    @Parameter
    HttpTransport transport = Transports.TESTED;

    Optional<HttpProvider> opened = Optional.empty();

    @BeforeEach
    void startServer() throws Exception {
        server.setServerSocketFactory(new PromptSockets());
        QueueDispatcher answers = new QueueDispatcher();
        answers.setFailFast(true); // 404 to what no test expects, such as a request for the models
        server.setDispatcher(answers);
        server.start();
    }

    @AfterEach
    void stopAll() {
        opened.ifPresent(HttpProvider::close);
        server.close();
    }

    static ModelCall call(AnswerFormat format) {
        return call(
                format,
                Prompt.of(
                        Message.system("You are a \"guard\"."),
                        Message.user(SECRET_QUESTION),
                        new Message(Message.Role.ASSISTANT, "é😀?")));
    }

    static ModelCall call(AnswerFormat format, Prompt prompt) {
        return new ModelCall("small-1", prompt, format, 50, 0.5);
    }

    static String chunk(String text) {
        return "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"" + text + "\"}}]}\n\n";
    }

    HttpProvider.Builder builder() {
        return HttpProvider.openAi(server.url("/v1").toString()).apiKey(KEY);
    }

    /** Of that protocol, at that path of the server. */
    public HttpProvider.Builder builder(ApiFamily apiFamily, String path) {
        String root = "http://" + host();
        return HttpProvider.builder(apiFamily, root + path);
    }

    public HttpProvider open(HttpProvider.Builder builder) {
        opened.ifPresent(HttpProvider::close);
        HttpProvider provider = builder.transport(transport).build();
        opened = Optional.of(provider);
        return provider;
    }

    /** Sends a call and waits for its failure. */
    public CallFailure refusalOf(HttpProvider provider, ModelCall call) throws Exception {
        RecordingSink heard = new RecordingSink();
        provider.start(call, heard);
        CallFailure failure = heard.failure();
        assertThat(heard.ends()).isOne();
        return failure;
    }

    public String host() {
        return server.getHostName() + ":" + server.getPort();
    }

    void answer(String stream) {
        server.enqueue(stream(stream).build());
    }

    static MockResponse.Builder stream(String stream) {
        return new MockResponse.Builder()
                .addHeader("Content-Type", "text/event-stream")
                .chunkedBody(stream, 50);
    }

    public void enqueue(int status, String body) {
        server.enqueue(new MockResponse.Builder()
                .code(status)
                .addHeader("Content-Type", "application/json; charset=utf-8")
                .body(body)
                .build());
    }

    /** The next call, skipping requests for the list of models. */
    public RecordedRequest request() throws InterruptedException {
        RecordedRequest request = server.takeRequest(60, TimeUnit.SECONDS);
        assertThat(request).isNotNull();
        return request.getMethod().equals("GET") ? request() : request;
    }

    static String body(RecordedRequest request) {
        return request.getBody() == null ? "" : request.getBody().utf8();
    }

    static Failed broken(CallFailure failure) {
        assertThat(failure).isInstanceOf(Failed.class);
        return (Failed) failure;
    }
}
