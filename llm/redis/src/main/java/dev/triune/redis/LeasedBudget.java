/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.redis;

import dev.triune.llm.Limits;
import dev.triune.llm.SharedLimits;
import dev.triune.llm.Usage;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The lease of this gateway on one key, and its local share while Redis is not available. The
 * broker's owner spends it; another thread sends the requests of {@link #nextRequest}, and a third
 * delivers the replies. Thread-safe; the lock is never held while sending.
 */
final class LeasedBudget implements SharedLimits.SharedBudget {
    /** The validity of a lease after it was requested. */
    static final long LEASE_MILLIS = 2_000;

    /** The time for which the demand of a call counts after it last checked. */
    static final long DEMAND_MILLIS = 1_000;

    /** The interval at which a lease is refreshed, which bounds the delay of cooldowns. */
    static final long REFRESH_MILLIS = 500;

    /** The delay before a prefetch that was not granted in full is repeated. */
    private static final long PREFETCH_RETRY_MILLIS = 100;

    /** The minimum interval between two requests for one key. */
    private static final long MIN_INTERVAL_MILLIS = 10;

    /**
     * The time before its end in which a lease fits no calls, so that fitting ones can be reserved.
     */
    private static final long EXPIRY_MARGIN_MILLIS = 50;

    /** The time without use after which a key is not refreshed. */
    private static final long IDLE_MILLIS = 10_000;

    private final LeaseContext leaseContext;
    private final Limits limits;
    private final List<LimitWindow> limitWindows;
    private final UsageLogs usage;
    private final boolean countsRequests;
    private final boolean countsTokens;
    private final long callLife;
    private final LeaseDemand leaseDemand;

    private Allowance allowance = new Allowance(0, 0);
    private long leasedUntil;
    private final SharedCooldown cooldown = new SharedCooldown();
    private long askedAt = -IDLE_MILLIS;
    private long settlingEnds;
    private String joinedEpoch = "";
    private boolean hasReply;
    private boolean requestInFlight;
    private long sequence;
    private long sentAt = -REFRESH_MILLIS;

    /**
     * Creates a budget without a lease.
     *
     * @param longestCall the maximum duration of a call
     */
    LeasedBudget(LeaseContext leaseContext, Limits limits, Duration longestCall) {
        this(leaseContext, limits, longestCall, new LeaseDemand(LimitWindow.of(limits)));
    }

    LeasedBudget(
            LeaseContext leaseContext,
            Limits limits,
            Duration longestCall,
            LeaseDemand leaseDemand) {
        this.leaseContext = leaseContext;
        this.limits = limits;
        this.limitWindows = LimitWindow.of(limits);
        this.usage = new UsageLogs(limitWindows);
        this.countsTokens = limitWindows.stream().anyMatch(LimitWindow::tokens);
        this.countsRequests = limitWindows.stream().anyMatch(window -> !window.tokens());
        boolean counted = limits.countsMaxTokens();
        this.callLife = LEASE_MILLIS + (counted ? 0 : longestCall.toMillis());
        this.leaseDemand = leaseDemand;
    }

    Limits limits() {
        return limits;
    }

    List<LimitWindow> limitWindows() {
        return limitWindows;
    }

    // ---- called by the broker's owner

    @Override
    public synchronized boolean fits(Usage expected, long now) {
        long tokens = expected.total();
        long at = leaseContext.millis(now);
        askedAt = at;
        boolean fits = fitsLease(tokens, at, EXPIRY_MARGIN_MILLIS) || fitsLocalShare(tokens, at);
        if (fits) {
            leaseDemand.reserve(amountFor(tokens), at);
        } else {
            leaseDemand.want(amountFor(tokens), at);
        }
        wakeIfDue(at);
        return fits;
    }

    @Override
    public synchronized SharedLimits.SharedReservation reserve(Usage expected, long now) {
        long tokens = expected.total();
        long at = leaseContext.millis(now);
        boolean leased = fitsLease(tokens, at, 0);
        if (!leased
                && !fitsLocalShare(tokens, at)
                && !leaseDemand.isReserved(amountFor(tokens), at)) {
            throw new IllegalStateException(
                    "a call of " + tokens + " tokens does not fit now (ask fits first)");
        }
        boolean local = !leased;
        if (leased) {
            allowance.subtract(amountFor(tokens));
        }
        leaseDemand.recordSpent(amountFor(tokens));
        usage.recordUse(false, 1, at, local, at);
        if (countsTokens && limits.countsMaxTokens()) {
            usage.recordUse(true, tokens, at, local, at);
        } else if (countsTokens) {
            usage.reserve(tokens, local);
        }
        wakeIfDue(at);
        return new LeasedReservation(this, tokens, at, local, sequence);
    }

