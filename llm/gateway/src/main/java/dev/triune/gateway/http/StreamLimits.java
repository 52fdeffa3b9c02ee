/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.http;

import dev.triune.llm.Ticker;
import java.time.Duration;

/**
 * The limits of one stream. Immutable.
 *
 * @param bufferBytes the maximum of bytes that are buffered for a client
 * @param stallNanos how long a client may read nothing
 * @param keepAliveNanos the time without an event after which a comment keeps the stream alive
 * @param ticker the clock
 */
record StreamLimits(int bufferBytes, long stallNanos, long keepAliveNanos, Ticker ticker) {
    private static final Duration KEEP_ALIVE = Duration.ofSeconds(10);

    StreamLimits(int bufferBytes, Duration stall, Ticker ticker) {
        this(bufferBytes, stall.toNanos(), KEEP_ALIVE.toNanos(), ticker);
    }
}
