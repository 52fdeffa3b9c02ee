/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import dev.triune.llm.internal.policy.FairShare;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The waiting requests: in the queues of their providers, or parked. Bounded. Owner only. */
final class RequestQueues {
    /** The prefix of the queues of models whose breaker is open; no model begins with a space. */
    private static final String BLOCKED = " ";

    private final RequestOrdering ordering;
    private final FairShare share;
    private final BrokerCounters counters;
    private final AgentRequests agentRequests;
    private final TenantQuotas quotas;

    /** The queue shared by all providers; null if each has its own. */
    private final @Nullable WaitQueue common;

    private int waiting;

    RequestQueues(
            boolean perProvider,
            RequestOrdering ordering,
            FairShare share,
            BrokerCounters counters,
            AgentRequests agentRequests,
            TenantQuotas quotas) {
        this.common = perProvider ? null : new WaitQueue(ordering);
        this.ordering = ordering;
        this.share = share;
        this.counters = counters;
        this.agentRequests = agentRequests;
        this.quotas = quotas;
    }

    int waiting() {
        return waiting;
    }

    Iterable<WaitQueue> queuesOf(ProviderSlot slot) {
        if (common == null) {
            return slot.queues.values();
        }
        List<WaitQueue> all = new ArrayList<>(slot.queues.values());
        all.add(common);
        return all;
    }

    /** Places a request at a target, or parks it while its agent or its quota blocks it. */
    void enqueueAt(PendingRequest<?> pending, RouteTarget target) {
        pending.place.target = target;
        boolean deferred = agentRequests.isDeferred(pending);
        if (deferred || !quotas.enter(pending)) {
            parkAt(pending, target);
        } else {
            enqueue(pending, target);
        }
        if (deferred) {
            quotas.leave(pending);
        }
    }

    private void enqueue(PendingRequest<?> pending, RouteTarget target) {
        addToQueue(pending, target);
        share.enqueued(ordering.tenantOf(pending));
        count(target.slot(), 1);
    }

    private void addToQueue(PendingRequest<?> pending, RouteTarget target) {
        String scope = pending.place.blocked ? BLOCKED + target.model() : target.scope();
        WaitQueue queue = common != null && !pending.place.blocked
                ? common
                : target.slot().queues.computeIfAbsent(scope, name -> new WaitQueue(ordering));
        pending.place.queue = queue;
        queue.add(pending);
    }

    /** Moves a waiting request aside, where it delays no other model, or back. */
    void setBlocked(PendingRequest<?> pending, boolean blocked) {
        WaitQueue queue = pending.place.queue;
        if (queue != null) {
            pending.place.blocked = blocked;
            queue.remove(pending);
            removeIfEmpty(queue, pending.target().slot());
            addToQueue(pending, pending.target());
        }
    }

    private void removeIfEmpty(WaitQueue queue, ProviderSlot slot) {
        if (queue != common && queue.isEmpty()) {
            slot.queues.values().remove(queue);
        }
    }

    /** Parks a request at a target until it is resumed. */
    void parkAt(PendingRequest<?> pending, RouteTarget target) {
        pending.place.target = target;
        pending.place.parked = true;
        count(target.slot(), 1);
    }

    /** Parks a request whose agent was deferred while it was waiting. */
    void park(PendingRequest<?> pending) {
        if (pending.place.queue != null) {
            remove(pending);
            parkAt(pending, pending.target());
            quotas.leave(pending);
        }
    }

    /** Parks a waiting request whose tenant got a quota, unless it is the next one. */
    void replace(PendingRequest<?> pending) {
        if (pending.place.queue != null) {
            remove(pending);
            enqueueAt(pending, pending.target());
        }
    }

    /** Places a parked request again once nothing blocks it. */
    void resume(PendingRequest<?> pending) {
        if (pending.place.parked) {
            remove(pending);
            enqueueAt(pending, pending.target());
        }
    }

    /** Removes the first request of a queue, which is granted a call to a target. */
    void poll(PendingRequest<?> first, RouteTarget granted, long now) {
        WaitQueue queue = first.place.queue;
        if (queue != null) {
            queue.poll(first, now);
            removed(first, queue);
        }
        first.place.target = granted;
    }

    /** Removes a request, wherever it waits; does nothing if it does not. */
    void remove(PendingRequest<?> pending) {
        WaitQueue queue = pending.place.queue;
        if (queue != null) {
            queue.remove(pending);
            removed(pending, queue);
        } else if (pending.place.parked) {
            pending.place.parked = false;
            count(pending.target().slot(), -1);
        }
    }

    private void removed(PendingRequest<?> pending, WaitQueue queue) {
        pending.place.queue = null;
        share.dequeued(ordering.tenantOf(pending));
        pending.place.blocked = false;
        removeIfEmpty(queue, pending.target().slot());
        count(pending.target().slot(), -1);
    }

    private void count(ProviderSlot slot, int change) {
        slot.queued(change);
        waiting += change;
        counters.queued(waiting);
    }

    boolean full(ProviderSlot slot) {
        return common == null ? slot.full() : waiting >= slot.settings.queueLimit();
    }

    /**
     * Returns the request to evict from a full queue for a new one: the least urgent of the tenant
     * with the most waiting ones, if the new one's tenant has clearly fewer; otherwise the least
     * urgent of all, if less urgent than the new one. Null if there is none.
     */
    @Nullable
    PendingRequest<?> evictionFor(PendingRequest<?> newcomer, ProviderSlot slot, long now) {
        String largest = largestTenant(slot);
        String own = ordering.tenantOf(newcomer);
        if (!largest.equals(own) && sizeOf(largest, slot) > sizeOf(own, slot) + 1) {
            return leastUrgent(slot, largest, now);
        }
        PendingRequest<?> least = leastUrgent(slot, null, now);
        boolean lessUrgent = least != null
                && ordering.level(least, now) < newcomer.request.priority().level();
        return lessUrgent ? least : null;
    }

    private String largestTenant(ProviderSlot slot) {
        String largest = "";
        for (WaitQueue queue : queuesOf(slot)) {
            for (String tenant : queue.lanesByTenant().keySet()) {
                if (sizeOf(tenant, slot) > sizeOf(largest, slot)) {
                    largest = tenant;
                }
            }
        }
        return largest;
    }

    private int sizeOf(String tenant, ProviderSlot slot) {
        int sum = 0;
        for (WaitQueue queue : queuesOf(slot)) {
            sum += queue.sizeOf(tenant);
        }
        return sum;
    }

    private @Nullable PendingRequest<?> leastUrgent(
            ProviderSlot slot, @Nullable String tenant, long now) {
        PendingRequest<?> least = null;
        for (WaitQueue queue : queuesOf(slot)) {
            for (Map.Entry<String, PriorityLanes<PendingRequest<?>>> lanes :
                    queue.lanesByTenant().entrySet()) {
                boolean counts = tenant == null || tenant.equals(lanes.getKey());
                var last = counts ? lanes.getValue().leastUrgent(now) : null;
                if (last != null
                        && (least == null
                                || ordering.level(last.item(), now) < ordering.level(least, now))) {
                    least = last.item();
                }
            }
        }
        return least;
    }
}
