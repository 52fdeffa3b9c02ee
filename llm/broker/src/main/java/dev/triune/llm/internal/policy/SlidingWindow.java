/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.policy;

import java.time.Duration;
import java.util.Arrays;

/**
 * At most so much in any stretch of time of a given length. Slots of time expire as a whole: an
 * amount counts for the length of the window and at most one slot more. Times are nanoseconds from
 * zero that never go back; an earlier one counts as the latest. Not thread-safe.
 */
final class SlidingWindow {
    /** So many slots make a window: it is too careful by at most one part in so many. */
    static final int SLOTS = 256;

    private final long limit;
    private final long slotNanos;

    /** One more than make the window, for the present slot has only begun. */
    private final long[] slots = new long[SLOTS + 1];

    private long sum;
    private long present;

    /** Creates an empty window of that length, more than zero, and limit, 1 or more. */
    SlidingWindow(long limit, Duration length) {
        this.limit = limit;
        this.slotNanos = slotOf(length).toNanos();
    }

    /** How long one slot of a window of that length is. */
    static Duration slotOf(Duration length) {
        return Duration.ofNanos((length.toNanos() + SLOTS - 1) / SLOTS);
    }

    long limit() {
        return limit;
    }

    /** Whether so much more stays within the limit. */
    boolean fits(long amount, long now) {
        advance(now);
        return amount <= limit - sum;
    }

    /** Nanoseconds until so much, at most the limit, fits if nothing is added. */
    long untilFits(long amount, long now) {
        advance(now);
        long left = sum;
        long slot = present - SLOTS;
        while (amount > limit - left && slot <= present) {
            left -= slot < 0 ? 0 : slots[place(slot)];
            slot++;
        }
        return left == sum ? 0 : end(slot - 1) - now;
    }

    /** Nanoseconds until what is added now has left. */
    long untilEmpty(long now) {
        advance(now);
        return end(present) - now;
    }

    /** Adds what happened at a time that may have passed; what has left the window is dropped. */
    void add(long amount, long at, long now) {
        advance(now);
        long slot = at / slotNanos;
        if (slot >= present - SLOTS) {
            slots[place(slot)] += amount;
            sum += amount;
        }
    }

    /** Takes out again what was added for that time, if it is still here. */
    void remove(long amount, long at, long now) {
        add(-amount, at, now);
    }

    private void advance(long now) {
        long slot = now / slotNanos;
        if (slot - present > SLOTS) { // all of them have passed: no need to walk
            Arrays.fill(slots, 0);
            sum = 0;
            present = slot;
        }
        while (present < slot) {
            present++;
            sum -= slots[place(present)];
            slots[place(present)] = 0;
        }
    }

    /** When a slot expires: what came in its last nanosecond has then been here long enough. */
    private long end(long slot) {
        return (slot + SLOTS + 1) * slotNanos;
    }

    private int place(long slot) {
        return (int) (slot % slots.length);
    }
}
