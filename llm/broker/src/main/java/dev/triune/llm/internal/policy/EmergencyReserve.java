/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.policy;

import java.time.Duration;

/**
 * The part of a limit that other calls leave for emergencies, based on their recent rate. The k-th
 * emergency is expected no earlier than {@link #leadTime} (one in five hundred is, if they are
 * independent), so another call may start if the limit will have room for each by then. Unused
 * reserve is freed as time passes, so hardly any of the limit is lost. Not thread-safe.
 */
final class EmergencyReserve {
    static final int MAX_EMERGENCIES = 64; // the maximum number of emergencies to look ahead

    /** The time that an emergency may wait for the limit to free up by itself. */
    private static final long PATIENCE = Duration.ofMillis(1_200).toNanos();

    /** The time constant with which the weight of past emergencies decays exponentially. */
    private static final double MEMORY = Duration.ofMinutes(10).toNanos();

    /** The probability that the k-th emergency comes before its lead time has passed. */
    private static final double CHANCE = 0.0019;

    /** The upper quantile of the standard normal distribution for {@link #CHANCE}. */
    private static final double QUANTILE = 2.9;

    /** The earliest time of the k-th independent event, in mean intervals, indexed by k. */
    private static final double[] EARLIEST = earliest();

    private final double share;
    private final MovingUpperBound tokens = new MovingUpperBound();

    /** The decayed number of emergencies; starts above 0, so that the first ones find room. */
    private double weight = 3;

    private long latest;

    /** Creates a reserve; {@code share} is the maximum part of a limit to keep, 0 to 1. */
    EmergencyReserve(double share) {
        this.share = share;
    }

    /** Computes Wilson and Hilferty's approximation of the quantiles of gamma distributions. */
    private static double[] earliest() {
        double[] earliest = new double[MAX_EMERGENCIES + 1];
        earliest[1] = CHANCE;
        for (int k = 2; k <= MAX_EMERGENCIES; k++) {
            double root = Math.max(0, 1 - 1 / (9.0 * k) - QUANTILE / (3 * StrictMath.sqrt(k)));
            earliest[k] = k * root * root * root;
        }
        return earliest;
    }

    void occurred(long tokensTaken, long now) {
        weight = weightAt(now) + 1;
        latest = now;
        tokens.observed((double) tokensTaken);
    }

    /** Returns the maximum number of units of a limit to keep. */
    long maxReserve(long limit) {
        return (long) (share * limit);
    }

    /**
     * Returns the tokens of one emergency against a limit that counts {@code counted} of {@code
     * all} tokens of a call; before the first emergency, {@code counted}.
     */
    long tokensEach(long counted, long all) {
        return tokens.known() && all > 0
                ? (long) Math.ceil(tokens.upper() * counted / all)
                : counted;
    }

    /** Returns the nanoseconds during which the k-th emergency need not find room yet. */
    long leadTime(int k, long now) {
        return PATIENCE + (long) Math.min(MEMORY, EARLIEST[k] * MEMORY / weightAt(now));
    }

    private double weightAt(long now) {
        return weight * StrictMath.exp((latest - now) / MEMORY);
    }
}
