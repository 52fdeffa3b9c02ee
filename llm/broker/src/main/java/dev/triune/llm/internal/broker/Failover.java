/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import dev.triune.llm.FailureCode;
import dev.triune.llm.Outcome;
import dev.triune.llm.Usage;
import dev.triune.llm.internal.policy.FallbackPolicy;
import dev.triune.llm.provider.CallFailure;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;

/** Applies the decisions of {@link FallbackPolicy} after a failed call. Owner only. */
class Failover {
    /**
     * The maximum number of calls of a request in another form after rejections by its provider.
     */
    static final int MAX_FORMS = 8;

    /** The maximum number of reconnects for a call that certainly did not run. */
    private static final int MAX_RECONNECTS = 3;

    /** The delay before an error is retried if no other provider can serve the request. */
    private static final Duration RETRY_AFTER = Duration.ofSeconds(1);

    private final SingleOwnerBroker broker;
    private final int retryRounds;

    Failover(SingleOwnerBroker broker, int retryRounds) {
        this.broker = broker;
        this.retryRounds = retryRounds;
    }

    static CallResult resultOf(CallFailure failure) {
        if (!(failure instanceof CallFailure.Failed failed)) {
            return CallResult.REFUSED;
        }
        return switch (failed.code()) {
            case PROVIDER_ERROR, PROVIDER_TIMEOUT, CUT_OFF -> CallResult.FAILED;
            case UNREACHABLE -> CallResult.UNREACHABLE;
            case AUTHENTICATION,
                    MODEL_UNAVAILABLE,
                    QUOTA_EXHAUSTED,
                    BAD_REQUEST,
                    UNREADABLE_ANSWER,
                    PROMPT_FAILED -> CallResult.REFUSED;
        };
    }

    void handle(InFlightCall<?> call, CallFailure failure) {
        PendingRequest<?> pending = call.pending;
        updateLimits(call, failure);
        recordFailure(call, failure);
        if (broker.registry.isOver(pending)) {
            return; // a listener ended it
        }
        if (pending.delivered > 0) {
            broker.registry.end(pending, failed(failure, true));
        } else if (failure instanceof CallFailure.NotAccepted notAccepted
                && mayResend(pending, notAccepted)) {
            resend(pending, notAccepted);
        } else if (broker.quotas.governs(pending.request.tenant()) || reachedCallLimit(pending)) {
            Duration wait =
                    FallbackPolicy.untilRecovery(candidates(pending, broker.ticker.nanos()));
            broker.registry.end(pending, finalOutcome(failure, wait));
        } else {
            tryNext(pending, failure);
        }
    }

    /** Moves a request from a target that cannot serve it, now or ever, or ends it. */
    void handleUnserved(PendingRequest<?> pending) {
        if (!pending.target.slot().canAfford(pending.request.cost())) {
            handleTooLarge(pending);
            return;
        }
        long now = broker.ticker.nanos();
        FailureCode mark = pending.target.keys().stream()
                .map(key -> key.markOf(pending.target.model(), now))
                .filter(code -> code != null)
                .findFirst()
                .orElse(null);
        pending.failedAt.add(pending.target);
        Outcome end = mark == null
                ? new Outcome.Rejected(
                        Outcome.RejectReason.PROVIDERS_EXHAUSTED,
                        pending.target.remainingCooldown(now))
                : new Outcome.Failed(mark, unserved(pending.target, mark), false);
        apply(
                FallbackPolicy.afterFailure(
                        candidates(pending, now), pending.round, rounds(pending)),
                pending,
                wait -> end);
    }

    private static String unserved(RouteTarget target, FailureCode mark) {
        String provider = target.slot().name();
        return mark == FailureCode.MODEL_UNAVAILABLE
                ? provider + " has no model " + target.model() + " for us"
                : "no key of " + provider + " is in service";
    }

    /** Moves a request that its target could never accept, or ends it. */
    void handleTooLarge(PendingRequest<?> pending) {
        pending.failedAt.add(pending.target);
        Outcome end = new Outcome.Rejected(Outcome.RejectReason.TOO_LARGE, Duration.ZERO);
        List<FallbackPolicy.Candidate> chain = candidates(pending, broker.ticker.nanos());
        apply(
                FallbackPolicy.afterFailure(chain, pending.round, rounds(pending)),
                pending,
                wait -> end);
    }

