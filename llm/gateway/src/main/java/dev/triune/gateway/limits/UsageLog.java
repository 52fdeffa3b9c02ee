/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.limits;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What this gateway used within one window, by time, and how much of that Redis has been told. Kept
 * for a whole window, so that a Redis that lost everything can be told again. Not thread-safe; its
 * memory is fixed.
 *
 * <p>Times are milliseconds from zero on that never go back; an earlier one counts as the latest.
 */
final class UsageLog {
    private final LimitWindow limitWindow;
    private final long[] used;

    /** Of what was used, the part that Redis has not been told. */
    private final long[] unreported;

    /** Of what was used, the part that a report on its way tells. */
    private final long[] reporting;

    /** Of what was used, the part on this gateway's own share, without a lease. */
    private final long[] localUse;

    private long currentSlot;

    UsageLog(LimitWindow limitWindow) {
        this.limitWindow = limitWindow;
        int slots =
                (int) ((limitWindow.length() + limitWindow.slot() - 1) / limitWindow.slot()) + 1;
        this.used = new long[slots];
        this.unreported = new long[slots];
        this.reporting = new long[slots];
        this.localUse = new long[slots];
    }

    /** Notes a use at that time, which may have passed; one that has left the window is dropped. */
    void add(long amount, long when, boolean local, long at) {
        advance(at);
        long slot = Math.min(when / limitWindow.slot(), currentSlot);
        if (slot > currentSlot - used.length && slot >= 0) {
            int place = indexOf(slot);
            used[place] += amount;
            unreported[place] += amount;
            localUse[place] += local ? amount : 0;
        }
    }

    /** How much was used on the gateway's own share within the window. */
    long localUse(long at) {
        advance(at);
        long sum = 0;
        for (long amount : localUse) {
            sum += amount;
        }
        return sum;
    }

    /** Whether there is anything that Redis has not been told. */
    boolean hasUnreported(long at) {
        advance(at);
        return anyIn(unreported);
    }

    /** Whether anything was used within the window. */
    boolean hasUse(long at) {
        advance(at);
        return anyIn(used);
    }

    private static boolean anyIn(long[] slots) {
        for (long amount : slots) {
            if (amount != 0) {
                return true;
            }
        }
        return false;
    }

    /** Everything is to be told again, to a Redis that knows nothing. */
    void resendAll() {
        System.arraycopy(used, 0, unreported, 0, used.length);
    }

    /**
     * What is to be told now, each with its age, by the end of its slot: never older than it is. It
     * is on its way until {@link #reportAcknowledged} or {@link #reportLost}.
     *
     * @param index of this window, for whoever reads the report
     */
    List<UsageEntry> report(int index, long at) {
        advance(at);
        List<UsageEntry> usageEntries = new ArrayList<>();
        for (long slot = Math.max(0, currentSlot - used.length + 1); slot <= currentSlot; slot++) {
            int place = indexOf(slot);
            if (unreported[place] > 0) {
                long end = Math.min((slot + 1) * limitWindow.slot(), at);
                usageEntries.add(new UsageEntry(index, at - end, unreported[place]));
                reporting[place] += unreported[place];
                unreported[place] = 0;
            }
        }
        return usageEntries;
    }

    /** Redis has noted what was on its way. */
    void reportAcknowledged() {
        Arrays.fill(reporting, 0);
    }

    /** Whether Redis noted what was on its way is not known: it is told again, which is careful. */
    void reportLost() {
        for (int place = 0; place < reporting.length; place++) {
            unreported[place] += reporting[place];
            reporting[place] = 0;
        }
    }

    private void advance(long at) {
        long slot = at / limitWindow.slot();
        long steps = Math.min(slot - currentSlot, used.length);
        for (long step = 1; step <= steps; step++) {
            int place = indexOf(slot - steps + step);
            used[place] = 0;
            unreported[place] = 0;
            reporting[place] = 0;
            localUse[place] = 0;
        }
        currentSlot = Math.max(currentSlot, slot);
    }

    private int indexOf(long slot) {
        return (int) (slot % used.length);
    }

    /**
     * A use that Redis is told of.
     *
     * @param window its place among the windows of the key, from 1 on
     * @param age milliseconds
     * @param amount requests or tokens
     */
    record UsageEntry(int window, long age, long amount) {}
}
