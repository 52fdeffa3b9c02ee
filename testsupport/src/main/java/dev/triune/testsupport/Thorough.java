/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.testsupport;

/** How much a test of many cases does: a part by default, all with {@code ./mvnw -Pthorough verify}. */
public final class Thorough {
    private static final boolean ALL = Boolean.getBoolean("triune.thorough");

    private Thorough() {}

    /** Returns whether everything is asked for. */
    public static boolean all() {
        return ALL;
    }

    /** Returns the number of cases, seeds or rounds to run. */
    public static int count(int few, int all) {
        return ALL ? all : few;
    }
}
