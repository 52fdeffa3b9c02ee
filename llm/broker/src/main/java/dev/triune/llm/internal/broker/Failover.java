/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import dev.triune.llm.FailureCode;
import dev.triune.llm.Outcome;
import dev.triune.llm.Outcome.RejectReason;
import dev.triune.llm.Ticker;
import dev.triune.llm.Usage;
import dev.triune.llm.internal.policy.FallbackPolicy;
import dev.triune.llm.internal.policy.FallbackPolicy.Candidate;
import dev.triune.llm.internal.policy.FallbackPolicy.Decision;
import dev.triune.llm.internal.time.TimerQueue;
import dev.triune.llm.provider.CallFailure;
import java.time.Duration;
import java.util.List;

/**
 * Applies the decisions of {@link FallbackPolicy} after a failed call. Owner only.
 *
 * <p>The first that applies, from the cheapest to the last resort:
 *
 * <ol>
 *   <li>Part of the answer was delivered: the request fails, for another answer could contradict it.
 *   <li>The provider refused the form of the call, or the connection broke before the answer: the
 *       same target is called again, in another form or over another connection, a few times.
 *   <li>Another target of the chain can serve the request: it waits there.
 *   <li>All of them refused it by rate limits: the next round over the chain, as often as the settings
 *       allow. An error of the only target is tried once more after a second.
 *   <li>Otherwise the request ends with the last failure.
 * </ol>
 *
 * <p>A tenant with a quota makes one call for each request, so the last three do not concern it. What
 * a failure says of a key or a model holds for all requests, and is noted even if this one has ended.
 */
class Failover {
    /** The maximum number of calls in another form after a provider rejected the form. */
    static final int MAX_FORMS = 8;
    /** The maximum number of reconnects for a call that certainly did not run. */
    private static final int MAX_RECONNECTS = 3;
    /** The maximum number of calls of a request to servers that were not ready: ten minutes of 1 s. */
    private static final int MAX_NOT_READY = 600;

    /** The delay before an error is retried if no other provider can serve the request. */
    private static final Duration RETRY_AFTER = Duration.ofSeconds(1);

    private static final String RATE_LIMITED = "rate_limited";

    private final int retryRounds;
    private final Ticker ticker;
    private final TimerQueue timers;
    private final ListenerNotifier listeners;
    private final BrokerCounters counters;
    private final TenantQuotas quotas;
    private final RequestQueues requestQueues;
    private final RequestRegistry registry;

    Failover(
            int retryRounds,
            Ticker ticker,
            TimerQueue timers,
            ListenerNotifier listeners,
            BrokerCounters counters,
            TenantQuotas quotas,
            RequestQueues requestQueues,
            RequestRegistry registry) {
        this.retryRounds = retryRounds;
        this.ticker = ticker;
        this.timers = timers;
        this.listeners = listeners;
        this.counters = counters;
        this.quotas = quotas;
        this.requestQueues = requestQueues;
        this.registry = registry;
    }

    /** Calls another target after a failed call, calls again later, or ends the request. */
    void handle(InFlightCall<?> call, CallFailure failure) {
        PendingRequest<?> pending = call.pending;
        String provider = call.assignment.slot().name();
        String code = failure instanceof CallFailure.RateLimited
                ? RATE_LIMITED
                : codeOf(failure).code();
        listeners.notifyListeners(
                listener -> listener.callFailed(pending.ticket, provider, code, failure.message()));
        updateLimits(call, failure);
        recordFailure(call, failure);
        if (registry.isOver(pending)) {
            return; // a listener ended it
        }
        if (pending.delivered > 0) {
            registry.end(pending, failed(failure, true));
        } else if (failure instanceof CallFailure.NotAccepted notAccepted
                && mayResend(pending, notAccepted)) {
            resend(pending, notAccepted);
        } else if (quotas.governs(pending.request.tenant()) || reachedCallLimit(pending)) {
            registry.end(pending, finalOutcome(pending, failure));
        } else {
            tryNext(pending, failure);
        }
    }

    /** Moves a request from a target that cannot serve it, now or ever, or ends it. */
    void handleUnserved(PendingRequest<?> pending) {
        RouteTarget target = pending.target();
        long now = ticker.nanos();
        boolean tooLarge =
                target.isInService(now) || !target.slot().canAfford(pending.request.cost());
        moveOn(pending, tooLarge ? tooLarge() : outOfService(target, now));
    }

    /** Moves a request that its target could never accept, or ends it. */
    void handleTooLarge(PendingRequest<?> pending) {
        moveOn(pending, tooLarge());
    }

    void reportFallback(PendingRequest<?> pending, RouteTarget from) {
        RouteTarget to = pending.target();
        boolean sameProvider = from.slot() == to.slot();
        if (from.model().equals(to.model()) && (sameProvider || from.slot().isPeerOf(to.slot()))) {
            return; // another key or server of the same target
        }
        counters.fellBackTo(to.slot());
        String failed = sameProvider ? from.qualifiedModel() : from.slot().name();
        String other = sameProvider ? to.qualifiedModel() : to.slot().name();
        listeners.notifyListeners(listener -> listener.fellBack(pending.ticket, failed, other));
    }

