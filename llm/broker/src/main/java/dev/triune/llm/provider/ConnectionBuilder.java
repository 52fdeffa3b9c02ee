/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.provider;

import dev.triune.llm.internal.http.HttpSettings;
import java.nio.file.Path;
import java.time.Duration;

/**
 * What the builders of all providers over HTTP set alike; each setter checks its value. Not
 * thread-safe.
 *
 * @param <B> the builder itself
 */
public abstract sealed class ConnectionBuilder<B extends ConnectionBuilder<B>>
        permits HttpProvider.Builder, GatewayProvider.Builder {
    final HttpSettings http;

    ConnectionBuilder(ApiFamily family, String baseUrl) {
        this.http = new HttpSettings(family, baseUrl);
    }

    @SuppressWarnings("unchecked")
    private B self() {
        return (B) this;
    }

    /**
     * Adds a header to each request, in place of one of the same name. Its value is treated like a
     * key: it appears in no message and no log.
     *
     * @throws IllegalArgumentException if HTTP has no such header
     */
    public B header(String name, String value) {
        http.header(name, value);
        return self();
    }

    /** Sets how long connecting may take, 1 ms to 1 day; 10 seconds unless set. */
    public B connectTimeout(Duration timeout) {
        http.connectTimeout(timeout);
        return self();
    }

    /**
     * Sets how long the first byte of an answer may take from the moment the call is sent, 1 ms to 1
     * day; 2 minutes unless set, and never less than {@link #gapTimeout}. A local model may have to be
     * loaded first. An answer that is asked for in one piece has the whole {@link #answerTimeout}.
     */
    public B firstByteTimeout(Duration timeout) {
        http.firstByteTimeout(timeout);
        return self();
    }

    /**
     * Sets how long the server may be silent within an answer, 1 ms to 1 day; 30 s unless set. While
     * a request waits at a gateway, the gateway gives signs of life.
     */
    public B gapTimeout(Duration timeout) {
        http.gapTimeout(timeout);
        return self();
    }

    /**
     * Sets how long a whole answer may take from the moment the call is sent, 1 ms to 1 day; 10
     * minutes unless set. It also ends an answer that is never silent. More than 10 minutes in a
     * broker needs {@link dev.triune.llm.BrokerBuilder#callTimeout} as well.
     */
    public B answerTimeout(Duration timeout) {
        http.answerTimeout(timeout);
        return self();
    }

    /**
     * Sets how much the server is asked to see to it that a plan is JSON. Unless set, a gateway is
     * asked for all that it can; another server is asked to hold the answer to the request's schema,
     * and where it refuses, to JSON, and then nothing. Groq, which does not stream with a schema,
     * begins with JSON.
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
     * Sets a proxy for all connections; unless set, the JVM's own settings hold
     * ({@code https.proxyHost} and so on).
     *
     * @param url {@code http://host:port} or {@code socks://host:port}
     * @throws IllegalArgumentException if it is no such URL
     */
    public B proxy(String url) {
        http.proxy(url);
        return self();
    }

    /**
     * Sets what is sent to the HTTP proxy as {@code Proxy-Authorization}. It appears in no message
     * and no log.
     *
     * @throws IllegalStateException if no proxy was set
     * @throws IllegalArgumentException if no header can carry it
     */
    public B proxyAuthorization(String value) {
        http.proxyAuthorization(value);
        return self();
    }
}
