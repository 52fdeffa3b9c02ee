/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.http;

import dev.triune.llm.Ticker;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.Logger;

/** Tracks the cooldown of a gateway, which is never shortened. Thread-safe. */
public final class CooldownTracker {
    /** The maximum cooldown, to which longer ones are cut; a gateway can repeat them. */
    static final Duration MAX_COOLDOWN = Duration.ofHours(1);

    private static final Logger LOG = Logger.getLogger(CooldownTracker.class.getName());

    private static final long TICK_NANOS = Duration.ofMillis(50).toNanos();

    private final Ticker ticker;
    private final Runnable onUpdate;
    private final AtomicLong until;
    private volatile int activeGames;

    /** Creates a tracker without a cooldown; {@code onUpdate} runs on I/O threads. */
    public CooldownTracker(Ticker ticker, Runnable onUpdate) {
        this.ticker = ticker;
        this.onUpdate = onUpdate;
        this.until = new AtomicLong(ticker.nanos());
    }

    /** Applies a cooldown of the gateway, and notifies the game. */
    void update(Duration left, int games) {
        Duration wait = left.compareTo(MAX_COOLDOWN) > 0 ? MAX_COOLDOWN : left;
        long end = ticker.nanos() + wait.toNanos();
        until.accumulateAndGet(end, (before, now) -> now - before > 0 ? now : before);
        updateActiveGames(games);
        try {
            onUpdate.run();
        } catch (RuntimeException e) {
            LOG.warning("a cooldown listener threw " + e.getClass().getName());
        }
    }

    /** Updates the number of games that share the gateway; ignores 0 (unknown). */
    void updateActiveGames(int games) {
        if (games > 0) {
            activeGames = games;
        }
    }

    public int activeGames() {
        return activeGames;
    }

    public Duration remaining() {
        return Duration.ofNanos(Math.max(0, until.get() - ticker.nanos()));
    }

    public long remainingTicks() {
        return (remaining().toNanos() + TICK_NANOS - 1) / TICK_NANOS;
    }
}
