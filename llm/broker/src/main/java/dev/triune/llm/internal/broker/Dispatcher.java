/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import dev.triune.llm.ProviderSettings.Batching;
import dev.triune.llm.Ticker;
import dev.triune.llm.Usage;
import dev.triune.llm.provider.Provider.BatchingProvider;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Chooses the next requests for which permit, breaker and key allow a call. Owner only. */
final class Dispatcher {
    /** The maximum number of waiting requests that are considered for a place in a batch. */
    private static final int LOOKAHEAD = 100;

    private final Ticker ticker;
    private final List<ProviderSlot> slots;
    private final RequestOrdering ordering;
    private final TokenEstimators estimates;
    private final RequestQueues requestQueues;
    private final Admission admission;
    private final Failover failover;
    private final CallFactory calls;
    private final InFlightCalls inFlightCalls;
    private int firstServed;

    Dispatcher(
            Ticker ticker,
            List<ProviderSlot> slots,
            RequestOrdering ordering,
            TokenEstimators estimates,
            RequestQueues requestQueues,
            Admission admission,
            Failover failover,
            CallFactory calls,
            InFlightCalls inFlightCalls) {
        this.ticker = ticker;
        this.slots = slots;
        this.ordering = ordering;
        this.estimates = estimates;
        this.requestQueues = requestQueues;
        this.admission = admission;
        this.failover = failover;
        this.calls = calls;
        this.inFlightCalls = inFlightCalls;
    }

    /** Serves the providers in turn, starting with another one in each turn of work. */
    int dispatch(int limit) {
        int done = 0;
        int count = slots.size();
        int first = firstServed;
        firstServed = (first + 1) % count;
        for (int i = 0; i < count && done < limit; i++) {
            ProviderSlot slot = slots.get((first + i) % slots.size());
            if (slot.queued() > 0) {
                done += dispatchSingles(slot, limit - done);
                done += dispatchBatch(slot, limit - done);
            }
        }
        return done;
    }

    private int dispatchSingles(ProviderSlot slot, int limit) {
        int done = 0;
        while (done < limit && dispatchNext(slot)) {
            done++;
        }
        return done;
    }

    /** Sends one request, or moves one that the provider cannot serve; false if none is ready. */
    private boolean dispatchNext(ProviderSlot slot) {
        long now = ticker.nanos();
        for (PendingRequest<?> head : heads(slot, now)) {
            if (admission.followBreaker(head, now)) {
                return true;
            }
            if (isUnserved(head, now)) {
                requestQueues.remove(head);
                failover.handleUnserved(head);
                return true;
            }
        }
        Assignment<?> next = next(slot, now);
        if (next == null) {
            return false;
        }
        grant(next, now);
        InFlightCall<?> call = calls.prepare(next);
        if (call != null) {
            inFlightCalls.start(call);
        }
        return true;
    }

    private void grant(Assignment<?> next, long now) {
        RouteTarget from = next.pending().target();
        requestQueues.poll(next.pending(), next.target(), now);
        if (!next.target().equals(from)) {
            failover.reportFallback(next.pending(), from);
        }
    }

    // ---- choosing the next request

    /** Whether the target of a request cannot serve it, now or ever. */
    private boolean isUnserved(PendingRequest<?> head, long now) {
        RouteTarget target = head.target();
        return !target.canServe(head, now) || !target.everFits(tokensFor(head, target));
    }

    private @Nullable Assignment<?> next(ProviderSlot slot, long now) {
        Assignment<?> first = null;
        for (PendingRequest<?> head : heads(slot, now)) {
            Assignment<?> assignment = assign(head, slot, now);
            if (assignment != null
                    && (first == null || ordering.before(head, first.pending(), now))) {
                first = assignment;
            }
        }
        return first;
    }

    /** Returns the first request of each queue that waits for this provider. */
    private List<PendingRequest<?>> heads(ProviderSlot slot, long now) {
        List<PendingRequest<?>> heads = new ArrayList<>();
        for (WaitQueue queue : requestQueues.queuesOf(slot)) {
            PendingRequest<?> head = queue.peek(now);
            if (head != null && head.target().slot() == slot) {
                heads.add(head);
            }
        }
        return heads;
    }

    private @Nullable Assignment<?> assign(PendingRequest<?> head, ProviderSlot slot, long now) {
        ProviderKey key = ready(head, head.target(), now);
        if (key == null || !slot.hasPermit()) {
            boolean onlyPeers = key != null; // limits allow the call, only a permit is missing
            return alternative(head, onlyPeers, now);
        }
        boolean batched = slot.settings.batching().isPresent();
        return batched ? null : new Assignment<>(head, head.target(), key);
    }

