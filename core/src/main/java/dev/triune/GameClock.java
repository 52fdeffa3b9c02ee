/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune;

import dev.triune.internal.schedule.GameClockSystem;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Game time in ticks at a fixed rate, so that a paused or accelerated game keeps its cooldowns.
 * Each {@code world.process()} is a tick, unless the clock follows the delta ({@link #byDelta()}).
 *
 * <pre>{@code
 * new GameClock()                       // 20 times a second
 * new GameClock(Duration.ofMillis(600)) // once in 600 ms, or a turn of the game that long
 * GameClock.byDelta()                   // once a frame, with a delta in seconds
 * GameClock.byDelta(Duration.ofMillis(1)) // with one in milliseconds
 * }</pre>
 *
 * <p>Game thread only.
 */
public final class GameClock {
    /** The usual rate, in ticks a second. */
    public static final int DEFAULT_TICKS_PER_SECOND = 20;

    /** More ticks than any game lasts. */
    public static final long FOREVER = Long.MAX_VALUE >> 8;

    private static final long LONGEST_MILLIS = Long.MAX_VALUE / 2;
    private static final double MILLIS_PER_SECOND = 1_000;

    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    /**
     * The most of a frame that counts, in seconds: a pause in the debugger is not caught up with.
     */
    private static final float MAX_FRAME_SECONDS = 1;

    /** Part of a tick: what rounding in the game's deltas may take away. */
    private static final double ROUNDING = 1e-3;

    private final double ticksPerSecond;

    /** A tick lasts so many nanoseconds, divided by the ticks among which they are shared. */
    private final long nanos;

    private final int among;

    /** The seconds in a delta of 1; 0 if the clock does not follow the delta. */
    private final double unit;

    private final boolean hasPeriod;
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
        this(NANOS_PER_SECOND, requireRate(ticksPerSecond), 0, false);
    }

    /**
     * Creates a clock at tick 0 for a game whose {@code world.process()} is a tick, or a turn, of a
     * fixed length.
     *
     * @param period the game time of a tick, 1 ms to 1 hour
     */
    public GameClock(Duration period) {
        this(requireTime("a tick", period), 1, 0, true);
    }

    private GameClock(long nanos, int among, double unit, boolean hasPeriod) {
        this.nanos = nanos;
        this.among = among;
        this.ticksPerSecond = (double) NANOS_PER_SECOND * among / nanos;
        this.unit = unit;
        this.hasPeriod = hasPeriod;
    }

    private static int requireRate(int ticksPerSecond) {
        if (ticksPerSecond < 1 || ticksPerSecond > 1000) {
            throw new IllegalArgumentException(
                    ticksPerSecond + " ticks per second (expected 1 to 1000)");
        }
        return ticksPerSecond;
    }

    private static long requireTime(String what, Duration value) {
        boolean tooShort = value.compareTo(Duration.ofMillis(1)) < 0;
        if (tooShort || value.compareTo(Duration.ofHours(1)) > 0) {
            throw new IllegalArgumentException(
                    what + " that lasts " + value + " (expected 1 ms to 1 hour)");
        }
        return value.toNanos();
    }

    /**
     * Creates a clock that follows {@code world.getDelta()}, in seconds, for games that process
     * their world once a frame. It has {@value #DEFAULT_TICKS_PER_SECOND} ticks per second of game
     * time, thus none or several in a frame; at most one second of a frame counts. While runners and
     * feeds run, {@code world.getDelta()} is the length of a tick.
     */
    public static GameClock byDelta() {
        return byDelta(DEFAULT_TICKS_PER_SECOND);
    }

    /** Creates a clock that follows the world's delta, with 1 to 1000 ticks a second. */
    public static GameClock byDelta(int ticksPerSecond) {
        return new GameClock(NANOS_PER_SECOND, requireRate(ticksPerSecond), 1, false);
    }

    /**
     * Creates a clock that follows the world's delta in another unit than seconds.
     *
     * @param unit the game time of a delta of 1, 1 ms to 1 hour: {@code Duration.ofMillis(1)} for a
     *     delta in milliseconds
     */
    public static GameClock byDelta(Duration unit) {
        double seconds = (double) requireTime("a delta of 1", unit) / NANOS_PER_SECOND;
        return new GameClock(NANOS_PER_SECOND, DEFAULT_TICKS_PER_SECOND, seconds, false);
    }

    /** Whether the rate comes from the world's delta and not from how often it is processed. */
    public boolean followsDelta() {
        return unit > 0;
    }

    /** Whether a tick begins in the current {@code world.process()}: the minds run only then. */
    public boolean ticking() {
        return ticking;
    }

    /** Begins a frame with its delta; returns its ticks. For {@link GameClockSystem}. */
    public int ticksIn(float delta) {
        if (!followsDelta()) {
            ticking = true;
            return 1;
        }
        owed += delta > 0 ? Math.min(delta * unit, MAX_FRAME_SECONDS) * ticksPerSecond : 0;
        int due = (int) (owed + ROUNDING);
        owed -= due;
        ticking = due > 0;
        return due;
    }

    /** Whether a frame is longer than what counts of it. For {@link GameClockSystem}. */
    public boolean cuts(float delta) {
        return delta * unit > MAX_FRAME_SECONDS * (1 + ROUNDING);
    }

    /**
     * Returns the delta of a tick, in the game's unit, if the clock follows that; otherwise the
     * frame's, which is a tick's.
     */
    public float deltaOfTick(float frame) {
        return followsDelta() ? (float) (secondsPerTick() / unit) : frame;
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

    /** Returns the ticks per second, a whole number unless a tick has a length of its own. */
    public double ticksPerSecond() {
        return ticksPerSecond;
    }

    /** Returns the length of a tick in seconds of game time. */
    public double secondsPerTick() {
        return 1 / ticksPerSecond;
    }

    /** Whether the game has set the length of a tick, and not a rate. */
    public boolean hasPeriod() {
        return hasPeriod;
    }

    /** Returns a time in ticks, rounded up, at most {@link #FOREVER}. */
    public long ticks(Duration duration) {
        if (duration.getSeconds() >= Long.MAX_VALUE / NANOS_PER_SECOND / 2) {
            double ticks = duration.toSeconds() * ticksPerSecond;
            return ticks >= FOREVER ? FOREVER : (long) ticks;
        }
        long whole = duration.getSeconds() * NANOS_PER_SECOND / nanos;
        long rest = duration.getSeconds() * NANOS_PER_SECOND % nanos + duration.getNano();
        return Math.min(FOREVER, whole * among + (rest * among + nanos - 1) / nanos);
    }

    /**
     * Returns the duration of a number of ticks; of times without end, such as {@link #FOREVER}, the
     * longest that can be counted in milliseconds twice over.
     */
    public Duration duration(long ticks) {
        if (Math.abs((double) ticks) * MILLIS_PER_SECOND / ticksPerSecond > LONGEST_MILLIS) {
            return Duration.ofMillis(ticks < 0 ? -LONGEST_MILLIS : LONGEST_MILLIS);
        }
        return Duration.ofNanos(nanos)
                .multipliedBy(ticks / among)
                .plusNanos(ticks % among * nanos / among);
    }
}
