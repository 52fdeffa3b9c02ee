/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.provider;

import dev.triune.llm.FailureCode;
import dev.triune.llm.Request.AnswerFormat;
import dev.triune.llm.Ticker;
import dev.triune.llm.internal.http.AffordableAnswers;
import dev.triune.llm.internal.http.AnswerPace;
import dev.triune.llm.internal.http.FailureClassifier;
import dev.triune.llm.internal.http.HttpSettings;
import dev.triune.llm.internal.http.LearnedDialects;
import dev.triune.llm.internal.http.ModelExchange;
import dev.triune.llm.internal.http.ModelListing;
import dev.triune.llm.internal.http.OkHttpTransport;
import dev.triune.llm.internal.http.OneShotJsonBody;
import dev.triune.llm.internal.http.ResponseExchange;
import dev.triune.llm.internal.http.Transport;
import dev.triune.llm.internal.protocol.ModelRequest;
import dev.triune.llm.internal.protocol.WireFamily;
import dev.triune.llm.internal.time.WallClock;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.atomic.AtomicBoolean;
import okhttp3.Headers;
import okhttp3.HttpUrl;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import org.jspecify.annotations.Nullable;

/**
 * A model server accessed over HTTP.
 *
 * <p>By default each call in flight occupies a thread, virtual if the JVM has them, which reads the
 * answer and calls the sink; see {@link HttpTransport}. Up to 10,000 calls run concurrently. A call
 * is sent once, and redirects are not followed. If a server rejects an option by name, calls of the
 * next hour omit it, unless that does not help. After {@link #close()} every call fails. All
 * methods are thread-safe, and none blocks.
 */
public final class HttpProvider implements Provider {
    private final ApiFamily family;
    private final HttpUrl url;
    private final HttpUrl modelsUrl;
    private final HttpUrl embeddingsUrl;
    private final Headers headers;
    private final Transport transport;
    private final Duration answerTimeout;
    private final FailureClassifier failures;
    private final LearnedDialects dialects;
    private final AffordableAnswers affordable = new AffordableAnswers(Ticker.system());
    private final AnswerPace pace;
    private final String accountId;
    private final AtomicBoolean closed = new AtomicBoolean();

    private HttpProvider(HttpSettings settings, Transport transport) {
        this.family = settings.family;
        this.url = settings.url();
        this.modelsUrl = settings.modelsUrl();
        this.embeddingsUrl = settings.embeddingsUrl();
        this.headers = settings.headers();
        this.transport = transport;
        this.answerTimeout = settings.answerTimeout;
        this.failures = settings.failures();
        this.dialects = settings.learnedDialects();
        this.pace = new AnswerPace(settings.firstByteTimeout());
        this.accountId = settings.accountId();
    }

    /**
     * Creates a builder for a provider that speaks OpenAI's protocol.
     *
     * @param baseUrl the address without {@code /chat/completions}, for example {@code
     *     https://api.openai.com/v1}
     * @throws IllegalArgumentException if it is not an http or https URL with a host, or contains a
     *     user name or a query
     */
    public static Builder openAi(String baseUrl) {
        return builder(ApiFamily.OPENAI, baseUrl);
    }

    /** Creates a builder for Anthropic's protocol; otherwise like {@link #openAi}. */
    public static Builder anthropic(String baseUrl) {
        return builder(ApiFamily.ANTHROPIC, baseUrl);
    }

    /** Creates a builder for Ollama's protocol; otherwise like {@link #openAi}. */
    public static Builder ollama(String baseUrl) {
        return builder(ApiFamily.OLLAMA, baseUrl);
    }

    /** Creates a builder for the protocol of a family; otherwise like {@link #openAi}. */
    public static Builder builder(ApiFamily family, String baseUrl) {
        return new Builder(family, baseUrl);
    }

    @Override
    public RunningCall start(ModelCall call, AnswerSink sink) {
        if (closed.get()) {
            sink.fail(failures.cancelled());
            return () -> {};
        }
        String problem = WireFamily.of(family).problemOf(call);
        if (problem != null) {
            sink.fail(new CallFailure.Failed(FailureCode.BAD_REQUEST, problem));
            return () -> {};
        }
        ModelCall paid = affordable.affordable(call);
        ModelCall sent = sink.gathers() && pace.isQuick(paid) ? paid.inOnePiece() : paid;
        ModelRequest written = new ModelRequest(family, sent, dialects.of(sent));
        ModelExchange exchange = new ModelExchange(
                written, sink, dialects, affordable, pace, failures, this::models, closed::get);
        Request request = new Request.Builder()
                .url(call.format() == AnswerFormat.EMBEDDINGS ? embeddingsUrl : url)
                .headers(headers)
                .post(new OneShotJsonBody(() -> dialects.inContext(written).bytes()))
                .tag(ResponseExchange.class, exchange)
                .tag(ModelCall.class, call) // by which the transport knows its timeouts
                .build();
        transport.send(request, exchange, answerTimeout);
        if (closed.get()) {
            exchange.cancel(); // closed meanwhile, maybe before there was this call to cancel
        }
        return exchange::cancel;
    }

