/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import dev.triune.llm.Outcome;
import dev.triune.llm.Ticker;
import dev.triune.llm.internal.time.TimerQueue;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Takes requests in: finds a place for each, or says why there is none. Owner only. */
final class Admission {
    private static final Duration MIN_HINT = Duration.ofSeconds(1);

    private final Tenants tenants;
    private final AgentRequests agentRequests;
    private final TenantQuotas quotas;
    private final RequestQueues requestQueues;
    private final RequestRegistry open;
    private final InFlightCalls inFlightCalls;
    private final BrokerCounters counters;
    private final TimerQueue timers;
    private final Inbox inbox;
    private final Ticker ticker;

    Admission(SingleOwnerBroker broker) {
        this.tenants = broker.tenants;
        this.agentRequests = broker.agentRequests;
        this.quotas = broker.quotas;
        this.requestQueues = broker.requestQueues;
        this.open = broker.open;
        this.inFlightCalls = broker.inFlightCalls;
        this.counters = broker.counters;
        this.timers = broker.timers;
        this.inbox = broker.inbox;
        this.ticker = broker.ticker;
    }

    /** Places a request that was just opened, or ends it with the next turn of work. */
    void admit(PendingRequest<?> pending) {
        long now = ticker.nanos();
        ProviderSlot slot = pending.target.slot();
        pending.queueLength = slot.queued();
        Outcome refusal = refusal(pending, now);
        if (refusal != null) {
            open.endLater(pending, refusal);
            return;
        }
        PendingRequest<?> live = agentRequests.liveOf(pending);
        agentRequests.started(pending); // before callbacks can submit for the same agent
        if (live != null) {
            end(live, new Outcome.Superseded());
        }
        if (requestQueues.full(slot)) {
            PendingRequest<?> pushedOut = requestQueues.evictionFor(pending, slot, now);
            if (pushedOut != null) {
                end(pushedOut, rejected(Outcome.RejectReason.PUSHED_OUT, retryAfterHint()));
            }
        }
        tenants.recordCall(pending, now);
        if (open.isOver(pending)) {
            return; // a callback of an end above ended this one too
        }
        scheduleTimeouts(pending, now);
        requestQueues.place(pending, pending.target);
    }

    /** Why a newcomer is refused, or null. Its game has a lease from now on either way. */
    private @Nullable Outcome refusal(PendingRequest<?> pending, long now) {
        if (!tenants.renew(pending.request.tenant(), now)) {
            return rejected(Outcome.RejectReason.QUEUE_FULL, retryAfterHint());
        }
        counters.tenantJoined(pending.request.tenant());
        Duration cooldown = tenants.cooldown(pending, now);
        if (!cooldown.isZero()) {
            return rejected(Outcome.RejectReason.GAME_COOLDOWN, cooldown);
        }
        PendingRequest<?> live = agentRequests.liveOf(pending);
        if (live != null && !mayReplace(pending, live)) {
            return rejected(Outcome.RejectReason.AGENT_BUSY, retryAfterHint());
        }
        ProviderSlot slot = pending.target.slot();
        boolean takesItsPlace =
                live != null && live.inFlightCall == null && live.target.slot() == slot;
        if (requestQueues.full(slot)
                && !takesItsPlace
                && requestQueues.evictionFor(pending, slot, now) == null) {
            return rejected(Outcome.RejectReason.QUEUE_FULL, retryAfterHint());
        }
        return null;
    }

    private static boolean mayReplace(PendingRequest<?> newcomer, PendingRequest<?> live) {
        boolean moreUrgent = newcomer.request.priority().compareTo(live.request.priority()) > 0;
        return moreUrgent && (live.inFlightCall == null || newcomer.request.interrupting());
    }

    private void scheduleTimeouts(PendingRequest<?> pending, long now) {
        pending.request
                .usefulFor()
                .ifPresent(time -> pending.cancelAtEnd(timers.schedule(
                        now + time.toNanos(), () -> endIfWaiting(pending, new Outcome.Expired()))));
        if (quotas.governs(pending.request.tenant())) {
            limitSessionWait(pending);
        }
        pending.request
                .cancelToken()
                .ifPresent(token -> pending.atEnd.add(token.onCancel(
                        () -> inbox.putEnd(new InboxEvent.CancelRequested(pending)))));
    }

    /** Gives a request up if it waits at the end of the patience of a session under a quota. */
    void limitSessionWait(PendingRequest<?> pending) {
        pending.cancelAtEnd(timers.schedule(
                ticker.nanos() + quotas.mode().maxWait().toNanos(),
                () -> endIfWaiting(
                        pending, rejected(Outcome.RejectReason.QUEUE_TIMEOUT, MIN_HINT))));
    }

    private void endIfWaiting(PendingRequest<?> pending, Outcome outcome) {
        if (pending.inFlightCall == null) {
            open.end(pending, outcome);
        }
    }

    /** Ends a request in any state; its outcome is delivered with the next turn of work. */
    void end(PendingRequest<?> pending, Outcome outcome) {
        if (pending.inFlightCall != null) {
            inFlightCalls.finish(pending.inFlightCall, CallResult.STOPPED);
        }
        open.endLater(pending, outcome);
    }

    void cancel(PendingRequest<?> pending) {
        end(pending, new Outcome.Cancelled(pending.calls == 0));
    }

    private static Outcome rejected(Outcome.RejectReason reason, Duration retryAfter) {
        return new Outcome.Rejected(reason, retryAfter);
    }

    /** A hint of when a full queue has room: the mean wait, a second at the least. */
    private Duration retryAfterHint() {
        Duration mean = counters.meanWait();
        return mean.compareTo(MIN_HINT) < 0 ? MIN_HINT : mean;
    }
}
