/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.provider.http;

import dev.triune.llm.provider.AnswerSink;
import dev.triune.llm.provider.CallFailure;
import dev.triune.llm.provider.ModelCall;
import dev.triune.llm.provider.Provider;
import dev.triune.llm.provider.signal.RateLimitSignals;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import okhttp3.Call;
import okhttp3.Callback;
import okhttp3.ConnectionPool;
import okhttp3.Dispatcher;
import okhttp3.Headers;
import okhttp3.HttpUrl;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.json.JsonMapper;

/**
 * Any server that speaks OpenAI's protocol for chat completions: OpenAI itself, Groq, OpenRouter,
 * llama.cpp, vLLM and many more.
 *
 * <pre>{@code
 * Provider provider = OpenAiProvider.builder("http://localhost:8080/v1").permits(4).build();
 * }</pre>
 *
 * <p>Each call under way holds one daemon thread, on which the answer is read and the sink called.
 * A call is sent once; it is never repeated here, and no redirect is followed. After
 * {@link #close()} every call fails. All methods are thread-safe, and none blocks.
 */
public final class OpenAiProvider implements Provider {
    /** The default of {@link Builder#permits}. */
    public static final int DEFAULT_PERMITS = 8;

    /** The most calls at a time that {@link Builder#permits} takes. */
    public static final int MAX_PERMITS = 1024;

    /** The default of {@link Builder#connectTimeout}. */
    public static final Duration DEFAULT_CONNECT_TIMEOUT = Duration.ofSeconds(10);

    /** The default of {@link Builder#gapTimeout}. */
    public static final Duration DEFAULT_GAP_TIMEOUT = Duration.ofSeconds(30);

    private static final int MAX_NESTING = 64;
    /**
     * How long an idle connection is kept. Most servers of models close theirs after 5 seconds
     * without a word, and a request sent on such a connection is lost.
     */
    private static final long IDLE_SECONDS = 4;

