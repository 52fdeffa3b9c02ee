/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.policy;

import dev.triune.llm.Priority;
import java.time.Duration;

/**
 * The rate at which waiting raises a priority, so that nothing starves. Immutable.
 *
 * @param interval the waiting time before each raise, more than zero, at most a year
 * @param step the number of levels of each raise, 0 (off) or more
 */
public record Ageing(Duration interval, int step) {
    private static final Duration MAX_INTERVAL = Duration.ofDays(365);

    /** Two levels for every 5 s. */
    public static final Ageing DEFAULT = new Ageing(Duration.ofSeconds(5), 2);

    public Ageing {
        if (interval.isNegative() || interval.isZero() || interval.compareTo(MAX_INTERVAL) > 0) {
            throw new IllegalArgumentException(
                    "ageing every " + interval + " (expected more than 0, at most a year)");
        }
        if (step < 0) {
            throw new IllegalArgumentException(
                    "ageing by " + step + " levels (expected 0 or more)");
        }
    }

    /** Whether a wait of this length earns at least one raise. */
    public boolean applies(long waitedNanos) {
        return waitedNanos >= interval.toNanos();
    }

    /** Returns the level of a request after it has waited, at most {@link Priority#MAX}. */
    public int levelAfter(int base, long waitedNanos) {
        long raises = Math.min(Priority.MAX, Math.max(0, waitedNanos) / interval.toNanos());
        return (int) Math.min(Priority.MAX, base + raises * step);
    }
}