    @Override
    public synchronized void settle(
            SharedLimits.SharedReservation sharedReservation, Usage used, long now) {
        LeasedReservation leasedReservation = end(sharedReservation);
        long at = leaseContext.millis(now);
        long prompt = used.prompt() - (limits.countsCachedReads() ? 0 : used.cacheRead());
        long beyond = Math.max(0, prompt + used.output() - leasedReservation.tokens);
        if (!countsTokens) {
            return;
        }
        if (limits.countsMaxTokens()) {
            usage.recordUse(true, beyond, at, leasedReservation.local, at);
        } else {
            usage.reserve(-leasedReservation.tokens, leasedReservation.local);
            usage.recordUse(
                    true,
                    prompt,
                    Math.min(leasedReservation.takenAt + LeasedReservation.PROMPT_DELAY_MILLIS, at),
                    leasedReservation.local,
                    at);
            usage.recordUse(true, used.output(), at, leasedReservation.local, at);
        }
        allowance.subtract(new LeaseRequest.LeaseAmount(
                0, beyond)); // unforeseeable: the next call waits for it
    }

    @Override
    public synchronized void release(SharedLimits.SharedReservation sharedReservation, long now) {
        LeasedReservation leasedReservation = end(sharedReservation);
        long at = leaseContext.millis(now);
        boolean unreported =
                leasedReservation.sequence == sequence; // otherwise counted for a minute
        if (countsTokens && !limits.countsMaxTokens()) {
            usage.reserve(-leasedReservation.tokens, leasedReservation.local);
        } else if (countsTokens && unreported) {
            usage.recordUse(
                    true,
                    -leasedReservation.tokens,
                    leasedReservation.takenAt,
                    leasedReservation.local,
                    at);
        }
        if (unreported) {
            usage.recordUse(false, -1, leasedReservation.takenAt, leasedReservation.local, at);
            if (!leasedReservation.local) {
                allowance.add(amountFor(leasedReservation.tokens));
            }
        }
    }

    @Override
    public synchronized void rateLimited(Duration cooling, long now) {
        long at = leaseContext.millis(now);
        cooldown.begin(cooling, at);
        wakeIfDue(at);
    }

    @Override
    public synchronized Duration remainingCooldown(long now) {
        return cooldown.remaining(leaseContext.millis(now));
    }

    private LeasedReservation end(SharedLimits.SharedReservation sharedReservation) {
        if (!(sharedReservation instanceof LeasedReservation leasedReservation)
                || leasedReservation.budget != this) {
            throw new IllegalArgumentException("taken of another slice (expected one of its own)");
        }
        leasedReservation.end();
        return leasedReservation;
    }

    private LeaseRequest.LeaseAmount amountFor(long tokens) {
        return new LeaseRequest.LeaseAmount(countsRequests ? 1 : 0, countsTokens ? tokens : 0);
    }

    private boolean fitsLease(long tokens, long at, long margin) {
        boolean leased = at < leasedUntil - margin && allowance.covers(amountFor(tokens));
        return limitWindows.isEmpty() || leased;
    }

    /** Whether a call fits the local share, while Redis is not available or settling. */
    synchronized boolean fitsLocalShare(long tokens, long at) {
        boolean settling = at < settlingEnds - LocalShare.REPORT_MARGIN.toMillis();
        return (leaseContext.isRedisDown() || settling)
                && usage.fitsLocalShare(tokens, leaseContext.gateways(), at);
    }

    // ---- requests and replies

    private void wakeIfDue(long at) {
        if (isDue(at)) {
            leaseContext.wake();
        }
    }

    private boolean isDue(long at) {
        String epoch = leaseContext.epoch();
        if (requestInFlight || epoch.isEmpty() || at - sentAt < MIN_INTERVAL_MILLIS) {
            return false;
        }
        boolean first = !epoch.equals(joinedEpoch);
        long since = at - sentAt;
        boolean waiting = leaseDemand.isCallWaiting(at) && since >= leaseDemand.retryMillis();
        boolean low = hasReply
                && leaseDemand.isLow(allowance)
                && (since >= PREFETCH_RETRY_MILLIS || !leaseDemand.wasGrantedLess());
        boolean refreshDue = since >= REFRESH_MILLIS;
        return cooldown.isUnpublished(at)
                || waiting
                || low
                || (first && usage.hasUse(at))
                || (refreshDue && (hasStateToReport(at) || at - askedAt < IDLE_MILLIS));
    }

