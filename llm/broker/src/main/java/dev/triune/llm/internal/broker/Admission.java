/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import dev.triune.llm.FailureCode;
import dev.triune.llm.Outcome;
import dev.triune.llm.Ticker;
import dev.triune.llm.internal.time.TimerQueue;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Admits or rejects requests. Owner only. */
final class Admission {
    private static final Duration MIN_HINT = Duration.ofSeconds(1);

    private final Ticker ticker;
    private final TimerQueue timers;
    private final Inbox inbox;
    private final BrokerCounters counters;
    private final Router router;
    private final Tenants tenants;
    private final AgentRequests agentRequests;
    private final TenantQuotas quotas;
    private final RequestQueues requestQueues;
    private final RequestRegistry registry;
    private final InFlightCalls inFlightCalls;

    Admission(
            Ticker ticker,
            TimerQueue timers,
            Inbox inbox,
            BrokerCounters counters,
            Router router,
            Tenants tenants,
            AgentRequests agentRequests,
            TenantQuotas quotas,
            RequestQueues requestQueues,
            RequestRegistry registry,
            InFlightCalls inFlightCalls) {
        this.ticker = ticker;
        this.timers = timers;
        this.inbox = inbox;
        this.counters = counters;
        this.router = router;
        this.tenants = tenants;
        this.agentRequests = agentRequests;
        this.quotas = quotas;
        this.requestQueues = requestQueues;
        this.registry = registry;
        this.inFlightCalls = inFlightCalls;
    }

    void admit(PendingRequest<?> pending) {
        String unserved = router.unserved(pending.request);
        if (unserved != null) {
            registry.endLater(
                    pending, new Outcome.Failed(FailureCode.MODEL_UNAVAILABLE, unserved, false));
            return;
        }
        long now = ticker.nanos();
        ProviderSlot slot = pending.target().slot();
        pending.queueLength = slot.queued();
        Outcome refusal = refusal(pending, now);
        if (refusal != null) {
            registry.endLater(pending, refusal);
            return;
        }
        PendingRequest<?> previous = agentRequests.pendingOf(pending);
        agentRequests.started(pending); // before callbacks submit for the same agent
        if (previous != null) {
            end(previous, new Outcome.Superseded());
        }
        if (requestQueues.full(slot)) {
            PendingRequest<?> pushedOut = requestQueues.evictionFor(pending, slot, now);
            if (pushedOut != null) {
                end(pushedOut, rejected(Outcome.RejectReason.PUSHED_OUT, retryAfterHint()));
            }
        }
        tenants.recordCall(pending, now);
        if (registry.isOver(pending)) {
            return; // ended by a callback above
        }
        scheduleTimeouts(pending, now);
        requestQueues.enqueueAt(pending, pending.target());
    }

    /** Returns why a new request is rejected, or null. Renews its tenant's lease in either case. */
    private @Nullable Outcome refusal(PendingRequest<?> pending, long now) {
        if (!tenants.renew(pending.request.tenant(), now)) {
            return rejected(Outcome.RejectReason.QUEUE_FULL, retryAfterHint());
        }
        counters.tenantJoined(pending.request.tenant());
        Duration cooldown = tenants.cooldown(pending, now);
        if (!cooldown.isZero()) {
            return rejected(Outcome.RejectReason.GAME_COOLDOWN, cooldown);
        }
        PendingRequest<?> previous = agentRequests.pendingOf(pending);
        if (previous != null && !mayReplace(pending, previous)) {
            return rejected(Outcome.RejectReason.AGENT_BUSY, retryAfterHint());
        }
        ProviderSlot slot = pending.target().slot();
        boolean takesItsPlace =
                previous != null && !previous.isInFlight() && previous.target().slot() == slot;
        if (requestQueues.full(slot)
                && !takesItsPlace
                && requestQueues.evictionFor(pending, slot, now) == null) {
            return rejected(Outcome.RejectReason.QUEUE_FULL, retryAfterHint());
        }
        if (isTooLate(pending, now)) {
            return new Outcome.Expired();
        }
        return pending.request.singleRound() && breakersBlock(pending, now)
                ? unavailable(pending)
                : null;
    }

