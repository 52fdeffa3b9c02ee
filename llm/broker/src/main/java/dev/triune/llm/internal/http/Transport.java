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
}
