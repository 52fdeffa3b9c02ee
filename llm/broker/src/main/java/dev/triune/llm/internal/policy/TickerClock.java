/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.policy;

import dev.triune.llm.Ticker;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** Our clock for a library that asks for Java's: instants that mean nothing but their distance. */
final class TickerClock extends Clock {
    private final Ticker source;

    TickerClock(Ticker source) {
        this.source = source;
    }

    @Override
    public Instant instant() {
        return Instant.ofEpochSecond(0, source.nanos());
    }

    @Override
    public ZoneId getZone() {
        return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
        return this; // no one reads its dates
    }
}