    void reportFallback(PendingRequest<?> pending, RouteTarget from) {
        RouteTarget to = pending.target;
        boolean peer = from.slot() == to.slot() || from.slot().isPeerOf(to.slot());
        if (peer && from.model().equals(to.model())) {
            return; // another key or server of the same target
        }
        broker.counters.fellBackTo(to.slot());
        boolean sameProvider = from.slot() == to.slot();
        String failedProvider = sameProvider
                ? from.slot().name() + "/" + from.model()
                : from.slot().name();
        String other =
                sameProvider ? to.slot().name() + "/" + to.model() : to.slot().name();
        broker.listeners.notifyListeners(
                listener -> listener.fellBack(pending.ticket, failedProvider, other));
    }

    private void tryNext(PendingRequest<?> pending, CallFailure failure) {
        long now = broker.ticker.nanos();
        List<FallbackPolicy.Candidate> chain = candidates(pending, now);
        FallbackPolicy.Decision decision;
        if (failure instanceof CallFailure.RateLimited) {
            decision = FallbackPolicy.afterRateLimit(chain, pending.round, rounds(pending));
        } else {
            decision = codeOf(failure).allowsFallback()
                    ? FallbackPolicy.afterFailure(chain, pending.round, rounds(pending))
                    : new FallbackPolicy.Decision.GiveUp(Duration.ZERO);
        }
        if (decision instanceof FallbackPolicy.Decision.GiveUp && mayRetry(pending, failure)) {
            retryLater(pending);
        } else {
            apply(decision, pending, wait -> finalOutcome(failure, wait));
        }
    }

    /** Whether the only call of a request met an error that may be temporary. */
    private boolean mayRetry(PendingRequest<?> pending, CallFailure failure) {
        return failure instanceof CallFailure.Failed failed
                && failed.code() == FailureCode.PROVIDER_ERROR
                && retryRounds > 0
                && pending.calls - pending.forms == 1
                && pending.target.remainingCooldown(broker.ticker.nanos()).isZero();
    }

    private void retryLater(PendingRequest<?> pending) {
        pending.failedAt.remove(pending.target);
        pending.round++;
        broker.requestQueues.parkAt(pending, pending.target);
        pending.cancelAtEnd(broker.timers.schedule(
                broker.ticker.nanos() + RETRY_AFTER.toNanos(), () -> retry(pending)));
        broker.counters.retriedAt(pending.target.slot());
        broker.listeners.notifyListeners(
                listener -> listener.retried(pending.ticket, pending.round));
    }

    private void retry(PendingRequest<?> pending) {
        if (pending.isStale(broker.ticker.nanos())) {
            broker.registry.end(pending, new Outcome.Expired());
        } else {
            broker.requestQueues.resume(pending);
        }
    }

    private void apply(
            FallbackPolicy.Decision decision,
            PendingRequest<?> pending,
            Function<Duration, Outcome> end) {
        if (pending.isStale(broker.ticker.nanos())) {
            broker.registry.end(pending, new Outcome.Expired());
            return;
        }
        RouteTarget from = pending.target;
        if (decision instanceof FallbackPolicy.Decision.TryTarget next) {
            broker.requestQueues.enqueueAt(pending, pending.chain.get(next.index()));
            reportFallback(pending, from);
        } else if (decision instanceof FallbackPolicy.Decision.NextRound next) {
            pending.refusedBy.clear();
            pending.round++;
            broker.requestQueues.enqueueAt(pending, pending.chain.get(next.index()));
            broker.counters.retriedAt(pending.target.slot());
            broker.listeners.notifyListeners(
                    listener -> listener.retried(pending.ticket, pending.round));
        } else if (decision instanceof FallbackPolicy.Decision.GiveUp last) {
            broker.registry.end(pending, end.apply(last.retryAfter()));
        }
    }

