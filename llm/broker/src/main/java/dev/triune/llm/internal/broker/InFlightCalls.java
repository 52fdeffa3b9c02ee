/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import dev.triune.llm.FailureCode;
import dev.triune.llm.Update;
import dev.triune.llm.Usage;
import dev.triune.llm.provider.CallFailure;
import dev.triune.llm.provider.ModelCall;
import dev.triune.llm.provider.Provider.BatchingProvider;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The calls in flight. Each takes a permit, a reservation and a charge, and settles them once. */
class InFlightCalls {
    /** The nanoseconds after which a delay of ours says nothing about the provider. */
    private static final long LONG_DELAY = Duration.ofSeconds(5).toNanos();

    private final SingleOwnerBroker broker;
    private final BrokerOptions options;
    private int inFlight;
    private long ownerAway; // the sum of long pauses of the owner, in nanoseconds

    InFlightCalls(SingleOwnerBroker broker, BrokerOptions options) {
        this.broker = broker;
        this.options = options;
    }

    int inFlight() {
        return inFlight;
    }

    /** Reserves the needs of a granted call; null if a callback of its start ended it. */
    <T> @Nullable InFlightCall<T> begin(
            Assignment<T> assignment, ModelCall modelCall, Usage tokens) {
        PendingRequest<T> pending = assignment.pending();
        ProviderSlot slot = assignment.slot();
        long now = broker.ticker.nanos();
        slot.begin(assignment.target().model());
        inFlight++;
        boolean keepText = options.cacheCharacters > 0;
        InFlightCall<T> call =
                new InFlightCall<>(assignment, modelCall, broker.inbox, broker.ticker, keepText);
        call.ownerAwayBefore = ownerAway;
        pending.inFlightCall = call;
        broker.router.affinity.served(pending.request, modelCall.prompt(), slot);
        call.reservation =
                assignment.rateLimiter().reserve(tokens, RequestOrdering.isEmergency(pending), now);
        call.expected =
                broker.estimates.expected(pending, assignment.target(), modelCall.maxTokens());
        call.charged =
                broker.share.charge(broker.ordering.tenantOf(pending), call.expected.total());
        boolean underQuota = broker.quotas.governs(pending.request.tenant());
        call.timeLimit = underQuota ? options.sessionCallTimeout : options.callTimeout;
        scheduleTimeout(call, now + call.timeLimit.toNanos());
        recordStart(pending, slot, now);
        Duration waitTime = Duration.ofNanos(now - pending.submittedAt);
        broker.listeners.notifyListeners(
                listener -> listener.callStarted(pending.ticket, slot.name(), waitTime));
        if (!call.released) {
            broker.listeners.deliver(
                    pending, new Update.Started<>(pending.ticket, slot.name(), modelCall.model()));
        }
        if (call.released) {
            return null;
        }
        slot.payCredits(pending.request.cost(), broker.ticker.nanos());
        return call;
    }

    private void recordStart(PendingRequest<?> pending, ProviderSlot slot, long now) {
        broker.counters.called(slot, now - pending.submittedAt, pending.calls == 0);
        if (pending.calls == 0) {
            pending.firstCallAt = now;
        }
    }

    void start(InFlightCall<?> call) {
        if (call.released) {
            return;
        }
        call.started = true;
        call.pending.calls++;
        ProviderKey key = call.assignment.key();
        try {
            call.onStarted(key.provider.start(call.call, call));
        } catch (RuntimeException | LinkageError e) {
            call.fail(thrown(key, e));
        }
    }

    /** Calls the provider once for all calls of one key. */
    void start(List<InFlightCall<?>> batch, ProviderKey key) {
        List<InFlightCall<?>> calls = new ArrayList<>(batch);
        calls.removeIf(call -> call.released);
        if (calls.isEmpty() || !(key.provider instanceof BatchingProvider provider)) {
            calls.forEach(this::start);
            return;
        }
        try {
            calls.forEach(call -> {
                call.started = true;
                call.pending.calls++;
                call.inboxDelay = calls.get(0).inboxDelay; // all share one thread
            });
            List<BatchingProvider.BatchCall> batchCalls = calls.stream()
                    .map(call -> new BatchingProvider.BatchCall(call.call, call))
                    .toList();
            var runningCalls = provider.startBatch(batchCalls);
            String name = calls.get(0).assignment.slot().name();
            broker.listeners.notifyListeners(
                    listener -> listener.batchSent(name, batchCalls.size()));
            for (int i = 0; i < calls.size(); i++) {
                calls.get(i).onStarted(runningCalls.get(i));
            }
        } catch (RuntimeException | LinkageError e) {
            calls.forEach(call -> call.fail(thrown(key, e)));
        }
    }

