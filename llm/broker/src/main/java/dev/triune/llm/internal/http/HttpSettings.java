/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.http;

import dev.triune.llm.Secret;
import dev.triune.llm.Ticker;
import dev.triune.llm.internal.protocol.Dialect;
import dev.triune.llm.internal.protocol.signal.RateLimitSignals;
import dev.triune.llm.provider.ApiFamily;
import dev.triune.llm.provider.ServerSettings;
import dev.triune.llm.provider.ServerSettings.ServerKind;
import dev.triune.llm.provider.ServerSettings.StructuredOutput;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.X509TrustManager;
import okhttp3.Headers;
import okhttp3.HttpUrl;
import okhttp3.OkHttpClient;
import okio.ByteString;
import org.jspecify.annotations.Nullable;

/** Settings of the connection to a server. Builders check the public fields. Not thread-safe. */
public final class HttpSettings {
    public static final Duration DEFAULT_CONNECT_TIMEOUT = Duration.ofSeconds(10);
    public static final Duration DEFAULT_FIRST_BYTE_TIMEOUT = Duration.ofMinutes(2);
    public static final Duration DEFAULT_GAP_TIMEOUT = Duration.ofSeconds(30);
    public static final Duration DEFAULT_ANSWER_TIMEOUT = Duration.ofMinutes(10);

    private static final int ACCOUNT_BYTES = 8;

    /** The minimum length of a secret; messages may contain shorter values, such as "none". */
    private static final int MIN_SECRET_LENGTH = 8;

    /** Header names by RFC 9110, section 5.6.2; the client also accepts colons. */
    private static final Pattern HEADER_NAME = Pattern.compile("[\\w!#$%&'*+.^`|~-]+");

    /** A text that cannot hold a password, as it has no user and no query. */
    private static final Pattern PRINTABLE_URL = Pattern.compile("[A-Za-z0-9:/._\\[\\] -]{0,200}");

    /** A word that may be a key. */
    private static final Pattern LONG_WORD = Pattern.compile("([^\\s/.:-]{6})[^\\s/.:]{30,}");

    /** The paths of calls, which every family adds itself. */
    private static final Pattern CALL_PATH =
            Pattern.compile("/((chat/)?completions|embeddings|messages|api/(chat|generate))/?$");

    private static final String ANTHROPIC_VERSION = "2023-06-01";

    public final ApiFamily family;
    private final Headers.Builder headers = new Headers.Builder()
            .set("Accept", "text/event-stream, application/x-ndjson, application/json")
            .set("Accept-Encoding", "identity");
    private final List<String> secrets = new ArrayList<>();
    public Duration connectTimeout = DEFAULT_CONNECT_TIMEOUT;
    public @Nullable Duration firstByteTimeout;
    public Duration gapTimeout = DEFAULT_GAP_TIMEOUT;
    public Duration answerTimeout = DEFAULT_ANSWER_TIMEOUT;
    private @Nullable StructuredOutput structured;
    private ServerSettings server = ServerSettings.DEFAULT;

    public @Nullable ProxySettings proxy;

    public @Nullable OkHttpClient base;

    public @Nullable X509TrustManager trusted;

    public @Nullable InstantSource clock;

    private final HttpUrl baseUrl;
    private @Nullable LearnedDialects dialects;

    public HttpSettings(ApiFamily family, String baseUrl) {
        this.family = family;
        this.baseUrl = checked(baseUrl);
        if (family == ApiFamily.OLLAMA && lastSegment().equals("v1")) {
            throw new IllegalArgumentException("base URL \"" + baseUrl
                    + "\" is where Ollama speaks OpenAI's protocol (leave out /v1, or use family"
                    + " openai)");
        }
        if (family == ApiFamily.ANTHROPIC) {
            headers.set("anthropic-version", ANTHROPIC_VERSION);
        }
    }

