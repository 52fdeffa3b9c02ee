/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.world;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Optional;

/** What changes in the village for good: counted for the report, and announced once. Game thread only. */
public final class Chronicle {
    private static final int MOST_UNTOLD = 100;

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
        /** Somebody came to live here. */
        NEWCOMERS("newcomers"),
        /** A youngster learnt a trade. */
        TRADES_LEARNT("trades learnt");

        private final String label;

        Change(String label) {
            this.label = label;
        }

        /** Returns what is counted, in words. */
        public String label() {
            return label;
        }
    }

    /** Counts a change. */
    public void add(Change change) {
        counts[change.ordinal()]++;
    }

    /** Counts a change and announces it in a sentence. */
    public void add(Change change, String sentence) {
        add(change);
        announce(sentence);
    }

    /** Announces a sentence; of very many between two ticks, the first are dropped. */
    public void announce(String sentence) {
        if (untold.size() == MOST_UNTOLD) {
            untold.removeFirst();
        }
        untold.addLast(sentence);
    }

    /** Removes and returns the first sentence that was not announced yet. */
    public Optional<String> nextUntold() {
        return Optional.ofNullable(untold.pollFirst());
    }

    /** Returns how often there was a change of that kind. */
    public long count(Change change) {
        return counts[change.ordinal()];
    }

    long[] counts() {
        return counts.clone();
    }

    /** Restores the counts of a save, which may have fewer of them. */
    void restore(long[] saved) {
        Arrays.fill(counts, 0);
        System.arraycopy(saved, 0, counts, 0, Math.min(saved.length, counts.length));
    }
}
