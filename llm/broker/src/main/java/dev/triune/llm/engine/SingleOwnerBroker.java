/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.engine;

import dev.triune.llm.Broker;
import dev.triune.llm.BrokerStats;
import dev.triune.llm.Outcome;
import dev.triune.llm.Request;
import dev.triune.llm.Ticket;
import dev.triune.llm.Update;
import dev.triune.llm.time.Ticker;
import dev.triune.llm.time.TimerQueue;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/**
 * The broker. One thread owns it and does all of its work inside {@link #doWork()}; providers hand
 * over what they receive through the {@link Inbox}. A request without an outcome is in
 * {@link OpenRequests}, and besides either in a queue ({@link Dispatch}) or in flight
 * ({@link Calls}).
 */
final class SingleOwnerBroker implements Broker {
    private static final Logger LOG = System.getLogger(SingleOwnerBroker.class.getName());

    private final OwnerThread owner = new OwnerThread();
    private final TimerQueue timers = new TimerQueue();
    private final Figures figures = new Figures();
    private final Ticker ticker;
    private final int arrivalsPerTurn;
    private final int grantsPerTurn;
    private final Inbox inbox;
    private final List<ProviderSlot> slots;
    private final Chains chains;
    private final SafeListener listeners;
    private final OpenRequests open;
    private final Calls calls;
    private final Dispatch dispatch;
    private long lastTicket;
    private boolean working;
    private boolean closed;

    SingleOwnerBroker(BrokerBuilder builder) {
        ticker = builder.ticker;
        arrivalsPerTurn = builder.arrivalsPerTurn;
        grantsPerTurn = builder.grantsPerTurn;
        inbox = new Inbox(builder.inboxCapacity, owner);
        slots = builder.slots();
        chains = new Chains(slots);
        listeners = new SafeListener(builder.listeners);
        open = new OpenRequests(listeners, figures);
        calls = new Calls(
                inbox,
                ticker,
                timers,
                listeners,
                figures,
                builder.callTimeout,
                (pending, failure) -> dispatch().afterFailure(pending, failure));
        dispatch = new Dispatch(slots, open, calls, ticker, listeners, figures, builder.rounds);
    }

    /** For the call timeout, which is only known to happen once everything is put together. */
    private Dispatch dispatch() {
        return dispatch;
    }

    @Override
    public <T> Ticket submit(Request<T> request, Consumer<? super Update<T>> updates) {
        owner.check();
        if (closed) {
            throw new IllegalStateException("broker is closed: no request can be submitted");
        }
        Ticket ticket = new Ticket(++lastTicket);
        Pending<T> pending =
                new Pending<>(ticket, request, updates, ticker.nanos(), chains.of(request.model()));
        open.add(pending);
        figures.submitted();
        boolean full = pending.slot.full();
        if (!full) {
            dispatch.enqueue(pending, pending.slot);
        }
        listeners.tell(listener -> listener.submitted(ticket, request));
        if (full) {
            open.endLater(
                    pending, new Outcome.Rejected(Outcome.RejectReason.QUEUE_FULL, roomAfter()));
        }
        return ticket;
    }

    @Override
    public boolean cancel(Ticket ticket) {
        owner.check();
        Pending<?> pending = open.find(ticket);
        if (pending == null) {
            return false;
        }
        cancel(pending);
        return true;
    }

    @Override
    public int doWork() {
        owner.check();
        if (closed || working) {
            return 0; // a callback that asks for more work gets it in the next turn
        }
        working = true;
        try {
            return turn();
        } finally {
            working = false;
        }
    }

    private int turn() {
        int ended = open.deliverEndings();
        int arrived = inbox.drain(arrivalsPerTurn, this::takeIn);
        int timedOut = timers.run(ticker.nanos(), arrivalsPerTurn);
        return ended + arrived + timedOut + dispatch.grant(grantsPerTurn);
    }

    @Override
    public BrokerStats stats() {
        owner.check();
        long now = ticker.nanos();
        return figures.snapshot(
                dispatch.waiting(),
                calls.underWay(),
                slots.stream().map(slot -> slot.stats(now)).toList());
    }

    @Override
    public void close() {
        owner.check();
        if (closed) {
            return;
        }
        closed = true;
        open.all().forEach(this::cancel);
        open.deliverEndings();
        inbox.close();
        slots.forEach(SingleOwnerBroker::closeProvider);
    }

    private void takeIn(Arrival arrival) {
        if (!arrival.flight().landed) {
            takeIn(arrival.flight(), arrival);
        }
    }

    private <T> void takeIn(Flight<T> flight, Arrival arrival) {
        Pending<T> pending = flight.pending;
        if (arrival instanceof Arrival.Part part) {
            // The flight's own decoder made the value, so it is of the flight's type.
            @SuppressWarnings("unchecked")
            T value = (T) part.value();
            deliverPart(flight, value);
        } else if (arrival instanceof Arrival.Completed completed) {
            calls.land(flight);
            ProviderSlot slot = pending.slot;
            slot.cooldown.answered();
            open.end(
                    pending, new Outcome.Answered(slot.name(), pending.model(), completed.usage()));
        } else if (arrival instanceof Arrival.Failed failed) {
            calls.land(flight);
            dispatch.afterFailure(pending, failed.failure());
        }
    }

    private <T> void deliverPart(Flight<T> flight, T value) {
        Pending<T> pending = flight.pending;
        pending.delivered++;
        if (pending.delivered == 1) {
            Duration sinceCall = Duration.ofNanos(ticker.nanos() - flight.startedAt);
            listeners.tell(listener -> listener.firstPart(pending.ticket, sinceCall));
        }
        if (!flight.landed) {
            listeners.deliver(pending, new Update.Part<>(pending.ticket, value));
        }
    }

    private void cancel(Pending<?> pending) {
        pending.slot.remove(pending);
        if (pending.flight != null) {
            calls.land(pending.flight);
        }
        open.endLater(pending, new Outcome.Cancelled(pending.calls == 0));
    }

    /** A hint of when a full queue has room: the mean wait, a second at the least. */
    private Duration roomAfter() {
        Duration mean = figures.meanWait();
        Duration least = Duration.ofSeconds(1);
        return mean.compareTo(least) < 0 ? least : mean;
    }

    private static void closeProvider(ProviderSlot slot) {
        try {
            slot.provider.close();
        } catch (RuntimeException e) {
            LOG.log(
                    Level.WARNING,
                    "closing provider " + slot.name() + " failed: "
                            + e.getClass().getName());
        }
    }
}
