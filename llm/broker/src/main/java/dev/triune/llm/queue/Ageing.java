/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.queue;

import dev.triune.llm.Priority;
import java.time.Duration;

/**
 * How waiting raises a priority, so that nothing starves. Immutable.
 *
 * @param every the waiting time of one raise, more than zero, a year at the most
 * @param levels levels of one raise, 0 (off) or more
 */
public record Ageing(Duration every, int levels) {
    private static final Duration LONGEST = Duration.ofDays(365);

    /** Two levels for every 5 s. */
    public static final Ageing DEFAULT = new Ageing(Duration.ofSeconds(5), 2);

    /** Refuses values out of range. */
    public Ageing {
        if (every.isNegative() || every.isZero() || every.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(
                    "ageing every " + every + " (expected more than 0, at most a year)");
        }
        if (levels < 0) {
            throw new IllegalArgumentException(
                    "ageing by " + levels + " levels (expected 0 or more)");
        }
    }

    /** Whether so long a wait has earned a first raise. */
    boolean applies(long waitedNanos) {
        return waitedNanos >= every.toNanos();
    }

    /** The level after that time of waiting, {@link Priority#MAX} at the most. */
    public int levelAfter(int base, long waitedNanos) {
        long raises = Math.min(Priority.MAX, Math.max(0, waitedNanos) / every.toNanos());
        return (int) Math.min(Priority.MAX, base + raises * levels);
    }
}
