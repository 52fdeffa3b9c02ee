/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

import java.time.Duration;

/**
 * The conditions under which a circuit breaker opens, and for how long.
 *
 * @param window the number of latest calls that count, 1 or more
 * @param failureRate the share of failures that opens the breaker, more than 0, at most 1
 * @param minimumCalls the number of calls that must have ended before it can open, 1 to the window
 * @param open how long the breaker stays open, 1 ms to a day
 * @param trials the number of concurrent trial calls after that, 1 or more; their results close or
 *     reopen the breaker
 */
public record BreakerSettings(
        int window, double failureRate, int minimumCalls, Duration open, int trials) {
    private static final Duration MIN_OPEN = Duration.ofMillis(1);
    private static final Duration MAX_OPEN = Duration.ofDays(1);

    /** Opens for 30 s if half of the last 20 calls failed, of at least 5; then two trials. */
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
