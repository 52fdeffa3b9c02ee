/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.policy;

import dev.triune.llm.Limits;
import dev.triune.llm.Usage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A token limit in a window, including reservations of calls in flight. Not thread-safe.
 *
 * <p>Nobody knows what a call costs before it ends, so a call reserves an estimate, which is in no
 * window yet: it must fit at any time until the end. At the end the tokens replace it, at the time
 * from which the provider counts them. Providers differ in this: some charge prompt and maximum
 * answer when the call begins and keep what was not used ({@code countsMaxTokens}), others
 * charge the prompt at the beginning and the answer as it ends. Counting a little too long costs a
 * little of the limit; counting too short costs a refused call.
 */
final class TokenBudget {
    private enum Part {
        ALL,
        INPUT,
        OUTPUT
    }

    /** The window from the start of a call, with a margin for slow connections. */
    static final Duration FROM_START = Duration.ofSeconds(61);

    /** The window from the end of a call, with a margin for the latency of its response. */
    static final Duration FROM_END = Duration.ofMillis(60_250);

    /**
     * The delay after the start of a call at which its prompt is added to a window from the end, so
     * that it counts as long as in a window from the start.
     */
    private static final long LATER = FROM_START.minus(FROM_END).toNanos();

    private final Part part;
    private final boolean countsMaxTokens;
    private final boolean countsCachedReads;
    private final SlidingWindow window;
    private final boolean perMinute;
    private long reservedTokens;

    private TokenBudget(Part part, int limit, Duration length, Limits limits) {
        this.part = part;
        this.countsMaxTokens = limits.countsMaxTokens();
        this.countsCachedReads = limits.countsCachedReads();
        this.window = new SlidingWindow(limit, length);
        this.perMinute = length.compareTo(FROM_START) <= 0;
    }

    /** Creates one for each token limit, the daily one last. */
    static TokenBudget[] of(Limits limits) {
        Duration minute = limits.countsMaxTokens() ? FROM_START : FROM_END;
        List<TokenBudget> all = new ArrayList<>();
        add(all, Part.ALL, limits.tokensPerMinute(), minute, limits);
        add(all, Part.INPUT, limits.inputTokensPerMinute(), minute, limits);
        add(all, Part.OUTPUT, limits.outputTokensPerMinute(), minute, limits);
        add(all, Part.ALL, limits.tokensPerDay(), Budget.DAY, limits);
        return all.toArray(new TokenBudget[0]);
    }

    private static void add(
            List<TokenBudget> all, Part part, int limit, Duration length, Limits limits) {
        if (limit > 0) {
            all.add(new TokenBudget(part, limit, length, limits));
        }
    }

    /** Takes over what ended calls used, of the budget of the same tokens, if there is one. */
    void copy(TokenBudget[] before) {
        for (TokenBudget other : before) {
            if (part == other.part && window.isAsLong(other.window)) {
                window.copy(other.window);
            }
        }
    }

    boolean everFits(Usage tokens) {
        return counted(tokens) <= window.limit();
    }

    boolean fits(Usage tokens, long now) {
        return everFits(tokens) && window.fits(reservedTokens + counted(tokens), now);
    }

    /** Returns the nanoseconds until the tokens fit if calls in flight end now. */
    long untilFits(Usage tokens, long now) {
        return untilRoomFor(reservedTokens + counted(tokens), now);
    }

    private long untilRoomFor(long needed, long now) {
        return needed <= window.limit() ? window.untilFits(needed, now) : window.untilEmpty(now);
    }

    /** Returns the nanoseconds until a call leaves room for some emergencies; 0 if none is kept. */
    long untilFitsBeside(int count, EmergencyReserve emergencies, Usage call, long now) {
        long own = counted(call);
        long emergencyTokens = count * emergencies.tokensEach(own, call.total());
        boolean reserveKept = perMinute
                && emergencyTokens <= emergencies.maxReserve(window.limit())
                && own + emergencyTokens <= window.limit();
        long needed = reservedTokens + own + emergencyTokens;
        return !reserveKept || window.fits(needed, now) ? 0 : untilRoomFor(needed, now);
    }

    /** Returns the nanoseconds until the tokens fit beside those of ended calls. */
    long untilSettledFits(Usage tokens, long now) {
        return window.untilFits(counted(tokens), now);
    }

    void hold(Usage tokens) {
        reservedTokens += counted(tokens);
    }

    void release(Usage tokens) {
        reservedTokens -= counted(tokens);
    }

    /** Replaces the reservation of an ended call with its tokens, at the time when they count. */
    void settle(Usage reserved, Usage used, long startedAt, long now) {
        release(reserved);
        if (countsMaxTokens) {
            long returned = part == Part.OUTPUT || countsCachedReads ? 0 : used.cacheRead();
            long fromStart = Math.max(0, counted(reserved) - returned);
            window.add(fromStart, startedAt, now);
            window.add(Math.max(0, counted(used) - fromStart), now, now);
        } else {
            window.add(prompt(used), Math.min(startedAt + LATER, now), now);
            window.add(answer(used), now, now);
        }
    }

    private long counted(Usage tokens) {
        return prompt(tokens) + answer(tokens);
    }

    private long prompt(Usage tokens) {
        return part == Part.OUTPUT
                ? 0
                : tokens.prompt() - (countsCachedReads ? 0 : tokens.cacheRead());
    }

    private long answer(Usage tokens) {
        return part == Part.INPUT ? 0 : tokens.output();
    }
}
