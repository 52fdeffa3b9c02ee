/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.policy;

/**
 * A moving average and its mean deviation; a new value weighs 1/16. The mean deviation takes the
 * place of the variance, as in TCP's estimate of round trips: it needs no square root, and a single
 * extreme value moves it less. Not thread-safe.
 */
final class MovingUpperBound {
    private static final double WEIGHT = 1.0 / 16;
    private static final double DEVIATIONS = 2;

    private double mean;
    private double deviation;
    private boolean known;

    boolean known() {
        return known;
    }

    /** Adds a value. After the first one the deviation is estimated as half of it. */
    void observed(double value) {
        if (!known) {
            known = true;
            mean = value;
            deviation = value / 2;
            return;
        }
        deviation += WEIGHT * (Math.abs(value - mean) - deviation);
        mean += WEIGHT * (value - mean);
    }

    /** Returns a bound that values rarely exceed; 0 until one was observed. */
    double upper() {
        return mean + DEVIATIONS * deviation;
    }

    /** Returns the average; 0 until a value was observed. */
    double mean() {
        return mean;
    }
}