    // ---- the next step of a request

    private void tryNext(PendingRequest<?> pending, CallFailure failure) {
        Decision decision = decide(pending, failure);
        if (decision instanceof Decision.GiveUp && mayRetry(pending, failure)) {
            retryLater(pending);
        } else {
            apply(decision, pending, finalOutcome(pending, failure));
        }
    }

    private Decision decide(PendingRequest<?> pending, CallFailure failure) {
        if (failure instanceof CallFailure.RateLimited limited) {
            boolean free = limited.notReady() && pending.tries.notReady <= MAX_NOT_READY;
            Decision decision = FallbackPolicy.afterRateLimit(
                    candidates(pending), free ? 0 : pending.tries.round, rounds(pending));
            pending.tries.round -= free && decision instanceof Decision.NextRound ? 1 : 0;
            return decision;
        }
        return codeOf(failure).allowsFallback() ? afterFailure(pending) : new Decision.GiveUp();
    }

    private void moveOn(PendingRequest<?> pending, Outcome otherwise) {
        pending.tries.failedAt.add(pending.target());
        apply(afterFailure(pending), pending, otherwise);
    }

    private Decision afterFailure(PendingRequest<?> pending) {
        return FallbackPolicy.afterFailure(
                candidates(pending), pending.tries.round, rounds(pending));
    }

    private List<Candidate> candidates(PendingRequest<?> pending) {
        long now = ticker.nanos();
        return pending.chain.stream()
                .map(target -> target.toCandidate(pending, now))
                .toList();
    }

    private int rounds(PendingRequest<?> pending) {
        return pending.request.singleRound() ? 0 : retryRounds;
    }

    private void apply(Decision decision, PendingRequest<?> pending, Outcome otherwise) {
        if (pending.isStale(ticker.nanos())) {
            registry.end(pending, new Outcome.Expired());
        } else if (decision instanceof Decision.TryTarget next) {
            RouteTarget from = pending.target();
            requestQueues.enqueueAt(pending, pending.chain.get(next.index()));
            reportFallback(pending, from);
        } else if (decision instanceof Decision.NextRound next) {
            pending.tries.refusedBy.clear();
            pending.tries.round++;
            requestQueues.enqueueAt(pending, pending.chain.get(next.index()));
            reportRetry(pending);
        } else {
            registry.end(pending, otherwise);
        }
    }

    /** Whether the request has made all calls that keys and rounds allow. */
    private boolean reachedCallLimit(PendingRequest<?> pending) {
        int keys =
                pending.chain.stream().mapToInt(target -> target.keys().size()).sum();
        return pending.numberOfTries() >= keys * (retryRounds + 1);
    }

    // ---- calling the same target again

    /** Whether the only call of a request met an error that may be temporary. */
    private boolean mayRetry(PendingRequest<?> pending, CallFailure failure) {
        return failure instanceof CallFailure.Failed failed
                && failed.code() == FailureCode.PROVIDER_ERROR
                && retryRounds > 0
                && pending.numberOfTries() == 1
                && pending.target().remainingCooldown(ticker.nanos()).isZero();
    }

    private void retryLater(PendingRequest<?> pending) {
        pending.tries.failedAt.remove(pending.target());
        pending.tries.round++;
        requestQueues.parkAt(pending, pending.target());
        pending.cancelAtEnd(
                timers.schedule(ticker.nanos() + RETRY_AFTER.toNanos(), () -> retry(pending)));
        reportRetry(pending);
    }

    private void retry(PendingRequest<?> pending) {
        if (pending.isStale(ticker.nanos())) {
            registry.end(pending, new Outcome.Expired());
        } else {
            requestQueues.resume(pending);
        }
    }

    private void reportRetry(PendingRequest<?> pending) {
        counters.retriedAt(pending.target().slot());
        listeners.notifyListeners(
                listener -> listener.retried(pending.ticket, pending.tries.round));
    }

    /** Whether to repeat a call: once if it may have run, never if it could be charged twice. */
    private boolean mayResend(PendingRequest<?> pending, CallFailure.NotAccepted failure) {
        if (failure.answered()) {
            return pending.tries.forms < MAX_FORMS;
        }
        return failure.mayHaveRun()
                ? pending.tries.reconnects == 0 && !quotas.governs(pending.request.tenant())
                : pending.tries.reconnects < MAX_RECONNECTS;
    }

    private void resend(PendingRequest<?> pending, CallFailure.NotAccepted failure) {
        pending.tries.forms++;
        pending.tries.reconnects += failure.answered() ? 0 : 1;
        Decision sameTarget = new Decision.TryTarget(pending.chain.indexOf(pending.target()));
        apply(sameTarget, pending, finalOutcome(pending, failure));
    }

    // ---- limits of keys

