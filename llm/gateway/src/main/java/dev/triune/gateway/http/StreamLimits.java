/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.http;

import dev.triune.llm.Ticker;
import java.time.Duration;

/**
 * What slow clients may cost. Immutable.
 *
 * @param bufferBytes the most bytes that wait for one client
 * @param stallNanos how long a client may not take what it is sent
 * @param keepAliveNanos after how long without an event a comment shows that the stream is alive
 * @param ticker the clock
 */
record StreamLimits(int bufferBytes, long stallNanos, long keepAliveNanos, Ticker ticker) {
    private static final Duration KEEP_ALIVE = Duration.ofSeconds(10);

    StreamLimits(int bufferBytes, Duration stall, Ticker ticker) {
        this(bufferBytes, stall.toNanos(), KEEP_ALIVE.toNanos(), ticker);
    }
}
