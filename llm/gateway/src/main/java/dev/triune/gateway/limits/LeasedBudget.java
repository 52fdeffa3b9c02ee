/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.limits;

import dev.triune.llm.Limits;
import dev.triune.llm.SharedLimits;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What this gateway has in hand of one key, and what it does without Redis. The owner of the broker
 * spends; another thread sends what {@link #nextRequest} wants to fetch, and a third brings the reply. Each
 * holds the lock for a moment only, never while anything is sent.
 */
final class LeasedBudget implements SharedLimits.SharedBudget {
    /** How long a slice may be used after it was asked for. */
    static final long LEASE_MILLIS = 2_000;

    /** How long a wish counts that nobody repeats. */
    static final long DEMAND_MILLIS = 1_000;

    /** A slice that is held is refreshed so often, which is how late a cooldown may be heard. */
    static final long REFRESH_MILLIS = 500;

    /** How soon a wish that was not granted is repeated. */
    private static final long RETRY_MILLIS = 50;

    /** Two fetches of one key are at least so far apart. */
    private static final long MIN_INTERVAL_MILLIS = 10;

    /** A lease that is as good as over is not begun upon, so that what fits can still be taken. */
    private static final long EXPIRY_MARGIN_MILLIS = 50;

    /** Cooldowns of a key that was not used for so long are not asked for. */
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
    private long coolingUntil;
    private long unpublishedCooldown;
    private long askedAt = -IDLE_MILLIS;
    private long settlingEnds;
    private String joinedEpoch = "";
    private boolean hasReply;
    private boolean requestInFlight;
    private long sequence;
    private long sentAt = -REFRESH_MILLIS;

    /**
     * Nothing in hand.
     *
     * @param longestCall how long a call may run
     */
    LeasedBudget(LeaseContext leaseContext, Limits limits, Duration longestCall) {
        this.leaseContext = leaseContext;
        this.limits = limits;
        this.limitWindows = LimitWindow.of(limits);
        this.usage = new UsageLogs(limitWindows);
        this.countsTokens = limits.tokensPerMinute() > 0;
        this.countsRequests = limitWindows.size() > (countsTokens ? 1 : 0);
        boolean counted = limits.countsMaxTokens();
        this.callLife = LEASE_MILLIS + (counted ? 0 : longestCall.toMillis());
        this.leaseDemand = new LeaseDemand(limitWindows);
    }

    Limits limits() {
        return limits;
    }

    List<LimitWindow> limitWindows() {
        return limitWindows;
    }

    // ---- the owner's

    @Override
    public synchronized boolean fits(long tokens, long now) {
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
    public synchronized SharedLimits.SharedReservation reserve(long tokens, long now) {
        long at = leaseContext.millis(now);
        boolean leased = fitsLease(tokens, at, 0);
        if (!leased
                && !fitsLocalShare(tokens, at)
                && !leaseDemand.isReserved(amountFor(tokens), at)) {
            throw new IllegalStateException(
                    "a call of " + tokens + " tokens does not fit now (expected a check by fits)");
        }
        boolean local = !leased;
        if (leased) {
            allowance.subtract(amountFor(tokens));
        }
        leaseDemand.recordSpent(amountFor(tokens));
        usage.note(false, 1, at, local, at);
        if (countsTokens && limits.countsMaxTokens()) {
            usage.note(true, tokens, at, local, at);
        } else if (countsTokens) {
            usage.reserve(tokens, local);
        }
        wakeIfDue(at);
        return new LeasedReservation(this, tokens, at, local, sequence);
    }

    @Override
    public synchronized void settle(
            SharedLimits.SharedReservation sharedReservation, long prompt, long answer, long now) {
        LeasedReservation leasedReservation = end(sharedReservation);
        long at = leaseContext.millis(now);
        long beyond = Math.max(0, prompt + answer - leasedReservation.tokens);
        if (!countsTokens) {
            return;
        }
        if (limits.countsMaxTokens()) {
            usage.note(true, beyond, at, leasedReservation.local, at);
        } else {
            usage.reserve(-leasedReservation.tokens, leasedReservation.local);
            usage.note(
                    true,
                    prompt,
                    Math.min(leasedReservation.takenAt + LeasedReservation.PROMPT_DELAY_MILLIS, at),
                    leasedReservation.local,
                    at);
            usage.note(true, answer, at, leasedReservation.local, at);
        }
        allowance.subtract(new LeaseRequest.LeaseAmount(
                0, beyond)); // nobody could know: the next one waits for it
    }

    @Override
    public synchronized void release(SharedLimits.SharedReservation sharedReservation, long now) {
        LeasedReservation leasedReservation = end(sharedReservation);
        long at = leaseContext.millis(now);
        boolean unreported = leasedReservation.sequence
                == sequence; // else it is counted: too careful for a minute
        if (countsTokens && !limits.countsMaxTokens()) {
            usage.reserve(-leasedReservation.tokens, leasedReservation.local);
        } else if (countsTokens && unreported) {
            usage.note(
                    true,
                    -leasedReservation.tokens,
                    leasedReservation.takenAt,
                    leasedReservation.local,
                    at);
        }
        if (unreported) {
            usage.note(false, -1, leasedReservation.takenAt, leasedReservation.local, at);
            if (!leasedReservation.local) {
                allowance.add(amountFor(leasedReservation.tokens));
            }
        }
    }

    @Override
    public synchronized void rateLimited(Duration cooling, long now) {
        long until = leaseContext.millis(now)
                + Math.min(cooling.toMillis(), Duration.ofDays(1).toMillis());
        coolingUntil = Math.max(coolingUntil, until);
        unpublishedCooldown = Math.max(unpublishedCooldown, until);
        wakeIfDue(leaseContext.millis(now));
    }

    @Override
    public synchronized Duration remainingCooldown(long now) {
        long at = leaseContext.millis(now);
        return Duration.ofMillis(Math.max(0, coolingUntil - at));
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

    /** Whether it may be served without Redis: that is gone, or learns what was used. */
    private boolean fitsLocalShare(long tokens, long at) {
        boolean settling = at < settlingEnds - LocalShare.REPORT_MARGIN.toMillis();
        return (leaseContext.isRedisDown() || settling)
                && usage.fitsLocalShare(tokens, leaseContext.gateways(), at);
    }

    // ---- the fetches

    private void wakeIfDue(long at) {
        if (due(at)) {
            leaseContext.wake();
        }
    }

    private boolean due(long at) {
        String epoch = leaseContext.epoch();
        if (requestInFlight || epoch.isEmpty() || at - sentAt < MIN_INTERVAL_MILLIS) {
            return false;
        }
        boolean first = !epoch.equals(joinedEpoch);
        long since = at - sentAt;
        boolean waiting = leaseDemand.isCallWaiting(at)
                && (since >= RETRY_MILLIS || !leaseDemand.wasRefused());
        boolean low = hasReply
                && leaseDemand.isLow(allowance)
                && (since >= 2 * RETRY_MILLIS || !leaseDemand.wasGrantedLess());
        boolean fresh = since >= REFRESH_MILLIS;
        return unpublishedCooldown > at
                || waiting
                || low
                || (first && usage.hasUse(at))
                || (fresh && (hasStateToReport(at) || at - askedAt < IDLE_MILLIS));
    }

    private boolean hasStateToReport(long at) {
        return (at < leasedUntil && !allowance.isEmpty()) || usage.hasUnreported(at);
    }

    /** What is to be sent now; it is on its way until {@link #onReply} or {@link #onFailure}. */
    synchronized Optional<LeaseRequest> nextRequest(long now) {
        long at = leaseContext.millis(now);
        return due(at)
                ? Optional.of(newRequest(
                        at, leaseDemand.plan(allowance.leaseAmount(), at < leasedUntil, at)))
                : Optional.empty();
    }

    /** Gives everything back; sent once, at the end. */
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
        long cooling = Math.max(0, unpublishedCooldown - at);
        unpublishedCooldown = 0;
        return new LeaseRequest(
                epoch,
                ++sequence,
                at,
                callLife,
                allowance.leaseAmount(),
                usage.reserved(),
                leasePlan.want(),
                leasePlan.extra(),
                cooling,
                usageEntries);
    }

    /** Redis knows nothing of this gateway, nor of what it leased: it is told everything. */
    private void join(String epoch) {
        joinedEpoch = epoch;
        hasReply = false;
        leasedUntil = 0;
        usage.resendAll();
    }

    /**
     * Redis has answered.
     *
     * @return whether something came that the owner may be waiting for
     */
    synchronized boolean onReply(LeaseRequest leaseRequest, LeaseReply leaseReply) {
        requestInFlight = false;
        if (leaseReply.replyKind() != LeaseReply.ReplyKind.NOTED) {
            usage.reportLost();
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
        coolingUntil = Math.max(coolingUntil, leaseRequest.sentAt() + leaseReply.coolingMillis());
        if (!leaseReply.leaseKept()) {
            allowance = new Allowance(0, 0);
        }
        allowance.add(leaseReply.granted());
        leasedUntil = leaseRequest.sentAt() + LEASE_MILLIS;
        leaseDemand.granted(leaseReply.granted());
        return leaseReply.granted().requests() + leaseReply.granted().tokens() > 0
                || leaseReply.settlingMillis() > 0;
    }

    /** No answer came; whether Redis noted anything is not known. */
    synchronized void onFailure(LeaseRequest leaseRequest) {
        requestInFlight = false;
        usage.reportLost();
        unpublishedCooldown = Math.max(
                unpublishedCooldown,
                leaseRequest.coolingMillis() > 0
                        ? leaseRequest.sentAt() + leaseRequest.coolingMillis()
                        : 0);
    }
}