    /** Returns true for all families but Anthropic's. */
    @Override
    public boolean hasEmbeddings() {
        return family != ApiFamily.ANTHROPIC;
    }

    @Override
    public List<String> leftOut(ModelCall call) {
        return WireFamily.of(family).leftOut(call);
    }

    @Override
    public CompletableFuture<List<String>> models() {
        return ModelListing.request(transport, modelsUrl, headers, failures);
    }

    /** Cancels the calls in flight and closes connections, in the background. */
    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            transport.close();
        }
    }

    /** Returns a hash of server and key. */
    @Override
    public String accountId() {
        return accountId;
    }

    /** Returns the family and the host only. */
    @Override
    public String toString() {
        return "HttpProvider[" + family.label() + " at " + url.host() + ":" + url.port() + "]";
    }

    /** The HTTP client that sends the calls of an {@link HttpProvider}. */
    public enum HttpTransport {
        /** OkHttp, with HTTP/2 where the server has it: each call in flight occupies a thread. */
        OKHTTP,

        /**
         * Jetty's client, of {@code triune-gateway}: up to six threads for each provider, however
         * many calls are in flight. HTTP/1.1 only. While the broker's owner lags behind, calls wait
         * for each other.
         */
        JETTY
    }

    /** Builds an {@link HttpProvider}; each setter checks its value. Not thread-safe. */
    public static final class Builder extends ConnectionBuilder<Builder> {
        private HttpTransport transport = HttpTransport.OKHTTP;

        private Builder(ApiFamily family, String baseUrl) {
            super(family, baseUrl);
            http.clock = WallClock.SYSTEM;
        }

        /**
         * Sets the API key, sent as the family requires; none unless set. It appears in no message
         * and no log, unless it has fewer than 8 characters, such as "none".
         *
         * @throws IllegalArgumentException if the key is null or empty, or contains characters that
         *     are not allowed in a header
         */
        public Builder apiKey(@Nullable String key) {
            http.apiKey(key);
            return this;
        }

        /**
         * Sets the kind of server and its specific options; derived from the host unless set.
         *
         * @throws IllegalArgumentException if one of the settings belongs to another family
         */
        public Builder server(ServerSettings how) {
            http.server(how);
            return this;
        }

        /**
         * Sets a client whose interceptors, DNS, certificates and proxy are used; other settings
         * are this provider's own. An interceptor must neither repeat a call nor follow a redirect.
         */
        public Builder client(OkHttpClient base) {
            http.base = Objects.requireNonNull(base, "client");
            return this;
        }

        /**
         * Sets the wall clock for dates in {@code retry-after} or rate limit resets, for responses
         * without a date; the system's unless set.
         */
        public Builder clock(InstantSource source) {
            http.clock = Objects.requireNonNull(source, "clock");
            return this;
        }

        /** Shares learned dialects with another builder, for other keys of the same server. */
        public Builder sharingDialectsWith(Builder other) {
            http.shareDialectsWith(other.http);
            return this;
        }

        /** Sets the HTTP client; OkHttp unless set. */
        public Builder transport(HttpTransport kind) {
            transport = Objects.requireNonNull(kind, "transport");
            return this;
        }

        /**
         * Builds the provider, which does not connect before its first call.
         *
         * @throws IllegalArgumentException if the transport is not OkHttp, and {@link #client} was
         *     called or the transport's artifact is missing
         */
        public HttpProvider build() {
            return transport == HttpTransport.JETTY
                    ? new HttpProvider(http, Transport.Opener.find().open(http))
                    : build(OkHttpTransport.newExecutor());
        }

        /** Builds a provider with OkHttp on the given threads; closing it shuts them down. */
        public HttpProvider build(ExecutorService threads) {
            return new HttpProvider(http, new OkHttpTransport(http, threads));
        }
    }
}
