/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.provider;

import dev.triune.llm.internal.http.HttpSettings;
import dev.triune.llm.provider.ServerSettings.StructuredOutput;
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
     * @throws IllegalArgumentException if it is not a valid header
     */
    public B header(String name, String value) {
        http.header(name, value);
        return self();
    }

    /** Sets the timeout of connecting, 1 ms to 1 day; 10 seconds unless set. */
    public B connectTimeout(Duration timeout) {
        http.connectTimeout = checked("connectTimeout", timeout);
        return self();
    }

    /**
     * Sets the timeout of an answer's first byte, 1 ms to 1 day; unless set, 2 minutes, or {@link
     * #gapTimeout} if that is longer. A non-streaming answer has the whole {@link #answerTimeout}.
     */
    public B firstByteTimeout(Duration timeout) {
        http.firstByteTimeout = checked("firstByteTimeout", timeout);
        return self();
    }

    /** Sets the maximum silence within an answer, 1 ms to 1 day; 30 s unless set. */
    public B gapTimeout(Duration timeout) {
        http.gapTimeout = checked("gapTimeout", timeout);
        return self();
    }

    /**
     * Sets the timeout of a whole answer, 1 ms to 1 day; 10 minutes unless set. To exceed it in a
     * broker, see {@link dev.triune.llm.BrokerBuilder#callTimeout}.
     */
    public B answerTimeout(Duration timeout) {
        http.answerTimeout = checked("answerTimeout", timeout);
        return self();
    }

    /**
     * Sets how plans are restricted to JSON. Unless set, the request's schema is used, and a weaker
     * form if the server rejects it; Groq, which does not stream with a schema, starts with {@link
     * StructuredOutput#JSON}.
     */
    public B structured(StructuredOutput how) {
        http.structured(how);
        return self();
    }

    /**
     * Sets a file of certificates in PEM to trust in place of the system's.
     *
     * @throws IllegalArgumentException if it is unreadable or contains no certificate
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
     * @throws IllegalArgumentException if it is not a valid header value
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
