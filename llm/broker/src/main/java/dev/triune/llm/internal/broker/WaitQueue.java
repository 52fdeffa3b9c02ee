/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The requests that wait under the same limits, in lanes by game. Owner only. */
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
        PriorityLanes<PendingRequest<?>> line = lanesByTenant.computeIfAbsent(
                ordering.tenantOf(pending), game -> new PriorityLanes<>(ordering.ageing()));
        pending.place.queuedItem = line.add(
                pending, pending.request.priority(), pending.ticket.number(), pending.submittedAt);
    }

    @Nullable
    PendingRequest<?> peek(long now) {
        PendingRequest<?> first = null;
        for (PriorityLanes<PendingRequest<?>> line : lanesByTenant.values()) {
            PendingRequest<?> head = line.peek(now);
            if (head != null && (first == null || ordering.before(head, first, now))) {
                first = head;
            }
        }
        return first;
    }

    void poll(PendingRequest<?> first, long now) {
        PriorityLanes<PendingRequest<?>> line = lanesOf(first);
        if (line.poll(now) != first) {
            throw new IllegalStateException("not first in its line: " + first.ticket);
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
        for (PriorityLanes<PendingRequest<?>> line : lanesByTenant.values()) {
            all.addAll(line.inOrder(now, most));
        }
        if (lanesByTenant.size() > 1) {
            all.sort((a, b) -> ordering.compare(a, b, now));
        }
        return all.size() > most ? all.subList(0, most) : all;
    }

    int sizeOf(String game) {
        PriorityLanes<PendingRequest<?>> line = lanesByTenant.get(game);
        return line == null ? 0 : line.size();
    }

    Map<String, PriorityLanes<PendingRequest<?>>> lanesByTenant() {
        return lanesByTenant;
    }

    private PriorityLanes<PendingRequest<?>> lanesOf(PendingRequest<?> pending) {
        PriorityLanes<PendingRequest<?>> line = lanesByTenant.get(ordering.tenantOf(pending));
        if (line == null) {
            throw new IllegalStateException("does not wait here: " + pending.ticket);
        }
        return line;
    }

    private void removed(PendingRequest<?> pending) {
        pending.place.queuedItem = null;
        if (lanesOf(pending).size() == 0) {
            lanesByTenant.remove(ordering.tenantOf(pending));
        }
    }
}