    private final JsonMapper json = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(MAX_NESTING)
                            .build())
                    .build())
            .build();
    private final String server;
    private final HttpUrl url;
    private final Headers headers;
    private final boolean jsonMode;
    private final ExecutorService threads = IoThreads.open();
    private final OkHttpClient client;
    private final Failures failures;
    private final AtomicBoolean closed = new AtomicBoolean();

    private OpenAiProvider(Builder builder) {
        this.url =
                builder.baseUrl.newBuilder().addPathSegments("chat/completions").build();
        this.server = url.host() + ":" + url.port();
        this.headers = builder.headers.build();
        this.jsonMode = builder.jsonMode;
        this.client = client(builder, threads);
        RateLimitSignals signals = new RateLimitSignals(builder.clock);
        this.failures = new Failures(server, signals, new Redaction(builder.secrets), json);
    }

    /**
     * Begins a provider.
     *
     * @param baseUrl what comes before {@code /chat/completions}, for example
     *     {@code https://api.openai.com/v1}; http or https; a slash at the end makes no difference
     * @throws IllegalArgumentException if that is no such URL, or holds a user name or a query
     */
    public static Builder builder(String baseUrl) {
        return new Builder(baseUrl);
    }

    private static OkHttpClient client(Builder builder, ExecutorService threads) {
        Dispatcher dispatcher = new Dispatcher(threads);
        dispatcher.setMaxRequests(builder.permits);
        dispatcher.setMaxRequestsPerHost(builder.permits);
        return new OkHttpClient.Builder()
                .dispatcher(dispatcher)
                .connectionPool(new ConnectionPool(builder.permits, IDLE_SECONDS, TimeUnit.SECONDS))
                .connectTimeout(builder.connectTimeout)
                .readTimeout(builder.gapTimeout)
                .writeTimeout(builder.gapTimeout)
                .retryOnConnectionFailure(false)
                .followRedirects(false)
                .followSslRedirects(false)
                .build();
    }

    @Override
    public Running start(ModelCall call, AnswerSink sink) {
        Request request = new Request.Builder()
                .url(url)
                .headers(headers)
                .post(new ChatBody(call, jsonMode, json))
                .build();
        Call http = client.newCall(request);
        http.enqueue(new Exchange(call, sink));
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

    /** Names the host only. */
    @Override
    public String toString() {
        return "OpenAiProvider[" + server + "]";
    }

    /** One call under way; its methods run on the thread of that call. */
    private final class Exchange implements Callback {
        private final ModelCall call;
        private final AnswerSink sink;

        Exchange(ModelCall call, AnswerSink sink) {
            this.call = call;
            this.sink = sink;
        }

        @Override
        public void onFailure(Call http, IOException cause) {
            boolean wanted = !http.isCanceled() && !closed.get();
            sink.fail(wanted ? failures.unanswered(cause) : failures.cancelled());
        }

        @Override
        public void onResponse(Call http, Response response) {
            try (response) {
                ChatAnswer answer = new ChatAnswer(response, call.prompt(), sink, failures, json);
                Optional<CallFailure> failure = read(answer, response);
                if (failure.isPresent()) {
                    fail(http, failure.get());
                } else {
                    sink.complete(answer.usage());
                }
            }
        }

        private Optional<CallFailure> read(ChatAnswer answer, Response response) {
            try {
                if (response.isSuccessful()) {
                    return answer.read();
                }
                return Optional.of(failures.refused(response, call.prompt()));
            } catch (RuntimeException failedReader) {
                String kind = failedReader.getClass().getSimpleName();
                return Optional.of(failures.unreadable("its reader failed with " + kind));
            }
        }

        /** Cancelling drops the connection at once, instead of reading what may never come. */
        private void fail(Call http, CallFailure failure) {
            boolean cancelled = http.isCanceled();
            http.cancel();
            sink.fail(cancelled ? failures.cancelled() : failure);
        }
    }

    /** Collects a provider; each setter checks its value. Not thread-safe. */
    public static final class Builder {
        private static final Duration SHORTEST = Duration.ofMillis(1);
        private static final Duration LONGEST = Duration.ofDays(1);
        private static final int SHORTEST_SECRET = 8;

        private final HttpUrl baseUrl;
        private final Headers.Builder headers = new Headers.Builder()
                .set("Accept", "text/event-stream, application/json")
                .set("Accept-Encoding", "identity");
        private final List<String> secrets = new ArrayList<>();
        private int permits = DEFAULT_PERMITS;
        private Duration connectTimeout = DEFAULT_CONNECT_TIMEOUT;
        private Duration gapTimeout = DEFAULT_GAP_TIMEOUT;
        private boolean jsonMode;
        private @Nullable InstantSource clock;

        private Builder(String baseUrl) {
            HttpUrl parsed = HttpUrl.parse(baseUrl);
            if (parsed == null) {
                throw new IllegalArgumentException("base URL \"" + baseUrl
                        + "\" (expected http or https and a host, as in http://localhost:8080/v1)");
            }
            if (!parsed.username().isEmpty() || !parsed.password().isEmpty()) {
                throw new IllegalArgumentException("base URL for " + parsed.host()
                        + " holds a user name or a password (use header or apiKey instead)");
            }
            if (parsed.query() != null || parsed.fragment() != null) {
                throw new IllegalArgumentException("base URL for " + parsed.host()
                        + " holds a query or a fragment (expected a path at most; a key goes into"
                        + " header or apiKey)");
            }
            this.baseUrl = parsed;
        }

        /**
         * Sets the API key, which is sent as a bearer token; none unless set. It appears in no
         * message and no log.
         *
         * @throws IllegalArgumentException if it is empty or holds what no header can carry
         */
        public Builder apiKey(String key) {
            if (key.isEmpty() || !key.chars().allMatch(letter -> letter > ' ' && letter < 0x7f)) {
                throw new IllegalArgumentException("API key of " + key.length() + " characters"
                        + " (expected printable ASCII; was a line break copied with it?)");
            }
            headers.set("Authorization", "Bearer " + key);
            secrets.add(key);
            return this;
        }

        /**
         * Adds a header to each request, in place of one of the same name. Its value is treated
         * like a key: it appears in no message and no log.
         *
         * @throws IllegalArgumentException if HTTP has no such header
         */
        public Builder header(String name, String value) {
            try {
                headers.set(name, value);
            } catch (IllegalArgumentException e) {
                throw unsendable(name, value);
            }
            if (value.length() >= SHORTEST_SECRET) {
                secrets.add(value);
            }
            return this;
        }

        /**
         * Sets how many calls may be under way at a time; more wait their turn.
         *
         * @param count 1 to {@value OpenAiProvider#MAX_PERMITS};
         *     {@value OpenAiProvider#DEFAULT_PERMITS} unless set
         */
        public Builder permits(int count) {
            if (count < 1 || count > MAX_PERMITS) {
                String expected = " (expected 1 to " + MAX_PERMITS + ")";
                throw new IllegalArgumentException("permits " + count + expected);
            }
            this.permits = count;
            return this;
        }

        /** Sets how long connecting may take, 1 ms to 1 day; 10 seconds unless set. */
        public Builder connectTimeout(Duration timeout) {
            this.connectTimeout = checked("connectTimeout", timeout);
            return this;
        }

        /**
         * Sets how long the server may be silent, before its answer and within it, 1 ms to 1 day;
         * 30 seconds unless set. How long a whole call may take is for the broker to say.
         */
        public Builder gapTimeout(Duration timeout) {
            this.gapTimeout = checked("gapTimeout", timeout);
            return this;
        }

        /**
         * Sets whether to ask the server for JSON where a plan is expected
         * ({@code response_format}); false unless set, since many local servers refuse it.
         */
        public Builder jsonMode(boolean on) {
            this.jsonMode = on;
            return this;
        }

        /**
         * Sets the wall clock that tells how far away a date in {@code retry-after} or in a reset of
         * a rate limit is, where a server sends one without the date of its answer. Without a clock
         * such advice is not used.
         */
        public Builder clock(InstantSource source) {
            this.clock = Objects.requireNonNull(source, "clock");
            return this;
        }

        /** Without a cause, since the client's own message shows the value. */
        private static IllegalArgumentException unsendable(String name, String value) {
            int length = value.length();
            return new IllegalArgumentException("header \"" + name + "\" with " + length
                    + " characters (expected printable ASCII, no spaces in the name)");
        }

        /** Builds the provider. It opens no connection before its first call. */
        public OpenAiProvider build() {
            return new OpenAiProvider(this);
        }

        private static Duration checked(String name, Duration timeout) {
            if (timeout.compareTo(SHORTEST) < 0 || timeout.compareTo(LONGEST) > 0) {
                throw new IllegalArgumentException(name + " " + timeout + " (not 1 ms to 1 day)");
            }
            return timeout;
        }
    }
}
