/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import dev.triune.llm.FailureCode;
import dev.triune.llm.Update;
import dev.triune.llm.Usage;
import dev.triune.llm.internal.time.TimerQueue;
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

    private final BrokerOptions options;
    private final TimerQueue timers;
    private final Inbox inbox;
    private final ListenerNotifier listeners;
    private final TenantQuotas quotas;
    private final CallAccounts accounts;
    private final PrefixAffinity affinity;
    private final Upcalls upcalls;
    private int inFlight;
    private long ownerAway; // the sum of long pauses of the owner, in nanoseconds

    InFlightCalls(
            BrokerOptions options,
            TimerQueue timers,
            Inbox inbox,
            ListenerNotifier listeners,
            TenantQuotas quotas,
            CallAccounts accounts,
            PrefixAffinity affinity,
            Upcalls upcalls) {
        this.options = options;
        this.timers = timers;
        this.inbox = inbox;
        this.listeners = listeners;
        this.quotas = quotas;
        this.accounts = accounts;
        this.affinity = affinity;
        this.upcalls = upcalls;
    }

    int inFlight() {
        return inFlight;
    }

    /** Reserves the needs of a granted call; null if a callback of its start ended it. */
    <T> @Nullable InFlightCall<T> begin(
            Assignment<T> assignment, ModelCall modelCall, Usage tokens) {
        PendingRequest<T> pending = assignment.pending();
        ProviderSlot slot = assignment.slot();
        long now = options.ticker.nanos();
        slot.begin(assignment.target().model());
        assignment.key().began(assignment.target().model(), now);
        inFlight++;
        affinity.served(pending.request, modelCall.prompt(), slot);
        InFlightCall<T> call = new InFlightCall<>(
                assignment,
                modelCall,
                accounts.reserve(assignment, modelCall, tokens, now),
                timeLimit(pending, slot),
                ownerAway,
                inbox,
                options.ticker,
                options.cacheCharacters > 0);
        pending.calls.current = call;
        if (pending.calls.count == 0) {
            pending.calls.firstAt = now;
        }
        scheduleTimeout(call, now + call.timeLimit.toNanos());
        Duration waitTime = Duration.ofNanos(now - pending.submittedAt);
        listeners.notifyListeners(
                listener -> listener.callStarted(pending.ticket, slot.name(), waitTime));
        if (!call.released) {
            listeners.deliver(
                    pending,
                    new Update.Started<>(
                            pending.ticket,
                            slot.name(),
                            modelCall.model(),
                            assignment.key().provider.leftOut(modelCall)));
        }
        if (call.released) {
            return null;
        }
        slot.payCredits(pending.request.cost(), options.ticker.nanos());
        return call;
    }

    private Duration timeLimit(PendingRequest<?> pending, ProviderSlot slot) {
        boolean underQuota = quotas.governs(pending.request.tenant());
        return underQuota
                ? options.quotaCallTimeout
                : slot.settings.callTimeout().orElse(options.callTimeout);
    }

    void start(InFlightCall<?> call) {
        if (call.released) {
            return;
        }
        markStarted(call);
        ProviderKey key = call.assignment.key();
        try {
            call.onStarted(key.provider.start(call.call, call.answer));
        } catch (RuntimeException | LinkageError e) {
            call.answer.fail(thrown(key, e));
        }
    }

    private static void markStarted(InFlightCall<?> call) {
        call.started = true;
        call.pending.calls.count++;
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
                markStarted(call);
                call.inboxDelay = calls.get(0).inboxDelay; // all share one thread
            });
            List<BatchingProvider.BatchCall> batchCalls = calls.stream()
                    .map(call -> new BatchingProvider.BatchCall(call.call, call.answer))
                    .toList();
            var runningCalls = provider.startBatch(batchCalls);
            String name = calls.get(0).assignment.slot().name();
            listeners.notifyListeners(listener -> listener.batchSent(name, batchCalls.size()));
            for (int i = 0; i < calls.size(); i++) {
                calls.get(i).onStarted(runningCalls.get(i));
            }
        } catch (RuntimeException | LinkageError e) {
            calls.forEach(call -> call.answer.fail(thrown(key, e)));
        }
    }

    /** Returns the failure of a provider that threw; it is not blamed for class path errors. */
    private static CallFailure thrown(ProviderKey key, Throwable e) {
        return new CallFailure.Failed(
                e instanceof LinkageError ? FailureCode.BAD_REQUEST : FailureCode.PROVIDER_ERROR,
                "provider " + key.name + " threw " + AnswerStream.nameOf(e));
    }

    /** Releases what a call holds and charges it, once; cancels it if it is still running. */
    void finish(InFlightCall<?> call, CallResult result) {
        if (call.released) {
            return;
        }
        PendingRequest<?> pending = call.pending;
        call.abandon();
        pending.calls.current = null;
        RouteTarget target = call.assignment.target();
        target.slot().releasePermit();
        inFlight--;
        long now = options.ticker.nanos();
        Duration took = call.took();
        pending.calls.latency = took;
        Usage usage = accounts.settle(call, result != CallResult.UNRECEIVED, now);
        pending.calls.usage = pending.calls.usage.plus(usage);
        boolean answered = result == CallResult.ANSWERED;
        call.assignment.key().ended(target.model(), answered, call.startedAt);
        target.slot().ended(target.model(), result, Duration.ofNanos(now - call.startedAt));
        listeners.notifyListeners(
                listener -> listener.callEnded(pending.ticket, target.slot().name(), took));
    }

    /**
     * Finishes a failed call, without blame if we were slow, or if it ran out of time while it still
     * streamed or the owner was away.
     */
    void finishFailed(InFlightCall<?> call, CallFailure failure) {
        CallResult result = CallResult.of(failure);
        if (result == CallResult.UNREACHABLE) {
            affinity.forget(call.assignment.slot());
        }
        boolean timeout = failure instanceof CallFailure.Failed failed
                && failed.code() == FailureCode.PROVIDER_TIMEOUT;
        boolean excused = call.answer.isStreaming() || ownerAway > call.ownerAwayBefore;
        boolean blameless = isLong(call.inboxDelay.nanos()) || (timeout && excused);
        finish(call, blameless && result != CallResult.UNRECEIVED ? CallResult.STOPPED : result);
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
        call.timeout = timers.schedule(at, () -> onTimeout(call));
    }

    /** Ends a call, unless its end is in the inbox or it was delayed by a full inbox. */
    private void onTimeout(InFlightCall<?> call) {
        long delay = call.inboxDelay.nanos();
        long deadline = call.startedAt + call.timeLimit.toNanos() + delay;
        if (deadline - options.ticker.nanos() > 0) {
            scheduleTimeout(call, deadline);
        } else if (!call.released && !call.answer.isFinished()) {
            boolean blameless =
                    isLong(delay) || ownerAway > call.ownerAwayBefore || call.answer.isStreaming();
            finish(call, blameless ? CallResult.STOPPED : CallResult.FAILED);
            upcalls.timedOut(
                    call,
                    new CallFailure.Failed(
                            FailureCode.PROVIDER_TIMEOUT,
                            "no complete answer within " + call.timeLimit.toMillis() + " ms"));
        }
    }
}
