/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.policy;

import java.time.Duration;
import java.util.Arrays;

/**
 * A maximum amount in any interval of a given length. Time is divided into slots that expire as a
 * whole: an amount counts for the length of the window plus at most one slot. Times are nanoseconds
 * from zero and monotonic; an earlier time counts as the latest. Not thread-safe.
 *
 * <p>A window that is reset each minute would let twice its limit pass around the reset, and a list of
 * all amounts would grow with the limit. Slots are exact to 1/256 of the window, always on the safe
 * side, in constant memory, and allow an amount to be added for a time in the past, when it began to
 * count at the provider, or taken back.
 *
 * <p>Invariant: {@code sum} is the sum of all slots, and the slots are those from {@code present -
 * SLOTS} to {@code present}; the ring has just room for these.
 */
final class SlidingWindow {
    /** The number of slots of a window, whose length is exact to one slot. */
    static final int SLOTS = 256;

    private final long limit;
    private final long slotNanos;

    /** One more slot than the window has, as the current slot has only begun. */
    private final long[] slots = new long[SLOTS + 1];

    private long sum;
    private long present;

    /** Creates an empty window of a positive length and a limit of at least 1. */
    SlidingWindow(long limit, Duration length) {
        this.limit = limit;
        this.slotNanos = slotOf(length).toNanos();
    }

    /** Returns the length of a slot in a window of this length. */
    static Duration slotOf(Duration length) {
        return Duration.ofNanos((length.toNanos() + SLOTS - 1) / SLOTS);
    }

    long limit() {
        return limit;
    }

    /** Takes over the amounts of a window of the same length, whose limit may differ. */
    void copy(SlidingWindow other) {
        System.arraycopy(other.slots, 0, slots, 0, slots.length);
        sum = other.sum;
        present = other.present;
    }

    /** Whether a window has the same length, to within a slot. */
    boolean isAsLong(SlidingWindow other) {
        return slotNanos == other.slotNanos;
    }

    boolean fits(long amount, long now) {
        advance(now);
        return amount <= limit - sum;
    }

    /** Returns the nanoseconds until this amount, at most the limit, fits if nothing is added. */
    long untilFits(long amount, long now) {
        advance(now);
        long remainingSum = sum;
        long slot = present - SLOTS;
        while (amount > limit - remainingSum && slot <= present) {
            remainingSum -= slot < 0 ? 0 : slots[indexOf(slot)];
            slot++;
        }
        return remainingSum == sum ? 0 : end(slot - 1) - now;
    }

    /** Returns the nanoseconds until an amount added now has expired. */
    long untilEmpty(long now) {
        advance(now);
        return end(present) - now;
    }

    /** Adds an amount at a possibly past time; drops it if that is before the window. */
    void add(long amount, long at, long now) {
        advance(now);
        long slot = at / slotNanos;
        if (slot >= present - SLOTS) {
            slots[indexOf(slot)] += amount;
            sum += amount;
        }
    }

    /** Removes an amount that was added for this time, unless it has expired. */
    void remove(long amount, long at, long now) {
        add(-amount, at, now);
    }

    private void advance(long now) {
        long slot = now / slotNanos;
        if (slot - present > SLOTS) { // all slots have expired
            Arrays.fill(slots, 0);
            sum = 0;
            present = slot;
        }
        while (present < slot) {
            present++;
            sum -= slots[indexOf(present)];
            slots[indexOf(present)] = 0;
        }
    }

    /** Returns the time at which a slot expires, including amounts added in its last nanosecond. */
    private long end(long slot) {
        return (slot + SLOTS + 1) * slotNanos;
    }

    private int indexOf(long slot) {
        return (int) (slot % slots.length);
    }
}