    /** Whether breakers and rate limits block all targets for as long as the answer is useful. */
    private static boolean isTooLate(PendingRequest<?> pending, long now) {
        Duration useful = pending.request.usefulFor().orElse(null);
        return useful != null
                && pending.chain.stream()
                        .allMatch(target -> target.remainingCooldown(now).compareTo(useful) >= 0);
    }

    private static boolean mayReplace(PendingRequest<?> newcomer, PendingRequest<?> previous) {
        boolean moreUrgent = newcomer.request.priority().compareTo(previous.request.priority()) > 0;
        return moreUrgent && (!previous.isInFlight() || newcomer.request.interrupting());
    }

    private void scheduleTimeouts(PendingRequest<?> pending, long now) {
        pending.request
                .usefulFor()
                .ifPresent(time -> pending.cancelAtEnd(timers.schedule(
                        now + time.toNanos(), () -> endIfWaiting(pending, new Outcome.Expired()))));
        if (quotas.governs(pending.request.tenant())) {
            limitQuotaWait(pending);
        }
        pending.request
                .cancelToken()
                .ifPresent(token -> pending.atEnd.add(token.onCancel(
                        () -> inbox.putEnd(new InboxEvent.CancelRequested(pending)))));
    }

    /** Schedules the rejection of a request that waits too long for its turn under a quota. */
    void limitQuotaWait(PendingRequest<?> pending) {
        pending.cancelAtEnd(timers.schedule(
                ticker.nanos() + quotas.mode().maxWait().toNanos(),
                () -> endIfWaiting(
                        pending, rejected(Outcome.RejectReason.QUEUE_TIMEOUT, MIN_HINT))));
    }

    /**
     * Moves a waiting request aside while a breaker blocks its model, and back afterwards; rejects
     * it if it is not to wait for breakers. Returns whether it did either.
     */
    boolean followBreaker(PendingRequest<?> pending, long now) {
        boolean blocked = !pending.target().allowed();
        if (blocked && pending.request.singleRound() && breakersBlock(pending, now)) {
            registry.end(pending, unavailable(pending));
            return true;
        }
        if (blocked == pending.place.blocked) {
            return false;
        }
        requestQueues.setBlocked(pending, blocked);
        if (!pending.blockedWaitLimited) {
            pending.blockedWaitLimited = true;
            Duration longest = pending.target().slot().settings.maxWait();
            pending.cancelAtEnd(
                    timers.schedule(now + longest.toNanos(), () -> endIfBlocked(pending)));
        }
        return true;
    }

    private void endIfBlocked(PendingRequest<?> pending) {
        pending.blockedWaitLimited = false;
        if (pending.place.blocked) {
            registry.end(pending, unavailable(pending));
        }
    }

    /** Whether breakers block all targets that it could still be sent to. */
    private static boolean breakersBlock(PendingRequest<?> pending, long now) {
        return !pending.target().allowed()
                && pending.chain.stream()
                        .allMatch(target -> !target.allowed()
                                || !target.isInService(now)
                                || pending.tries.failedAt.contains(target));
    }

    private static Outcome unavailable(PendingRequest<?> pending) {
        Duration wait = pending.chain.stream()
                .map(target -> target.slot().remainingOpen(target.model()))
                .min(Duration::compareTo)
                .orElse(MIN_HINT);
        return rejected(
                Outcome.RejectReason.PROVIDERS_UNAVAILABLE, ProviderKey.maxOf(MIN_HINT, wait));
    }

    private void endIfWaiting(PendingRequest<?> pending, Outcome outcome) {
        if (!pending.isInFlight()) {
            registry.end(pending, outcome);
        }
    }

    /** Ends a request in any state; its outcome is delivered in the next turn of work. */
    void end(PendingRequest<?> pending, Outcome outcome) {
        InFlightCall<?> call = pending.calls.current;
        if (call != null) {
            inFlightCalls.finish(call, CallResult.STOPPED);
        }
        registry.endLater(pending, outcome);
    }

    void cancel(PendingRequest<?> pending) {
        end(pending, new Outcome.Cancelled(pending.calls.count == 0));
    }

    private static Outcome rejected(Outcome.RejectReason reason, Duration retryAfter) {
        return new Outcome.Rejected(reason, retryAfter);
    }

    /** Estimates when a full queue has room: the mean wait, at least a second. */
    private Duration retryAfterHint() {
        return ProviderKey.maxOf(MIN_HINT, counters.meanWait());
    }
}
