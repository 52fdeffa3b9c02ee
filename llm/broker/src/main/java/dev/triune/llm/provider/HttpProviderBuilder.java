/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.provider;

import dev.triune.llm.internal.http.IoExecutors;
import dev.triune.llm.internal.http.LearnedDialects;
import dev.triune.llm.internal.http.ProxySettings;
import dev.triune.llm.internal.protocol.Dialect;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import okhttp3.Headers;
import okhttp3.HttpUrl;
import org.jspecify.annotations.Nullable;

/**
 * Collects an {@link HttpProvider}; each setter checks its value. Begun by {@link
 * HttpProvider#openAi} and its sisters. Not thread-safe.
 */
public final class HttpProviderBuilder {
    /** The default of {@link #permits}. */
    public static final int DEFAULT_PERMITS = 8;

    /** The most calls at a time that {@link #permits} takes. */
    public static final int MAX_PERMITS = 1024;

    /** The default of {@link #connectTimeout}. */
    public static final Duration DEFAULT_CONNECT_TIMEOUT = Duration.ofSeconds(10);

    /** The default of {@link #gapTimeout}. */
    public static final Duration DEFAULT_GAP_TIMEOUT = Duration.ofSeconds(30);

    /** The default of {@link #deadline}. */
    public static final Duration DEFAULT_DEADLINE = Duration.ofMinutes(10);

    private static final Duration MIN_TIMEOUT = Duration.ofMillis(1);
    private static final Duration MAX_TIMEOUT = Duration.ofDays(1);

    /** A shorter value is a word, such as "none" or "x", and would be cut out of every message. */
    private static final int MIN_SECRET_LENGTH = 8;

    /** RFC 9110, 5.6.2: the client takes a colon too, and with it the header of another name. */
    private static final Pattern HEADER_NAME = Pattern.compile("[\\w!#$%&'*+.^`|~-]+");

    private static final String ANTHROPIC_VERSION = "2023-06-01";

    final ApiFamily apiFamily;
    public final Headers.Builder headers = new Headers.Builder()
            .set("Accept", "text/event-stream, application/x-ndjson, application/json")
            .set("Accept-Encoding", "identity");
    final List<String> secrets = new ArrayList<>();
    int permits = DEFAULT_PERMITS;
    Duration connectTimeout = DEFAULT_CONNECT_TIMEOUT;
    Duration gapTimeout = DEFAULT_GAP_TIMEOUT;
    Duration deadline = DEFAULT_DEADLINE;
    Optional<StructuredOutput> structured = Optional.empty();
    Optional<ProxySettings> proxy = Optional.empty();

    @Nullable
    InstantSource clock;

    private final HttpUrl baseUrl;
    private @Nullable LearnedDialects learnedDialects;

    HttpProviderBuilder(ApiFamily apiFamily, String baseUrl) {
        this.apiFamily = apiFamily;
        this.baseUrl = checked(baseUrl);
        if (apiFamily == ApiFamily.OLLAMA && lastSegment().equals("v1")) {
            throw new IllegalArgumentException("base URL \"" + baseUrl
                    + "\" is the door for OpenAI's protocol (leave out /v1, or speak OpenAI's)");
        }
        if (apiFamily == ApiFamily.ANTHROPIC) {
            headers.set("anthropic-version", ANTHROPIC_VERSION);
        }
    }

    private static HttpUrl checked(String baseUrl) {
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
        return parsed;
    }

    /** Where calls go; a slash at the end of the base URL makes no difference. */
    HttpUrl url() {
        return baseUrl.newBuilder()
                .addPathSegments(apiFamily.path(lastSegment()))
                .build();
    }

    /** Below the base URL. */
    public HttpUrl url(String path) {
        return baseUrl.newBuilder().addPathSegments(path).build();
    }

    /** Limits are counted by key at a server, whatever path a call takes. */
    String identity() {
        Headers all = headers.build();
        String key = all.get(apiFamily == ApiFamily.ANTHROPIC ? "x-api-key" : "Authorization");
        String account = baseUrl.host() + ":" + baseUrl.port() + "\n" + (key == null ? "" : key);
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256")
                    .digest(account.getBytes(StandardCharsets.UTF_8));
            return baseUrl.host() + "-" + HexFormat.of().formatHex(hash, 0, 8);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }

    private String lastSegment() {
        return baseUrl.pathSegments().stream()
                .filter(segment -> !segment.isEmpty())
                .reduce("", (before, segment) -> segment);
    }

    /**
     * Sets the API key, which is sent the way the family wants it: as a bearer token, at Anthropic as
     * {@code x-api-key}. None unless set. It appears in no message and no log, unless it has fewer
     * than 8 characters: what local servers get, such as "none", is a word and no secret.
     *
     * @param key not null: that is taken here only to be refused with a clear message
     * @throws IllegalArgumentException if it is null or empty or holds what no header can carry
     */
    public HttpProviderBuilder apiKey(@Nullable String key) {
        if (key == null || key.isEmpty()) {
            throw new IllegalArgumentException("no API key (is the environment variable set?)");
        }
        if (!key.chars().allMatch(letter -> letter > ' ' && letter < 0x7f)) {
            throw new IllegalArgumentException("API key of " + key.length() + " characters"
                    + " (expected printable ASCII; was a line break copied with it?)");
        }
        if (apiFamily == ApiFamily.ANTHROPIC) {
            headers.set("x-api-key", key);
        } else {
            headers.set("Authorization", "Bearer " + key);
        }
        addSecret(key);
        return this;
    }

