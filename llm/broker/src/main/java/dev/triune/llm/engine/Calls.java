/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.engine;

import dev.triune.llm.FailureCode;
import dev.triune.llm.Prompt;
import dev.triune.llm.Request;
import dev.triune.llm.Update;
import dev.triune.llm.provider.CallFailure;
import dev.triune.llm.provider.ModelCall;
import dev.triune.llm.time.Ticker;
import dev.triune.llm.time.TimerQueue;
import java.time.Duration;
import java.util.function.BiConsumer;

/**
 * The calls under way: each takes a permit when it begins and gives it back when it lands, once,
 * however it ends. Owner only.
 */
final class Calls {
    private final Inbox inbox;
    private final Ticker ticker;
    private final TimerQueue timers;
    private final SafeListener listeners;
    private final Figures figures;
    private final Duration timeout;
    private final BiConsumer<Pending<?>, CallFailure> onTimeout;
    private int underWay;

    Calls(
            Inbox inbox,
            Ticker ticker,
            TimerQueue timers,
            SafeListener listeners,
            Figures figures,
            Duration timeout,
            BiConsumer<Pending<?>, CallFailure> onTimeout) {
        this.inbox = inbox;
        this.ticker = ticker;
        this.timers = timers;
        this.listeners = listeners;
        this.figures = figures;
        this.timeout = timeout;
        this.onTimeout = onTimeout;
    }

    /** How many there are. */
    int underWay() {
        return underWay;
    }

    /** Calls the provider at which a request stands; there must be a free permit. */
    <T> void begin(Pending<T> pending, Prompt prompt) {
        ProviderSlot slot = pending.slot;
        if (!slot.permits.tryTake()) {
            throw new IllegalStateException("granted without a free permit at " + slot.name());
        }
        long now = ticker.nanos();
        underWay++;
        Flight<T> flight = new Flight<>(pending, inbox, now);
        pending.flight = flight;
        flight.timeout = timers.at(now + timeout.toNanos(), () -> timedOut(flight));
        if (pending.calls == 0) {
            figures.granted(now - pending.since);
        }
        String model = pending.model();
        Duration waited = Duration.ofNanos(now - pending.since);
        listeners.tell(listener -> listener.callStarted(pending.ticket, slot.name(), waited));
        if (!flight.landed) {
            listeners.deliver(pending, new Update.Started<>(pending.ticket, slot.name(), model));
        }
        if (!flight.landed) {
            start(flight, slot, model, prompt);
        }
    }

    /** Gives the permit back, once; a call that has not ended is cancelled at the provider. */
    void land(Flight<?> flight) {
        if (flight.landed) {
            return;
        }
        Pending<?> pending = flight.pending;
        flight.abandon();
        pending.flight = null;
        pending.slot.permits.giveBack();
        underWay--;
        Duration took = Duration.ofNanos(ticker.nanos() - flight.startedAt);
        listeners.tell(listener -> listener.callEnded(pending.ticket, pending.slot.name(), took));
    }

    private static <T> void start(
            Flight<T> flight, ProviderSlot slot, String model, Prompt prompt) {
        flight.pending.calls++;
        Request<T> request = flight.pending.request;
        ModelCall call = new ModelCall(
                model, prompt, request.format(), request.maxTokens(), request.temperature());
        try {
            flight.began(slot.provider.start(call, flight));
        } catch (RuntimeException e) {
            flight.fail(new CallFailure.Broken(
                    FailureCode.PROVIDER_ERROR,
                    "provider " + slot.name() + " threw " + e.getClass().getName()));
        }
    }

    private void timedOut(Flight<?> flight) {
        // An end that waits in the inbox came in time: no timeout may overtake it.
        if (!flight.landed && !flight.hasEnded()) {
            land(flight);
            onTimeout.accept(
                    flight.pending,
                    new CallFailure.Broken(
                            FailureCode.PROVIDER_TIMEOUT,
                            "no complete answer within " + timeout.toMillis() + " ms"));
        }
    }
}