    /** Applies a failure to its key, which holds even if the request has ended. */
    void updateLimits(InFlightCall<?> call, CallFailure failure) {
        if (failure instanceof CallFailure.RateLimited limited) {
            coolDown(call, limited);
        } else if (failure instanceof CallFailure.Failed failed && recurs(failed)) {
            mark(call, failed);
        }
    }

    private void coolDown(InFlightCall<?> call, CallFailure.RateLimited limited) {
        long now = ticker.nanos();
        ProviderSlot slot = call.assignment.slot();
        counters.rateLimited(slot);
        KeyRateLimiter rateLimiter = call.assignment.rateLimiter();
        Duration advice = limited.retryAfter();
        Duration cooling;
        if (limited.notReady() && advice != null) {
            cooling = rateLimiter.notReady(now, advice);
        } else {
            slot.rateLimited(call.startedAt, now);
            cooling = rateLimiter.rateLimited(now, call.startedAt, advice);
        }
        listeners.notifyListeners(listener -> listener.rateLimited(slot.name(), cooling));
    }

    /** Takes a key, or one model at the key, out of service because of its failure. */
    private void mark(InFlightCall<?> call, CallFailure.Failed failed) {
        ProviderKey key = call.assignment.key();
        boolean noModel = failed.code() == FailureCode.MODEL_UNAVAILABLE;
        String model = noModel ? call.assignment.target().model() : "";
        Duration time =
                key.mark(failed.code(), model, failed.outage(), call.startedAt, ticker.nanos());
        String name = model.isEmpty() ? key.name : key.name + "/" + model;
        listeners.notifyListeners(listener -> listener.keyDisabled(name, failed.code(), time));
    }

    /** Whether other requests would fail in the same way, as the fault is the key's or the model's. */
    private static boolean recurs(CallFailure.Failed failed) {
        return !Duration.ZERO.equals(failed.outage())
                && switch (failed.code()) {
                    case AUTHENTICATION, QUOTA_EXHAUSTED, MODEL_UNAVAILABLE -> true;
                    default -> false;
                };
    }

    private void recordFailure(InFlightCall<?> call, CallFailure failure) {
        PendingRequest<?> pending = call.pending;
        if (failure instanceof CallFailure.RateLimited limited) {
            boolean free = limited.notReady() && pending.tries.notReady <= MAX_NOT_READY;
            pending.tries.notReady += free ? 1 : 0;
            pending.tries.refusedBy.add(call.assignment.rateLimiter());
        } else if (isFaultOfTarget(pending, failure)) {
            pending.tries.failedAt.add(pending.target());
        }
    }

    private boolean isFaultOfTarget(PendingRequest<?> pending, CallFailure failure) {
        if (failure instanceof CallFailure.NotAccepted notAccepted) {
            return !notAccepted.answered() && pending.tries.reconnects > 0;
        }
        // if the key is at fault, another key of the target may serve it
        return !(failure instanceof CallFailure.Failed failed
                && recurs(failed)
                && pending.target().isInService(ticker.nanos()));
    }

    // ---- outcomes

    private Outcome finalOutcome(PendingRequest<?> pending, CallFailure failure) {
        return failure instanceof CallFailure.RateLimited limited
                ? new Outcome.Rejected(
                        limited.overloaded()
                                ? RejectReason.PROVIDERS_UNAVAILABLE
                                : RejectReason.PROVIDERS_EXHAUSTED,
                        FallbackPolicy.untilRecovery(candidates(pending)))
                : failed(failure, false);
    }

    private static Outcome tooLarge() {
        return new Outcome.Rejected(RejectReason.TOO_LARGE, Duration.ZERO);
    }

    private static Outcome outOfService(RouteTarget target, long now) {
        FailureCode mark = target.markOf(now);
        if (mark == null) {
            return new Outcome.Rejected(
                    RejectReason.PROVIDERS_EXHAUSTED, target.remainingCooldown(now));
        }
        String provider = target.slot().name();
        String message = mark == FailureCode.MODEL_UNAVAILABLE
                ? provider + " has no model " + target.model() + " for us"
                : "no key of " + provider + " is in service";
        return new Outcome.Failed(mark, message, false);
    }

    private static Outcome.Failed failed(CallFailure failure, boolean partial) {
        return failure instanceof CallFailure.Failed failed
                ? new Outcome.Failed(
                        failed.code(),
                        failed.message(),
                        partial,
                        Usage.NONE,
                        failed.status(),
                        failed.providerCode())
                : new Outcome.Failed(codeOf(failure), failure.message(), partial);
    }

    /** Returns the code; for a rate limit after delivered parts, that of a truncated answer. */
    private static FailureCode codeOf(CallFailure failure) {
        if (failure instanceof CallFailure.Failed failed) {
            return failed.code();
        }
        if (failure instanceof CallFailure.NotAccepted notAccepted) {
            return notAccepted.answered() ? FailureCode.BAD_REQUEST : FailureCode.UNREACHABLE;
        }
        return FailureCode.CUT_OFF;
    }
}
