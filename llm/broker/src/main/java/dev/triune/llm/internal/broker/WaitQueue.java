/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The requests that wait under the same limits, in lanes by tenant. Owner only.
 *
 * <p>Two orders are at work, which change at different times: within a tenant that of urgency, which
 * rises with age, and between tenants that of service, which changes with each call. Lanes by tenant
 * keep the first one sorted; the second one is only ever compared between the heads, so that a call of
 * one tenant re-sorts nothing.
 */
final class WaitQueue {
    private final RequestOrdering ordering;
    private final Map<String, PriorityLanes<PendingRequest<?>>> lanesByTenant =
            new LinkedHashMap<>();

    WaitQueue(RequestOrdering ordering) {
        this.ordering = ordering;
    }

    boolean isEmpty() {
        return lanesByTenant.isEmpty();
    }

    void add(PendingRequest<?> pending) {
        PriorityLanes<PendingRequest<?>> lanes = lanesByTenant.computeIfAbsent(
                ordering.tenantOf(pending), tenant -> new PriorityLanes<>(ordering.ageing()));
        pending.place.queuedItem = lanes.add(
                pending, pending.request.priority(), pending.ticket.number(), pending.submittedAt);
    }

    @Nullable
    PendingRequest<?> peek(long now) {
        PendingRequest<?> first = null;
        for (PriorityLanes<PendingRequest<?>> lanes : lanesByTenant.values()) {
            PendingRequest<?> head = lanes.peek(now);
            if (head != null && (first == null || ordering.before(head, first, now))) {
                first = head;
            }
        }
        return first;
    }

    void poll(PendingRequest<?> first, long now) {
        PriorityLanes<PendingRequest<?>> lanes = lanesOf(first);
        if (lanes.poll(now) != first) {
            throw new IllegalStateException("not first in its lanes: " + first.ticket);
        }
        removed(first);
    }

    void remove(PendingRequest<?> pending) {
        if (pending.place.queuedItem != null && lanesOf(pending).remove(pending.place.queuedItem)) {
            removed(pending);
        }
    }

    List<PendingRequest<?>> inOrder(long now, int most) {
        List<PendingRequest<?>> all = new ArrayList<>();
        for (PriorityLanes<PendingRequest<?>> lanes : lanesByTenant.values()) {
            all.addAll(lanes.inOrder(now, most));
        }
        if (lanesByTenant.size() > 1) {
            all.sort((a, b) -> ordering.compare(a, b, now));
        }
        return all.size() > most ? all.subList(0, most) : all;
    }

    int sizeOf(String tenant) {
        PriorityLanes<PendingRequest<?>> lanes = lanesByTenant.get(tenant);
        return lanes == null ? 0 : lanes.size();
    }

    Map<String, PriorityLanes<PendingRequest<?>>> lanesByTenant() {
        return lanesByTenant;
    }

    private PriorityLanes<PendingRequest<?>> lanesOf(PendingRequest<?> pending) {
        PriorityLanes<PendingRequest<?>> lanes = lanesByTenant.get(ordering.tenantOf(pending));
        if (lanes == null) {
            throw new IllegalStateException("does not wait here: " + pending.ticket);
        }
        return lanes;
    }

    private void removed(PendingRequest<?> pending) {
        pending.place.queuedItem = null;
        if (lanesOf(pending).size() == 0) {
            lanesByTenant.remove(ordering.tenantOf(pending));
        }
    }
}
