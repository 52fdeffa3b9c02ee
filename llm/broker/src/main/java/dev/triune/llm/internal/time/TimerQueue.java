/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.time;

import dev.triune.llm.Ticker;
import dev.triune.llm.Timers;
import java.util.OptionalLong;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * Actions by deadline, then in the order added. Cancelled ones are swept out once they outnumber
 * the others. Not thread-safe.
 */
public final class TimerQueue {
    private static final int SWEEP_THRESHOLD = 32;

    private final PriorityQueue<Entry> entries = new PriorityQueue<>();
    private long sequence;
    private int cancelled;

    /** Adds an action that is due at that time, in nanoseconds of the owner's {@link Ticker}. */
    public Timers.Timer schedule(long deadline, Runnable action) {
        Entry entry = new Entry(deadline, sequence++, action);
        entries.add(entry);
        return entry;
    }

    /** Runs what is due, in order, at most {@code limit} actions; returns how many ran. */
    public int runDue(long now, int limit) {
        int ran = 0;
        while (ran < limit) {
            Entry head = head();
            if (head == null || head.deadline - now > 0) {
                break;
            }
            entries.poll();
            head.done = true;
            head.action.run();
            ran++;
        }
        return ran;
    }

    /** When the next action is due, if there is one. */
    public OptionalLong nextDeadline() {
        Entry head = head();
        return head == null ? OptionalLong.empty() : OptionalLong.of(head.deadline);
    }

    /** How many entries are kept, cancelled ones that are not swept out yet among them. */
    int size() {
        return entries.size();
    }

    /** The first entry that is not cancelled; drops cancelled ones on the way. */
    private @Nullable Entry head() {
        Entry head = entries.peek();
        while (head != null && head.done) {
            entries.poll();
            cancelled--;
            head = entries.peek();
        }
        return head;
    }

    private void sweep() {
        if (cancelled > SWEEP_THRESHOLD && cancelled > entries.size() / 2) {
            entries.removeIf(entry -> entry.done);
            cancelled = 0;
        }
    }

    private final class Entry implements Timers.Timer, Comparable<Entry> {
        final long deadline;
        final long order;
        final Runnable action;

        /** Whether it was run or cancelled. */
        boolean done;

        Entry(long deadline, long order, Runnable action) {
            this.deadline = deadline;
            this.order = order;
            this.action = action;
        }

        @Override
        public void cancel() {
            if (!done) {
                done = true;
                cancelled++;
                sweep();
            }
        }

        @Override
        public int compareTo(Entry other) {
            int byDeadline = Long.compare(deadline - other.deadline, 0);
            return byDeadline != 0 ? byDeadline : Long.compare(order, other.order);
        }
    }
}
