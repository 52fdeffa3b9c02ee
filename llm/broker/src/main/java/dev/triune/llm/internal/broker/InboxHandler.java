/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import dev.triune.llm.Outcome;
import dev.triune.llm.Outcome.FinishReason;
import dev.triune.llm.Update;
import dev.triune.llm.Usage;
import dev.triune.llm.internal.policy.TokenEstimator;
import dev.triune.llm.provider.CallFailure;
import java.time.Duration;
import java.util.function.Consumer;

/** Handles the events of calls in flight, and cancellations by tokens. Owner only. */
final class InboxHandler implements Consumer<InboxEvent> {
    private final SingleOwnerBroker broker;
    private final Admission admission;

    InboxHandler(SingleOwnerBroker broker, Admission admission) {
        this.broker = broker;
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
        long now = broker.ticker.nanos();
        pending.delivered++;
        broker.tenants.renew(pending.request.tenant(), now);
        if (pending.delivered == 1) {
            Duration sinceCall = Duration.ofNanos(now - call.startedAt);
            broker.listeners.notifyListeners(
                    listener -> listener.firstPart(pending.ticket, sinceCall));
        }
        if (!call.released) {
            broker.listeners.deliver(pending, new Update.Part<>(pending.ticket, (T) value));
        }
    }

    private void onCompleted(InFlightCall<?> call, FinishReason reason) {
        broker.inFlightCalls.finish(call, CallResult.ANSWERED);
        call.assignment.rateLimiter().rateLimitCooldown().answered();
        learnTokens(call);
        call.assignment.slot().answered(reason.isComplete());
        if (broker.cache != null && reason == FinishReason.STOP) { // cached text has no tool calls
            broker.cache.store(call);
        }
        broker.registry.end(call.pending, outcome(call, reason));
    }

    private void learnTokens(InFlightCall<?> call) {
        TokenEstimator estimator = broker.estimates.of(call.assignment.target().model());
        Usage usage = call.used(estimator);
        if (!usage.estimated()) {
            int length = call.call.prompt().length();
            estimator.observed(length, usage.prompt(), usage.output());
        }
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
            broker.failover.updateLimits(call, failure);
        } else {
            broker.inFlightCalls.finishFailed(call, failure);
            broker.failover.handle(call, failure);
        }
    }
}
