/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.limits;

import dev.triune.gateway.limits.LeaseRequest.LeaseAmount;
import java.util.List;

/**
 * How much of a key this gateway wants: what a call waits for, and ahead of need as much as it used
 * in the same time before, a tenth of a limit at the most. Not thread-safe. Times are milliseconds.
 */
final class LeaseDemand {
    /** For how long ahead it fetches. */
    private static final long PREFETCH_MILLIS = 200;

    /** The part of a limit that may be in hand ahead of need. */
    private static final long PREFETCH_DIVISOR = 10;

    /** How long what was promised is kept back for the call that asked. */
    private static final long RESERVATION_MILLIS = 100;

    private final long maxRequests;
    private final long maxTokens;
    private LeaseAmount reserved = LeaseAmount.NONE;
    private long reservedAt = Long.MIN_VALUE / 2;
    private LeaseAmount wanted = LeaseAmount.NONE;
    private long wantedAt = Long.MIN_VALUE / 2;
    private boolean wantIsOld;
    private LeaseAmount spent = LeaseAmount.NONE;
    private LeaseAmount target = LeaseAmount.NONE;
    private LeasePlan planned = LeasePlan.NOTHING;
    private long plannedAt;
    private boolean wasRefused;
    private boolean wasGrantedLess;

    /** No demand yet of a key with these windows. */
    LeaseDemand(List<LimitWindow> limitWindows) {
        maxRequests = tenth(limitWindows, false);
        maxTokens = tenth(limitWindows, true);
    }

    private static long tenth(List<LimitWindow> limitWindows, boolean tokens) {
        return limitWindows.stream()
                .filter(limitWindow -> limitWindow.tokens() == tokens)
                .mapToLong(limitWindow -> limitWindow.limit() / PREFETCH_DIVISOR)
                .min()
                .orElse(0);
    }

    /** A call was told that it fits. */
    void reserve(LeaseAmount leaseAmount, long at) {
        reserved = leaseAmount;
        reservedAt = at;
    }

    /** Whether a call that needs so much was told a moment ago that it fits. */
    boolean isReserved(LeaseAmount leaseAmount, long at) {
        return at - reservedAt < LeasedBudget.DEMAND_MILLIS
                && leaseAmount.requests() <= reserved.requests()
                && leaseAmount.tokens() <= reserved.tokens();
    }

    /** A call waits for so much; of several that asked since the last fetch, the largest counts. */
    void want(LeaseAmount leaseAmount, long at) {
        wanted = wantIsOld ? leaseAmount : wanted.max(leaseAmount);
        wantIsOld = false;
        wantedAt = at;
    }

    /** A call began. */
    void recordSpent(LeaseAmount leaseAmount) {
        reserved = LeaseAmount.NONE;
        spent = spent.plus(leaseAmount);
    }

    /** Whether a call waits. */
    boolean isCallWaiting(long at) {
        return at - wantedAt < LeasedBudget.DEMAND_MILLIS && !wanted.equals(LeaseAmount.NONE);
    }

    /** Whether the wish was not granted the last time. */
    boolean wasRefused() {
        return wasRefused;
    }

    /** Whether less was granted ahead of need than asked for, so that there is no haste to ask again. */
    boolean wasGrantedLess() {
        return wasGrantedLess;
    }

    /** Whether less than half of what is wanted ahead is left. */
    boolean isLow(Allowance allowance) {
        LeaseAmount left = allowance.leaseAmount();
        return 2 * left.requests() < target.requests() || 2 * left.tokens() < target.tokens();
    }

    /**
     * What to keep, to wish for and to fetch ahead. A gateway whose call does not fit gives back what
     * it has and asks for all that the call needs: two that kept what does not suffice would wait for
     * each other for ever.
     */
    LeasePlan plan(LeaseAmount allowance, boolean leased, long at) {
        long passed = Math.max(1, at - plannedAt);
        long requests = prefetch(spent.requests(), target.requests(), passed, maxRequests);
        long tokens = prefetch(spent.tokens(), target.tokens(), passed, maxTokens);
        target = new LeaseAmount(requests, tokens);
        spent = LeaseAmount.NONE;
        plannedAt = at;
        wantIsOld = true;
        LeaseAmount kept = at - reservedAt < RESERVATION_MILLIS ? reserved : LeaseAmount.NONE;
        if (isCallWaiting(at)) {
            planned =
                    new LeasePlan(leased ? allowance.min(kept) : LeaseAmount.NONE, wanted, target);
        } else {
            LeaseAmount keep = leased ? allowance.min(target.max(kept)) : LeaseAmount.NONE;
            planned = new LeasePlan(keep, LeaseAmount.NONE, target.minus(keep));
        }
        return planned;
    }

    private static long prefetch(long spent, long before, long passed, long most) {
        long used = (spent * PREFETCH_MILLIS + passed - 1) / Math.max(passed, PREFETCH_MILLIS / 2);
        return Math.min(most, Math.max(used, before / 2));
    }

    /** What came of the plan. */
    void granted(LeaseAmount granted) {
        wasRefused = granted.requests() < planned.want.requests()
                || granted.tokens() < planned.want.tokens();
        LeaseAmount all = planned.want.plus(planned.extra);
        wasGrantedLess = granted.requests() < all.requests() || granted.tokens() < all.tokens();
        if (!wasRefused && !planned.want.equals(LeaseAmount.NONE)) {
            wanted = LeaseAmount.NONE;
        }
    }

    /**
     * What a fetch says of it.
     *
     * @param keep of what is in hand
     * @param want what a call needs at once
     * @param extra ahead of need
     */
    record LeasePlan(LeaseAmount keep, LeaseAmount want, LeaseAmount extra) {
        /** Wants nothing, keeps nothing. */
        static final LeasePlan NOTHING =
                new LeasePlan(LeaseAmount.NONE, LeaseAmount.NONE, LeaseAmount.NONE);

        LeasePlan withoutKept() {
            return new LeasePlan(LeaseAmount.NONE, want, extra);
        }
    }
}
