/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.testsupport;

import java.util.stream.LongStream;

/**
 * The extent of tests with many cases: few by default, all with {@code ./mvnw -Pthorough verify}.
 */
public final class Thorough {
    private static final boolean ALL = Boolean.getBoolean("triune.thorough");

    private Thorough() {}

    /** Whether to run all cases. */
    public static boolean all() {
        return ALL;
    }

    /**
     * Returns the seeds to run, from 1 on; or from {@code -Dtriune.seed} on, of which there is one
     * without {@code -Dtriune.seeds}.
     */
    public static long[] seeds(int few, int all) {
        Long first = Long.getLong("triune.seed");
        int number = first == null ? count(few, all) : Integer.getInteger("triune.seeds", 1);
        long from = first == null ? 1 : first;
        return LongStream.range(from, from + number).toArray();
    }

    /** Returns the number of cases, seeds or rounds to run. */
    public static int count(int few, int all) {
        return ALL ? all : few;
    }
}
