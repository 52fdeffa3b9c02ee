/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.http;

import dev.triune.llm.Ticker;
import dev.triune.llm.provider.ModelCall;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import okhttp3.Call;
import okhttp3.ConnectionPool;
import okhttp3.Dispatcher;
import okhttp3.Interceptor;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import okhttp3.ResponseBody;
import okio.AsyncTimeout;
import okio.Buffer;
import okio.ForwardingSource;
import okio.GzipSource;
import okio.Okio;
import okio.Source;

/** OkHttp, with a thread for each call in flight. */
public final class OkHttpTransport implements Transport {
    /** The maximum number of calls of one provider in flight. */
    public static final int MAX_CALLS = 10_000;

    /** The keep-alive time of idle connections; most model servers close theirs after 5 s. */
    public static final long IDLE_SECONDS = 4;

    private static final long UNKNOWN_LENGTH = -1;
    private static final String RETRY_AFTER = "Retry-After";
    private static final Pattern BEYOND_INT = Pattern.compile("\\d{10,}");

    /** Shared by all clients, because loading the system's certificates takes long. */
    private static final OkHttpClient BASE_CLIENT = new OkHttpClient();

    private final OkHttpClient client;
    private final ExecutorService threads;

    public OkHttpTransport(HttpSettings settings, ExecutorService threads) {
        this.client = client(settings, threads);
        this.threads = threads;
    }

    /** Creates an executor of virtual threads if the JVM has them, otherwise of pooled daemons. */
    public static ExecutorService newExecutor() {
        try {
            return (ExecutorService)
                    Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
        } catch (ReflectiveOperationException noVirtualThreads) {
            AtomicInteger threadCount = new AtomicInteger();
            return Executors.newCachedThreadPool(task -> {
                Thread thread = new Thread(task, "triune-http-" + threadCount.incrementAndGet());
                thread.setDaemon(true);
                return thread;
            });
        }
    }

    @Override
    public void send(Request request, ResponseExchange exchange, Duration timeout) {
        Request timed = request.newBuilder().tag(Duration.class, timeout).build();
        send(client.newCall(timed), exchange);
    }

    static void send(Call call, ResponseExchange exchange) {
        exchange.onAbort(call::cancel);
        call.enqueue(exchange);
    }

    @Override
    public void close() {
        client.dispatcher().cancelAll();
        threads.execute(client.connectionPool()::evictAll);
        threads.shutdown();
    }

    /**
     * Creates a client. It tries the addresses of a host one after another on the thread of the
     * call, as trying them concurrently takes a platform thread each. Calls never wait for others
     * here, since the broker bounds their number.
     */
    static OkHttpClient client(HttpSettings settings, ExecutorService threads) {
        Dispatcher dispatcher = new Dispatcher(threads);
        dispatcher.setMaxRequests(MAX_CALLS);
        dispatcher.setMaxRequestsPerHost(MAX_CALLS);
        Duration first = settings.firstByteTimeout();
        Duration gap = settings.gapTimeout;
        Duration total = settings.answerTimeout;
        ConnectionPool connections = new ConnectionPool(MAX_CALLS, IDLE_SECONDS, TimeUnit.SECONDS);
        OkHttpClient.Builder client = (settings.base == null ? BASE_CLIENT : settings.base)
                .newBuilder()
                .dispatcher(dispatcher)
                .connectionPool(connections)
                .connectTimeout(settings.connectTimeout)
                .readTimeout(first)
                .writeTimeout(gap)
                .fastFallback(false)
                .retryOnConnectionFailure(false)
                .followRedirects(false)
                .followSslRedirects(false)
                .eventListenerFactory(call -> new ConnectionEventListener(connections))
                .addInterceptor(chain -> paced(chain, first, gap, total))
                .addNetworkInterceptor(chain -> timed(chain, total))
                .addNetworkInterceptor(OkHttpTransport::normalizeRetryAfter);
        if (settings.proxy != null) {
            settings.proxy.configure(client);
        }
        if (settings.trusted != null) {
            client.sslSocketFactory(
                    CertificateFile.context(settings.trusted).getSocketFactory(), settings.trusted);
        }
        return client.build();
    }

