/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

import java.time.Duration;

/**
 * When a circuit breaker opens and for how long.
 *
 * @param window how many of the last calls count, 1 or more
 * @param failureRate the share of failures that opens it, above 0 up to 1
 * @param minimumCalls calls that must have ended before, 1 to the window
 * @param open how long it stays open, 1 ms to a day
 * @param trials calls under way at once after that, which close or reopen it, 1 or more
 */
public record BreakerSettings(
        int window, double failureRate, int minimumCalls, Duration open, int trials) {
    private static final Duration MIN_OPEN = Duration.ofMillis(1);
    private static final Duration MAX_OPEN = Duration.ofDays(1);

    /** Half of the last 20 calls, at least 5 of them known; 30 s; two trials. */
    public static final BreakerSettings DEFAULT =
            new BreakerSettings(20, 0.5, 5, Duration.ofSeconds(30), 2);

    public BreakerSettings {
        check(window >= 1, "window " + window + " (expected 1 or more)");
        check(
                failureRate > 0 && failureRate <= 1,
                "failure rate " + failureRate + " (expected above 0 and at most 1)");
        check(
                minimumCalls >= 1 && minimumCalls <= window,
                "minimum calls " + minimumCalls + " (expected 1 to the window of " + window + ")");
        check(
                open.compareTo(MIN_OPEN) >= 0 && open.compareTo(MAX_OPEN) <= 0,
                "open for " + open + " (expected " + MIN_OPEN + " to " + MAX_OPEN + ")");
        check(trials >= 1, "trials " + trials + " (expected 1 or more)");
    }

    private static void check(boolean holds, String otherwise) {
        if (!holds) {
            throw new IllegalArgumentException(otherwise);
        }
    }
}
