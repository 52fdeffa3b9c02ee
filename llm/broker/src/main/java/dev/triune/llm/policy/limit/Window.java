/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.policy.limit;

import java.util.Arrays;

/**
 * Counts what happened in the last while, in constant memory: a ring of equal slots, each of which is
 * forgotten as a whole once all of it is too old. So a count is never too low, and too high by what
 * happened in one slot at the most. Not thread-safe.
 */
final class Window {
    /** Slots of one window. */
    static final int SLOTS = 256;

    private final long slotNanos;
    private final long[] counts = new long[SLOTS + 1];
    private long latest;
    private long sum;
    private boolean begun;

    /**
     * An empty window.
     *
     * @param nanos how far back it counts, at least
     */
    Window(long nanos) {
        this.slotNanos = (nanos + SLOTS - 1) / SLOTS;
    }

    /** How much there was in the last while. */
    long count(long now) {
        advance(now);
        return sum;
    }

    /** Adds, or with a negative amount takes back, what happened at that time. */
    void add(long amount, long at, long now) {
        advance(now);
        long slot = Math.floorDiv(at, slotNanos);
        if (slot > latest - counts.length) {
            int index = index(Math.min(slot, latest));
            long kept = Math.max(0, counts[index] + amount);
            sum += kept - counts[index];
            counts[index] = kept;
        }
    }

    /** How long until so much has been forgotten that at most {@code most} is left. */
    long nanosUntil(long most, long now) {
        advance(now);
        long left = sum;
        for (int age = counts.length - 1; age >= 0; age--) {
            if (left <= most) {
                return age == counts.length - 1 ? 0 : forgottenIn(age + 1, now);
            }
            left -= counts[index(latest - age)];
        }
        return left <= most ? forgottenIn(0, now) : Long.MAX_VALUE;
    }

    /** How long until the slot of that age is forgotten. */
    private long forgottenIn(int age, long now) {
        long forgottenAt = (latest - age + counts.length) * slotNanos;
        return Math.max(0, forgottenAt - now);
    }

    private void advance(long now) {
        long slot = Math.floorDiv(now, slotNanos);
        if (!begun) {
            begun = true;
            latest = slot;
        }
        if (slot - latest >= counts.length) {
            Arrays.fill(counts, 0);
            sum = 0;
            latest = slot;
        }
        while (latest < slot) {
            latest++;
            sum -= counts[index(latest)];
            counts[index(latest)] = 0;
        }
    }

    private int index(long slot) {
        return (int) Math.floorMod(slot, (long) counts.length);
    }
}
