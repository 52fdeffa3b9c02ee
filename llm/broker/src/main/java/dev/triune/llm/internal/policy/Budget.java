/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.policy;

import dev.triune.llm.Limits;
import dev.triune.llm.Usage;
import java.time.Duration;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * All limits of one key. Not thread-safe.
 *
 * <p>Providers use token buckets, sliding windows or fixed windows, and do not say which. Staying
 * within the limit in every sliding window satisfies all three. As network latency varies, each
 * window has a margin: it lasts 1.25 s for a second, 61 s for a minute, a day and a minute for a
 * day. It is also rounded up by at most 1/256 of its length. For the tokens of ended calls see
 * {@link #settle}.
 *
 * <p>Times are in nanoseconds and monotonic (an earlier time counts as the latest). Operations take
 * constant time and memory; {@link #timeUntilFits} visits at most 257 slots.
 */
public final class Budget {
    /** The result of {@link #timeUntilFits} for a call that never fits: a year. */
    public static final Duration NEVER = Duration.ofDays(365);

    static final Duration SECOND = Duration.ofMillis(1_250);
    static final Duration MINUTE = Duration.ofSeconds(61);
    static final Duration DAY = Duration.ofDays(1).plusMinutes(1);

    private final Limits limits;
    private final SlidingWindow[] requests;
    private final @Nullable SlidingWindow minute;
    private final @Nullable BurstLimit burstLimit;
    private final TokenBudget[] tokenBudgets;
    private final EmergencyReserve emergencies;
    private boolean initialized;
    private long origin;
    private long latest;

    public Budget(Limits limits) {
        this(limits, 0);
    }

    /**
     * Creates an unused budget; {@code reserve} is the maximum part of each per-minute limit that
     * is kept for emergencies, 0 to 1.
     */
    public Budget(Limits limits, double reserve) {
        this.limits = limits;
        this.emergencies = new EmergencyReserve(reserve);
        this.minute = window(limits.perMinute(), MINUTE);
        this.requests = Stream.of(
                        window(limits.perSecond(), SECOND), minute, window(limits.perDay(), DAY))
                .filter(Objects::nonNull)
                .toArray(SlidingWindow[]::new);
        this.burstLimit =
                limits.burst() == 0 ? null : new BurstLimit(limits.burst(), limits.perMinute());
        this.tokenBudgets = TokenBudget.of(limits);
    }

    /**
     * Creates a budget with other limits for a key that is in use: what was used counts, except for
     * the tokens of calls in flight.
     */
    public Budget(Limits limits, double reserve, Budget before) {
        this(limits, reserve);
        initialized = before.initialized;
        origin = before.origin;
        latest = before.latest;
        for (SlidingWindow window : requests) {
            for (SlidingWindow other : before.requests) {
                if (window.isAsLong(other)) {
                    window.copy(other);
                }
            }
        }
        for (TokenBudget tokenBudget : tokenBudgets) {
            tokenBudget.copy(before.tokenBudgets);
        }
    }

    private static @Nullable SlidingWindow window(int limit, Duration length) {
        return limit == 0 ? null : new SlidingWindow(limit, length);
    }

    /** Whether a call with these tokens can ever start: false if they exceed a token limit. */
    public boolean everFits(Usage tokens) {
        for (TokenBudget tokenBudget : tokenBudgets) {
            if (!tokenBudget.everFits(tokens)) {
                return false;
            }
        }
        return true;
    }

    /** Whether a call with an estimate of these tokens may start now. */
    public boolean fits(Usage tokens, long now) {
        return fitsAt(tokens, sinceOrigin(now));
    }

    /** Whether a call that is not an emergency may start: it {@link #fits} beside the reserve. */
    public boolean fitsBesideReserve(Usage tokens, long now) {
        return fits(tokens, now) && untilReserveIsLeft(tokens, latest) == 0;
    }

    /** Returns the nanoseconds until a call may start; an urgent one may use the reserve. */
    public long nanosUntilStart(Usage tokens, boolean urgent, long now) {
        long wait = timeUntilFits(tokens, now).toNanos();
        return urgent ? wait : Math.max(wait, untilReserveIsLeft(tokens, latest));
    }

    /** Records an emergency call that starts now, to which the reserve adapts. */
    public void emergency(Usage tokens, long now) {
        emergencies.occurred(tokens.total(), sinceOrigin(now));
    }

    /** Returns the nanoseconds until a call leaves room for emergencies if no other starts. */
    private long untilReserveIsLeft(Usage tokens, long at) {
        long mostRequests = emergencies.maxReserve(limits.perMinute());
        long wait = 0;
        for (int k = 1; k <= EmergencyReserve.MAX_EMERGENCIES; k += 1 + k / 4) {
            long leadTime = emergencies.leadTime(k, at);
            if (leadTime >= MINUTE.toNanos()) {
                break; // by then all limits are free again
            }
            long until = 0;
            if (minute != null && k <= mostRequests) {
                // two more than expected, as requests are cheap to reserve
                until = minute.untilFits(1 + Math.min(k + 2, mostRequests), at);
            }
            if (burstLimit != null && mostRequests > 0 && k < limits.burst()) {
                until = Math.max(
                        until, burstLimit.untilFree(1 + Math.min(k + 1, limits.burst() - 1), at));
            }
            for (TokenBudget tokenBudget : tokenBudgets) {
                until = Math.max(until, tokenBudget.untilFitsBeside(k, emergencies, tokens, at));
            }
            wait = Math.max(wait, until - leadTime);
        }
        return wait;
    }

    private boolean fitsAt(Usage tokens, long at) {
        for (SlidingWindow window : requests) {
            if (!window.fits(1, at)) {
                return false;
            }
        }
        for (TokenBudget tokenBudget : tokenBudgets) {
            if (!tokenBudget.fits(tokens, at)) {
                return false;
            }
        }
        return burstLimit == null || burstLimit.untilFree(1, at) == 0;
    }

    /**
     * Returns how long until a call fits if no other starts and those in flight end now, too long
     * by at most one slot; {@link #NEVER} if it never fits.
     */
    public Duration timeUntilFits(Usage tokens, long now) {
        if (!everFits(tokens)) {
            return NEVER;
        }
        long at = sinceOrigin(now);
        long wait = burstLimit == null ? 0 : burstLimit.untilFree(1, at);
        for (SlidingWindow window : requests) {
            wait = Math.max(wait, window.untilFits(1, at));
        }
        for (TokenBudget tokenBudget : tokenBudgets) {
            if (!tokenBudget.fits(tokens, at)) {
                wait = Math.max(wait, tokenBudget.untilFits(tokens, at));
            }
        }
        return Duration.ofNanos(wait);
    }

    /**
     * Returns how long the daily limits block all calls; a day with less than 1 % of its tokens
     * left counts as used up.
     */
    public Duration untilNextDay(long now) {
        long at = sinceOrigin(now);
        long wait = limits.perDay() == 0 ? 0 : requests[requests.length - 1].untilFits(1, at);
        if (limits.tokensPerDay() > 0) {
            Usage smallestUse = new Usage(limits.tokensPerDay() / 100, 0, 0, 0);
            wait = Math.max(
                    wait, tokenBudgets[tokenBudgets.length - 1].untilSettledFits(smallestUse, at));
        }
        return Duration.ofNanos(wait);
    }

    /** Starts a call, to be settled or released; throws IllegalStateException if it cannot fit. */
    public Reservation reserve(Usage tokens, long now) {
        long at = sinceOrigin(now);
        if (!fitsAt(tokens, at)) {
            throw new IllegalStateException(
                    "a call of " + tokens.total() + " tokens does not fit now (ask fits first)");
        }
        for (SlidingWindow window : requests) {
            window.add(1, at, at);
        }
        long fullAt = burstLimit == null ? 0 : burstLimit.take(at);
        for (TokenBudget tokenBudget : tokenBudgets) {
            tokenBudget.hold(tokens);
        }
        return new Reservation(this, tokens, at, fullAt);
    }

    /**
     * Ends a call and corrects its tokens. If the provider counts the maximum tokens of a call, the
     * reservation counts from the start of the call, less cached reads if they do not count.
     * Otherwise the prompt counts from the start and the answer from now.
     *
     * @throws IllegalStateException if it was settled or released before
     */
    public void settle(Reservation reservation, Usage used, long now) {
        reservation.end(this);
        long at = sinceOrigin(now);
        for (TokenBudget tokenBudget : tokenBudgets) {
            tokenBudget.settle(reservation.tokens, used, reservation.at, at);
        }
    }

    /**
     * Undoes the reservation of a call that was never sent; its burst slot is only returned if no
     * other call started since.
     *
     * @throws IllegalStateException if it was settled or released before
     */
    public void release(Reservation reservation, long now) {
        reservation.end(this);
        long at = sinceOrigin(now);
        for (SlidingWindow window : requests) {
            window.remove(1, reservation.at, at);
        }
        if (burstLimit != null) {
            burstLimit.refund(reservation.fullAtBefore, reservation.at);
        }
        for (TokenBudget tokenBudget : tokenBudgets) {
            tokenBudget.release(reservation.tokens);
        }
    }

    /** Returns the time since the first call of this method: internal times start at zero. */
    private long sinceOrigin(long now) {
        if (!initialized) {
            initialized = true;
            origin = now;
        }
        latest = Math.max(latest, now - origin);
        return latest;
    }

    public static final class Reservation {
        private final Budget budget;
        private final Usage tokens;
        private final long at;
        private final long fullAtBefore;
        private boolean concluded;

        private Reservation(Budget budget, Usage tokens, long at, long fullAtBefore) {
            this.budget = budget;
            this.tokens = tokens;
            this.at = at;
            this.fullAtBefore = fullAtBefore;
        }

        private void end(Budget expectedBudget) {
            if (expectedBudget != budget) {
                throw new IllegalArgumentException(
                        "a reservation of another budget (expected one of its own)");
            }
            if (concluded) {
                throw new IllegalStateException("the reservation was settled or released before");
            }
            concluded = true;
        }
    }
}
