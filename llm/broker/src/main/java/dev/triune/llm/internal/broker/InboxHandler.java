/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import dev.triune.llm.Outcome;
import dev.triune.llm.Outcome.FinishReason;
import dev.triune.llm.Ticker;
import dev.triune.llm.Update;
import dev.triune.llm.Usage;
import dev.triune.llm.provider.CallFailure;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Handles the events of calls in flight, and cancellations by tokens. Owner only. */
final class InboxHandler implements Consumer<InboxEvent> {
    private final Ticker ticker;
    private final ListenerNotifier listeners;
    private final Tenants tenants;
    private final CallAccounts accounts;
    private final RequestRegistry registry;
    private final @Nullable CacheInterceptor cache;
    private final Failover failover;
    private final InFlightCalls inFlightCalls;
    private final Admission admission;

    InboxHandler(
            Ticker ticker,
            ListenerNotifier listeners,
            Tenants tenants,
            CallAccounts accounts,
            RequestRegistry registry,
            @Nullable CacheInterceptor cache,
            Failover failover,
            InFlightCalls inFlightCalls,
            Admission admission) {
        this.ticker = ticker;
        this.listeners = listeners;
        this.tenants = tenants;
        this.accounts = accounts;
        this.registry = registry;
        this.cache = cache;
        this.failover = failover;
        this.inFlightCalls = inFlightCalls;
        this.admission = admission;
    }

    @Override
    public void accept(InboxEvent event) {
        if (event instanceof InboxEvent.Part part && !part.inFlightCall().released) {
            deliverPart(part.inFlightCall(), part.value());
        } else if (event instanceof InboxEvent.Completed end && !end.inFlightCall().released) {
            onCompleted(end.inFlightCall(), end.reason());
        } else if (event instanceof InboxEvent.Failed failed) {
            onFailed(failed.inFlightCall(), failed.failure());
        } else if (event instanceof InboxEvent.CancelRequested request) {
            admission.cancel(request.pending());
        }
    }

    /** Delivers a value of the call's own decoder, so that its type is right. */
    @SuppressWarnings("unchecked")
    private <T> void deliverPart(InFlightCall<T> call, Object value) {
        PendingRequest<T> pending = call.pending;
        long now = ticker.nanos();
        pending.delivered++;
        tenants.renew(pending.request.tenant(), now);
        if (pending.delivered == 1) {
            Duration sinceCall = Duration.ofNanos(now - call.startedAt);
            listeners.notifyListeners(listener -> listener.firstPart(pending.ticket, sinceCall));
        }
        if (!call.released) {
            listeners.deliver(pending, new Update.Part<>(pending.ticket, (T) value));
        }
    }

    private void onCompleted(InFlightCall<?> call, FinishReason reason) {
        inFlightCalls.finish(call, CallResult.ANSWERED);
        call.assignment.rateLimiter().rateLimitCooldown().answered();
        accounts.learn(call);
        call.assignment.slot().answered(reason.isComplete() || reason == FinishReason.LENGTH);
        if (cache != null && reason == FinishReason.STOP) { // cached text has no tool calls
            cache.store(call);
        }
        registry.end(call.pending, outcome(call, reason));
    }

    private static Outcome outcome(InFlightCall<?> call, FinishReason reason) {
        String provider = call.assignment.slot().name();
        String model = call.assignment.target().model();
        boolean partial = call.pending.delivered > 0;
        return reason.isComplete()
                ? new Outcome.Answered(provider, model, reason, Usage.NONE)
                : new Outcome.Incomplete(provider, model, reason, partial, Usage.NONE);
    }

    private void onFailed(InFlightCall<?> call, CallFailure failure) {
        if (call.released) { // too late for the request, but not for the limits
            failover.updateLimits(call, failure);
        } else {
            inFlightCalls.finishFailed(call, failure);
            failover.handle(call, failure);
        }
    }
}
