/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.engine;

import dev.triune.llm.FailureCode;
import dev.triune.llm.Update;
import dev.triune.llm.Usage;
import dev.triune.llm.policy.share.FairShare;
import dev.triune.llm.provider.BatchingProvider;
import dev.triune.llm.provider.CallFailure;
import dev.triune.llm.provider.ModelCall;
import dev.triune.llm.time.Ticker;
import dev.triune.llm.time.TimerQueue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The calls under way: each takes a permit, a place in the budgets and a charge of its game's share
 * when it begins, and settles all of them when it lands, once, however it ends. Owner only.
 */
class Calls {
    private final Inbox inbox;
    private final Ticker ticker;
    private final TimerQueue timers;
    private final SafeListener listeners;
    private final Figures figures;
    private final FairShare share;
    private final Turn turn;
    private final Parts parts;
    private final Duration timeout;
    private int underWay;

    /** No calls yet; each may take that long. */
    Calls(Parts parts, Duration timeout) {
        this.inbox = parts.inbox;
        this.ticker = parts.ticker;
        this.timers = parts.timers;
        this.listeners = parts.listeners;
        this.figures = parts.figures;
        this.share = parts.share;
        this.turn = parts.turn;
        this.parts = parts;
        this.timeout = timeout;
    }

    /** How many there are. */
    int underWay() {
        return underWay;
    }

    /**
     * Begins the call of a request that was granted, as far as this side goes; it may land at once
     * if a callback ends it.
     *
     * @param tokens what it counts in the budgets
     */
    <T> Flight<T> open(Pending<T> pending, Grant grant, ModelCall call, long tokens) {
        ProviderSlot slot = grant.stop().slot();
        if (!slot.permits.tryTake()) {
            throw new IllegalStateException("granted without a free permit at " + slot.name());
        }
        long now = ticker.nanos();
        underWay++;
        Flight<T> flight = new Flight<>(pending, call, grant, inbox, now, parts.cache != null);
        pending.flight = flight;
        slot.breaker.begin();
        flight.place = meterOf(grant).reserve(tokens, now);
        flight.expected = parts.estimates.expected(pending, grant.stop(), call.maxTokens());
        flight.charged = share.charge(turn.lineOf(pending), flight.expected);
        flight.timeout = timers.at(now + timeout.toNanos(), () -> timedOut(flight));
        note(pending, slot, now);
        Duration waited = Duration.ofNanos(now - pending.since);
        listeners.tell(listener -> listener.callStarted(pending.ticket, slot.name(), waited));
        if (!flight.landed) {
            listeners.deliver(
                    pending, new Update.Started<>(pending.ticket, slot.name(), call.model()));
        }
        return flight;
    }

    private void note(Pending<?> pending, ProviderSlot slot, long now) {
        figures.called(slot, now - pending.since, pending.calls == 0);
        if (pending.calls == 0) {
            pending.firstCallAt = now;
        }
    }

    /** Calls the provider. */
    void launch(Flight<?> flight) {
        if (flight.landed) {
            return;
        }
        flight.launched = true;
        flight.pending.calls++;
        Account account = flight.grant.account();
        try {
            flight.began(account.provider.start(flight.call, flight));
        } catch (RuntimeException e) {
            flight.fail(thrown(account, e));
        }
    }

    /** Calls the provider once for all of these, which are of one key. */
    void launch(List<Flight<?>> batch, Account account) {
        List<Flight<?>> flights = new ArrayList<>(batch);
        flights.removeIf(flight -> flight.landed);
        if (flights.isEmpty() || !(account.provider instanceof BatchingProvider provider)) {
            flights.forEach(this::launch);
            return;
        }
        try {
            flights.forEach(flight -> {
                flight.launched = true;
                flight.pending.calls++;
            });
            List<BatchingProvider.Item> items = flights.stream()
                    .map(flight -> new BatchingProvider.Item(flight.call, flight))
                    .toList();
            var running = provider.startBatch(items);
            String name = flights.get(0).grant.stop().slot().name();
            listeners.tell(listener -> listener.batchSent(name, items.size()));
            for (int i = 0; i < flights.size(); i++) {
                flights.get(i).began(running.get(i));
            }
        } catch (RuntimeException e) {
            flights.forEach(flight -> flight.fail(thrown(account, e)));
        }
    }

    private static CallFailure thrown(Account account, RuntimeException e) {
        return new CallFailure.Broken(
                FailureCode.PROVIDER_ERROR,
                "provider " + account.name + " threw " + e.getClass().getName());
    }

    /**
     * Gives everything back that the call held, once; a call that has not ended is cancelled at the
     * provider.
     */
    void land(Flight<?> flight, Landing how, Usage usage) {
        if (flight.landed) {
            return;
        }
        Pending<?> pending = flight.pending;
        ProviderSlot slot = flight.grant.stop().slot();
        flight.abandon();
        pending.flight = null;
        slot.permits.giveBack();
        underWay--;
        long now = ticker.nanos();
        Duration took = Duration.ofNanos(now - flight.startedAt);
        pending.latency = took;
        pending.usage = usage;
        settle(flight, how, usage, now);
        tellBreaker(slot, how, took);
        figures.callEnded(pending, usage);
        listeners.tell(listener -> listener.callEnded(pending.ticket, slot.name(), took));
    }

    /** What was not served costs nothing; what was stopped costs what it was expected to. */
    private void settle(Flight<?> flight, Landing how, Usage usage, long now) {
        if (!flight.launched && flight.place != null) { // ended by a callback of its start
            meterOf(flight.grant).release(flight.place, now);
            share.refund(turn.lineOf(flight.pending), flight.charged);
            return;
        }
        boolean reported = usage.total() > 0;
        boolean served =
                how == Landing.ANSWERED || how == Landing.STOPPED || flight.pending.delivered > 0;
        long used = reported ? usage.total() : served ? flight.expected : 0;
        if (flight.place != null) {
            long answer = reported ? usage.output() : Math.max(0, used - promptOf(flight));
            meterOf(flight.grant).settle(flight.place, used - answer, answer, now);
        }
        String game = turn.lineOf(flight.pending);
        if (served) {
            share.settle(game, flight.charged, used);
        } else {
            share.refund(game, flight.charged);
        }
    }

    private long promptOf(Flight<?> flight) {
        String model = flight.grant.stop().model();
        return parts.estimates.of(model).promptOf(flight.pending.promptLength);
    }

    private static void tellBreaker(ProviderSlot slot, Landing how, Duration took) {
        switch (how) {
            case ANSWERED -> slot.breaker.succeeded(took);
            case FAILED -> slot.breaker.failed(took);
            case REFUSED, STOPPED -> slot.breaker.abandoned();
        }
    }

    private static Meter meterOf(Grant grant) {
        return grant.account().meter(grant.stop().model());
    }

    private void timedOut(Flight<?> flight) {
        // An end that waits in the inbox came in time: no timeout may overtake it.
        if (!flight.landed && !flight.hasEnded()) {
            land(flight, Landing.FAILED, Usage.NONE);
            parts.failover.after(
                    flight,
                    new CallFailure.Broken(
                            FailureCode.PROVIDER_TIMEOUT,
                            "no complete answer within " + timeout.toMillis() + " ms"));
        }
    }
}
