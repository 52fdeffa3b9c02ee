/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.shared;

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
final class UseLog {
    private final Window window;
    private final long[] used;

    /** Of what was used, the part that Redis has not been told. */
    private final long[] fresh;

    /** Of what was used, the part that a report on its way tells. */
    private final long[] told;

    /** Of what was used, the part on this gateway's own share, without a lease. */
    private final long[] alone;

    private long present;

    UseLog(Window window) {
        this.window = window;
        int slots = (int) ((window.length() + window.slot() - 1) / window.slot()) + 1;
        this.used = new long[slots];
        this.fresh = new long[slots];
        this.told = new long[slots];
        this.alone = new long[slots];
    }

    /** Notes a use at that time, which may have passed; one that has left the window is dropped. */
    void add(long amount, long when, boolean onOwnShare, long at) {
        advance(at);
        long slot = Math.min(when / window.slot(), present);
        if (slot > present - used.length && slot >= 0) {
            int place = place(slot);
            used[place] += amount;
            fresh[place] += amount;
            alone[place] += onOwnShare ? amount : 0;
        }
    }

    /** How much was used on the gateway's own share within the window. */
    long alone(long at) {
        advance(at);
        long sum = 0;
        for (long amount : alone) {
            sum += amount;
        }
        return sum;
    }

    /** Whether there is anything that Redis has not been told. */
    boolean untold(long at) {
        advance(at);
        return anyIn(fresh);
    }

    /** Whether anything was used within the window. */
    boolean anyUse(long at) {
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
    void tellAllAgain() {
        System.arraycopy(used, 0, fresh, 0, used.length);
    }

    /**
     * What is to be told now, each with its age, by the end of its slot: never older than it is. It
     * is on its way until {@link #arrived} or {@link #lost}.
     *
     * @param index of this window, for whoever reads the report
     */
    List<Use> tell(int index, long at) {
        advance(at);
        List<Use> uses = new ArrayList<>();
        for (long slot = Math.max(0, present - used.length + 1); slot <= present; slot++) {
            int place = place(slot);
            if (fresh[place] > 0) {
                long end = Math.min((slot + 1) * window.slot(), at);
                uses.add(new Use(index, at - end, fresh[place]));
                told[place] += fresh[place];
                fresh[place] = 0;
            }
        }
        return uses;
    }

    /** Redis has noted what was on its way. */
    void arrived() {
        Arrays.fill(told, 0);
    }

    /** Whether Redis noted what was on its way is not known: it is told again, which is careful. */
    void lost() {
        for (int place = 0; place < told.length; place++) {
            fresh[place] += told[place];
            told[place] = 0;
        }
    }

    private void advance(long at) {
        long slot = at / window.slot();
        long steps = Math.min(slot - present, used.length);
        for (long step = 1; step <= steps; step++) {
            int place = place(slot - steps + step);
            used[place] = 0;
            fresh[place] = 0;
            told[place] = 0;
            alone[place] = 0;
        }
        present = Math.max(present, slot);
    }

    private int place(long slot) {
        return (int) (slot % used.length);
    }

    /**
     * A use that Redis is told of.
     *
     * @param window its place among the windows of the key, from 1 on
     * @param age milliseconds
     * @param amount requests or tokens
     */
    record Use(int window, long age, long amount) {}
}
