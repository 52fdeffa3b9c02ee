/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.provider.http;

import dev.triune.llm.provider.wire.GatewayRequest;
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
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import okio.BufferedSink;
import org.jspecify.annotations.Nullable;

/**
 * The connections to one gateway. Signs of life and cancels do not wait for the permits of calls. No
 * call leaves while the gateway wants none. Thread-safe.
 */
final class GatewayLink implements AutoCloseable {
    private static final Duration SHORT = Duration.ofSeconds(10);
    private static final int SHORT_CALLS = 8;
    private static final MediaType JSON = MediaType.get("application/json");

    private final String session;
    private final String server;
    private final HttpUrl single;
    private final HttpUrl batch;
    private final HttpUrl cancel;
    private final HttpUrl heartbeat;
    private final Headers headers;
    private final ExecutorService threads;
    private final OkHttpClient calls;
    private final OkHttpClient notes;

    GatewayLink(
            HttpProviderBuilder http, String session, GatewayPause pause, ExecutorService threads) {
        this.session = session;
        this.single = http.url("api/llm/generate");
        this.batch = http.url("api/llm/batch");
        this.cancel = http.url("api/llm/cancel");
        this.heartbeat = http.url("api/llm/heartbeat");
        this.server = single.host() + ":" + single.port();
        this.headers = http.headers.build();
        this.threads = threads;
        OkHttpClient shared = HttpProvider.client(http, threads);
        this.calls = shared.newBuilder()
                .addInterceptor(chain -> unlessCooling(chain, pause))
                .build();
        Dispatcher dispatcher = new Dispatcher(threads);
        dispatcher.setMaxRequestsPerHost(SHORT_CALLS);
        this.notes =
                shared.newBuilder().dispatcher(dispatcher).callTimeout(SHORT).build();
    }

    private static Response unlessCooling(Interceptor.Chain chain, GatewayPause pause)
            throws IOException {
        Duration left = pause.left();
        if (!left.isZero()) {
            throw new Cooling(left);
        }
        return chain.proceed(chain.request());
    }

    /** Host and port. */
    String server() {
        return server;
    }

    String session() {
        return session;
    }

    /** A call for one request, or a batch of them, that is not sent yet. */
    Call call(boolean isBatch, Supplier<byte[]> body, GatewayExchange exchange) {
        Request request = request(isBatch ? batch : single, new Body(body))
                .tag(ConnectionWatch.Watched.class, exchange)
                .build();
        return calls.newCall(request);
    }

    /** Sends a sign of life. */
    void heartbeat(Callback callback) {
        Body body = new Body(() -> GatewayRequest.heartbeat(session));
        notes.newCall(request(heartbeat, body).build()).enqueue(callback);
    }

    /** Asks the gateway to end the request with that token. Nobody waits for its answer. */
    void cancel(String token) {
        Body body = new Body(() -> GatewayRequest.cancel(session, token));
        notes.newCall(request(cancel, body).build()).enqueue(new Ignored());
    }

    private Request.Builder request(HttpUrl url, RequestBody body) {
        return new Request.Builder().url(url).headers(headers).post(body);
    }

    /** Cancels what is under way; connections and threads go on a thread of their own. */
    @Override
    public void close() {
        calls.dispatcher().cancelAll();
        notes.dispatcher().cancelAll();
        threads.execute(calls.connectionPool()::evictAll);
        threads.shutdown();
    }

    /** The call was kept here. */
    static final class Cooling extends IOException {
        private static final long serialVersionUID = 1L;

        private final Duration left;

        Cooling(Duration left) {
            super("cooling");
            this.left = left;
        }

        /** How long the gateway wants no call. */
        Duration left() {
            return left;
        }
    }

    /** Written on the I/O thread that sends it, and sent once. */
    private static final class Body extends RequestBody {
        private final Supplier<byte[]> writer;
        private byte @Nullable [] written;

        Body(Supplier<byte[]> writer) {
            this.writer = writer;
        }

        @Override
        public MediaType contentType() {
            return JSON;
        }

        @Override
        public long contentLength() {
            return bytes().length;
        }

        @Override
        public boolean isOneShot() {
            return true;
        }

        @Override
        public void writeTo(BufferedSink sink) throws IOException {
            sink.write(bytes());
        }

        private byte[] bytes() {
            if (written == null) {
                written = writer.get();
            }
            return written;
        }
    }

    private static final class Ignored implements Callback {
        @Override
        public void onFailure(Call call, IOException cause) {
            // the gateway ends what nobody reads by itself
        }

        @Override
        public void onResponse(Call call, Response response) {
            ErrorBody.of(response); // read to its end, its connection serves another call
            response.close();
        }
    }
}