    /**
     * Whether to send a call again: once if it may have run, never if that could be charged twice.
     */
    private boolean mayResend(PendingRequest<?> pending, CallFailure.NotAccepted failure) {
        if (failure.answered()) {
            return pending.forms < MAX_FORMS;
        }
        return failure.mayHaveRun()
                ? pending.reconnects == 0 && !broker.quotas.governs(pending.request.tenant())
                : pending.reconnects < MAX_RECONNECTS;
    }

    private void resend(PendingRequest<?> pending, CallFailure.NotAccepted failure) {
        pending.forms++;
        pending.reconnects += failure.answered() ? 0 : 1;
        int currentIndex = pending.chain.indexOf(pending.target);
        apply(
                new FallbackPolicy.Decision.TryTarget(currentIndex),
                pending,
                wait -> finalOutcome(failure, wait));
    }

    private static List<FallbackPolicy.Candidate> candidates(PendingRequest<?> pending, long now) {
        return pending.chain.stream()
                .map(target -> target.toCandidate(pending, now))
                .toList();
    }

    /** Applies a failure to its key, which holds even if the request has ended. */
    void updateLimits(InFlightCall<?> call, CallFailure failure) {
        if (failure instanceof CallFailure.RateLimited limited) {
            coolDown(call, limited);
        } else if (failure instanceof CallFailure.Failed failed) {
            mark(call.assignment, failed);
        }
    }

    private void coolDown(InFlightCall<?> call, CallFailure.RateLimited limited) {
        long now = broker.ticker.nanos();
        ProviderSlot slot = call.assignment.slot();
        broker.counters.rateLimited(slot);
        slot.refused(call.startedAt, now);
        Duration cooling =
                call.assignment.rateLimiter().refused(now, call.startedAt, limited.retryAfter());
        broker.listeners.notifyListeners(listener -> listener.rateLimited(slot.name(), cooling));
    }

    /** Takes a key, or one model at the key, out of service if the failure is its fault. */
    private void mark(Assignment assignment, CallFailure.Failed failed) {
        if (!marksKey(failed.code())) {
            return;
        }
        ProviderKey key = assignment.key();
        String model = failed.code() == FailureCode.MODEL_UNAVAILABLE
                ? assignment.target().model()
                : "";
        Duration time = failed.outage()
                .filter(advised -> advised.compareTo(ProviderKey.MARK) > 0)
                .orElse(ProviderKey.MARK);
        key.mark(failed.code(), model, time, broker.ticker.nanos());
        String name = model.isEmpty() ? key.name : key.name + "/" + model;
        broker.listeners.notifyListeners(
                listener -> listener.keyDisabled(name, failed.code(), time));
    }

    private static boolean marksKey(FailureCode code) {
        return code == FailureCode.AUTHENTICATION
                || code == FailureCode.QUOTA_EXHAUSTED
                || code == FailureCode.MODEL_UNAVAILABLE;
    }

    private void recordFailure(InFlightCall<?> call, CallFailure failure) {
        PendingRequest<?> pending = call.pending;
        if (failure instanceof CallFailure.RateLimited) {
            pending.refusedBy.add(call.assignment.rateLimiter());
        } else if (isFaultOfTarget(pending, failure)) {
            pending.failedAt.add(pending.target);
        }
    }

    private boolean isFaultOfTarget(PendingRequest<?> pending, CallFailure failure) {
        if (failure instanceof CallFailure.NotAccepted notAccepted) {
            return !notAccepted.answered() && pending.reconnects > 0;
        }
        // if the key is at fault, another key of the target may serve it
        return !(marksKey(codeOf(failure)) && pending.target.isInService(broker.ticker.nanos()));
    }

    private int rounds(PendingRequest<?> pending) {
        return pending.request.singleRound() ? 0 : retryRounds;
    }

    /** Whether the request has made all calls that keys and rounds allow. */
    private boolean reachedCallLimit(PendingRequest<?> pending) {
        int keys =
                pending.chain.stream().mapToInt(target -> target.keys().size()).sum();
        return pending.calls - pending.forms >= keys * (retryRounds + 1);
    }

    private static Outcome finalOutcome(CallFailure failure, Duration retryAfter) {
        return failure instanceof CallFailure.RateLimited
                ? new Outcome.Rejected(Outcome.RejectReason.PROVIDERS_EXHAUSTED, retryAfter)
                : failed(failure, false);
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
