/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.http;

import java.time.Duration;
import okhttp3.Request;

/** Sends the calls of one provider, each once. Thread-safe; no method blocks. */
public interface Transport extends AutoCloseable {
    /** Sends a request, whose exchange reads the response until the timeout. */
    void send(Request request, ResponseExchange exchange, Duration timeout);

    /** Cancels calls in flight; closes connections and threads in the background. */
    @Override
    void close();

    /**
     * Opens transports; another artifact provides one, found by {@link java.util.ServiceLoader}.
     */
    interface Opener {
        /**
         * Opens a transport, which does not connect before its first call.
         *
         * @throws IllegalArgumentException if it cannot do what the settings ask for
         */
        Transport open(HttpSettings settings);

        /** Returns the opener of another artifact; throws IllegalArgumentException without one. */
        static Opener find() {
            return Services.find(Opener.class, opener -> true, MISSING);
        }

        /** What a user reads who lacks the artifact. */
        String MISSING = "transport JETTY without its artifact (add"
                + " dev.triune:triune-gateway to the class path)";
    }
}
