/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.view;

import java.util.List;

/**
 * Computes how many steps are due: a fixed step with an accumulator and a limit. Real time runs at
 * 1x; simulated time may run faster. Game thread only.
 */
public final class FixedStepPacer {
    /** The speed without a limit. */
    public static final int UNLIMITED = 0;

    /** The maximum backlog; more is dropped: a second, or a quarter of one at high speed. */
    private static final int MAX_STEPS_BEHIND = 20;

    private static final int MAX_STEPS_BEHIND_PER_SPEED = 5;

    private static final int STEPS_PER_UPDATE_AT_MAX = 200;
    private static final List<Integer> SIMULATED = List.of(1, 2, 5, 20, UNLIMITED);
    private static final List<Integer> REAL = List.of(1);

    private final boolean simulated;
    private final long stepNanos;
    private int speed;
    private boolean paused;
    private int singleSteps;
    private long last;
    private long accumulatedNanos;

    /**
     * Starts at the given time.
     *
     * @param speed the speed, times real time, or {@link #UNLIMITED}, which requires simulated time
     */
    public FixedStepPacer(boolean simulated, int speed, long stepNanos, long now) {
        this.simulated = simulated;
        this.stepNanos = stepNanos;
        this.speed = speed;
        this.last = now;
        this.accumulatedNanos = stepNanos / 2; // so that jitter does not lose a step
    }

    /** Returns the number of steps due now, and counts them as executed. */
    public long stepsDue(long now) {
        long elapsed = now - last;
        last = now;
        if (paused) {
            int steps = singleSteps;
            singleSteps = 0;
            return steps;
        }
        if (speed == UNLIMITED) {
            return STEPS_PER_UPDATE_AT_MAX;
        }
        long maxNanos = Math.max(MAX_STEPS_BEHIND, MAX_STEPS_BEHIND_PER_SPEED * speed) * stepNanos;
        accumulatedNanos = Math.min(accumulatedNanos + elapsed * speed, maxNanos);
        long due = accumulatedNanos / stepNanos;
        accumulatedNanos -= due * stepNanos;
        return due;
    }

    /** Returns whether time is paused. */
    boolean paused() {
        return paused;
    }

    /** Pauses or resumes time. */
    void pause(boolean value) {
        paused = value;
        accumulatedNanos = stepNanos / 2;
    }

    /** Runs one step; pauses first if time is running. */
    void step() {
        pause(true);
        singleSteps++;
    }

    /** Returns the speed, times real time; {@link #UNLIMITED} for no limit. */
    int speed() {
        return speed;
    }

    /** Sets the speed to one of {@link #speeds()}; ignores anything else. */
    void speed(int times) {
        if (speeds().contains(times)) {
            speed = times;
        }
    }

    /** Returns the available speeds; only 1 in real time. */
    List<Integer> speeds() {
        return simulated ? SIMULATED : REAL;
    }
}
