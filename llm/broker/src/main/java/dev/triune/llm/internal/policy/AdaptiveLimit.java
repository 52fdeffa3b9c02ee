/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.policy;

/**
 * A concurrency limit, halved by rate limits, raised by consecutive answers. Additive increase and
 * multiplicative decrease, as of TCP: clients that share a server without knowing of each other
 * converge to equal parts.
 *
 * <p>When a server is full, all calls that it has at that moment are refused together. They tell one
 * thing, not many, so only a call that was sent after the last halving halves the limit again;
 * otherwise one full minute would bring eight permits to one. Not thread-safe.
 */
public final class AdaptiveLimit {
    private final int most;
    private final int cleanStretch;
    private int current;
    private int clean;
    private boolean halved;
    private long halvedAt;

    /** Creates a limit, raised by one after {@code cleanStretch} answers; both at least 1. */
    public AdaptiveLimit(int most, int cleanStretch) {
        this.most = most;
        this.cleanStretch = cleanStretch;
        this.current = most;
    }

    public int current() {
        return current;
    }

    /** Records a rate limit; concurrent calls halve the limit only once. Times in nanoseconds. */
    public void rateLimited(long sentAt, long now) {
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
