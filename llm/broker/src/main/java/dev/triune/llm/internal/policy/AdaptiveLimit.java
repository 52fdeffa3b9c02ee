/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.policy;

/** A concurrency limit that refusals halve and clean stretches raise. Not thread-safe. */
public final class AdaptiveLimit {
    private final int most;
    private final int cleanStretch;
    private int current;
    private int clean;
    private boolean halved;
    private long halvedAt;

    /** Starts at {@code most}; {@code cleanStretch} answers in a row add one. Both 1 or more. */
    public AdaptiveLimit(int most, int cleanStretch) {
        if (most < 1) {
            throw new IllegalArgumentException("most calls " + most + " (expected 1 or more)");
        }
        if (cleanStretch < 1) {
            throw new IllegalArgumentException(
                    "clean stretch " + cleanStretch + " (expected 1 or more)");
        }
        this.most = most;
        this.cleanStretch = cleanStretch;
        this.current = most;
    }

    public int current() {
        return current;
    }

    /** Notes a rate limit. Calls that were under way together halve once. Times in nanoseconds. */
    public void refused(long sentAt, long now) {
        clean = 0;
        if (halved && sentAt - halvedAt <= 0) {
            return;
        }
        current = Math.max(1, current / 2);
        halved = true;
        halvedAt = now;
    }

    public void answered() {
        clean++;
        if (clean >= cleanStretch) {
            clean = 0;
            current = Math.min(most, current + 1);
        }
    }
}
