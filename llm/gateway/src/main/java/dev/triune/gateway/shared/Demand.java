/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.shared;

import dev.triune.gateway.shared.Fetch.Amount;
import java.util.List;

/**
 * How much of a key this gateway wants: what a call waits for, and ahead of need as much as it used
 * in the same time before, a tenth of a limit at the most. Not thread-safe. Times are milliseconds.
 */
final class Demand {
    /** For how long ahead it fetches. */
    private static final long AHEAD = 200;

    /** The part of a limit that may be in hand ahead of need. */
    private static final long TENTH = 10;

    /** How long what was promised is kept back for the call that asked. */
    private static final long PROMISE_KEPT = 100;

    private final long mostRequests;
    private final long mostTokens;
    private Amount promise = Amount.NONE;
    private long promisedAt = Long.MIN_VALUE / 2;
    private Amount wish = Amount.NONE;
    private long wishedAt = Long.MIN_VALUE / 2;
    private boolean wishIsOld;
    private Amount spent = Amount.NONE;
    private Amount target = Amount.NONE;
    private Plan planned = Plan.NOTHING;
    private long plannedAt;
    private boolean refused;
    private boolean cutShort;

    /** No demand yet of a key with these windows. */
    Demand(List<Window> windows) {
        mostRequests = tenth(windows, false);
        mostTokens = tenth(windows, true);
    }

    private static long tenth(List<Window> windows, boolean tokens) {
        return windows.stream()
                .filter(window -> window.tokens() == tokens)
                .mapToLong(window -> window.limit() / TENTH)
                .min()
                .orElse(0);
    }

    /** A call was told that it fits. */
    void promise(Amount amount, long at) {
        promise = amount;
        promisedAt = at;
    }

    /** Whether a call that needs so much was told a moment ago that it fits. */
    boolean promised(Amount amount, long at) {
        return at - promisedAt < KeySlice.WISH_LIFE
                && amount.requests() <= promise.requests()
                && amount.tokens() <= promise.tokens();
    }

    /** A call waits for so much; of several that asked since the last fetch, the largest counts. */
    void wish(Amount amount, long at) {
        wish = wishIsOld ? amount : most(wish, amount);
        wishIsOld = false;
        wishedAt = at;
    }

    /** A call began. */
    void spent(Amount amount) {
        promise = Amount.NONE;
        spent = plus(spent, amount);
    }

    /** Whether a call waits. */
    boolean wishes(long at) {
        return at - wishedAt < KeySlice.WISH_LIFE && !wish.equals(Amount.NONE);
    }

    /** Whether the wish was not granted the last time. */
    boolean refused() {
        return refused;
    }

    /** Whether less was granted ahead of need than asked for, so that there is no haste to ask again. */
    boolean cutShort() {
        return cutShort;
    }

    /** Whether less than half of what is wanted ahead is left. */
    boolean low(Purse hand) {
        Amount left = hand.amount();
        return 2 * left.requests() < target.requests() || 2 * left.tokens() < target.tokens();
    }

    /**
     * What to keep, to wish for and to fetch ahead. A gateway whose call does not fit gives back what
     * it has and asks for all that the call needs: two that kept what does not suffice would wait for
     * each other for ever.
     */
    Plan plan(Amount hand, boolean leased, long at) {
        long passed = Math.max(1, at - plannedAt);
        long requests = ahead(spent.requests(), target.requests(), passed, mostRequests);
        long tokens = ahead(spent.tokens(), target.tokens(), passed, mostTokens);
        target = new Amount(requests, tokens);
        spent = Amount.NONE;
        plannedAt = at;
        wishIsOld = true;
        Amount kept = at - promisedAt < PROMISE_KEPT ? promise : Amount.NONE;
        if (wishes(at)) {
            planned = new Plan(leased ? least(hand, kept) : Amount.NONE, wish, target);
        } else {
            Amount keep = leased ? least(hand, most(target, kept)) : Amount.NONE;
            planned = new Plan(keep, Amount.NONE, minus(target, keep));
        }
        return planned;
    }

    private static long ahead(long spent, long before, long passed, long most) {
        long used = (spent * AHEAD + passed - 1) / Math.max(passed, AHEAD / 2);
        return Math.min(most, Math.max(used, before / 2));
    }

    /** What came of the plan. */
    void answered(Amount granted) {
        refused = granted.requests() < planned.wish.requests()
                || granted.tokens() < planned.wish.tokens();
        Amount all = plus(planned.wish, planned.extra);
        cutShort = granted.requests() < all.requests() || granted.tokens() < all.tokens();
        if (!refused && !planned.wish.equals(Amount.NONE)) {
            wish = Amount.NONE;
        }
    }

    private static Amount plus(Amount one, Amount other) {
        return new Amount(one.requests() + other.requests(), one.tokens() + other.tokens());
    }

    private static Amount minus(Amount one, Amount other) {
        return new Amount(
                Math.max(0, one.requests() - other.requests()),
                Math.max(0, one.tokens() - other.tokens()));
    }

    private static Amount least(Amount one, Amount other) {
        return new Amount(
                Math.min(one.requests(), other.requests()), Math.min(one.tokens(), other.tokens()));
    }

    private static Amount most(Amount one, Amount other) {
        return new Amount(
                Math.max(one.requests(), other.requests()), Math.max(one.tokens(), other.tokens()));
    }

    /**
     * What a fetch says of it.
     *
     * @param keep of what is in hand
     * @param wish what a call needs at once
     * @param extra ahead of need
     */
    record Plan(Amount keep, Amount wish, Amount extra) {
        /** Wants nothing, keeps nothing. */
        static final Plan NOTHING = new Plan(Amount.NONE, Amount.NONE, Amount.NONE);

        Plan keepingNothing() {
            return new Plan(Amount.NONE, wish, extra);
        }
    }
}
