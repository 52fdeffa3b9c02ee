/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import dev.triune.llm.Outcome;
import dev.triune.llm.Ticker;
import dev.triune.llm.Ticket;
import dev.triune.llm.Update;
import dev.triune.llm.Update.Telemetry;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** All requests without an outcome; each leaves it once. Owner only. */
final class RequestRegistry {
    private final Ticker ticker;
    private final ListenerNotifier listeners;
    private final BrokerCounters counters;
    private final Upcalls upcalls;
    private final Map<Long, PendingRequest<?>> open = new LinkedHashMap<>();

    /** Outcomes decided outside of a turn of work, to be delivered in the next one. */
    private final Deque<Runnable> endings = new ArrayDeque<>();

    RequestRegistry(
            Ticker ticker, ListenerNotifier listeners, BrokerCounters counters, Upcalls upcalls) {
        this.ticker = ticker;
        this.listeners = listeners;
        this.counters = counters;
        this.upcalls = upcalls;
    }

    void add(PendingRequest<?> pending) {
        open.put(pending.ticket.number(), pending);
    }

    @Nullable
    PendingRequest<?> find(Ticket ticket) {
        return open.get(ticket.number());
    }

    List<PendingRequest<?>> all() {
        return List.copyOf(open.values());
    }

    /** Whether the outcome of a request is decided, perhaps by a callback. */
    boolean isOver(PendingRequest<?> pending) {
        return !open.containsKey(pending.ticket.number());
    }

    List<PendingRequest<?>> of(String tenant) {
        return open.values().stream()
                .filter(pending -> pending.request.tenant().equals(tenant))
                .toList();
    }

    Collection<PendingRequest<?>> view() {
        return Collections.unmodifiableCollection(open.values());
    }

    <T> void end(PendingRequest<T> pending, Outcome outcome) {
        if (removeOpen(pending)) {
            Telemetry telemetry = pending.telemetry(outcome, ticker.nanos());
            announce(pending, outcome.withUsage(pending.calls.usage), telemetry);
        }
    }

    /** Decides the outcome now and delivers it in the next turn of work. */
    <T> void endLater(PendingRequest<T> pending, Outcome outcome) {
        if (removeOpen(pending)) {
            Telemetry telemetry = pending.telemetry(outcome, ticker.nanos());
            Outcome end = outcome.withUsage(pending.calls.usage);
            endings.add(() -> announce(pending, end, telemetry));
        }
    }

    private boolean removeOpen(PendingRequest<?> pending) {
        if (open.remove(pending.ticket.number()) == null) {
            return false;
        }
        pending.atEnd.forEach(Runnable::run);
        upcalls.release(pending);
        return true;
    }

    /** Delivers the outcomes decided so far; later ones wait for the next turn. */
    int deliverEndings() {
        int delivered = 0;
        for (int remaining = endings.size(); remaining > 0; remaining--) {
            Runnable ending = endings.poll();
            if (ending == null) {
                break; // a callback closed the broker, which delivered the rest
            }
            ending.run();
            delivered++;
        }
        return delivered;
    }

    private <T> void announce(PendingRequest<T> pending, Outcome outcome, Telemetry telemetry) {
        counters.ended(pending, outcome);
        listeners.notifyListeners(listener -> listener.measured(pending.ticket, telemetry));
        listeners.notifyListeners(listener -> listener.ended(pending.ticket, outcome));
        listeners.deliver(pending, new Update.Ended<>(pending.ticket, outcome, telemetry));
    }
}
