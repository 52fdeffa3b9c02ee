/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.policy;

import java.time.Duration;

/**
 * How much of a limit other calls leave for emergencies, by how often these occurred lately. The
 * k-th emergency from now on is expected no earlier than {@link #leadTime}: one in three hundred
 * comes before if they come independently of each other. So another call may start if after it
 * the limit, with what it frees until then, still has room for each of these. What was kept for
 * nothing is freed bit by bit as time passes and spreads the calls over the minute, so that hardly
 * any of the limit is lost. Not thread-safe.
 */
final class EmergencyReserve {
    /** The most emergencies that are looked ahead to. */
    static final int MOST = 64;

    /** How long an emergency may wait where the limit frees room within that time anyway. */
    private static final long PATIENCE = Duration.ofMillis(1_200).toNanos();

    /** An emergency counts for the less the longer it is ago: by e after each of these. */
    private static final double MEMORY = Duration.ofMinutes(10).toNanos();

    /** How likely it is that the k-th emergency comes before its lead time has passed. */
    private static final double CHANCE = 0.0035;

    /** Of a standard normal distribution, that part is above it. */
    private static final double QUANTILE = 2.7;

    /** When the k-th of independent events comes at the earliest, in mean distances. */
    private static final double[] EARLIEST = earliest();

    private final double share;
    private final MovingUpperBound tokens = new MovingUpperBound();

    /** Emergencies, decayed; begins as if some had come just now, so that the first find room. */
    private double weight = 3;

    private long latest;

    /** No emergency yet; {@code share}, 0 to 1, is the largest part of a limit that is kept. */
    EmergencyReserve(double share) {
        this.share = share;
    }

    /** Wilson and Hilferty's approximation of the quantile of a gamma distribution. */
    private static double[] earliest() {
        double[] earliest = new double[MOST + 1];
        earliest[1] = CHANCE;
        for (int k = 2; k <= MOST; k++) {
            double root = Math.max(0, 1 - 1 / (9.0 * k) - QUANTILE / (3 * StrictMath.sqrt(k)));
            earliest[k] = k * root * root * root;
        }
        return earliest;
    }

    /** Notes an emergency that takes so many tokens. */
    void occurred(long tokensTaken, long now) {
        weight = weightAt(now) + 1;
        latest = now;
        tokens.observed((double) tokensTaken);
    }

    /** How many units of a limit are kept at the most. */
    long most(long limit) {
        return (long) (share * limit);
    }

    /**
     * What one emergency takes of a limit, in tokens; until one occurred, what the limit counts of
     * the call given, {@code counted} of {@code all} its tokens.
     */
    long tokensEach(long counted, long all) {
        return tokens.known() && all > 0
                ? (long) Math.ceil(tokens.upper() * counted / all)
                : counted;
    }

    /** Nanoseconds from now within which the k-th emergency need not find room yet. */
    long leadTime(int k, long now) {
        return PATIENCE + (long) Math.min(MEMORY, EARLIEST[k] * MEMORY / weightAt(now));
    }

    private double weightAt(long now) {
        return weight * StrictMath.exp((latest - now) / MEMORY);
    }
}
