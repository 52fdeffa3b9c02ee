/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.policy;

import java.time.Duration;

/**
 * How much of a limit other calls leave for emergencies, by how often these came lately. The k-th
 * emergency is expected no earlier than {@link #leadTime} (one in five hundred is, if they are
 * independent), so another call may start if the limit will have room for each by then. Unused
 * reserve is freed as time passes, so hardly any of the limit is lost. Not thread-safe.
 */
final class EmergencyReserve {
    static final int MOST = 64; // the most emergencies that are looked ahead to

    /** How long an emergency may wait where the limit frees room within that time anyway. */
    private static final long PATIENCE = Duration.ofMillis(1_200).toNanos();

    /** An emergency counts for the less the longer it is ago: by e after each of these. */
    private static final double MEMORY = Duration.ofMinutes(10).toNanos();

    /** How likely it is that the k-th emergency comes before its lead time has passed. */
    private static final double CHANCE = 0.0019;

    /** Of a standard normal distribution, that part is above it. */
    private static final double QUANTILE = 2.9;

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
     * Tokens that one emergency takes of a limit that counts {@code counted} of {@code all} tokens
     * of a call; before the first one, as much as that call.
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
