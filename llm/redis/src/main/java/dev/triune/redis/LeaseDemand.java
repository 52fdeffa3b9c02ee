/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.redis;

import dev.triune.redis.LeaseRequest.LeaseAmount;
import java.util.List;

/**
 * The demand of this gateway for one key: the needs of a waiting call, and a prefetch of the
 * recently used amount, at most a tenth of a limit. Not thread-safe. Times are milliseconds.
 */
class LeaseDemand {
    /** The time that a prefetch should last. */
    private static final long PREFETCH_MILLIS = 200;

    /** The divisor of a limit that gives the maximum prefetch. */
    private static final long PREFETCH_DIVISOR = 10;

    /** The time that an amount stays reserved for a call after it was found to fit. */
    private static final long RESERVATION_MILLIS = 100;

    /** The delay before a refused demand is first repeated; it doubles with each refusal. */
    private static final long RETRY_MILLIS = 50;

    /** The maximum of that delay, below {@link LeasedBudget#DEMAND_MILLIS}, which keeps its turn. */
    private static final long MAX_RETRY_MILLIS = 400;

    /** The divisor of a window that gives the maximum delay if that is less. */
    private static final long RETRY_DIVISOR = 100;

    /** The round trip to Redis from which on it is asked for many calls at once. */
    static final long SLOW_MILLIS = 50;

    private final long maxRequests;
    private final long maxTokens;
    private final long maxRetryMillis;
    private boolean slow;
    private LeaseAmount reserved = LeaseAmount.NONE;
    private long reservedAt = Long.MIN_VALUE / 2;
    private LeaseAmount wanted = LeaseAmount.NONE;
    private long wantedAt = Long.MIN_VALUE / 2;
    private boolean wantIsOld;
    private LeaseAmount spent = LeaseAmount.NONE;
    private LeaseAmount target = LeaseAmount.NONE;
    private LeasePlan planned = LeasePlan.NOTHING;
    private long plannedAt;
    private long retryMillis;
    private boolean wasGrantedLess;

    /** Creates the demand for a key with these windows, initially none. */
    LeaseDemand(List<LimitWindow> limitWindows) {
        maxRequests = tenth(limitWindows, false);
        maxTokens = tenth(limitWindows, true);
        long shortest =
                limitWindows.stream().mapToLong(LimitWindow::length).min().orElse(Long.MAX_VALUE);
        maxRetryMillis =
                Math.max(RETRY_MILLIS, Math.min(MAX_RETRY_MILLIS, shortest / RETRY_DIVISOR));
    }

    private static long tenth(List<LimitWindow> limitWindows, boolean tokens) {
        return limitWindows.stream()
                .filter(limitWindow -> limitWindow.tokens() == tokens)
                .mapToLong(limitWindow -> limitWindow.limit() / PREFETCH_DIVISOR)
                .min()
                .orElse(0);
    }

    /**
     * Records how long Redis took. The calls behind the waiting one are not known here, so with a
     * slow Redis each would wait for a trip of its own: the longest prefetch spares them that.
     */
    void answeredAfter(long millis) {
        slow = millis >= SLOW_MILLIS;
    }

    /** Reserves an amount for a call that was found to fit. */
    void reserve(LeaseAmount leaseAmount, long at) {
        reserved = leaseAmount;
        reservedAt = at;
    }

    /** Whether an amount is reserved for a call that was recently found to fit. */
    boolean isReserved(LeaseAmount leaseAmount, long at) {
        return at - reservedAt < LeasedBudget.DEMAND_MILLIS
                && leaseAmount.requests() <= reserved.requests()
                && leaseAmount.tokens() <= reserved.tokens();
    }

    /** Records that a call waits for an amount; the largest since the last request counts. */
    void want(LeaseAmount leaseAmount, long at) {
        wanted = wantIsOld ? leaseAmount : wanted.max(leaseAmount);
        wantIsOld = false;
        wantedAt = at;
    }