    /** Returns the failure of a provider that threw; it is not blamed for class path errors. */
    private static CallFailure thrown(ProviderKey key, Throwable e) {
        return new CallFailure.Failed(
                e instanceof LinkageError ? FailureCode.BAD_REQUEST : FailureCode.PROVIDER_ERROR,
                "provider " + key.name + " threw " + InFlightCall.nameOf(e));
    }

    /** Releases what a call holds and charges it, once; cancels it if it is still running. */
    void finish(InFlightCall<?> call, CallResult result) {
        if (call.released) {
            return;
        }
        PendingRequest<?> pending = call.pending;
        call.abandon();
        pending.inFlightCall = null;
        RouteTarget target = call.assignment.target();
        target.slot().releasePermit();
        inFlight--;
        long now = broker.ticker.nanos();
        Duration took = call.took();
        pending.latency = took;
        Usage usage = call.used(broker.estimates.of(target.model()));
        pending.usage = pending.usage.plus(usage);
        settle(call, usage, now);
        broker.quotas.charge(pending, target, usage);
        target.slot()
                .ended(
                        target.model(),
                        call.notProviderFault ? CallResult.STOPPED : result,
                        Duration.ofNanos(now - call.startedAt));
        if (call.unreceived) {
            broker.counters.callUnreceived(target.slot());
        } else {
            broker.counters.callEnded(pending, target, usage);
        }
        broker.listeners.notifyListeners(
                listener -> listener.callEnded(pending.ticket, target.slot().name(), took));
    }

    /** Finishes a failed call, without blame if we were slow or it was still streaming. */
    void finishFailed(InFlightCall<?> call, CallFailure failure) {
        if (CallResult.of(failure) == CallResult.UNREACHABLE) {
            broker.router.affinity.forget(call.assignment.slot());
        }
        boolean timeout = failure instanceof CallFailure.Failed failed
                && failed.code() == FailureCode.PROVIDER_TIMEOUT;
        call.notProviderFault = isLong(call.inboxDelay.nanos()) || (timeout && call.isStreaming());
        call.unreceived =
                failure instanceof CallFailure.NotAccepted notAccepted && !notAccepted.answered();
        finish(call, CallResult.of(failure));
    }

    /** Settles budgets and share. An estimate counts as at least the expected tokens. */
    private void settle(InFlightCall<?> call, Usage usage, long now) {
        KeyRateLimiter.KeyReservation reservation = call.reservation;
        KeyRateLimiter limiter = call.assignment.rateLimiter();
        String game = broker.ordering.tenantOf(call.pending);
        long missing = call.expected.total() - usage.total();
        Usage used =
                usage.estimated() && missing > 0 ? usage.plus(new Usage(0, 0, 0, missing)) : usage;
        if (reservation != null && call.started && !call.unreceived) {
            limiter.settle(reservation, used, now);
        } else if (reservation != null) { // ended by a callback of its start, or not received
            limiter.release(reservation, now);
        }
        if (used.total() > 0) {
            broker.share.settle(game, call.charged, used.total());
        } else {
            broker.share.refund(game, call.charged);
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

    private void scheduleTimeout(InFlightCall<?> call, long at) {
        call.timeout = broker.timers.schedule(at, () -> onTimeout(call));
    }

    /** Ends a call, unless its end is in the inbox or it was delayed by a full inbox. */
    private void onTimeout(InFlightCall<?> call) {
        long delay = call.inboxDelay.nanos();
        long deadline = call.startedAt + call.timeLimit.toNanos() + delay;
        if (deadline - broker.ticker.nanos() > 0) {
            scheduleTimeout(call, deadline);
        } else if (!call.released && !call.hasEnded()) {
            call.notProviderFault =
                    isLong(delay) || ownerAway > call.ownerAwayBefore || call.isStreaming();
            finish(call, CallResult.FAILED);
            broker.failover.handle(
                    call,
                    new CallFailure.Failed(
                            FailureCode.PROVIDER_TIMEOUT,
                            "no complete answer within " + call.timeLimit.toMillis() + " ms"));
        }
    }
}
