/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune;

import dev.triune.internal.schedule.GameClockSystem;
import java.time.Duration;

/**
 * Game time: a count of ticks at a fixed rate, independent of any wall clock, so that a paused or
 * accelerated game keeps its cooldowns. Game thread only.
 */
public final class GameClock {
    /** The usual rate, in ticks a second. */
    public static final int DEFAULT_TICKS_PER_SECOND = 20;

    /** More ticks than any game lasts. */
    public static final long FOREVER = Long.MAX_VALUE >> 8;

    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    private final int ticksPerSecond;
    private long tick;

    /** A clock at tick 0 with {@value #DEFAULT_TICKS_PER_SECOND} ticks a second. */
    public GameClock() {
        this(DEFAULT_TICKS_PER_SECOND);
    }

    /**
     * A clock at tick 0.
     *
     * @param ticksPerSecond 1 to 1000
     */
    public GameClock(int ticksPerSecond) {
        if (ticksPerSecond < 1 || ticksPerSecond > 1000) {
            throw new IllegalArgumentException(
                    ticksPerSecond + " ticks per second (expected 1 to 1000)");
        }
        this.ticksPerSecond = ticksPerSecond;
    }

    /** The current tick; 1 during the first {@code world.process()}. */
    public long tick() {
        return tick;
    }

    /** Begins the next tick. {@link GameClockSystem} does it; nobody else should. */
    public void advance() {
        tick++;
    }

    /**
     * Goes on at a tick, as a save has it; the next one is the tick after it. Stamps that were made
     * before lie in the future if the clock goes back.
     *
     * @param value 0 or more
     */
    public void resume(long value) {
        if (value < 0) {
            throw new IllegalArgumentException("tick " + value + " (expected 0 or more)");
        }
        tick = value;
    }

    /** The rate. */
    public int ticksPerSecond() {
        return ticksPerSecond;
    }

    /**
     * That much time in ticks, rounded up: 51 ms are 2 ticks at 20 a second.
     *
     * @return {@link #FOREVER} at the most, so that a sum of it and a tick is one
     */
    public long ticks(Duration duration) {
        if (duration.getSeconds() >= FOREVER / ticksPerSecond) {
            return FOREVER;
        }
        long part = (long) duration.getNano() * ticksPerSecond;
        return duration.getSeconds() * ticksPerSecond
                + (part + NANOS_PER_SECOND - 1) / NANOS_PER_SECOND;
    }

    /** That many ticks as time. */
    public Duration duration(long ticks) {
        long part = ticks % ticksPerSecond * NANOS_PER_SECOND / ticksPerSecond;
        return Duration.ofSeconds(ticks / ticksPerSecond, part);
    }
}
