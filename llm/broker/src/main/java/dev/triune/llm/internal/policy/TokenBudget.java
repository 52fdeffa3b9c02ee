/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.policy;

import java.time.Duration;

/**
 * At most so many tokens a minute. What a call under way reserved is held, however long it takes.
 * Not thread-safe.
 */
final class TokenBudget {
    /**
     * Counted from the start of a call. The margin is for calls that travel longer than others
     * that started later, so that they meet in one window at the provider.
     */
    static final Duration FROM_START = Duration.ofSeconds(61);

    /**
     * Counted from the end of a call. It was held from its start, so the moment at which the
     * provider counted lies within; only the way back of its last word needs a margin.
     */
    static final Duration FROM_END = Duration.ofMillis(60_250);

    /** How much later than by the time of its call's start a prompt is entered, to count as long. */
    private static final long LATER = FROM_START.minus(FROM_END).toNanos();

    private final boolean countsMaxTokens;
    private final SlidingWindow window;
    private long held;

    TokenBudget(int perMinute, boolean countsMaxTokens) {
        this.countsMaxTokens = countsMaxTokens;
        this.window = new SlidingWindow(perMinute, countsMaxTokens ? FROM_START : FROM_END);
    }

    boolean everFits(long tokens) {
        return tokens <= window.limit();
    }

    boolean fits(long tokens, long now) {
        return everFits(tokens) && window.fits(held + tokens, now);
    }

    /** Nanoseconds until they fit; when only the calls under way are in the way, as if these end now. */
    long untilFits(long tokens, long now) {
        return everFits(held + tokens)
                ? window.untilFits(held + tokens, now)
                : window.untilEmpty(now);
    }

    void hold(long tokens) {
        held += tokens;
    }

    void release(long tokens) {
        held -= tokens;
    }

    /** The call is over: what was held is counted from now on by when it happened. */
    void settle(long reserved, long prompt, long answer, long startedAt, long now) {
        held -= reserved;
        if (countsMaxTokens) {
            window.add(reserved, startedAt, now);
            window.add(Math.max(0, prompt + answer - reserved), now, now);
        } else {
            window.add(prompt, Math.min(startedAt + LATER, now), now);
            window.add(answer, now, now);
        }
    }
}
