/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.provider;

import dev.triune.llm.internal.http.HttpSettings;
import java.nio.file.Path;
import java.time.Duration;

/**
 * The settings of all providers over HTTP; each setter checks its value. Not thread-safe.
 *
 * @param <B> the builder itself
 */
public abstract sealed class ConnectionBuilder<B extends ConnectionBuilder<B>>
        permits HttpProvider.Builder, GatewayProvider.Builder {
    private static final Duration MIN_TIMEOUT = Duration.ofMillis(1);
    private static final Duration MAX_TIMEOUT = Duration.ofDays(1);

    final HttpSettings http;

    ConnectionBuilder(ApiFamily family, String baseUrl) {
        this.http = new HttpSettings(family, baseUrl);
    }

    @SuppressWarnings("unchecked")
    private B self() {
        return (B) this;
    }

    /**
     * Sets a header of each request. Its value appears in no message and no log.
     *
     * @throws IllegalArgumentException if HTTP allows no such header
     */
    public B header(String name, String value) {
        http.header(name, value);
        return self();
    }

    /** Sets how long connecting may take, 1 ms to 1 day; 10 seconds unless set. */
    public B connectTimeout(Duration timeout) {
        http.connectTimeout = checked("connectTimeout", timeout);
        return self();
    }

    /**
     * Sets how long the first byte of an answer may take, 1 ms to 1 day; 2 minutes unless set, and
     * at least {@link #gapTimeout}. An answer in one piece has the whole {@link #answerTimeout}.
     */
    public B firstByteTimeout(Duration timeout) {
        http.firstByteTimeout = checked("firstByteTimeout", timeout);
        return self();
    }

    /** Sets how long the server may be silent within an answer, 1 ms to 1 day; 30 s unless set. */
    public B gapTimeout(Duration timeout) {
        http.gapTimeout = checked("gapTimeout", timeout);
        return self();
    }

    /**
     * Sets how long a whole answer may take, 1 ms to 1 day; 10 minutes unless set. For more in a
     * broker see {@link dev.triune.llm.BrokerBuilder#callTimeout}.
     */
    public B answerTimeout(Duration timeout) {
        http.answerTimeout = checked("answerTimeout", timeout);
        return self();
    }

    /**
     * Sets how plans are restricted to JSON. Unless set, the request's schema is used, and a weaker
     * form if the server refuses it; Groq, which does not stream with a schema, starts with {@link
     * StructuredOutput#JSON}.
     */
    public B structured(StructuredOutput how) {
        http.structured(how);
        return self();
    }

    /**
     * Sets a file of certificates in PEM that are trusted in place of the machine's.
     *
     * @throws IllegalArgumentException if it cannot be read or holds none
     */
    public B caCertificates(Path file) {
        http.caCertificates(file);
        return self();
    }

    /**
     * Sets a proxy, {@code http://host:port} or {@code socks://host:port}; the JVM's unless set.
     *
     * @throws IllegalArgumentException if the URL has another form
     */
    public B proxy(String url) {
        http.proxy(url);
        return self();
    }

    /**
     * Sets the {@code Proxy-Authorization} of an HTTP proxy, which appears in no message and no
     * log.
     *
     * @throws IllegalStateException if no proxy was set
     * @throws IllegalArgumentException if no header can carry it
     */
    public B proxyAuthorization(String value) {
        http.proxyAuthorization(value);
        return self();
    }

    private static Duration checked(String name, Duration timeout) {
        if (timeout.compareTo(MIN_TIMEOUT) < 0 || timeout.compareTo(MAX_TIMEOUT) > 0) {
            throw new IllegalArgumentException(name + " " + timeout + " (expected 1 ms to 1 day)");
        }
        return timeout;
    }
}
