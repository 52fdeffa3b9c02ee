/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.policy.limit;

/**
 * How many calls at once a provider is given, learned from its rate limits: half as many after a
 * refusal, one more after a stretch of answers without one. Refusals of calls that were under way
 * together count once. Not thread-safe.
 */
public final class AdaptiveLimit {
    private final int most;
    private final int cleanStretch;
    private int current;
    private int answers;
    private long halvedAt;
    private boolean halved;

    /**
     * Begins with all.
     *
     * @param most calls at once, 1 or more
     * @param cleanStretch answers in a row that give back one call, 1 or more
     */
    public AdaptiveLimit(int most, int cleanStretch) {
        if (most < 1 || cleanStretch < 1) {
            throw new IllegalArgumentException("adaptive limit of " + most
                    + " calls, one more after " + cleanStretch + " answers (expected 1 or more)");
        }
        this.most = most;
        this.cleanStretch = cleanStretch;
        this.current = most;
    }

    /** Calls at once now, 1 or more. */
    public int current() {
        return current;
    }

    /** Notes a refusal, now, of a call that was sent then. */
    public void refused(long sentAt, long now) {
        answers = 0;
        if (!halved || sentAt - halvedAt > 0) {
            current = Math.max(1, current / 2);
            halved = true;
            halvedAt = now;
        }
    }

    /** Notes an answer. */
    public void answered() {
        answers++;
        if (answers >= cleanStretch) {
            answers = 0;
            current = Math.min(most, current + 1);
        }
    }
}
