/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import dev.triune.llm.FailureCode;
import dev.triune.llm.Ticker;
import dev.triune.llm.Update;
import dev.triune.llm.Usage;
import dev.triune.llm.internal.policy.FairShare;
import dev.triune.llm.internal.time.TimerQueue;
import dev.triune.llm.provider.BatchingProvider;
import dev.triune.llm.provider.CallFailure;
import dev.triune.llm.provider.ModelCall;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** The calls under way. Each takes a permit, a reservation and a charge, and settles them once. */
class InFlightCalls {
    /** Nanoseconds after which a wait for us says nothing about the provider. */
    private static final long LONG_DELAY = Duration.ofSeconds(5).toNanos();

    private final Inbox inbox;
    private final Ticker ticker;
    private final TimerQueue timers;
    private final ListenerNotifier listeners;
    private final BrokerCounters counters;
    private final FairShare share;
    private final RequestOrdering ordering;
    private final Failover failover;
    private final TokenEstimators estimates;
    private final TenantQuotas quotas;
    private final Function<PendingRequest<?>, Duration> timeouts;
    private final boolean keepText;
    private int inFlight;

    /** Nanoseconds without work of the owner, in long pauses. */
    private long ownerAway;

    /**
     * Creates the registry; {@code timeouts} gives the limit of a call, {@code keepText} is for the
     * cache.
     */
    InFlightCalls(
            SingleOwnerBroker broker,
            Function<PendingRequest<?>, Duration> timeouts,
            boolean keepText) {
        this.inbox = broker.inbox;
        this.ticker = broker.ticker;
        this.timers = broker.timers;
        this.listeners = broker.listeners;
        this.counters = broker.counters;
        this.share = broker.share;
        this.ordering = broker.ordering;
        this.failover = broker.failover;
        this.estimates = broker.estimates;
        this.quotas = broker.quotas;
        this.timeouts = timeouts;
        this.keepText = keepText;
    }

    int inFlight() {
        return inFlight;
    }

    /** Reserves what a granted call needs. A callback of its start may end it at once. */
    <T> InFlightCall<T> begin(
            PendingRequest<T> pending, Assignment assignment, ModelCall call, Usage tokens) {
        ProviderSlot slot = assignment.slot();
        if (!slot.permits.tryAcquire()) {
            throw new IllegalStateException("granted without a free permit at " + slot.name());
        }
        long now = ticker.nanos();
        inFlight++;
        InFlightCall<T> inFlightCall =
                new InFlightCall<>(pending, call, assignment, inbox, ticker, keepText);
        inFlightCall.ownerAwayBefore = ownerAway;
        pending.inFlightCall = inFlightCall;
        slot.begin(assignment.target().model());
        inFlightCall.reservation =
                assignment.rateLimiter().reserve(tokens, RequestOrdering.isEmergency(pending), now);
        inFlightCall.expected = estimates.expected(pending, assignment.target(), call.maxTokens());
        inFlightCall.charged =
                share.charge(ordering.tenantOf(pending), inFlightCall.expected.total());
        inFlightCall.timeLimit = timeouts.apply(pending);
        scheduleTimeout(inFlightCall, now + inFlightCall.timeLimit.toNanos());
        recordStart(pending, slot, now);
        Duration waited = Duration.ofNanos(now - pending.submittedAt);
        listeners.notifyListeners(
                listener -> listener.callStarted(pending.ticket, slot.name(), waited));
        if (!inFlightCall.released) {
            listeners.deliver(
                    pending, new Update.Started<>(pending.ticket, slot.name(), call.model()));
        }
        return inFlightCall;
    }

    private void recordStart(PendingRequest<?> pending, ProviderSlot slot, long now) {
        counters.called(slot, now - pending.submittedAt, pending.calls == 0);
        if (pending.calls == 0) {
            pending.firstCallAt = now;
        }
    }

    void start(InFlightCall<?> inFlightCall) {
        if (inFlightCall.released) {
            return;
        }
        inFlightCall.started = true;
        inFlightCall.pending.calls++;
        ProviderKey key = inFlightCall.assignment.key();
        try {
            inFlightCall.onStarted(key.provider.start(inFlightCall.call, inFlightCall));
        } catch (RuntimeException | LinkageError e) {
            inFlightCall.fail(thrown(key, e));
        }
    }

    /** Calls the provider once for all of these calls of one key. */
    void start(List<InFlightCall<?>> batch, ProviderKey key) {
        List<InFlightCall<?>> inFlightCalls = new ArrayList<>(batch);
        inFlightCalls.removeIf(inFlightCall -> inFlightCall.released);
        if (inFlightCalls.isEmpty() || !(key.provider instanceof BatchingProvider provider)) {
            inFlightCalls.forEach(this::start);
            return;
        }
        try {
            inFlightCalls.forEach(inFlightCall -> {
                inFlightCall.started = true;
                inFlightCall.pending.calls++;
                inFlightCall.inboxDelay = inFlightCalls.get(0).inboxDelay; // one thread for all
            });
            List<BatchingProvider.BatchCall> batchCalls = inFlightCalls.stream()
                    .map(inFlightCall ->
                            new BatchingProvider.BatchCall(inFlightCall.call, inFlightCall))
                    .toList();
            var runningCalls = provider.startBatch(batchCalls);
            String name = inFlightCalls.get(0).assignment.slot().name();
            listeners.notifyListeners(listener -> listener.batchSent(name, batchCalls.size()));
            for (int i = 0; i < inFlightCalls.size(); i++) {
                inFlightCalls.get(i).onStarted(runningCalls.get(i));
            }
        } catch (RuntimeException | LinkageError e) {
            inFlightCalls.forEach(inFlightCall -> inFlightCall.fail(thrown(key, e)));
        }
    }

