/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.engine;

import dev.triune.llm.Broker;
import dev.triune.llm.BrokerStats;
import dev.triune.llm.GameCooldown;
import dev.triune.llm.Outcome;
import dev.triune.llm.QuotaSnapshot;
import dev.triune.llm.Request;
import dev.triune.llm.Ticket;
import dev.triune.llm.Update;
import dev.triune.llm.Usage;
import dev.triune.llm.policy.quota.Quota;
import dev.triune.llm.policy.share.GameSessions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The broker. One thread owns it and does all of its work inside {@link #doWork()}; providers hand
 * over what they receive through the {@link Inbox}. A request without an outcome is in
 * {@link OpenRequests}, and besides either waits ({@link Queues}) or is in flight ({@link Calls}).
 */
final class SingleOwnerBroker implements Broker {
    private static final Duration LONGEST_DEFERRAL = Duration.ofDays(1);

    private final Parts parts;
    private final OwnerThread owner;
    private final OpenRequests open;
    private final int arrivalsPerTurn;
    private final int grantsPerTurn;
    private final Consumer<Arrival> takingIn = this::takeIn; // once, not in each turn
    private long lastTicket;
    private boolean working;
    private boolean closed;

    SingleOwnerBroker(Parts parts, BrokerBuilder builder) {
        this.parts = parts;
        owner = parts.owner;
        open = parts.open;
        arrivalsPerTurn = builder.arrivalsPerTurn;
        grantsPerTurn = builder.grantsPerTurn;
    }

    @Override
    public <T> Ticket submit(Request<T> request, Consumer<? super Update<T>> updates) {
        owner.check();
        if (closed) {
            throw new IllegalStateException("broker is closed: no request can be submitted");
        }
        boolean serial = parts.quotas.governs(request.session());
        List<Stop> chain = parts.routing.chain(request, serial);
        parts.routing.use(request, 1);
        Ticket ticket = new Ticket(++lastTicket);
        Pending<T> pending = new Pending<>(ticket, request, updates, parts.ticker.nanos(), chain);
        open.add(pending);
        parts.figures.submitted();
        parts.admission.admit(pending);
        parts.listeners.tell(listener -> listener.submitted(ticket, request));
        return ticket;
    }

    @Override
    public boolean cancel(Ticket ticket) {
        owner.check();
        Pending<?> pending = open.find(ticket);
        if (pending == null) {
            return false;
        }
        parts.admission.cancel(pending);
        return true;
    }

    @Override
    public void defer(String session, String agent, Duration time) {
        owner.check();
        if (agent.isEmpty()) {
            throw new IllegalArgumentException("defer without the name of an agent");
        }
        if (time.isNegative() || time.compareTo(LONGEST_DEFERRAL) > 0) {
            throw new IllegalArgumentException(
                    "defer " + agent + " for " + time + " (expected zero to a day)");
        }
        Pending<?> live = parts.agents.defer(session, agent, parts.ticker.nanos() + time.toNanos());
        if (live != null) {
            parts.placement.hold(live);
        }
    }

    @Override
    public int heartbeat(String session) {
        owner.check();
        long now = parts.ticker.nanos();
        if (!parts.games.sign(session, now)) {
            throw new IllegalStateException("no room for another game (at most " + GameSessions.MOST
                    + "): come back when one is gone");
        }
        return parts.games.active(now);
    }

    @Override
    public GameCooldown cooldown(Request<?> request) {
        owner.check();
        Stop stop = parts.routing.chain(request, true).get(0);
        return parts.games.cooldown(request, stop, parts.ticker.nanos());
    }

    @Override
    public void enableQuota(QuotaSnapshot quota) {
        owner.check();
        parts.quotas.enable(quota);
    }

    @Override
    public Optional<QuotaSnapshot> quota(String session) {
        owner.check();
        return Optional.ofNullable(parts.quotas.quotaOf(session)).map(Quota::snapshot);
    }

    @Override
    public int doWork() {
        owner.check();
        if (closed || working) {
            return 0; // a callback that asks for more work gets it in the next turn
        }
        working = true;
        int done;
        try {
            done = turn();
        } finally {
            working = false;
        }
        parts.listeners.rethrow();
        return done;
    }

    private int turn() {
        int ended = open.deliverEndings();
        int arrived = parts.inbox.drain(arrivalsPerTurn, takingIn);
        int timedOut = parts.timers.run(parts.ticker.nanos(), arrivalsPerTurn);
        int done = ended + arrived + timedOut + dismissSilentGames();
        // what has not been taken in yet may be a refusal: nothing is sent before it is heeded
        boolean caughtUp = arrived < arrivalsPerTurn && timedOut < arrivalsPerTurn;
        return caughtUp ? done + parts.grants.grant(grantsPerTurn) : done;
    }

    private int dismissSilentGames() {
        List<String> gone = parts.games.gone(parts.ticker.nanos());
        if (gone.isEmpty()) {
            return 0; // a turn without work allocates nothing
        }
        for (String session : gone) {
            open.of(session).forEach(parts.admission::cancel);
            parts.games.forget(session);
            parts.figures.forget(session);
        }
        return gone.size();
    }

    @Override
    public BrokerStats stats() {
        owner.check();
        return new StatsView(parts).now();
    }

    @Override
    public void close() {
        owner.check();
        if (closed) {
            return;
        }
        closed = true;
        open.all().forEach(parts.admission::cancel);
        open.deliverEndings();
        parts.inbox.close();
        parts.routing.accounts().forEach(Account::close);
    }

    private void takeIn(Arrival arrival) {
        if (arrival instanceof Arrival.Withdrawn withdrawn) {
            parts.admission.cancel(withdrawn.pending());
        } else if (arrival instanceof Arrival.OfCall ofCall && !ofCall.flight().landed) {
            takeIn(ofCall.flight(), ofCall);
        } else if (arrival instanceof Arrival.Failed late) {
            parts.failover.heed(late.flight(), late.failure());
        }
    }

    private <T> void takeIn(Flight<T> flight, Arrival.OfCall arrival) {
        if (arrival instanceof Arrival.Part part) {
            // The flight's own decoder made the value, so it is of the flight's type.
            @SuppressWarnings("unchecked")
            T value = (T) part.value();
            deliverPart(flight, value);
        } else if (arrival instanceof Arrival.Completed completed) {
            answered(flight, completed.usage());
        } else if (arrival instanceof Arrival.Failed failed) {
            parts.calls.land(flight, Failover.landing(failed.failure()), Usage.NONE);
            parts.failover.after(flight, failed.failure());
        }
    }

    private void answered(Flight<?> flight, Usage usage) {
        Pending<?> pending = flight.pending;
        Stop stop = pending.stop;
        parts.calls.land(flight, Landing.ANSWERED, usage);
        stop.slot().answered();
        flight.grant.account().meter(stop.model()).cooldown().answered();
        long prompt = usage.total() - usage.output();
        parts.estimates
                .of(stop.model())
                .observed(flight.call.prompt().length(), prompt, usage.output());
        parts.quotas.charge(pending, usage);
        if (parts.cache != null) {
            parts.cache.keep(flight);
        }
        open.end(pending, new Outcome.Answered(stop.slot().name(), stop.model(), usage));
    }

    private <T> void deliverPart(Flight<T> flight, T value) {
        Pending<T> pending = flight.pending;
        pending.delivered++;
        if (pending.delivered == 1) {
            Duration sinceCall = Duration.ofNanos(parts.ticker.nanos() - flight.startedAt);
            parts.listeners.tell(listener -> listener.firstPart(pending.ticket, sinceCall));
        }
        if (!flight.landed) {
            parts.listeners.deliver(pending, new Update.Part<>(pending.ticket, value));
        }
    }
}
