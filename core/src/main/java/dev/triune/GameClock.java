/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune;

import dev.triune.internal.schedule.GameClockSystem;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Game time in ticks at a fixed rate, so that a paused or accelerated game keeps its cooldowns.
 * Each {@code world.process()} is a tick, unless the clock follows the delta ({@link #byDelta()}).
 * Game thread only.
 */
public final class GameClock {
    /** The usual rate, in ticks a second. */
    public static final int DEFAULT_TICKS_PER_SECOND = 20;

    /** More ticks than any game lasts. */
    public static final long FOREVER = Long.MAX_VALUE >> 8;

    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    /**
     * The most of a frame that counts, in seconds: a pause in the debugger is not caught up with.
     */
    private static final float MAX_FRAME_SECONDS = 1;

    /** Part of a tick: what rounding in the game's deltas may take away. */
    private static final double ROUNDING = 1e-3;

    private final int ticksPerSecond;
    private final boolean followsDelta;
    private boolean ticking = true;
    private double owed;
    private long tick;
    private @Nullable Object driver;
    private @Nullable Object earlierDriver;
    private boolean shared;

    /** Creates a clock at tick 0 with {@value #DEFAULT_TICKS_PER_SECOND} ticks a second. */
    public GameClock() {
        this(DEFAULT_TICKS_PER_SECOND);
    }

    /** Creates a clock at tick 0 with 1 to 1000 ticks a second. */
    public GameClock(int ticksPerSecond) {
        this(ticksPerSecond, false);
    }

    private GameClock(int ticksPerSecond, boolean followsDelta) {
        if (ticksPerSecond < 1 || ticksPerSecond > 1000) {
            throw new IllegalArgumentException(
                    ticksPerSecond + " ticks per second (expected 1 to 1000)");
        }
        this.ticksPerSecond = ticksPerSecond;
        this.followsDelta = followsDelta;
    }

    /**
     * Creates a clock that follows {@code world.getDelta()}, for games that process their world
     * once a frame. It has {@value #DEFAULT_TICKS_PER_SECOND} ticks per second of game time, thus
     * none or several in a frame; at most one second of a frame counts.
     */
    public static GameClock byDelta() {
        return byDelta(DEFAULT_TICKS_PER_SECOND);
    }

    /** Creates a clock that follows the world's delta, with 1 to 1000 ticks a second. */
    public static GameClock byDelta(int ticksPerSecond) {
        return new GameClock(ticksPerSecond, true);
    }

    /** Whether the rate comes from the world's delta and not from how often it is processed. */
    public boolean followsDelta() {
        return followsDelta;
    }

    /** Whether a tick begins in the current {@code world.process()}: the minds run only then. */
    public boolean ticking() {
        return ticking;
    }

    /** Begins a frame of {@code delta} seconds; returns its ticks. For {@link GameClockSystem}. */
    public int ticksIn(float delta) {
        if (!followsDelta) {
            ticking = true;
            return 1;
        }
        owed += delta > 0 ? (double) Math.min(delta, MAX_FRAME_SECONDS) * ticksPerSecond : 0;
        int due = (int) (owed + ROUNDING);
        owed -= due;
        ticking = due > 0;
        return due;
    }

    /**
     * Notes what drives the clock; returns whether that takes turns with another driver, once. For
     * {@link GameClockSystem}.
     */
    public boolean isAlsoDrivenBy(Object next) {
        if (next == driver) {
            return false;
        }
        boolean back = next == earlierDriver && !shared;
        earlierDriver = driver;
        driver = next;
        shared |= back;
        return back;
    }

    /** Ends the current tick: the world is gone. For {@link GameClockSystem}. */
    public void stop() {
        ticking = false;
    }

    /** Returns the current tick; 1 during the first {@code world.process()}. */
    public long tick() {
        return tick;
    }

    /** Begins the next tick. Only {@link GameClockSystem} calls this. */
    public void advance() {
        tick++;
    }

    /** Continues at the tick of a save, 0 or more. */
    public void resume(long value) {
        if (value < 0) {
            throw new IllegalArgumentException("tick " + value + " (expected 0 or more)");
        }
        tick = value;
    }

    /** Returns the ticks per second. */
    public int ticksPerSecond() {
        return ticksPerSecond;
    }

    /** Returns a time in ticks, rounded up, at most {@link #FOREVER}. */
    public long ticks(Duration duration) {
        if (duration.getSeconds() >= FOREVER / ticksPerSecond) {
            return FOREVER;
        }
        long part = (long) duration.getNano() * ticksPerSecond;
        return duration.getSeconds() * ticksPerSecond
                + (part + NANOS_PER_SECOND - 1) / NANOS_PER_SECOND;
    }

    /** Returns the duration of a number of ticks. */
    public Duration duration(long ticks) {
        long part = ticks % ticksPerSecond * NANOS_PER_SECOND / ticksPerSecond;
        return Duration.ofSeconds(ticks / ticksPerSecond, part);
    }
}
