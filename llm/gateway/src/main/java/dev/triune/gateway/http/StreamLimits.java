/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.http;

import dev.triune.llm.Ticker;
import java.time.Duration;

/**
 * The limits of one stream. Immutable.
 *
 * @param bufferBytes the maximum of bytes that are buffered for a client
 * @param stallNanos how long a client may read nothing
 * @param patienceNanos how long the first event, and with it the status, is waited for before comments
 *     open the stream
 * @param keepAliveNanos the time without an event after which a comment keeps the stream alive
 * @param ticker the clock
 */
record StreamLimits(
        int bufferBytes, long stallNanos, long patienceNanos, long keepAliveNanos, Ticker ticker) {
    private static final Duration KEEP_ALIVE = Duration.ofSeconds(10);

    StreamLimits(int bufferBytes, Duration stall, Duration patience, Ticker ticker) {
        this(bufferBytes, stall.toNanos(), patience.toNanos(), KEEP_ALIVE.toNanos(), ticker);
    }
}
