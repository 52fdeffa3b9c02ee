/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.provider;

import dev.triune.llm.internal.http.ConnectionEventListener;
import dev.triune.llm.internal.http.FailureClassifier;
import dev.triune.llm.internal.http.LearnedDialects;
import dev.triune.llm.internal.http.ModelExchange;
import dev.triune.llm.internal.http.OneShotJsonBody;
import dev.triune.llm.internal.http.Redactor;
import dev.triune.llm.internal.protocol.Dialect;
import dev.triune.llm.internal.protocol.signal.RateLimitSignals;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Pattern;
import okhttp3.Call;
import okhttp3.ConnectionPool;
import okhttp3.Dispatcher;
import okhttp3.Headers;
import okhttp3.HttpUrl;
import okhttp3.Interceptor;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;

/**
 * A server of models behind HTTP.
 *
 * <pre>{@code
 * Provider groq = HttpProvider.openAi("https://api.groq.com/openai/v1").apiKey(key).build();
 * Provider claude = HttpProvider.anthropic("https://api.anthropic.com").apiKey(key).build();
 * Provider local = HttpProvider.ollama("http://localhost:11434").permits(4).build();
 * }</pre>
 *
 * <p>Each call under way holds one thread, on which the answer is read and the sink called: a virtual
 * thread where the JVM has them, else a daemon thread. A call is sent once; it is never repeated
 * here, and no redirect is followed. Where a server refuses an option of a request by name (a
 * schema, a temperature, the name of a limit), the calls that follow go without it. After
 * {@link #close()} every call fails. All methods are thread-safe, and none blocks.
 */
public final class HttpProvider implements Provider {
    /**
     * How long an idle connection is kept. Most servers of models close theirs after 5 seconds
     * without a word, and a request sent on such a connection is lost.
     */
    private static final long IDLE_SECONDS = 4;

    private static final String RETRY_AFTER = "Retry-After";
    private static final Pattern BEYOND_INT = Pattern.compile("\\d{10,}");

    /** Loading the certificates of the machine takes long, so that all clients share them. */
    private static final OkHttpClient BASE_CLIENT = new OkHttpClient();

    private final ApiFamily apiFamily;
    private final String server;
    private final HttpUrl url;
    private final Headers headers;
    private final ExecutorService threads;
    private final OkHttpClient client;
    private final FailureClassifier failureClassifier;
    private final LearnedDialects learnedDialects;
    private final String identity;
    private final AtomicBoolean closed = new AtomicBoolean();

    public HttpProvider(HttpProviderBuilder builder, ExecutorService threads) {
        this.apiFamily = builder.apiFamily;
        this.url = builder.url();
        this.server = url.host() + ":" + url.port();
        this.headers = builder.headers.build();
        this.threads = threads;
        this.client = client(builder, threads);
        RateLimitSignals signals = new RateLimitSignals(builder.clock);
        this.failureClassifier =
                new FailureClassifier(server, signals, new Redactor(builder.secrets));
        this.learnedDialects = builder.learnedDialects();
        this.identity = builder.identity();
    }

    /**
     * Begins a provider that speaks OpenAI's protocol.
     *
     * @param baseUrl what comes before {@code /chat/completions}, for example
     *     {@code https://api.openai.com/v1}
     * @throws IllegalArgumentException if that is no http or https URL with a host, or holds a user
     *     name or a query
     */
    public static HttpProviderBuilder openAi(String baseUrl) {
        return builder(ApiFamily.OPENAI, baseUrl);
    }

    /**
     * Begins a provider that speaks Anthropic's protocol.
     *
     * @param baseUrl what comes before {@code /v1/messages}, for example
     *     {@code https://api.anthropic.com}
     * @throws IllegalArgumentException as {@link #openAi}
     */
    public static HttpProviderBuilder anthropic(String baseUrl) {
        return builder(ApiFamily.ANTHROPIC, baseUrl);
    }

    /**
     * Begins a provider that speaks Ollama's own protocol.
     *
     * @param baseUrl what comes before {@code /api/chat}, for example
     *     {@code http://localhost:11434}
     * @throws IllegalArgumentException as {@link #openAi}
     */
    public static HttpProviderBuilder ollama(String baseUrl) {
        return builder(ApiFamily.OLLAMA, baseUrl);
    }