    /** A fault in the class path is ours: it does not count against the provider. */
    private static CallFailure thrown(ProviderKey key, Throwable e) {
        return new CallFailure.Failed(
                e instanceof LinkageError ? FailureCode.BAD_REQUEST : FailureCode.PROVIDER_ERROR,
                "provider " + key.name + " threw " + InFlightCall.nameOf(e));
    }

    /**
     * Releases what the call held and charges what it took, once; cancels it if it has not ended.
     */
    void finish(InFlightCall<?> inFlightCall, CallResult how) {
        if (inFlightCall.released) {
            return;
        }
        PendingRequest<?> pending = inFlightCall.pending;
        inFlightCall.abandon();
        pending.inFlightCall = null;
        RouteTarget target = inFlightCall.assignment.target();
        target.slot().permits.release();
        inFlight--;
        long now = ticker.nanos();
        Duration took = inFlightCall.took();
        pending.latency = took;
        Usage usage = inFlightCall.used(estimates.of(target.model()));
        pending.usage = pending.usage.plus(usage);
        settle(inFlightCall, usage, now);
        quotas.charge(pending, target, usage);
        target.slot()
                .ended(
                        target.model(),
                        inFlightCall.blameless ? CallResult.STOPPED : how,
                        Duration.ofNanos(now - inFlightCall.startedAt));
        if (inFlightCall.unreceived) {
            counters.callUnreceived(target.slot());
        } else {
            counters.callEnded(pending, target, usage);
        }
        listeners.notifyListeners(
                listener -> listener.callEnded(pending.ticket, target.slot().name(), took));
    }

    /**
     * Finishes a failed call. The provider is not to blame if we were slow or it still streamed.
     */
    void finishFailed(InFlightCall<?> inFlightCall, CallFailure failure) {
        boolean timeout = failure instanceof CallFailure.Failed failed
                && failed.code() == FailureCode.PROVIDER_TIMEOUT;
        inFlightCall.blameless =
                isLong(inFlightCall.inboxDelay.nanos()) || (timeout && inFlightCall.isStreaming());
        inFlightCall.unreceived =
                failure instanceof CallFailure.NotAccepted notAccepted && !notAccepted.answered();
        finish(inFlightCall, Failover.resultOf(failure));
    }

    /** Settles budgets and share. An estimate counts as the expected tokens at least. */
    private void settle(InFlightCall<?> inFlightCall, Usage usage, long now) {
        KeyRateLimiter.KeyReservation reservation = inFlightCall.reservation;
        KeyRateLimiter limiter = inFlightCall.assignment.rateLimiter();
        String game = ordering.tenantOf(inFlightCall.pending);
        long missing = inFlightCall.expected.total() - usage.total();
        Usage used =
                usage.estimated() && missing > 0 ? usage.plus(new Usage(0, 0, 0, missing)) : usage;
        if (reservation != null && inFlightCall.started && !inFlightCall.unreceived) {
            limiter.settle(reservation, used, now);
        } else if (reservation != null) { // ended by a callback of its start, or lost on its way
            limiter.release(reservation, now);
        }
        if (used.total() > 0) {
            share.settle(game, inFlightCall.charged, used.total());
        } else {
            share.refund(game, inFlightCall.charged);
        }
    }

    void ownerWasAway(long nanos) {
        if (isLong(nanos)) {
            ownerAway += nanos;
        }
    }

    private boolean isLong(long nanos) {
        return nanos > LONG_DELAY;
    }

    private void scheduleTimeout(InFlightCall<?> inFlightCall, long at) {
        inFlightCall.timeout = timers.schedule(at, () -> onTimeout(inFlightCall));
    }

    /** Ends a call, unless its end waits in the inbox or it lost time to a full inbox. */
    private void onTimeout(InFlightCall<?> inFlightCall) {
        long delay = inFlightCall.inboxDelay.nanos();
        long due = inFlightCall.startedAt + inFlightCall.timeLimit.toNanos() + delay;
        if (due - ticker.nanos() > 0) {
            scheduleTimeout(inFlightCall, due);
        } else if (!inFlightCall.released && !inFlightCall.hasEnded()) {
            inFlightCall.blameless = isLong(delay)
                    || ownerAway > inFlightCall.ownerAwayBefore
                    || inFlightCall.isStreaming();
            finish(inFlightCall, CallResult.FAILED);
            failover.handle(
                    inFlightCall,
                    new CallFailure.Failed(
                            FailureCode.PROVIDER_TIMEOUT,
                            "no complete answer within " + inFlightCall.timeLimit.toMillis()
                                    + " ms"));
        }
    }
}