    private boolean hasStateToReport(long at) {
        return isLeased(at) || usage.hasUnreported(at);
    }

    private boolean isLeased(long at) {
        return at < leasedUntil && !allowance.isEmpty();
    }

    /** Returns what is left of the lease. */
    synchronized LeaseRequest.LeaseAmount leased(long at) {
        return at < leasedUntil ? allowance.leaseAmount() : LeaseRequest.LeaseAmount.NONE;
    }

    /** Whether Redis knows all usage in that epoch, and no lease of another may be spent. */
    synchronized boolean hasTold(String epoch, long at) {
        return (hasReply && epoch.equals(joinedEpoch)) || !(isLeased(at) || usage.hasUse(at));
    }

    /** Returns a due request, which is in flight until {@link #onReply} or {@link #onFailure}. */
    synchronized Optional<LeaseRequest> nextRequest(long now) {
        long at = leaseContext.millis(now);
        return isDue(at)
                ? Optional.of(newRequest(
                        at, leaseDemand.plan(allowance.leaseAmount(), at < leasedUntil, at)))
                : Optional.empty();
    }

    /** Returns the request that returns the lease, sent once on shutdown. */
    synchronized Optional<LeaseRequest> finalRequest(long now) {
        boolean known = !leaseContext.epoch().isEmpty()
                && leaseContext.epoch().equals(joinedEpoch)
                && !requestInFlight;
        return known
                ? Optional.of(newRequest(leaseContext.millis(now), LeaseDemand.LeasePlan.NOTHING))
                : Optional.empty();
    }

    private LeaseRequest newRequest(long at, LeaseDemand.LeasePlan leasePlan) {
        String epoch = leaseContext.epoch();
        if (!epoch.equals(joinedEpoch)) {
            join(epoch);
            leasePlan = leasePlan.withoutKept();
        }
        allowance = new Allowance(leasePlan.keep());
        List<UsageLog.UsageEntry> usageEntries = usage.report(at);
        requestInFlight = true;
        sentAt = at;
        return new LeaseRequest(
                epoch,
                ++sequence,
                at,
                callLife,
                allowance.leaseAmount(),
                usage.reserved(),
                leasePlan.want(),
                leasePlan.extra(),
                cooldown.publish(at),
                usageEntries);
    }

    /** Joins an epoch of Redis, in which all usage must be reported again. */
    private void join(String epoch) {
        joinedEpoch = epoch;
        hasReply = false;
        leasedUntil = 0;
        usage.resendAll();
    }

    /**
     * Processes a reply.
     *
     * @return whether something was granted that the owner may be waiting for
     */
    synchronized boolean onReply(LeaseRequest leaseRequest, LeaseReply leaseReply) {
        requestInFlight = false;
        if (leaseReply.replyKind() != LeaseReply.ReplyKind.NOTED) {
            usage.reportLost();
            cooldown.publishAgain(leaseRequest);
            allowance = new Allowance(0, 0);
            joinedEpoch =
                    leaseReply.replyKind() == LeaseReply.ReplyKind.OTHER_EPOCH ? "" : joinedEpoch;
            return false;
        }
        usage.reportAcknowledged();
        hasReply = true;
        settlingEnds = leaseReply.settlingMillis() > 0
                ? leaseRequest.sentAt() + leaseReply.settlingMillis()
                : 0;
        cooldown.extend(leaseRequest.sentAt() + leaseReply.coolingMillis());
        if (!leaseReply.leaseKept()) {
            allowance = new Allowance(0, 0);
        }
        allowance.add(leaseReply.granted());
        leasedUntil = leaseRequest.sentAt() + LEASE_MILLIS;
        leaseDemand.granted(leaseReply.granted());
        return leaseReply.granted().requests() + leaseReply.granted().tokens() > 0
                || leaseReply.settlingMillis() > 0;
    }

    /** Records how long Redis took to answer a request. */
    synchronized void answeredAfter(long millis) {
        leaseDemand.answeredAfter(millis);
    }

    /** Handles a lost request, which may have had an effect. */
    synchronized void onFailure(LeaseRequest leaseRequest) {
        requestInFlight = false;
        usage.reportLost();
        cooldown.publishAgain(leaseRequest);
    }
}
