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
    private static final long PROMISE_MILLIS = 100;

    private final long mostRequests;
    private final long mostTokens;
    private LeaseAmount promise = LeaseAmount.NONE;
    private long promisedAt = Long.MIN_VALUE / 2;
    private LeaseAmount wish = LeaseAmount.NONE;
    private long wishedAt = Long.MIN_VALUE / 2;
    private boolean wishIsOld;
    private LeaseAmount spent = LeaseAmount.NONE;
    private LeaseAmount target = LeaseAmount.NONE;
    private LeasePlan planned = LeasePlan.NOTHING;
    private long plannedAt;
    private boolean wasRefused;
    private boolean wasGrantedLess;

    /** No demand yet of a key with these windows. */
    LeaseDemand(List<LimitWindow> limitWindows) {
        mostRequests = tenth(limitWindows, false);
        mostTokens = tenth(limitWindows, true);
    }

    private static long tenth(List<LimitWindow> limitWindows, boolean tokens) {
        return limitWindows.stream()
                .filter(limitWindow -> limitWindow.tokens() == tokens)
                .mapToLong(limitWindow -> limitWindow.limit() / PREFETCH_DIVISOR)
                .min()
                .orElse(0);
    }

    /** A call was told that it fits. */
    void promise(LeaseAmount leaseAmount, long at) {
        promise = leaseAmount;
        promisedAt = at;
    }

    /** Whether a call that needs so much was told a moment ago that it fits. */
    boolean isReserved(LeaseAmount leaseAmount, long at) {
        return at - promisedAt < LeasedBudget.DEMAND_MILLIS
                && leaseAmount.requests() <= promise.requests()
                && leaseAmount.tokens() <= promise.tokens();
    }

    /** A call waits for so much; of several that asked since the last fetch, the largest counts. */
    void wish(LeaseAmount leaseAmount, long at) {
        wish = wishIsOld ? leaseAmount : most(wish, leaseAmount);
        wishIsOld = false;
        wishedAt = at;
    }

    /** A call began. */
    void spent(LeaseAmount leaseAmount) {
        promise = LeaseAmount.NONE;
        spent = plus(spent, leaseAmount);
    }

    /** Whether a call waits. */
    boolean isCallWaiting(long at) {
        return at - wishedAt < LeasedBudget.DEMAND_MILLIS && !wish.equals(LeaseAmount.NONE);
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
    boolean isLow(Allowance hand) {
        LeaseAmount left = hand.leaseAmount();
        return 2 * left.requests() < target.requests() || 2 * left.tokens() < target.tokens();
    }

    /**
     * What to keep, to wish for and to fetch ahead. A gateway whose call does not fit gives back what
     * it has and asks for all that the call needs: two that kept what does not suffice would wait for
     * each other for ever.
     */
    LeasePlan plan(LeaseAmount hand, boolean leased, long at) {
        long passed = Math.max(1, at - plannedAt);
        long requests = prefetch(spent.requests(), target.requests(), passed, mostRequests);
        long tokens = prefetch(spent.tokens(), target.tokens(), passed, mostTokens);
        target = new LeaseAmount(requests, tokens);
        spent = LeaseAmount.NONE;
        plannedAt = at;
        wishIsOld = true;
        LeaseAmount kept = at - promisedAt < PROMISE_MILLIS ? promise : LeaseAmount.NONE;
        if (isCallWaiting(at)) {
            planned = new LeasePlan(leased ? least(hand, kept) : LeaseAmount.NONE, wish, target);
        } else {
            LeaseAmount keep = leased ? least(hand, most(target, kept)) : LeaseAmount.NONE;
            planned = new LeasePlan(keep, LeaseAmount.NONE, minus(target, keep));
        }
        return planned;
    }

    private static long prefetch(long spent, long before, long passed, long most) {
        long used = (spent * PREFETCH_MILLIS + passed - 1) / Math.max(passed, PREFETCH_MILLIS / 2);
        return Math.min(most, Math.max(used, before / 2));
    }

    /** What came of the plan. */
    void granted(LeaseAmount granted) {
        wasRefused = granted.requests() < planned.wish.requests()
                || granted.tokens() < planned.wish.tokens();
        LeaseAmount all = plus(planned.wish, planned.extra);
        wasGrantedLess = granted.requests() < all.requests() || granted.tokens() < all.tokens();
        if (!wasRefused && !planned.wish.equals(LeaseAmount.NONE)) {
            wish = LeaseAmount.NONE;
        }
    }

    private static LeaseAmount plus(LeaseAmount one, LeaseAmount other) {
        return new LeaseAmount(one.requests() + other.requests(), one.tokens() + other.tokens());
    }

    private static LeaseAmount minus(LeaseAmount one, LeaseAmount other) {
        return new LeaseAmount(
                Math.max(0, one.requests() - other.requests()),
                Math.max(0, one.tokens() - other.tokens()));
    }

    private static LeaseAmount least(LeaseAmount one, LeaseAmount other) {
        return new LeaseAmount(
                Math.min(one.requests(), other.requests()), Math.min(one.tokens(), other.tokens()));
    }

    private static LeaseAmount most(LeaseAmount one, LeaseAmount other) {
        return new LeaseAmount(
                Math.max(one.requests(), other.requests()), Math.max(one.tokens(), other.tokens()));
    }

    /**
     * What a fetch says of it.
     *
     * @param keep of what is in hand
     * @param wish what a call needs at once
     * @param extra ahead of need
     */
    record LeasePlan(LeaseAmount keep, LeaseAmount wish, LeaseAmount extra) {
        /** Wants nothing, keeps nothing. */
        static final LeasePlan NOTHING =
                new LeasePlan(LeaseAmount.NONE, LeaseAmount.NONE, LeaseAmount.NONE);

        LeasePlan withoutKept() {
            return new LeasePlan(LeaseAmount.NONE, wish, extra);
        }
    }
}
