/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.provider.http;

import dev.triune.llm.provider.wire.GatewayCooldown;
import dev.triune.llm.time.Ticker;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Until when a gateway wants no call. A second cooldown never shortens the first: answers overtake
 * each other on their way. Thread-safe.
 */
final class GatewayPause {
    /** What is longer is taken as this; a gateway that means it will say it again. */
    static final Duration LONGEST = Duration.ofHours(1);

    private static final Logger LOG = Logger.getLogger(GatewayPause.class.getName());
    private static final long TICK_NANOS = GatewayProvider.TICK.toNanos();

    private final Ticker ticker;
    private final CooldownListener listener;
    private final AtomicLong until;
    private volatile int activeGames;

    GatewayPause(Ticker ticker, CooldownListener listener) {
        this.ticker = ticker;
        this.listener = listener;
        this.until = new AtomicLong(ticker.nanos());
    }

    /** Heeds what the gateway says, and tells the game. */
    void heed(GatewayCooldown cooldown) {
        Duration wait = cooldown.left().compareTo(LONGEST) > 0 ? LONGEST : cooldown.left();
        long end = ticker.nanos() + wait.toNanos();
        until.accumulateAndGet(end, (before, now) -> now - before > 0 ? now : before);
        shared(cooldown.activeGames());
        try {
            listener.onCooldown(ticks(), activeGames);
        } catch (RuntimeException e) {
            LOG.log(Level.WARNING, "a cooldown listener threw " + e.getClass().getName());
        }
    }

    /** Notes how many games share the gateway; 0 if it did not say. */
    void shared(int games) {
        if (games > 0) {
            activeGames = games;
        }
    }

    int activeGames() {
        return activeGames;
    }

    /** How long it lasts, zero or more. */
    Duration left() {
        return Duration.ofNanos(Math.max(0, until.get() - ticker.nanos()));
    }

    /** The same in ticks, rounded up. */
    long ticks() {
        return (left().toNanos() + TICK_NANOS - 1) / TICK_NANOS;
    }
}
