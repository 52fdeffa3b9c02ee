/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.provider;

/** The HTTP client that sends the calls of an {@link HttpProvider}. */
public enum HttpTransport {
    /** OkHttp, with HTTP/2 where the server has it: each call in flight occupies a thread. */
    OKHTTP,

    /**
     * Jetty's client, which needs {@code org.eclipse.jetty:jetty-client} on the class path: up to
     * six threads for each provider, however many calls are in flight. HTTP/1.1 only. While the
     * broker's owner lags behind, calls wait for each other.
     */
    JETTY
}