    private static HttpUrl checked(String baseUrl) {
        HttpUrl parsed = HttpUrl.parse(baseUrl);
        if (parsed == null) {
            throw new IllegalArgumentException("base URL" + shown(baseUrl)
                    + " (expected http or https and a host, as in http://localhost:8080/v1)");
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
        Matcher call = CALL_PATH.matcher(parsed.encodedPath());
        if (call.find()) {
            throw new IllegalArgumentException("base URL for " + parsed.host() + " ends with "
                    + call.group() + " (expected the address before that, such as"
                    + " http://localhost:8080/v1)");
        }
        return parsed;
    }

    /** Returns a text that is no URL, as far as it cannot be a password or a key. */
    private static String shown(String text) {
        return PRINTABLE_URL.matcher(text).matches()
                ? " \"" + LONG_WORD.matcher(text).replaceAll("$1…") + "\""
                : "";
    }

    /** Returns the URL of calls; a slash at the end of the base URL makes no difference. */
    public HttpUrl url() {
        return url("chat/completions", "messages", "chat");
    }

    public HttpUrl modelsUrl() {
        HttpUrl models = url("models", "models", "tags");
        return family == ApiFamily.ANTHROPIC
                ? models.newBuilder().addQueryParameter("limit", "1000").build()
                : models;
    }

    /** Returns the URL of embeddings; Anthropic has none. */
    public HttpUrl embeddingsUrl() {
        return url("embeddings", "embeddings", "embed");
    }

    /** Returns the URL of a path by family, whose first segment may be the base URL's last one. */
    private HttpUrl url(String openAi, String anthropic, String ollama) {
        return switch (family) {
            case OPENAI -> url(openAi);
            case ANTHROPIC -> url((lastSegment().equals("v1") ? "" : "v1/") + anthropic);
            case OLLAMA -> url((lastSegment().equals("api") ? "" : "api/") + ollama);
        };
    }

    public HttpUrl url(String path) {
        return baseUrl.newBuilder().addPathSegments(path).build();
    }

    /** Returns an id by server and key, for which limits are counted on every path. */
    public String accountId() {
        Headers all = headers.build();
        String key = all.get(family == ApiFamily.ANTHROPIC ? "x-api-key" : "Authorization");
        String account = baseUrl.host() + ":" + baseUrl.port() + "\n" + (key == null ? "" : key);
        String hash = ByteString.encodeUtf8(account).sha256().hex();
        return baseUrl.host() + "-" + hash.substring(0, 2 * ACCOUNT_BYTES);
    }

    private String lastSegment() {
        return baseUrl.pathSegments().stream()
                .filter(segment -> !segment.isEmpty())
                .reduce("", (before, segment) -> segment);
    }

    public void apiKey(@Nullable String key) {
        if (key == null || key.isEmpty()) {
            throw new IllegalArgumentException(
                    "no API key (set the environment variable that holds it)");
        }
        Secret.of(key).requireSendable("API key");
        if (family == ApiFamily.ANTHROPIC) {
            headers.set("x-api-key", key);
        } else {
            headers.set("Authorization", "Bearer " + key);
        }
        addSecret(key);
    }

    public void header(String name, String value) {
        if (!HEADER_NAME.matcher(name).matches()) {
            throw unsendable(name, value);
        }
        try {
            headers.set(name, value);
        } catch (IllegalArgumentException e) {
            throw unsendable(name, value);
        }
        addSecretWords(value);
    }

    public void structured(StructuredOutput how) {
        this.structured = Objects.requireNonNull(how, "structured");
        this.dialects = null;
    }

    public void server(ServerSettings settings) {
        settings.checkFamily(family);
        this.server = settings;
        this.dialects = null;
    }

    public void caCertificates(Path file) {
        this.trusted = CertificateFile.trusting(file);
    }

    public void proxy(String url) {
        ProxySettings at = ProxySettings.at(url);
        this.proxy = proxy == null ? at : at.withAuthorization(proxy.authorization());
    }

    public void proxyAuthorization(String value) {
        if (proxy == null) {
            throw new IllegalStateException(
                    "proxyAuthorization without a proxy (set the proxy first)");
        }
        if (!value.chars().allMatch(letter -> letter >= ' ' && letter < 0x7f)) {
            throw unsendable("Proxy-Authorization", value);
        }
        this.proxy = proxy.withAuthorization(value);
        addSecretWords(value);
    }

    public void shareDialectsWith(HttpSettings other) {
        this.dialects = other.learnedDialects();
    }

    /** Returns the learned dialects of the server, which other settings may share. */
    public LearnedDialects learnedDialects() {
        if (dialects == null) {
            Dialect first = Dialect.forHost(baseUrl.host(), server);
            dialects = new LearnedDialects(
                    structured == null ? first : first.with(structured),
                    family == ApiFamily.OLLAMA ? server.minContext() : 0,
                    Ticker.system());
        }
        return dialects;
    }

    private void addSecretWords(String value) {
        addSecret(value);
        for (String word : value.split(" ", -1)) { // also the key of "Bearer key"
            addSecret(word);
        }
    }

    private void addSecret(String value) {
        if (value.length() >= MIN_SECRET_LENGTH) {
            secrets.add(value);
        }
    }

    /** Creates an exception without the client's as its cause, since that contains the value. */
    private static IllegalArgumentException unsendable(String name, String value) {
        Matcher headerName = HEADER_NAME.matcher(name);
        String shown = headerName.lookingAt() ? headerName.group() : "";
        return new IllegalArgumentException("header \"" + shown + "\" with " + value.length()
                + " characters (expected printable ASCII, no spaces or colons in the name)");
    }

    /** Returns the headers of a call. llama.cpp closes connections that it offers to keep. */
    public Headers headers() {
        return server.kind() == ServerKind.LLAMA_CPP
                ? headers.build().newBuilder().set("Connection", "close").build()
                : headers.build();
    }

    public FailureClassifier failures() {
        return new FailureClassifier(
                baseUrl.host() + ":" + baseUrl.port(), new RateLimitSignals(clock), redactor());
    }

    public Redactor redactor() {
        return new Redactor(secrets);
    }

    /** Returns the timeout of the first byte; unless set, never below that of later ones. */
    public Duration firstByteTimeout() {
        return firstByteTimeout == null ? usualFirstByteTimeout(gapTimeout) : firstByteTimeout;
    }

    public static Duration usualFirstByteTimeout(Duration gap) {
        return gap.compareTo(DEFAULT_FIRST_BYTE_TIMEOUT) > 0 ? gap : DEFAULT_FIRST_BYTE_TIMEOUT;
    }

    public StructuredOutput structuredOr(StructuredOutput otherwise) {
        return structured == null ? otherwise : structured;
    }
}
