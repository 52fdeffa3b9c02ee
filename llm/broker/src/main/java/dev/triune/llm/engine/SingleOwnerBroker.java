/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.engine;

import dev.triune.llm.Broker;
import dev.triune.llm.BrokerStats;
import dev.triune.llm.FailureCode;
import dev.triune.llm.Outcome;
import dev.triune.llm.Prompt;
import dev.triune.llm.Request;
import dev.triune.llm.Ticket;
import dev.triune.llm.Update;
import dev.triune.llm.policy.Fallback;
import dev.triune.llm.provider.CallFailure;
import dev.triune.llm.provider.ModelCall;
import dev.triune.llm.time.Ticker;
import dev.triune.llm.time.TimerQueue;

import org.jspecify.annotations.Nullable;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The broker. One thread owns it and does all of its work inside {@link #doWork()}; providers hand
 * over what they receive through the {@link Inbox}. A request is at any time in exactly one place:
 * in a queue, in flight, or in {@link #endings}; the one way out is {@link #end}.
 */
final class SingleOwnerBroker implements Broker {
    private static final Logger LOG = System.getLogger(SingleOwnerBroker.class.getName());

    private final OwnerThread owner = new OwnerThread();
    private final Inbox inbox;
    private final Ticker ticker;
    private final TimerQueue timers = new TimerQueue();
    private final List<ProviderSlot> slots;
    private final Chains chains;
    private final SafeListener listeners;
    private final Figures figures = new Figures();
    private final BrokerBuilder settings;

    /** Every request that has no outcome yet, by ticket number, in order of submission. */
    private final Map<Long, Pending<?>> open = new LinkedHashMap<>();

    /** Outcomes decided outside {@link #doWork()}, to be delivered by its next turn. */
    private final Deque<Runnable> endings = new ArrayDeque<>();

    private long lastTicket;
    private int inFlight;
    private int firstServed;
    private boolean working;
    private boolean closed;

    SingleOwnerBroker(BrokerBuilder builder) {
        this.settings = builder;
        this.ticker = builder.ticker;
        this.inbox = new Inbox(builder.inboxCapacity, owner);
        this.slots = builder.slots();
        this.chains = new Chains(slots);
        this.listeners = new SafeListener(builder.listeners);
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
        open.put(ticket.number(), pending);
        boolean full = pending.slot.full();
        figures.submitted();
        if (!full) {
            enqueue(pending, pending.slot);
        }
        listeners.tell(listener -> listener.submitted(ticket, request));
        if (full) {
            endLater(pending, new Outcome.Rejected(Outcome.RejectReason.QUEUE_FULL, roomAfter()));
        }
        return ticket;
    }

    @Override
    public boolean cancel(Ticket ticket) {
        owner.check();
        Pending<?> pending = open.get(ticket.number());
        if (pending == null) {
            return false;
        }
        withdraw(pending);
        endLater(pending, new Outcome.Cancelled(pending.calls == 0));
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
        int done = deliverEndings();
        done += inbox.drain(settings.arrivalsPerTurn, this::takeIn);
        done += timers.run(ticker.nanos(), settings.arrivalsPerTurn);
        done += grant();
        return done;
    }

    @Override
    public BrokerStats stats() {
        owner.check();
        long now = ticker.nanos();
        return figures.snapshot(
                waiting(), inFlight, slots.stream().map(slot -> slot.stats(now)).toList());
    }

    @Override
    public void close() {
        owner.check();
        if (closed) {
            return;
        }
        closed = true;
        for (Pending<?> pending : List.copyOf(open.values())) {
            withdraw(pending);
            endLater(pending, new Outcome.Cancelled(pending.calls == 0));
        }
        deliverEndings();
        inbox.close();
        slots.forEach(SingleOwnerBroker::closeProvider);
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

    // ---- what arrives

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
            land(flight);
            pending.slot.cooldown.answered();
            end(
                    pending,
                    new Outcome.Answered(pending.slot.name(), pending.model(), completed.usage()));
        } else if (arrival instanceof Arrival.Failed failed) {
            land(flight);
            afterFailure(pending, failed.failure());
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

    private void timedOut(Flight<?> flight) {
        if (!flight.landed) {
            Pending<?> pending = flight.pending;
            land(flight);
            afterFailure(
                    pending,
                    new CallFailure.Broken(
                            FailureCode.PROVIDER_TIMEOUT,
                            "no complete answer within " + settings.callTimeout.toMillis()
                                    + " ms"));
        }
    }

    private void afterFailure(Pending<?> pending, CallFailure failure) {
        long now = ticker.nanos();
        if (failure instanceof CallFailure.RateLimited limited) {
            noteRateLimit(pending.slot, limited, now);
        }
        if (isOver(pending)) {
            return; // a listener cancelled it
        }
        if (pending.delivered > 0) {
            end(pending, new Outcome.Failed(codeOf(failure), failure.message(), true));
            return;
        }
        pending.tried.add(pending.slot);
        List<Fallback.Candidate> chain = new ArrayList<>();
        for (ProviderSlot slot : pending.chain) {
            chain.add(slot.asCandidate(pending, now));
        }
        follow(decide(failure, chain, pending), pending, failure);
    }

    private Fallback.Decision decide(
            CallFailure failure, List<Fallback.Candidate> chain, Pending<?> pending) {
        if (failure instanceof CallFailure.Broken broken) {
            return broken.code().worthAnotherProvider()
                    ? Fallback.afterFailure(chain)
                    : new Fallback.Decision.GiveUp(Duration.ZERO);
        }
        return Fallback.afterRateLimit(chain, pending.round, settings.rounds);
    }

    private void follow(Fallback.Decision decision, Pending<?> pending, CallFailure failure) {
        if (decision instanceof Fallback.Decision.GoOn goOn) {
            ProviderSlot from = pending.slot;
            enqueue(pending, pending.chain.get(goOn.index()));
            tellFallback(pending, from);
        } else if (decision instanceof Fallback.Decision.NextRound next) {
            pending.tried.clear();
            pending.round++;
            enqueue(pending, pending.chain.get(next.index()));
            figures.retried();
            listeners.tell(listener -> listener.retried(pending.ticket, pending.round));
        } else if (decision instanceof Fallback.Decision.GiveUp giveUp) {
            end(pending, lastWord(failure, giveUp.retryAfter()));
        }
    }

    private static Outcome lastWord(CallFailure failure, Duration retryAfter) {
        if (failure instanceof CallFailure.Broken broken) {
            return new Outcome.Failed(broken.code(), broken.message(), false);
        }
        return new Outcome.Rejected(Outcome.RejectReason.PROVIDERS_EXHAUSTED, retryAfter);
    }

    private static FailureCode codeOf(CallFailure failure) {
        return failure instanceof CallFailure.Broken broken ? broken.code() : FailureCode.CUT_OFF;
    }

    private void noteRateLimit(ProviderSlot slot, CallFailure.RateLimited limited, long now) {
        figures.rateLimited();
        Duration cooling = slot.cooldown.refused(now, limited.advice());
        listeners.tell(listener -> listener.rateLimited(slot.name(), cooling));
    }

    private void tellFallback(Pending<?> pending, ProviderSlot from) {
        String to = pending.slot.name();
        figures.fellBack();
        listeners.tell(listener -> listener.fellBack(pending.ticket, from.name(), to));
    }

    // ---- what goes out

    /** Serves the providers in turn; each turn of work begins with another one. */
    private int grant() {
        int granted = 0;
        int first = firstServed;
        firstServed = (first + 1) % slots.size();
        for (int i = 0; i < slots.size(); i++) {
            ProviderSlot slot = slots.get((first + i) % slots.size());
            while (granted < settings.grantsPerTurn) {
                long now = ticker.nanos();
                Pending<?> next = slot.open(now) ? slot.poll(now) : pollForFallback(slot, now);
                if (next == null) {
                    break;
                }
                send(next, next.slot);
                granted++;
            }
        }
        return granted;
    }

    /** While a provider cools, its requests may go to a fallback that is free right now. */
    private @Nullable Pending<?> pollForFallback(ProviderSlot slot, long now) {
        Pending<?> head = slot.cooldown.over(now) ? null : slot.peek(now);
        if (head == null) {
            return null;
        }
        for (ProviderSlot other : head.chain) {
            if (other != slot
                    && !head.tried.contains(other)
                    && other.waiting() == 0
                    && other.open(now)) {
                slot.remove(head);
                head.slot = other;
                tellFallback(head, slot);
                return head;
            }
        }
        return null;
    }

    private <T> void send(Pending<T> pending, ProviderSlot slot) {
        if (isOver(pending)) {
            return; // cancelled while its fallback was told
        }
        Optional<Prompt> prompt;
        try {
            prompt = Objects.requireNonNull(pending.request.prompt().render(), "prompt");
        } catch (RuntimeException e) {
            end(pending, promptFailed(e));
            return;
        } catch (Error e) {
            endLater(
                    pending,
                    promptFailed(e)); // an Error is not ours to swallow, nor to lose a request by
            throw e;
        }
        if (isOver(pending)) {
            return; // cancelled while its prompt was rendered
        }
        if (prompt.isEmpty()) {
            end(pending, new Outcome.Cancelled(pending.calls == 0));
            return;
        }
        call(pending, slot, prompt.get());
    }

    private static Outcome promptFailed(Throwable cause) {
        return new Outcome.Failed(
                FailureCode.PROMPT_FAILED,
                "the prompt source threw " + cause.getClass().getName(),
                false);
    }

    private <T> void call(Pending<T> pending, ProviderSlot slot, Prompt prompt) {
        if (!slot.permits.tryTake()) {
            throw new IllegalStateException("granted without a free permit at " + slot.name());
        }
        long now = ticker.nanos();
        inFlight++;
        Flight<T> flight = new Flight<>(pending, inbox, now);
        pending.flight = flight;
        flight.timeout = timers.at(now + settings.callTimeout.toNanos(), () -> timedOut(flight));
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

    // ---- the ways out

    /** Gives the permit back, once. */
    private void land(Flight<?> flight) {
        if (flight.landed) {
            return;
        }
        Pending<?> pending = flight.pending;
        flight.abandon();
        pending.flight = null;
        pending.slot.permits.giveBack();
        inFlight--;
        Duration took = Duration.ofNanos(ticker.nanos() - flight.startedAt);
        listeners.tell(listener -> listener.callEnded(pending.ticket, pending.slot.name(), took));
    }

    private void enqueue(Pending<?> pending, ProviderSlot slot) {
        slot.enqueue(pending);
        figures.queued(waiting());
    }

    /** Whether its outcome is decided, which every callback may have done. */
    private boolean isOver(Pending<?> pending) {
        return !open.containsKey(pending.ticket.number());
    }

    /** Takes a request out of its queue or its flight. */
    private void withdraw(Pending<?> pending) {
        pending.slot.remove(pending);
        if (pending.flight != null) {
            land(pending.flight);
        }
    }

    private <T> void end(Pending<T> pending, Outcome outcome) {
        if (open.remove(pending.ticket.number()) != null) {
            announce(pending, outcome);
        }
    }

    /** Decides the outcome now and delivers it with the next turn of work. */
    private <T> void endLater(Pending<T> pending, Outcome outcome) {
        if (open.remove(pending.ticket.number()) != null) {
            endings.add(() -> announce(pending, outcome));
        }
    }

    private <T> void announce(Pending<T> pending, Outcome outcome) {
        figures.ended(outcome);
        listeners.tell(listener -> listener.ended(pending.ticket, outcome));
        listeners.deliver(pending, new Update.Ended<>(pending.ticket, outcome));
    }

    private int deliverEndings() {
        int delivered = 0;
        for (int left = endings.size(); left > 0; left--) {
            Runnable ending = endings.poll();
            if (ending != null) {
                ending.run();
                delivered++;
            }
        }
        return delivered;
    }

    private int waiting() {
        int sum = 0;
        for (ProviderSlot slot : slots) {
            sum += slot.waiting();
        }
        return sum;
    }

    /** A hint of when a full queue has room: the mean wait, a second at the least. */
    private Duration roomAfter() {
        Duration mean = figures.meanWait();
        Duration least = Duration.ofSeconds(1);
        return mean.compareTo(least) < 0 ? least : mean;
    }
}