    /**
     * Adds a header to each request, in place of one of the same name. Its value is treated like a
     * key: it appears in no message and no log.
     *
     * @throws IllegalArgumentException if HTTP has no such header
     */
    public HttpProviderBuilder header(String name, String value) {
        if (!HEADER_NAME.matcher(name).matches()) {
            throw unsendable(name, value);
        }
        try {
            headers.set(name, value);
        } catch (IllegalArgumentException e) {
            throw unsendable(name, value);
        }
        addSecretWords(value);
        return this;
    }

    /**
     * Sets how many calls may be under way at a time; more wait their turn.
     *
     * @param count 1 to {@value #MAX_PERMITS}; {@value #DEFAULT_PERMITS} unless set
     */
    public HttpProviderBuilder permits(int count) {
        if (count < 1 || count > MAX_PERMITS) {
            String expected = " (expected 1 to " + MAX_PERMITS + ")";
            throw new IllegalArgumentException("permits " + count + expected);
        }
        this.permits = count;
        return this;
    }

    /** Sets how long connecting may take, 1 ms to 1 day; 10 seconds unless set. */
    public HttpProviderBuilder connectTimeout(Duration timeout) {
        this.connectTimeout = checked("connectTimeout", timeout);
        return this;
    }

    /**
     * Sets how long the server may be silent, before its answer and within it, 1 ms to 1 day; 30
     * seconds unless set.
     */
    public HttpProviderBuilder gapTimeout(Duration timeout) {
        this.gapTimeout = checked("gapTimeout", timeout);
        return this;
    }

    /**
     * Sets how long a whole call may take from the moment it is sent, 1 ms to 1 day; 10 minutes unless
     * set. A server that keeps sending signs of life is never silent, so the gap alone is no limit. A
     * broker has a timeout of its own besides, which is usually the shorter one.
     */
    public HttpProviderBuilder deadline(Duration time) {
        this.deadline = checked("deadline", time);
        return this;
    }

    /**
     * Sets how much the server is asked to see to it that a plan is JSON. Unless set it is asked to
     * hold the answer to the request's schema, and where it refuses, to JSON, and then nothing;
     * Groq, which does not stream with a schema, begins with JSON.
     */
    public HttpProviderBuilder structured(StructuredOutput how) {
        this.structured = Optional.of(how);
        this.learnedDialects = null;
        return this;
    }

    /**
     * Sets a proxy for all connections; unless set, the JVM's own settings hold
     * ({@code https.proxyHost} and so on).
     *
     * @param url {@code http://host:port} or {@code socks://host:port}
     * @throws IllegalArgumentException if it is no such URL
     */
    public HttpProviderBuilder proxy(String url) {
        Optional<String> authorization = proxy.flatMap(ProxySettings::authorization);
        ProxySettings at = ProxySettings.at(url);
        this.proxy = Optional.of(authorization.map(at::withAuthorization).orElse(at));
        return this;
    }

    /**
     * Sets what is sent to the HTTP proxy as {@code Proxy-Authorization}. It appears in no message
     * and no log.
     *
     * @throws IllegalStateException if no proxy was set
     * @throws IllegalArgumentException if no header can carry it
     */
    public HttpProviderBuilder proxyAuthorization(String value) {
        ProxySettings at = proxy.orElseThrow(
                () -> new IllegalStateException("proxyAuthorization without proxy: set it first"));
        if (!value.chars().allMatch(letter -> letter >= ' ' && letter < 0x7f)) {
            throw unsendable("Proxy-Authorization", value);
        }
        this.proxy = Optional.of(at.withAuthorization(value));
        addSecretWords(value);
        return this;
    }

    /**
     * Sets the wall clock that tells how far away a date in {@code retry-after} or in a reset of a rate
     * limit is, where a server sends one without the date of its answer. Without a clock such advice
     * is not used.
     */
    public HttpProviderBuilder clock(InstantSource source) {
        this.clock = Objects.requireNonNull(source, "clock");
        return this;
    }

    /**
     * Sets that the provider learns what its server takes together with those of another builder: for
     * the other keys of the same server. Each for itself unless set.
     */
    public HttpProviderBuilder sharingDialectsWith(HttpProviderBuilder other) {
        this.learnedDialects = other.learnedDialects();
        return this;
    }

    LearnedDialects learnedDialects() {
        if (learnedDialects == null) {
            Dialect first = Dialect.forHost(baseUrl.host());
            learnedDialects = new LearnedDialects(structured.map(first::with).orElse(first));
        }
        return learnedDialects;
    }

    /** Builds the provider. It opens no connection before its first call. */
    public HttpProvider build() {
        return new HttpProvider(this, IoExecutors.newExecutor());
    }

    private void addSecretWords(String value) {
        addSecret(value);
        for (String word : value.split(" ", -1)) { // of "Bearer key" the key alone is one, too
            addSecret(word);
        }
    }

    private void addSecret(String value) {
        if (value.length() >= MIN_SECRET_LENGTH) {
            secrets.add(value);
        }
    }

    /** Without a cause, since the client's own message shows the value; a name may end in one. */
    private static IllegalArgumentException unsendable(String name, String value) {
        Matcher good = HEADER_NAME.matcher(name);
        String shown = good.lookingAt() ? good.group() : "";
        return new IllegalArgumentException("header \"" + shown + "\" with " + value.length()
                + " characters (expected printable ASCII, no spaces or colons in the name)");
    }

    private static Duration checked(String name, Duration timeout) {
        if (timeout.compareTo(MIN_TIMEOUT) < 0 || timeout.compareTo(MAX_TIMEOUT) > 0) {
            throw new IllegalArgumentException(name + " " + timeout + " (not 1 ms to 1 day)");
        }
        return timeout;
    }
}