    /**
     * Waits longer for the first byte than for later ones, longest for non-streaming calls.
     * Decompresses responses that a proxy compressed unasked.
     */
    private static Response paced(
            Interceptor.Chain chain, Duration first, Duration gap, Duration total)
            throws IOException {
        ModelCall call = chain.request().tag(ModelCall.class);
        long readTimeoutMillis = (call != null && call.nonStreaming() ? total : first).toMillis();
        Response response = chain.withReadTimeout((int) readTimeoutMillis, TimeUnit.MILLISECONDS)
                .proceed(chain.request());
        ResponseBody body = response.body();
        long waited = response.receivedResponseAtMillis() - response.sentRequestAtMillis();
        body.source()
                .timeout()
                .timeout(Math.max(1, readTimeoutMillis - waited), TimeUnit.MILLISECONDS);
        Source paced = new ForwardingSource(body.source()) {
            @Override
            public long read(Buffer sink, long byteCount) throws IOException {
                long count = super.read(sink, byteCount);
                timeout().timeout(gap.toMillis(), TimeUnit.MILLISECONDS);
                return count;
            }
        };
        boolean compressed = "gzip".equalsIgnoreCase(response.header("Content-Encoding"));
        Source decoded = compressed ? new GzipSource(paced) : paced;
        return response.newBuilder()
                .body(ResponseBody.create(Okio.buffer(decoded), body.contentType(), UNKNOWN_LENGTH))
                .build();
    }

    /**
     * Limits the time from the sending of the request to the end of its answer, without that in
     * which the answer waits for its reader. The client's own timeout of a call would start before
     * there is a thread, an address and a connection, which says nothing about the server.
     */
    private static Response timed(Interceptor.Chain chain, Duration total) throws IOException {
        Duration limit = Objects.requireNonNullElse(chain.request().tag(Duration.class), total);
        AnswerTimer timer = new AnswerTimer(chain.call(), limit);
        Response response = timer.limit(() -> chain.proceed(chain.request()));
        ResponseBody body = response.body();
        Source watched = timer.watch(body.source());
        return response.newBuilder()
                .body(ResponseBody.create(
                        Okio.buffer(watched), body.contentType(), body.contentLength()))
                .build();
    }

    /** Waits for the server. */
    private interface Wait<T> {
        T result() throws IOException;
    }

    /** Cancels a call when the time is over in which it may wait for the server. */
    private static final class AnswerTimer extends AsyncTimeout {
        private static final Ticker STOPWATCH = Ticker.system();

        private final Call call;
        private long left;

        AnswerTimer(Call call, Duration limit) {
            this.call = call;
            this.left = limit.toNanos();
        }

        @Override
        protected void timedOut() {
            call.cancel();
        }

        /** Waits in the time that is left; fails with a timeout if that is over. */
        <T> T limit(Wait<T> wait) throws IOException {
            long since = STOPWATCH.nanos();
            timeout(Math.max(1, left), TimeUnit.NANOSECONDS);
            enter();
            boolean over = false;
            try {
                return wait.result();
            } catch (IOException e) {
                over = exit();
                throw over ? new InterruptedIOException("timeout") : e;
            } finally {
                if (!over) {
                    exit();
                }
                left -= STOPWATCH.nanos() - since;
            }
        }

        /** Returns a body whose reads wait for the server. */
        Source watch(Source body) {
            return new ForwardingSource(body) {
                @Override
                public long read(Buffer sink, long byteCount) throws IOException {
                    return limit(() -> super.read(sink, byteCount));
                }
            };
        }
    }

    /** Works around the client's failure on a 503 whose Retry-After exceeds an int. */
    private static Response normalizeRetryAfter(Interceptor.Chain chain) throws IOException {
        Response response = chain.proceed(chain.request());
        String after = response.header(RETRY_AFTER);
        boolean beyond = after != null && BEYOND_INT.matcher(after).matches();
        return response.code() == 503 && beyond
                ? response.newBuilder().header(RETRY_AFTER, after + ".0").build()
                : response;
    }
}