    /**
     * Returns a fallback without waiting requests, or any for an emergency, while limits apply;
     * another server of the pool if only permits are missing.
     */
    private @Nullable Assignment<?> alternative(
            PendingRequest<?> head, boolean onlyPeers, long now) {
        for (RouteTarget target : head.chain) {
            boolean mayMoveHere = mayMoveTo(head, target)
                    && (!onlyPeers || target.slot().isPeerOf(head.target().slot()))
                    && target.slot().hasPermit()
                    && head.request.cost() <= target.slot().creditsLeft(now);
            ProviderKey key = mayMoveHere ? ready(head, target, now) : null;
            if (key != null) {
                return new Assignment<>(head, target, key);
            }
        }
        return null;
    }

    private boolean mayMoveTo(PendingRequest<?> head, RouteTarget target) {
        return !target.equals(head.target())
                && !head.tries.failedAt.contains(target)
                && (ordering.preempts(head)
                        || target.slot() == head.target().slot()
                        || target.slot().queued() == 0);
    }

    private @Nullable ProviderKey ready(PendingRequest<?> pending, RouteTarget target, long now) {
        return target.readyKey(tokensFor(pending, target), ordering.preempts(pending), now);
    }

    private Usage tokensFor(PendingRequest<?> pending, RouteTarget target) {
        return estimates.of(pending, target, pending.request.maxTokens());
    }

    // ---- waiting times

    /** Returns the nanoseconds until a waiting request can be sent, at most {@code most}. */
    long nanosUntilReady(long most, long now) {
        long until = most;
        for (ProviderSlot slot : slots) {
            if (slot.queued() > 0) {
                for (PendingRequest<?> head : heads(slot, now)) {
                    until = Math.min(until, untilReady(head, now));
                }
            }
        }
        return until;
    }

    private long untilReady(PendingRequest<?> head, long now) {
        long until = Long.MAX_VALUE;
        for (RouteTarget target : head.chain) {
            if (target.equals(head.target()) || mayMoveTo(head, target)) {
                Usage tokens = tokensFor(head, target);
                boolean urgent = ordering.preempts(head);
                int cost = head.request.cost();
                until = Math.min(until, target.nanosUntilReady(tokens, cost, urgent, now));
            }
        }
        return until;
    }

    // ---- batches

    private int dispatchBatch(ProviderSlot slot, int limit) {
        int most = slot.settings.batching().map(Batching::maxRequests).orElse(0);
        Map<ProviderKey, List<InFlightCall<?>>> byAccount = new LinkedHashMap<>();
        int done = 0;
        // one by one, as each counts in fair shares, budgets and credits
        try {
            while (done < Math.min(most, limit)) {
                Assignment<?> next = nextForBatch(slot);
                if (next == null) {
                    break;
                }
                requestQueues.remove(next.pending());
                InFlightCall<?> call = calls.prepare(next);
                done++;
                if (call != null) {
                    List<InFlightCall<?>> batch =
                            byAccount.computeIfAbsent(next.key(), key -> new ArrayList<>());
                    batch.add(call);
                    if (batch.size() >= maxBatch(next.key())) {
                        break;
                    }
                }
            }
        } finally { // also the calls before a prompt that threw an error
            byAccount.forEach((key, batch) -> inFlightCalls.start(batch, key));
        }
        return done;
    }

    private static int maxBatch(ProviderKey key) {
        return key.provider instanceof BatchingProvider provider
                ? provider.maxBatch()
                : Integer.MAX_VALUE;
    }

    private @Nullable Assignment<?> nextForBatch(ProviderSlot slot) {
        long now = ticker.nanos();
        List<PendingRequest<?>> waiting = new ArrayList<>();
        if (slot.hasPermit()) {
            for (WaitQueue queue : requestQueues.queuesOf(slot)) {
                waiting.addAll(queue.inOrder(now, LOOKAHEAD));
            }
        }
        waiting.sort((one, other) -> ordering.compare(one, other, now));
        int credits = slot.creditsLeft(now);
        for (PendingRequest<?> next : waiting) {
            boolean fits = next.target().slot() == slot && next.request.cost() <= credits;
            ProviderKey key = fits ? ready(next, next.target(), now) : null;
            if (key != null) {
                return new Assignment<>(next, next.target(), key);
            }
        }
        return null;
    }
}
