/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.shared;

import dev.triune.llm.policy.limit.Limits;
import dev.triune.llm.policy.limit.SharedLimits;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What this gateway has in hand of one key, and what it does without Redis. The owner of the broker
 * spends; another thread sends what {@link #next} wants to fetch, and a third brings the reply. Each
 * holds the lock for a moment only, never while anything is sent.
 */
final class KeySlice implements SharedLimits.Slice {
    /** How long a slice may be used after it was asked for. */
    static final long LEASE_LIFE = 2_000;

    /** How long a wish counts that nobody repeats. */
    static final long WISH_LIFE = 1_000;

    /** A slice that is held is refreshed so often, which is how late a cooldown may be heard. */
    static final long REFRESH = 500;

    /** How soon a wish that was not granted is repeated. */
    private static final long RETRY = 50;

    /** Two fetches of one key are at least so far apart. */
    private static final long GAP = 10;

    /** A lease that is as good as over is not begun upon, so that what fits can still be taken. */
    private static final long LAST_MOMENT = 50;

    /** Cooldowns of a key that was not used for so long are not asked for. */
    private static final long INTEREST = 10_000;

    private final Hub hub;
    private final Limits limits;
    private final List<Window> windows;
    private final UseLogs logs;
    private final boolean countsRequests;
    private final boolean countsTokens;
    private final long callLife;
    private final Demand demand;

    private Purse hand = new Purse(0, 0);
    private long handUntil;
    private long coolingUntil;
    private long toPublish;
    private long askedAt = -INTEREST;
    private long settlingEnds;
    private String joined = "";
    private boolean heard;
    private boolean onTheWay;
    private long sequence;
    private long sentAt = -REFRESH;

    /**
     * Nothing in hand.
     *
     * @param longestCall how long a call may run
     */
    KeySlice(Hub hub, Limits limits, Duration longestCall) {
        this.hub = hub;
        this.limits = limits;
        this.windows = Window.of(limits);
        this.logs = new UseLogs(windows);
        this.countsTokens = limits.tokensPerMinute() > 0;
        this.countsRequests = windows.size() > (countsTokens ? 1 : 0);
        boolean counted = limits.countsMaxTokens();
        this.callLife = LEASE_LIFE + (counted ? 0 : longestCall.toMillis());
        this.demand = new Demand(windows);
    }

    Limits limits() {
        return limits;
    }

    List<Window> windows() {
        return windows;
    }

    // ---- the owner's

    @Override
    public synchronized boolean fits(long tokens, long now) {
        long at = hub.millis(now);
        askedAt = at;
        boolean fits = inHand(tokens, at, LAST_MOMENT) || fitsAlone(tokens, at);
        if (fits) {
            demand.promise(needs(tokens), at);
        } else {
            demand.wish(needs(tokens), at);
        }
        wakeIfDue(at);
        return fits;
    }

    @Override
    public synchronized SharedLimits.Taken take(long tokens, long now) {
        long at = hub.millis(now);
        boolean leased = inHand(tokens, at, 0);
        if (!leased && !fitsAlone(tokens, at) && !demand.promised(needs(tokens), at)) {
            throw new IllegalStateException(
                    "a call of " + tokens + " tokens does not fit now (expected a check by fits)");
        }
        boolean alone = !leased;
        if (leased) {
            hand.take(needs(tokens));
        }
        demand.spent(needs(tokens));
        logs.note(false, 1, at, alone, at);
        if (countsTokens && limits.countsMaxTokens()) {
            logs.note(true, tokens, at, alone, at);
        } else if (countsTokens) {
            logs.run(tokens, alone);
        }
        wakeIfDue(at);
        return new Call(this, tokens, at, alone, sequence);
    }

    @Override
    public synchronized void settle(SharedLimits.Taken taken, long prompt, long answer, long now) {
        Call call = end(taken);
        long at = hub.millis(now);
        long beyond = Math.max(0, prompt + answer - call.tokens);
        if (!countsTokens) {
            return;
        }
        if (limits.countsMaxTokens()) {
            logs.note(true, beyond, at, call.alone, at);
        } else {
            logs.run(-call.tokens, call.alone);
            logs.note(true, prompt, Math.min(call.at + Call.PROMPT_LATER, at), call.alone, at);
            logs.note(true, answer, at, call.alone, at);
        }
        hand.take(new Fetch.Amount(0, beyond)); // nobody could know: the next one waits for it
    }

    @Override
    public synchronized void release(SharedLimits.Taken taken, long now) {
        Call call = end(taken);
        long at = hub.millis(now);
        boolean untold = call.sequence == sequence; // else it is counted: too careful for a minute
        if (countsTokens && !limits.countsMaxTokens()) {
            logs.run(-call.tokens, call.alone);
        } else if (countsTokens && untold) {
            logs.note(true, -call.tokens, call.at, call.alone, at);
        }
        if (untold) {
            logs.note(false, -1, call.at, call.alone, at);
            if (!call.alone) {
                hand.add(needs(call.tokens));
            }
        }
    }

    @Override
    public synchronized void refused(Duration cooling, long now) {
        long until = hub.millis(now)
                + Math.min(cooling.toMillis(), Duration.ofDays(1).toMillis());
        coolingUntil = Math.max(coolingUntil, until);
        toPublish = Math.max(toPublish, until);
        wakeIfDue(hub.millis(now));
    }

    @Override
    public synchronized Duration cooling(long now) {
        long at = hub.millis(now);
        return Duration.ofMillis(Math.max(0, coolingUntil - at));
    }

    private Call end(SharedLimits.Taken taken) {
        if (!(taken instanceof Call call) || call.slice != this) {
            throw new IllegalArgumentException("taken of another slice (expected one of its own)");
        }
        call.end();
        return call;
    }

    private Fetch.Amount needs(long tokens) {
        return new Fetch.Amount(countsRequests ? 1 : 0, countsTokens ? tokens : 0);
    }

    private boolean inHand(long tokens, long at, long margin) {
        boolean leased = at < handUntil - margin && hand.holds(needs(tokens));
        return windows.isEmpty() || leased;
    }

    /** Whether it may be served without Redis: that is gone, or learns what was used. */
    private boolean fitsAlone(long tokens, long at) {
        boolean settling = at < settlingEnds - LocalShare.LAST_REPORTS.toMillis();
        return (hub.gone() || settling) && logs.fitAlone(tokens, hub.gateways(), at);
    }

    // ---- the fetches

    private void wakeIfDue(long at) {
        if (due(at)) {
            hub.wake();
        }
    }

    private boolean due(long at) {
        String epoch = hub.epoch();
        if (onTheWay || epoch.isEmpty() || at - sentAt < GAP) {
            return false;
        }
        boolean first = !epoch.equals(joined);
        long since = at - sentAt;
        boolean wish = demand.wishes(at) && (since >= RETRY || !demand.refused());
        boolean low = heard && demand.low(hand) && (since >= 2 * RETRY || !demand.cutShort());
        boolean fresh = since >= REFRESH;
        return toPublish > at
                || wish
                || low
                || (first && logs.anyUse(at))
                || (fresh && (holdsSomething(at) || at - askedAt < INTEREST));
    }

    private boolean holdsSomething(long at) {
        return (at < handUntil && !hand.isEmpty()) || logs.untold(at);
    }

    /** What is to be sent now; it is on its way until {@link #replied} or {@link #failed}. */
    synchronized Optional<Fetch> next(long now) {
        long at = hub.millis(now);
        return due(at)
                ? Optional.of(fetch(at, demand.plan(hand.amount(), at < handUntil, at)))
                : Optional.empty();
    }

    /** Gives everything back; sent once, at the end. */
    synchronized Optional<Fetch> last(long now) {
        boolean known = !hub.epoch().isEmpty() && hub.epoch().equals(joined) && !onTheWay;
        return known ? Optional.of(fetch(hub.millis(now), Demand.Plan.NOTHING)) : Optional.empty();
    }

    private Fetch fetch(long at, Demand.Plan plan) {
        String epoch = hub.epoch();
        if (!epoch.equals(joined)) {
            join(epoch);
            plan = plan.keepingNothing();
        }
        hand = new Purse(plan.keep());
        List<UseLog.Use> uses = logs.tell(at);
        onTheWay = true;
        sentAt = at;
        long cooling = Math.max(0, toPublish - at);
        toPublish = 0;
        return new Fetch(
                epoch,
                ++sequence,
                at,
                callLife,
                hand.amount(),
                logs.running(),
                plan.wish(),
                plan.extra(),
                cooling,
                uses);
    }

    /** Redis knows nothing of this gateway, nor of what it leased: it is told everything. */
    private void join(String epoch) {
        joined = epoch;
        heard = false;
        handUntil = 0;
        logs.tellAllAgain();
    }

    /**
     * Redis has answered.
     *
     * @return whether something came that the owner may be waiting for
     */
    synchronized boolean replied(Fetch fetch, Reply reply) {
        onTheWay = false;
        if (reply.kind() != Reply.Kind.NOTED) {
            logs.lost();
            hand = new Purse(0, 0);
            joined = reply.kind() == Reply.Kind.OTHER_EPOCH ? "" : joined;
            return false;
        }
        logs.arrived();
        heard = true;
        settlingEnds = reply.settling() > 0 ? fetch.sentAt() + reply.settling() : 0;
        coolingUntil = Math.max(coolingUntil, fetch.sentAt() + reply.cooling());
        if (!reply.kept()) {
            hand = new Purse(0, 0);
        }
        hand.add(reply.granted());
        handUntil = fetch.sentAt() + LEASE_LIFE;
        demand.answered(reply.granted());
        return reply.granted().requests() + reply.granted().tokens() > 0 || reply.settling() > 0;
    }

    /** No answer came; whether Redis noted anything is not known. */
    synchronized void failed(Fetch fetch) {
        onTheWay = false;
        logs.lost();
        toPublish = Math.max(toPublish, fetch.cooling() > 0 ? fetch.sentAt() + fetch.cooling() : 0);
    }
}
