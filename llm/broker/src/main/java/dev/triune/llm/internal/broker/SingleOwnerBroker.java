/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import dev.triune.llm.Broker;
import dev.triune.llm.BrokerBuilder;
import dev.triune.llm.BrokerStats;
import dev.triune.llm.Outcome;
import dev.triune.llm.QuotaSnapshot;
import dev.triune.llm.Request;
import dev.triune.llm.TenantCooldown;
import dev.triune.llm.Ticket;
import dev.triune.llm.Update;
import dev.triune.llm.Usage;
import dev.triune.llm.internal.policy.QuotaAccount;
import dev.triune.llm.internal.policy.SessionLeases;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The broker. One thread owns it and does all of its work inside {@link #doWork()}; providers hand
 * over what they receive through the {@link Inbox}. A request without an outcome is in
 * {@link RequestRegistry}, and besides either waits ({@link RequestQueues}) or is in flight ({@link InFlightCalls}).
 */
public final class SingleOwnerBroker implements Broker {
    private static final Duration MAX_DEFERRAL = Duration.ofDays(1);

    private final BrokerAssembly brokerAssembly;
    private final OwnerThread owner;
    private final RequestRegistry open;
    private final int maxEventsPerCycle;
    private final int maxCallsPerCycle;
    private final Consumer<InboxEvent> inboxHandler = this::handle; // once, not in each turn
    private long lastTicket;
    private boolean working;
    private boolean closed;

    public SingleOwnerBroker(BrokerAssembly brokerAssembly, BrokerBuilder builder) {
        this.brokerAssembly = brokerAssembly;
        owner = brokerAssembly.owner;
        open = brokerAssembly.open;
        maxEventsPerCycle = builder.maxEventsPerCycle;
        maxCallsPerCycle = builder.maxCallsPerCycle;
    }

    @Override
    public <T> Ticket submit(Request<T> request, Consumer<? super Update<T>> updates) {
        owner.check();
        if (closed) {
            throw new IllegalStateException("broker is closed: no request can be submitted");
        }
        boolean serial = brokerAssembly.quotas.governs(request.tenant());
        List<RouteTarget> chain = brokerAssembly.router.chain(request, serial);
        brokerAssembly.router.countUse(request, 1);
        Ticket ticket = new Ticket(++lastTicket);
        PendingRequest<T> pending = new PendingRequest<>(
                ticket, request, updates, brokerAssembly.ticker.nanos(), chain);
        open.add(pending);
        brokerAssembly.counters.submitted();
        brokerAssembly.admission.admit(pending);
        brokerAssembly.listeners.notifyListeners(listener -> listener.submitted(ticket, request));
        return ticket;
    }

    @Override
    public boolean cancel(Ticket ticket) {
        owner.check();
        PendingRequest<?> pending = open.find(ticket);
        if (pending == null) {
            return false;
        }
        brokerAssembly.admission.cancel(pending);
        return true;
    }

    @Override
    public void defer(String session, String agent, Duration time) {
        owner.check();
        if (agent.isEmpty()) {
            throw new IllegalArgumentException("defer without the name of an agent");
        }
        if (time.isNegative() || time.compareTo(MAX_DEFERRAL) > 0) {
            throw new IllegalArgumentException(
                    "defer " + agent + " for " + time + " (expected zero to a day)");
        }
        PendingRequest<?> live = brokerAssembly.agentRequests.defer(
                session, agent, brokerAssembly.ticker.nanos() + time.toNanos());
        if (live != null) {
            brokerAssembly.requestPlacement.park(live);
        }
    }

    @Override
    public int heartbeat(String session) {
        owner.check();
        long now = brokerAssembly.ticker.nanos();
        if (!brokerAssembly.tenants.heartbeat(session, now)) {
            throw new IllegalStateException("no room for another game (at most "
                    + SessionLeases.MAX_SESSIONS + "): come back when one is gone");
        }
        return brokerAssembly.tenants.active(now);
    }

    @Override
    public TenantCooldown cooldown(Request<?> request) {
        owner.check();
        RouteTarget target = brokerAssembly.router.chain(request, true).get(0);
        return brokerAssembly.tenants.cooldown(request, target, brokerAssembly.ticker.nanos());
    }

    @Override
    public void enableQuota(QuotaSnapshot quota) {
        owner.check();
        brokerAssembly.quotas.enable(quota);
    }

    @Override
    public Optional<QuotaSnapshot> quota(String session) {
        owner.check();
        return Optional.ofNullable(brokerAssembly.quotas.quotaOf(session))
                .map(QuotaAccount::snapshot);
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
            done = runCycle();
        } finally {
            working = false;
        }
        brokerAssembly.listeners.rethrow();
        return done;
    }

    private int runCycle() {
        int ended = open.deliverEndings();
        int arrived = brokerAssembly.inbox.drain(maxEventsPerCycle, inboxHandler);
        int timedOut =
                brokerAssembly.timers.runDue(brokerAssembly.ticker.nanos(), maxEventsPerCycle);
        int done = ended + arrived + timedOut + expireTenants();
        // what has not been taken in yet may be a refusal: nothing is sent before it is heeded
        boolean caughtUp = arrived < maxEventsPerCycle && timedOut < maxEventsPerCycle;
        return caughtUp ? done + brokerAssembly.dispatcher.dispatch(maxCallsPerCycle) : done;
    }

    private int expireTenants() {
        List<String> gone = brokerAssembly.tenants.expire(brokerAssembly.ticker.nanos());
        if (gone.isEmpty()) {
            return 0; // a turn without work allocates nothing
        }
        for (String session : gone) {
            open.of(session).forEach(brokerAssembly.admission::cancel);
            brokerAssembly.tenants.forget(session);
            brokerAssembly.counters.forget(session);
        }
        return gone.size();
    }

    @Override
    public BrokerStats stats() {
        owner.check();
        return new StatsCollector(brokerAssembly).collect();
    }

    @Override
    public void close() {
        owner.check();
        if (closed) {
            return;
        }
        closed = true;
        open.all().forEach(brokerAssembly.admission::cancel);
        open.deliverEndings();
        brokerAssembly.inbox.close();
        brokerAssembly.router.keys().forEach(ProviderKey::close);
    }

    private void handle(InboxEvent event) {
        if (event instanceof InboxEvent.CancelRequested cancelRequested) {
            brokerAssembly.admission.cancel(cancelRequested.pending());
        } else if (event instanceof InboxEvent.CallEvent callEvent
                && !callEvent.inFlightCall().released) {
            handle(callEvent.inFlightCall(), callEvent);
        } else if (event instanceof InboxEvent.Failed late) {
            brokerAssembly.failover.updateLimits(late.inFlightCall(), late.failure());
        }
    }

    private <T> void handle(InFlightCall<T> inFlightCall, InboxEvent.CallEvent arrival) {
        if (arrival instanceof InboxEvent.Part part) {
            // The flight's own decoder made the value, so it is of the flight's type.
            @SuppressWarnings("unchecked")
            T value = (T) part.value();
            deliverPart(inFlightCall, value);
        } else if (arrival instanceof InboxEvent.Completed completed) {
            onAnswered(inFlightCall, completed.usage());
        } else if (arrival instanceof InboxEvent.Failed failed) {
            brokerAssembly.inFlightCalls.finish(
                    inFlightCall, Failover.resultOf(failed.failure()), Usage.NONE);
            brokerAssembly.failover.handle(inFlightCall, failed.failure());
        }
    }

    private void onAnswered(InFlightCall<?> inFlightCall, Usage usage) {
        PendingRequest<?> pending = inFlightCall.pending;
        RouteTarget target = pending.target;
        brokerAssembly.inFlightCalls.finish(inFlightCall, CallResult.ANSWERED, usage);
        target.slot().answered();
        inFlightCall
                .assignment
                .key()
                .rateLimiter(target.model())
                .rateLimitCooldown()
                .answered();
        long prompt = usage.total() - usage.output();
        brokerAssembly
                .estimates
                .of(target.model())
                .observed(inFlightCall.call.prompt().length(), prompt, usage.output());
        brokerAssembly.quotas.charge(pending, usage);
        if (brokerAssembly.cache != null) {
            brokerAssembly.cache.store(inFlightCall);
        }
        open.end(pending, new Outcome.Answered(target.slot().name(), target.model(), usage));
    }

    private <T> void deliverPart(InFlightCall<T> inFlightCall, T value) {
        PendingRequest<T> pending = inFlightCall.pending;
        pending.delivered++;
        if (pending.delivered == 1) {
            Duration sinceCall =
                    Duration.ofNanos(brokerAssembly.ticker.nanos() - inFlightCall.startedAt);
            brokerAssembly.listeners.notifyListeners(
                    listener -> listener.firstPart(pending.ticket, sinceCall));
        }
        if (!inFlightCall.released) {
            brokerAssembly.listeners.deliver(pending, new Update.Part<>(pending.ticket, value));
        }
    }
}
