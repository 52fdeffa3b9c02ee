/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.policy.limit;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * All limits of one key together: a call may begin only if every one of them allows it. What a call
 * takes is reserved before it begins and settled when it is over.
 *
 * <p>Requests and tokens are counted in sliding windows, since no other count is safe for every kind
 * of limiter that providers use: a stream that never has more than N in any minute passes a token
 * bucket, a sliding window and a fixed window of N alike, while a bucket of N a minute can send 2 N
 * in one. Each window is a little longer than the provider's, since calls travel for different
 * times. Not thread-safe; constant memory; each method costs the same however much was counted.
 */
public final class Budget {
    private static final long SECOND = 1_000_000_000L;
    private static final long MINUTE = 60 * SECOND;
    private static final long DAY = 24 * 60 * MINUTE;

    /** How much longer than a minute, or a day, is counted; for a second, a quarter of it. */
    private static final long MARGIN = SECOND;

    private final Limits limits;
    private final @Nullable Window second;
    private final @Nullable Window minute;
    private final @Nullable Window day;
    private final @Nullable Window tokens;

    /** Tokens of calls under way that are counted when they end. */
    private long held;

    /** When the burst is refilled in full. */
    private long burstFullAt;

    private boolean burstUsed;

    /** Nothing used yet. */
    public Budget(Limits limits) {
        this.limits = limits;
        this.second = window(limits.perSecond(), SECOND + SECOND / 4);
        this.minute = window(limits.perMinute(), MINUTE + MARGIN);
        this.day = window(limits.perDay(), DAY + MARGIN);
        this.tokens = window(limits.tokensPerMinute(), MINUTE + MARGIN);
    }

    private static @Nullable Window window(int limit, long nanos) {
        return limit == 0 ? null : new Window(nanos);
    }

    /** What it goes by. */
    public Limits limits() {
        return limits;
    }

    /** Whether a call with that many tokens could ever begin. */
    public boolean everFits(long amount) {
        return limits.tokensPerMinute() == 0 || amount <= limits.tokensPerMinute();
    }

    /** Whether a call that is expected to take that many tokens may begin now. */
    public boolean fits(long amount, long now) {
        return hasRoom(second, 1, limits.perSecond(), now)
                && hasRoom(minute, 1, limits.perMinute(), now)
                && hasRoom(day, 1, limits.perDay(), now)
                && hasRoom(tokens, amount + held, limits.tokensPerMinute(), now)
                && burstWait(now) <= 0;
    }

    /**
     * How long until such a call may begin, if nothing else does meanwhile: zero if now. Of a call
     * that never fits, as if it took all the tokens of a minute; of one that waits for calls under
     * way to end, as far as is known now.
     */
    public Duration wait(long amount, long now) {
        long wait = Math.max(0, burstWait(now));
        wait = Math.max(wait, until(second, 1, limits.perSecond(), now));
        wait = Math.max(wait, until(minute, 1, limits.perMinute(), now));
        wait = Math.max(wait, until(day, 1, limits.perDay(), now));
        long most = Math.min(amount + held, limits.tokensPerMinute());
        wait = Math.max(wait, until(tokens, most, limits.tokensPerMinute(), now));
        return Duration.ofNanos(wait);
    }

    /**
     * Takes a call's place in every limit.
     *
     * @throws IllegalStateException if it does not {@linkplain #fits fit}
     */
    public Reservation reserve(long amount, long now) {
        if (!fits(amount, now)) {
            throw new IllegalStateException("reserved beyond the budget");
        }
        countRequest(1, now, now);
        if (limits.burst() > 0) {
            burstFullAt = (burstUsed && burstFullAt - now > 0 ? burstFullAt : now) + refillNanos();
            burstUsed = true;
        }
        if (tokens != null && limits.countsMaxTokens()) {
            tokens.add(amount, now, now);
        } else if (tokens != null) {
            held += amount;
        }
        return new Reservation(amount, now);
    }

    /**
     * The call is over: what it took replaces what was reserved. A provider that counts what calls
     * took counts the prompt when it comes and the answer when it is there, and so does this. One
     * that counts what a call may take gives nothing back, so there the count is only ever corrected
     * upwards.
     *
     * @param prompt tokens of the prompt, 0 or more
     * @param answer tokens of the answer, 0 or more
     * @throws IllegalStateException if it was settled or released before
     */
    public void settle(Reservation reservation, long prompt, long answer, long now) {
        reservation.close();
        if (tokens == null) {
            return;
        }
        if (limits.countsMaxTokens()) {
            tokens.add(Math.max(0, prompt + answer - reservation.tokens), now, now);
        } else {
            held -= reservation.tokens;
            tokens.add(prompt, reservation.at, now);
            tokens.add(answer, now, now);
        }
    }

    /**
     * The call never left: everything it took comes back.
     *
     * @throws IllegalStateException if it was settled or released before
     */
    public void release(Reservation reservation, long now) {
        reservation.close();
        countRequest(-1, reservation.at, now);
        burstFullAt -= limits.burst() > 0 ? refillNanos() : 0;
        if (tokens != null && limits.countsMaxTokens()) {
            tokens.add(-reservation.tokens, reservation.at, now);
        } else if (tokens != null) {
            held -= reservation.tokens;
        }
    }

    private void countRequest(int change, long at, long now) {
        for (Window window : new Window[] {second, minute, day}) {
            if (window != null) {
                window.add(change, at, now);
            }
        }
    }

    private static boolean hasRoom(@Nullable Window window, long amount, int limit, long now) {
        return window == null || window.count(now) + amount <= limit;
    }

    private static long until(@Nullable Window window, long amount, int limit, long now) {
        return window == null ? 0 : window.nanosUntil(limit - amount, now);
    }

    /** Nanoseconds until one more request of the burst is refilled; zero or less if one is there. */
    private long burstWait(long now) {
        if (limits.burst() == 0 || !burstUsed) {
            return 0;
        }
        return burstFullAt - now - (limits.burst() - 1) * refillNanos();
    }

    private long refillNanos() {
        return (MINUTE + MARGIN) / limits.perMinute();
    }

    /** A call's place in a budget, to be settled or released once. */
    public static final class Reservation {
        private final long tokens;
        private final long at;
        private boolean closed;

        private Reservation(long tokens, long at) {
            this.tokens = tokens;
            this.at = at;
        }

        private void close() {
            if (closed) {
                throw new IllegalStateException("a reservation was settled twice");
            }
            closed = true;
        }
    }
}