    /** Records that a call has started. */
    void recordSpent(LeaseAmount leaseAmount) {
        reserved = LeaseAmount.NONE;
        spent = spent.plus(leaseAmount);
    }

    boolean isCallWaiting(long at) {
        return at - wantedAt < LeasedBudget.DEMAND_MILLIS && !wanted.equals(LeaseAmount.NONE);
    }

    /**
     * Returns the delay before a refused demand is repeated; 0 if the last one was granted. A
     * smaller one is not delayed for long, as it may fit.
     */
    long retryMillis() {
        boolean smaller = wanted.requests() < planned.want.requests()
                || wanted.tokens() < planned.want.tokens();
        return smaller ? Math.min(retryMillis, RETRY_MILLIS) : retryMillis;
    }

    /** Whether less than requested was granted, so that an early retry is useless. */
    boolean wasGrantedLess() {
        return wasGrantedLess;
    }

    /** Whether less than half of the prefetch is left. */
    boolean isLow(Allowance allowance) {
        LeaseAmount remainingLease = allowance.leaseAmount();
        return 2 * remainingLease.requests() < target.requests()
                || 2 * remainingLease.tokens() < target.tokens();
    }

    /**
     * Plans the next request: what to keep, to want and to prefetch. A gateway whose call does not
     * fit returns its lease and requests the full amount, as two gateways that each kept too little
     * would wait for each other forever.
     */
    LeasePlan plan(LeaseAmount allowance, boolean leased, long at) {
        long elapsed = Math.max(1, at - plannedAt);
        long requests = prefetch(spent.requests(), target.requests(), elapsed, maxRequests);
        long tokens = prefetch(spent.tokens(), target.tokens(), elapsed, maxTokens);
        target = slow && isCallWaiting(at)
                ? new LeaseAmount(maxRequests, maxTokens)
                : new LeaseAmount(requests, tokens);
        spent = LeaseAmount.NONE;
        plannedAt = at;
        wantIsOld = true;
        LeaseAmount reservedLease =
                at - reservedAt < RESERVATION_MILLIS ? reserved : LeaseAmount.NONE;
        if (isCallWaiting(at)) {
            planned = new LeasePlan(
                    leased ? allowance.min(reservedLease) : LeaseAmount.NONE, wanted, target);
        } else {
            LeaseAmount keep = leased ? allowance.min(target.max(reservedLease)) : LeaseAmount.NONE;
            planned = new LeasePlan(keep, LeaseAmount.NONE, target.minus(keep));
        }
        return planned;
    }

    private static long prefetch(long spent, long before, long elapsed, long maxPrefetch) {
        long used =
                (spent * PREFETCH_MILLIS + elapsed - 1) / Math.max(elapsed, PREFETCH_MILLIS / 2);
        return Math.min(maxPrefetch, Math.max(used, before / 2));
    }

    void granted(LeaseAmount granted) {
        boolean refused = granted.requests() < planned.want.requests()
                || granted.tokens() < planned.want.tokens();
        retryMillis =
                refused ? Math.max(RETRY_MILLIS, Math.min(2 * retryMillis, maxRetryMillis)) : 0;
        LeaseAmount all = planned.want.plus(planned.extra);
        wasGrantedLess = granted.requests() < all.requests() || granted.tokens() < all.tokens();
        if (!refused && !planned.want.equals(LeaseAmount.NONE)) {
            wanted = LeaseAmount.NONE;
        }
    }

    /**
     * The amounts of a request.
     *
     * @param keep what to keep of the current lease
     * @param want the needs of a waiting call
     * @param extra the prefetch
     */
    record LeasePlan(LeaseAmount keep, LeaseAmount want, LeaseAmount extra) {
        static final LeasePlan NOTHING =
                new LeasePlan(LeaseAmount.NONE, LeaseAmount.NONE, LeaseAmount.NONE);

        LeasePlan withoutKept() {
            return new LeasePlan(LeaseAmount.NONE, want, extra);
        }
    }
}
