/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.time;

import dev.triune.llm.Ticker;
import dev.triune.llm.Timers;
import java.util.OptionalLong;
import java.util.TreeSet;

/** A queue of actions ordered by deadline, then by insertion. Not thread-safe. */
public final class TimerQueue {
    private final TreeSet<Entry> entries = new TreeSet<>();
    private long sequence;

    /** Adds an action with a deadline, in nanoseconds of the owner's {@link Ticker}. */
    public Timers.Timer schedule(long deadline, Runnable action) {
        Entry entry = new Entry(deadline, sequence++, action);
        entries.add(entry);
        return () -> entries.remove(entry);
    }

    /** Runs at most {@code limit} due actions in order; returns the number of actions run. */
    public int runDue(long now, int limit) {
        int ran = 0;
        while (ran < limit && !entries.isEmpty() && entries.first().deadline - now <= 0) {
            Entry due = entries.first();
            entries.remove(due);
            due.action.run();
            ran++;
        }
        return ran;
    }

    public OptionalLong nextDeadline() {
        return entries.isEmpty() ? OptionalLong.empty() : OptionalLong.of(entries.first().deadline);
    }

    int size() {
        return entries.size();
    }

    private record Entry(long deadline, long order, Runnable action) implements Comparable<Entry> {
        @Override
        public int compareTo(Entry other) {
            int byDeadline = Long.compare(deadline - other.deadline, 0);
            return byDeadline != 0 ? byDeadline : Long.compare(order, other.order);
        }
    }
}
