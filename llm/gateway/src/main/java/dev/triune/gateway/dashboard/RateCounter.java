/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.dashboard;

/**
 * Sums up what came in the last while, in slots of equal length, so that it takes the same memory
 * however much comes. Times are nanoseconds and never go back. Not thread-safe.
 */
final class RateCounter {
    private final long[] sums;
    private final long[] slotOf;
    private final long slotNanos;

    /**
     * Nothing yet.
     *
     * @param slots that the window has, 1 or more
     * @param slotNanos how long each is
     */
    RateCounter(int slots, long slotNanos) {
        this.sums = new long[slots];
        this.slotOf = new long[slots];
        this.slotNanos = slotNanos;
        java.util.Arrays.fill(slotOf, Long.MIN_VALUE);
    }

    /** Adds some. */
    void add(long now, long amount) {
        long slot = Math.floorDiv(now, slotNanos);
        int at = (int) Math.floorMod(slot, (long) sums.length);
        if (slotOf[at] != slot) {
            slotOf[at] = slot;
            sums[at] = 0;
        }
        sums[at] += amount;
    }

    /** What came in the window that ends now; its oldest slot falls out as a whole. */
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
     * What came in a second on average.
     *
     * @param since when counting began: a window that was not there as a whole counts as what it was,
     *     a second at least
     */
    double perSecond(long now, long since) {
        long window = (sums.length - 1) * slotNanos + Math.floorMod(now, slotNanos);
        double seconds = Math.min(window, now - since) / 1e9;
        return sum(now) / Math.max(1, seconds);
    }
}
