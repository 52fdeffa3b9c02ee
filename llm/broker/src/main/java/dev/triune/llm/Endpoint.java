/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

import java.net.URI;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A model at an address of the caller's choice. Immutable. An endpoint at the host of a known
 * provider shares its queue, with budgets by key; any other endpoint gets its own queue with one
 * permit.
 *
 * @param url the address without the protocol's paths, such as {@code https://api.openai.com/v1}
 * @param key the API key; null for none
 * @param headers additional headers, by name
 */
public record Endpoint(URI url, String model, @Nullable String key, Map<String, String> headers) {
    public Endpoint {
        String scheme = url.getScheme();
        if (url.getHost() == null || !("http".equals(scheme) || "https".equals(scheme))) {
            throw new IllegalArgumentException(
                    "endpoint " + url + " (expected http or https and a host)");
        }
        if (url.getUserInfo() != null) {
            throw new IllegalArgumentException("endpoint at " + url.getHost()
                    + " holds a user name or a password (put them into key or headers)");
        }
        headers = Collections.unmodifiableMap(new TreeMap<>(headers));
    }

    /** Thrown if a broker does not open the custom endpoint of a request. */
    public static final class EndpointRejectedException extends IllegalArgumentException {
        private static final long serialVersionUID = 1;

        /** A reason not to open an endpoint. */
        public enum Reason {
            /** The host is not on the list of allowed hosts. */
            NOT_ALLOWED,
            /** The broker opens no custom endpoints at all. */
            NOT_SUPPORTED,
            /** The broker has reached its maximum of open custom endpoints; try again later. */
            TOO_MANY
        }

        private final Reason reason;

        /** Creates the exception; the message is human-readable, without a key. */
        public EndpointRejectedException(Reason reason, String message) {
            super(message);
            this.reason = Objects.requireNonNull(reason, "reason");
        }

        /** Returns why the endpoint is not opened. */
        public Reason reason() {
            return reason;
        }
    }

    /** Creates an endpoint without a key. */
    public static Endpoint of(String url, String model) {
        return new Endpoint(URI.create(url), model, null, Map.of());
    }

    /** Copies this endpoint with another key. */
    public Endpoint withKey(String secret) {
        return new Endpoint(url, model, secret, headers);
    }

    /** Copies this endpoint with other headers, which replace the present ones. */
    public Endpoint withHeaders(Map<String, String> others) {
        return new Endpoint(url, model, key, others);
    }

    /** Returns host and port, such as {@code localhost:11434}. */
    public String host() {
        int port = url.getPort();
        return port < 0 ? url.getHost() : url.getHost() + ":" + port;
    }

    @Override
    public String toString() {
        String secret = key == null ? "no key" : "a key";
        return "Endpoint[" + host() + ", " + model + ", " + secret + ", headers " + headers.keySet()
                + "]";
    }
}
