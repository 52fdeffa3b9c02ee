/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.http;

import dev.triune.llm.Ticker;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.Logger;

/**
 * Tracks the cooldown of a gateway, which is never shortened, and the pace of one that shares
 * strictly: once it has refused a call as too early, calls leave one at a time, as far apart as it
 * demands. Otherwise each free permit would send a call at the end of a cooldown, of which all but
 * one are refused. Thread-safe.
 */
public final class CooldownTracker {
    /** The maximum cooldown, to which longer ones are cut; a gateway can repeat them. */
    static final Duration MAX_COOLDOWN = Duration.ofHours(1);

    /** How long a gateway counts as strict after a refusal, as it may be started otherwise. */
    static final Duration PACED = Duration.ofMinutes(10);

    private static final Logger LOG = Logger.getLogger(CooldownTracker.class.getName());

    private static final double MINUTE = Duration.ofMinutes(1).toNanos();
    private static final long TICK_NANOS = Duration.ofMillis(50).toNanos();

    private final Ticker ticker;
    private final Runnable onUpdate;
    private final AtomicLong until;
    private volatile int activeGames;
    private volatile Pace pace;
    private volatile long nextCall;

    /** The time between calls, and until when it is kept. */
    private record Pace(long period, long until) {}

    /** Creates a tracker without a cooldown; {@code onUpdate} runs on I/O threads. */
    public CooldownTracker(Ticker ticker, Runnable onUpdate) {
        this.ticker = ticker;
        this.onUpdate = onUpdate;
        this.until = new AtomicLong(ticker.nanos());
        this.nextCall = ticker.nanos();
        this.pace = new Pace(0, ticker.nanos());
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

    /** Returns the time until the next call should leave: the cooldown, or its turn if longer. */
    public Duration untilNextCall() {
        long now = ticker.nanos();
        return Duration.ofNanos(Math.max(0, Math.max(until.get() - now, nextCall - now)));
    }

    /**
     * Applies the calls per minute that the gateway grants, 0 if it names none.
     *
     * @param refused whether it has just refused a call as too early
     */
    void updatePace(double callsPerMinute, boolean refused) {
        if (callsPerMinute > 0 && (refused || isPaced())) {
            double period =
                    Math.min((double) MAX_COOLDOWN.toNanos(), Math.ceil(MINUTE / callsPerMinute));
            pace = new Pace(
                    (long) period, refused ? ticker.nanos() + PACED.toNanos() : pace.until());
        }
    }

    /** Whether calls should leave one at a time. */
    public boolean isPaced() {
        return pace.until() - ticker.nanos() > 0;
    }

    /** Starts the time until the next call, for one that leaves now. */
    public void takeTurn() {
        if (isPaced()) {
            nextCall = ticker.nanos() + pace.period();
        }
    }

    public long remainingTicks() {
        return (remaining().toNanos() + TICK_NANOS - 1) / TICK_NANOS;
    }
}
