/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.dashboard;

/**
 * Sums amounts over a sliding window, in slots of equal length, with constant memory. Times are
 * nanoseconds and must not decrease. Not thread-safe.
 */
final class RateCounter {
    private final long[] sums;
    private final long[] slotOf;
    private final long slotNanos;

    /** Creates a counter at zero, with a window of 1 slot or more. */
    RateCounter(int slots, long slotNanos) {
        this.sums = new long[slots];
        this.slotOf = new long[slots];
        this.slotNanos = slotNanos;
        java.util.Arrays.fill(slotOf, Long.MIN_VALUE);
    }

    void add(long now, long amount) {
        long slot = Math.floorDiv(now, slotNanos);
        int at = (int) Math.floorMod(slot, (long) sums.length);
        if (slotOf[at] != slot) {
            slotOf[at] = slot;
            sums[at] = 0;
        }
        sums[at] += amount;
    }

    /** Returns the sum of the window that ends now. */
    long sum(long now) {
        long newest = Math.floorDiv(now, slotNanos);
        long sum = 0;
        for (int i = 0; i < sums.length; i++) {
            if (slotOf[i] > newest - sums.length && slotOf[i] <= newest) {
                sum += sums[i];
            }
        }
        return sum;
    }

    /**
     * Returns the mean amount per second.
     *
     * @param since the start of counting, which shortens the window, down to one second
     */
    double perSecond(long now, long since) {
        long window = (sums.length - 1) * slotNanos + Math.floorMod(now, slotNanos);
        double seconds = Math.min(window, now - since) / 1e9;
        return sum(now) / Math.max(1, seconds);
    }
}