    /**
     * Begins a provider of that family.
     *
     * @param baseUrl what comes before the protocol's paths
     * @throws IllegalArgumentException as {@link #openAi}
     */
    public static HttpProviderBuilder builder(ApiFamily apiFamily, String baseUrl) {
        return new HttpProviderBuilder(apiFamily, baseUrl);
    }

    /**
     * Addresses of a host are tried one after the other, on the thread of the call. Trying them side
     * by side would take a platform thread for each call that is connecting, even where the call
     * itself is on a virtual one.
     */
    public static OkHttpClient client(HttpProviderBuilder builder, ExecutorService threads) {
        Dispatcher dispatcher = new Dispatcher(threads);
        dispatcher.setMaxRequests(builder.permits);
        dispatcher.setMaxRequestsPerHost(builder.permits);
        OkHttpClient.Builder client = BASE_CLIENT
                .newBuilder()
                .dispatcher(dispatcher)
                .connectionPool(new ConnectionPool(builder.permits, IDLE_SECONDS, TimeUnit.SECONDS))
                .connectTimeout(builder.connectTimeout)
                .readTimeout(builder.gapTimeout)
                .writeTimeout(builder.gapTimeout)
                .callTimeout(builder.deadline)
                .fastFallback(false)
                .retryOnConnectionFailure(false)
                .followRedirects(false)
                .followSslRedirects(false)
                .eventListenerFactory(call -> new ConnectionEventListener())
                .addInterceptor(chain -> withNonStreamingTimeout(chain, builder.deadline))
                .addNetworkInterceptor(HttpProvider::normalizeRetryAfter);
        builder.proxy.ifPresent(proxy -> proxy.configure(client));
        return client.build();
    }

    @Override
    public RunningCall start(ModelCall call, AnswerSink sink) {
        if (closed.get()) {
            sink.fail(failureClassifier.cancelled());
            return () -> {};
        }
        Dialect dialect = learnedDialects.of(call);
        ModelExchange modelExchange = new ModelExchange(
                apiFamily, call, dialect, sink, learnedDialects, failureClassifier, closed::get);
        Request request = new Request.Builder()
                .url(url)
                .headers(headers)
                .post(new OneShotJsonBody(apiFamily, call, dialect))
                .tag(ConnectionEventListener.ConnectionAware.class, modelExchange)
                .tag(ModelCall.class, call)
                .build();
        Call http = client.newCall(request);
        http.enqueue(modelExchange);
        if (closed.get()) {
            http.cancel(); // closed meanwhile, maybe before there was this call to cancel
        }
        return http::cancel;
    }

    /**
     * Cancels the calls under way and lets go of connections and threads, which takes place on a
     * thread of its own.
     */
    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            client.dispatcher().cancelAll();
            threads.execute(client.connectionPool()::evictAll);
            threads.shutdown();
        }
    }

    /** Server and key, hashed. */
    @Override
    public String accountId() {
        return identity;
    }

    /** A server that is to answer in one piece is silent while its model writes. */
    private static Response withNonStreamingTimeout(Interceptor.Chain chain, Duration deadline)
            throws IOException {
        ModelCall call = chain.request().tag(ModelCall.class);
        boolean whole = call != null && call.nonStreaming();
        Interceptor.Chain patient = whole
                ? chain.withReadTimeout((int) deadline.toMillis(), TimeUnit.MILLISECONDS)
                : chain;
        return patient.proceed(chain.request());
    }

    /** The client itself stumbles over a 503 whose wait is beyond an int. */
    private static Response normalizeRetryAfter(Interceptor.Chain chain) throws IOException {
        Response response = chain.proceed(chain.request());
        String after = response.header(RETRY_AFTER);
        boolean beyond = after != null && BEYOND_INT.matcher(after).matches();
        return response.code() == 503 && beyond
                ? response.newBuilder().header(RETRY_AFTER, after + ".0").build()
                : response;
    }

    /** Names the family and the host only. */
    @Override
    public String toString() {
        return "HttpProvider[" + apiFamily.label() + " at " + server + "]";
    }
}
