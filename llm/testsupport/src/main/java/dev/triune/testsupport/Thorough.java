/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.testsupport;

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

    /** Returns the number of cases, seeds or rounds to run. */
    public static int count(int few, int all) {
        return ALL ? all : few;
    }
}
