/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

/** The urgency of a request, {@value #MIN} to {@value #MAX}; waiting raises it. */
public record Priority(int level) implements Comparable<Priority> {
    /** The least urgent level. */
    public static final int MIN = 1;

    /** The most urgent level. */
    public static final int MAX = 10;

    /** Level 10: combat and danger. */
    public static final Priority CRITICAL = new Priority(10);

    /** Level 8: trade and talk. */
    public static final Priority HIGH = new Priority(8);

    /** Level 5: craft and build. */
    public static final Priority MEDIUM = new Priority(5);

    /** Level 3: wandering. */
    public static final Priority LOW = new Priority(3);

    /** Level 1: long-term plans. */
    public static final Priority BACKGROUND = new Priority(1);

    public Priority {
        if (level < MIN || level > MAX) {
            throw new IllegalArgumentException(
                    "priority level " + level + " (expected " + MIN + " to " + MAX + ")");
        }
    }

    /** Returns the priority of a level, {@value #MIN} to {@value #MAX}. */
    public static Priority of(int level) {
        return new Priority(level);
    }

    @Override
    public int compareTo(Priority other) {
        return Integer.compare(level, other.level);
    }
}
