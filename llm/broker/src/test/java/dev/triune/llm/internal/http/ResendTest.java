/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.triune.llm.Ticker;
import dev.triune.llm.internal.protocol.Dialect;
import dev.triune.llm.internal.protocol.ModelRequest;
import dev.triune.llm.internal.protocol.signal.RateLimitSignals;
import dev.triune.llm.provider.ApiFamily;
import dev.triune.llm.provider.CallFailure;
import dev.triune.llm.provider.CallFailure.NotAccepted;
import dev.triune.llm.provider.RecordingSink;
import dev.triune.llm.provider.ServerSettings;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.function.BiConsumer;
import mockwebserver3.MockResponse;
import mockwebserver3.SocketEffect;
import okhttp3.HttpUrl;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;
import okhttp3.Request;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Only the broker resends a request that went out: it alone knows whether that is allowed. */
final class ResendTest extends ServerFixture {
    private static final int NO_ERROR = 0;
    private static final int INTERNAL_ERROR = 2;
    private static final int REFUSED_STREAM = 7;

    private final ExecutorService threads = OkHttpTransport.newExecutor();

    @AfterEach
    void endThreads() {
        threads.shutdownNow();
    }

    @Test
    void requestReceivedOnAReusedConnectionMayHaveRun() throws Exception {
        OkHttpClient client = OkHttpTransport.client(settings(), threads);
        answer(HELLO + STOP + DONE);
        assertThat(ask(client).finishReason()).isNotNull();
        await().until(() -> client.connectionPool().idleConnectionCount() == 1);
        server.enqueue(new MockResponse.Builder()
                .onResponseStart(new SocketEffect.CloseSocket())
                .build());
        assertThat(ask(client).failure()).isEqualTo(mayHaveRun());
        assertThat(server.getRequestCount()).isEqualTo(2);
        assertThat(request().getConnectionIndex()).isEqualTo(request().getConnectionIndex());
    }

    @Test
    void deadReusedConnectionClosesTheOtherIdleOnes() throws Exception {
        OkHttpClient client = OkHttpTransport.client(settings(), threads);
        server.enqueue(new MockResponse.Builder().build());
        HttpUrl otherAddress = server.url("/").newBuilder().host("127.0.0.1").build();
        client.newCall(new Request.Builder().url(otherAddress).build())
                .execute()
                .close();
        answer(HELLO + STOP + DONE);
        assertThat(ask(client).finishReason()).isNotNull();
        await().until(() -> client.connectionPool().idleConnectionCount() == 2);
        server.enqueue(new MockResponse.Builder()
                .onResponseStart(new SocketEffect.CloseSocket())
                .build());
        assertThat(ask(client).failure()).isEqualTo(mayHaveRun());
        assertThat(client.connectionPool().connectionCount()).isZero();
    }

    @Test
    void refusedHttp2StreamDidNotRun() throws Exception {
        OkHttpClient client = clientOfHttp2();
        answerUnchunked();
        assertThat(ask(client).finishReason()).isNotNull();
        reset(REFUSED_STREAM);
        answerUnchunked();
        assertThat(ask(client).failure())
                .isEqualTo(new NotAccepted(host() + " had closed the connection", false));
        assertThat(server.getRequestCount()).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(ints = {NO_ERROR, INTERNAL_ERROR})
    void resetHttp2StreamMayHaveRunAndIsNotResent(int code) throws Exception {
        OkHttpClient client = clientOfHttp2();
        answerUnchunked();
        assertThat(ask(client).finishReason()).isNotNull();
        reset(code);
        answerUnchunked();
        assertThat(ask(client).failure()).isEqualTo(mayHaveRun());
        assertThat(server.getRequestCount()).isEqualTo(2);
    }

    @Test
    void requestOnABrokenHttp2ConnectionMayHaveRun() throws Exception {
        OkHttpClient client = clientOfHttp2();
        answerUnchunked();
        assertThat(ask(client).finishReason()).isNotNull();
        server.enqueue(new MockResponse.Builder()
                .onResponseStart(new SocketEffect.CloseSocket())
                .build());
        answerUnchunked();
        assertThat(ask(client).failure()).isEqualTo(mayHaveRun());
        assertThat(server.getRequestCount()).isEqualTo(2);
    }

    private CallFailure mayHaveRun() {
        return new NotAccepted(
                host() + " closed the connection; the call may have been received", true);
    }

    private void answerUnchunked() {
        server.enqueue(new MockResponse.Builder().body(HELLO + STOP + DONE).build());
    }

    private void reset(int code) {
        server.enqueue(new MockResponse.Builder()
                .onResponseStart(new SocketEffect.CloseStream(code))
                .build());
    }

    private OkHttpClient clientOfHttp2() {
        server.setProtocols(List.of(Protocol.H2_PRIOR_KNOWLEDGE));
        return OkHttpTransport.client(settings(), threads)
                .newBuilder()
                .protocols(List.of(Protocol.H2_PRIOR_KNOWLEDGE))
                .build();
    }

    private HttpSettings settings() {
        return new HttpSettings(ApiFamily.OPENAI, server.url("/v1").toString());
    }

    private RecordingSink ask(OkHttpClient client) throws Exception {
        return ask((request, exchange) -> OkHttpTransport.send(client.newCall(request), exchange));
    }

    private RecordingSink ask(BiConsumer<Request, ResponseExchange> sender) throws Exception {
        RecordingSink recorded = new RecordingSink();
        Dialect dialect = Dialect.forHost("localhost", ServerSettings.DEFAULT);
        ModelRequest written = new ModelRequest(ApiFamily.OPENAI, CALL, dialect);
        ModelExchange exchange = new ModelExchange(
                written,
                recorded,
                settings().learnedDialects(),
                new AffordableAnswers(Ticker.system()),
                new AnswerPace(Duration.ZERO),
                new FailureClassifier(
                        host(), new RateLimitSignals(null), settings().redactor()),
                () -> CompletableFuture.completedFuture(List.of()),
                () -> false);
        Request request = new Request.Builder()
                .url(settings().url())
                .post(new OneShotJsonBody(written::bytes))
                .tag(ResponseExchange.class, exchange)
                .build();
        sender.accept(request, exchange);
        recorded.awaitEnd();
        return recorded;
    }
}
