/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.world;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Optional;

/**
 * Counts lasting changes in the village for the report, and queues announcements. Game thread only.
 */
public final class Chronicle {
    private static final int MAX_UNREPORTED = 100;

    private final long[] counts = new long[Change.values().length];
    private final Deque<String> untold = new ArrayDeque<>();

    Chronicle() {}

    /** Kinds of changes. */
    public enum Change {
        /** A tool wore out. */
        TOOLS_WORN("tools worn out"),
        /** A tool was made. */
        TOOLS_MADE("tools made"),
        /** Material went into a repair. */
        REPAIRS("repairs"),
        /** Somebody moved in. */
        NEWCOMERS("newcomers"),
        /** A youngster learnt a trade. */
        TRADES_LEARNT("trades learnt");

        private final String label;

        Change(String label) {
            this.label = label;
        }

        /** Returns the label in the report. */
        public String label() {
            return label;
        }
    }

    /** Counts a change. */
    public void add(Change change) {
        counts[change.ordinal()]++;
    }

    /** Counts a change and queues a sentence about it. */
    public void add(Change change, String sentence) {
        add(change);
        announce(sentence);
    }

    /** Queues a sentence; drops the oldest if too many are waiting. */
    public void announce(String sentence) {
        if (untold.size() == MAX_UNREPORTED) {
            untold.removeFirst();
        }
        untold.addLast(sentence);
    }

    /** Removes and returns the oldest queued sentence. */
    public Optional<String> nextUnreported() {
        return Optional.ofNullable(untold.pollFirst());
    }

    /** Returns the number of changes of a kind. */
    public long count(Change change) {
        return counts[change.ordinal()];
    }

    long[] counts() {
        return counts.clone();
    }

    /** Restores the counts of a save, which may know fewer kinds. */
    void restore(long[] saved) {
        Arrays.fill(counts, 0);
        System.arraycopy(saved, 0, counts, 0, Math.min(saved.length, counts.length));
    }
}
