/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.http;

import dev.triune.llm.internal.protocol.GatewayRequestWriter;
import dev.triune.llm.provider.CallFailure;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.function.Supplier;
import okhttp3.Call;
import okhttp3.Callback;
import okhttp3.Dispatcher;
import okhttp3.Headers;
import okhttp3.HttpUrl;
import okhttp3.Interceptor;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;

/** The connections to one gateway, unused for calls during its cooldown. Thread-safe. */
public final class GatewayClient implements AutoCloseable {
    private static final Duration CONTROL_TIMEOUT = Duration.ofSeconds(10);
    private static final int MAX_CONTROL_CALLS = 8;

    final CooldownTracker pause;
    final FailureClassifier failures;
    final GatewayFailureClassifier gatewayFailures;
    private final String gameId;
    private final String server;
    private final HttpUrl single;
    private final HttpUrl batch;
    private final HttpUrl cancel;
    private final HttpUrl heartbeat;
    private final Headers headers;
    private final ExecutorService threads;
    private final OkHttpClient callClient;
    private final OkHttpClient controlClient;
    private volatile boolean closed;

    public GatewayClient(
            HttpSettings http, String gameId, CooldownTracker pause, ExecutorService threads) {
        this.gameId = gameId;
        this.single = http.url("api/llm/generate");
        this.batch = http.url("api/llm/batch");
        this.cancel = http.url("api/llm/cancel");
        this.heartbeat = http.url("api/llm/heartbeat");
        this.server = single.host() + ":" + single.port();
        this.pause = pause;
        this.failures = http.failures();
        this.gatewayFailures = new GatewayFailureClassifier(server, failures, http.redactor());
        this.headers = http.headers();
        this.threads = threads;
        OkHttpClient shared = OkHttpTransport.client(http, threads);
        this.callClient =
                shared.newBuilder().addInterceptor(this::rejectWhileCoolingDown).build();
        Dispatcher dispatcher = new Dispatcher(threads);
        dispatcher.setMaxRequestsPerHost(MAX_CONTROL_CALLS);
        this.controlClient = shared.newBuilder()
                .dispatcher(dispatcher)
                .callTimeout(CONTROL_TIMEOUT)
                .build();
    }

    private Response rejectWhileCoolingDown(Interceptor.Chain chain) throws IOException {
        Duration remainingPause = pause.remaining();
        if (!remainingPause.isZero()) {
            throw new CooldownException(remainingPause);
        }
        return chain.proceed(chain.request());
    }

    public String server() {
        return server;
    }

    public boolean isClosed() {
        return closed;
    }

    /** Returns the failure of a call that was cancelled, or that came after the close. */
    public CallFailure cancelled() {
        return failures.cancelled();
    }

    public String gameId() {
        return gameId;
    }

    public void send(boolean isBatch, Supplier<byte[]> body, GatewayExchange exchange) {
        Request request = request(isBatch ? batch : single, new OneShotJsonBody(body))
                .tag(ResponseExchange.class, exchange)
                .build();
        OkHttpTransport.send(callClient.newCall(request), exchange);
    }

    void heartbeat(Callback callback) {
        OneShotJsonBody body = new OneShotJsonBody(() -> GatewayRequestWriter.heartbeat(gameId));
        controlClient.newCall(request(heartbeat, body).build()).enqueue(callback);
    }

    /** Sends a cancellation of the request with this token, and ignores the response. */
    void cancel(String token) {
        OneShotJsonBody body =
                new OneShotJsonBody(() -> GatewayRequestWriter.cancel(gameId, token));
        controlClient.newCall(request(cancel, body).build()).enqueue(new IgnoredResponse());
    }

    private Request.Builder request(HttpUrl url, RequestBody body) {
        return new Request.Builder().url(url).headers(headers).post(body);
    }

    /** Cancels calls in flight; closes connections and threads in the background. */
    @Override
    public void close() {
        closed = true;
        callClient.dispatcher().cancelAll();
        controlClient.dispatcher().cancelAll();
        threads.execute(callClient.connectionPool()::evictAll);
        threads.shutdown();
    }

    static final class CooldownException extends IOException {
        private static final long serialVersionUID = 1L;

        private final Duration remaining;

        CooldownException(Duration remainingPause) {
            super("cooling");
            this.remaining = remainingPause;
        }

        Duration remaining() {
            return remaining;
        }
    }

    private static final class IgnoredResponse implements Callback {
        @Override
        public void onFailure(Call call, IOException cause) {
            // the gateway detects closed connections by itself
        }

        @Override
        public void onResponse(Call call, Response response) {
            response.close(); // reads what has arrived, so that its connection can be used again
        }
    }
}
