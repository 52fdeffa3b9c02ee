/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.http;

import dev.triune.gateway.GatewaySettings.ClientLimits;
import dev.triune.llm.Ticker;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The limits of streams, with the bytes buffered by all of them, and what writes. Thread-safe.
 *
 * @param bufferBytes the maximum number of bytes buffered for a client
 * @param allBytes the maximum number of bytes buffered for all clients together
 * @param buffered the number of bytes buffered for all clients
 * @param stallNanos the time after which a client that reads nothing is disconnected
 * @param patienceNanos the time to wait for the first event, and thus the status, before a comment
 *     opens the stream
 * @param keepAliveNanos the time without an event after which a comment keeps the stream alive
 * @param ticker the clock
 * @param writer runs what writes buffered events
 */
record StreamLimits(
        int bufferBytes,
        long allBytes,
        AtomicLong buffered,
        long stallNanos,
        long patienceNanos,
        long keepAliveNanos,
        Ticker ticker,
        Executor writer) {
    /** Bytes that a client may leave unread while the shared buffer is full. */
    private static final int CROWDED_BYTES = 16 << 10;

    private static final Duration KEEP_ALIVE = Duration.ofSeconds(10);

    StreamLimits(ClientLimits clients, Ticker ticker, Executor writer) {
        this(
                clients.maxBufferBytes(),
                clients.maxBuffersBytes(),
                new AtomicLong(),
                clients.writeTimeout().toNanos(),
                clients.patience().toNanos(),
                KEEP_ALIVE.toNanos(),
                ticker,
                writer);
    }

    /** Whether a client with this many unread bytes is too slow. */
    boolean isTooMuch(int bytes) {
        return bytes > bufferBytes || (bytes > CROWDED_BYTES && buffered.get() > allBytes);
    }
}
