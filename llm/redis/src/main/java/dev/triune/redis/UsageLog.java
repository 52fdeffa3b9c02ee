/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.redis;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The usage of this gateway within one window, by time, and how much of it was reported to Redis.
 * Kept for a whole window, so that it can be reported again if Redis loses its data. Not
 * thread-safe; its memory is constant.
 *
 * <p>Times are milliseconds, zero or more; an earlier time counts as the latest.
 */
final class UsageLog {
    private final LimitWindow limitWindow;
    private final long[] used;

    private final long[] unreported;

    /** The usage in the report in flight. */
    private final long[] reporting;

    /** The usage of the local share. */
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

    /** Records usage at a possibly past time; drops usage before the window. */
    void add(long amount, long when, boolean local, long at) {
        advance(at);
        long slot = Math.min(when / limitWindow.slot(), currentSlot);
        if (slot > currentSlot - used.length && slot >= 0) {
            int position = indexOf(slot);
            used[position] += amount;
            unreported[position] += amount;
            localUse[position] += local ? amount : 0;
        }
    }

    /** Returns the usage of the local share within the window. */
    long localUse(long at) {
        advance(at);
        long sum = 0;
        for (long amount : localUse) {
            sum += amount;
        }
        return sum;
    }

    boolean hasUnreported(long at) {
        advance(at);
        return anyIn(unreported);
    }

    /** Whether there is usage within the window. */
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

    /** Marks all usage as unreported, since Redis has lost it. */
    void resendAll() {
        System.arraycopy(used, 0, unreported, 0, used.length);
    }

    /**
     * Returns the unreported usage. Ages are measured from the ends of slots, so that usage never
     * appears older than it is. The report is in flight until {@link #reportAcknowledged} or {@link
     * #reportLost}.
     *
     * @param index the index of this window in the report
     */
    List<UsageEntry> report(int index, long at) {
        advance(at);
        List<UsageEntry> usageEntries = new ArrayList<>();
        for (long slot = Math.max(0, currentSlot - used.length + 1); slot <= currentSlot; slot++) {
            int position = indexOf(slot);
            if (unreported[position] > 0) {
                long end = Math.min((slot + 1) * limitWindow.slot(), at);
                usageEntries.add(new UsageEntry(index, at - end, unreported[position]));
                reporting[position] += unreported[position];
                unreported[position] = 0;
            }
        }
        return usageEntries;
    }

    /** Called when Redis has processed the report. */
    void reportAcknowledged() {
        Arrays.fill(reporting, 0);
    }

    /** Called when it is unknown whether Redis has processed the report: it is sent again. */
    void reportLost() {
        for (int position = 0; position < reporting.length; position++) {
            unreported[position] += reporting[position];
            reporting[position] = 0;
        }
    }

    private void advance(long at) {
        long slot = at / limitWindow.slot();
        long steps = Math.min(slot - currentSlot, used.length);
        for (long step = 1; step <= steps; step++) {
            int position = indexOf(slot - steps + step);
            used[position] = 0;
            unreported[position] = 0;
            reporting[position] = 0;
            localUse[position] = 0;
        }
        currentSlot = Math.max(currentSlot, slot);
    }

    private int indexOf(long slot) {
        return (int) (slot % used.length);
    }

    /**
     * Usage in a report.
     *
     * @param window the index of the window, from 1
     * @param age the age in milliseconds
     * @param amount the number of requests or tokens
     */
    record UsageEntry(int window, long age, long amount) {}
}
