/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import dev.triune.llm.Broker;
import dev.triune.llm.Broker.TenantCooldown;
import dev.triune.llm.BrokerStats;
import dev.triune.llm.QuotaSnapshot;
import dev.triune.llm.Request;
import dev.triune.llm.Ticker;
import dev.triune.llm.Ticket;
import dev.triune.llm.Update;
import dev.triune.llm.internal.policy.FairShare;
import dev.triune.llm.internal.policy.QuotaAccount;
import dev.triune.llm.internal.time.TimerQueue;
import dev.triune.llm.provider.CallFailure;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The broker. One thread owns it and does all work inside {@link #doWork()}; providers deliver
 * events through the {@link Inbox}. Its parts, built in the order of their dependencies, get what
 * they use; {@link Upcalls} are the way back. The package describes the way of a request. Factory
 * methods and upcalls can be overridden by tests that inject faults.
 */
public class SingleOwnerBroker implements Broker, Upcalls {

    private static final long MAX_SLEEP = Duration.ofMinutes(1).toNanos();

    /** The maximum sleep while requests wait, as ageing may change the next one. */
    private static final long MAX_BUSY_SLEEP = Duration.ofSeconds(1).toNanos();

    final Ticker ticker;
    final TimerQueue timers = new TimerQueue();
    final Inbox inbox;
    final Router router;
    final ListenerNotifier listeners;
    final BrokerCounters counters;
    final FairShare share;
    final RequestOrdering ordering;
    final Tenants tenants;
    final TenantQuotas quotas;
    final CallAccounts accounts;
    final RequestQueues requestQueues;
    final RequestRegistry registry;
    final InFlightCalls inFlightCalls;
    private final OwnerThread owner = new OwnerThread();
    private final AgentRequests agentRequests;
    private final Failover failover;
    private final Admission admission;
    private final Dispatcher dispatcher;
    private final Consumer<InboxEvent> events;
    private final int maxEventsPerCycle;
    private final int maxCallsPerCycle;
    private long lastTicket;
    private long lastCycle;

    /** The time up to which timers run, once all earlier arrivals are processed. */
    private long timersDue;

    private long arrivedBeforeTimers;
    private boolean working;
    private boolean closed;

    public SingleOwnerBroker(BrokerOptions options) {
        maxEventsPerCycle = options.maxEventsPerCycle;
        maxCallsPerCycle = options.maxCallsPerCycle;
        ticker = options.ticker;
        lastCycle = ticker.nanos();
        inbox = new Inbox(options.inboxCapacity, owner, options.onWorkAvailable);
        router = new Router(options);
        listeners = newListeners(options);
        counters = new BrokerCounters(options.prices, listeners);
        TokenEstimators estimates = new TokenEstimators();
        share = new FairShare(options.tenantWeights, options.tokensPerRequest);
        ordering = new RequestOrdering(share, options.ageing, !options.strictSharing);
        tenants = new Tenants(share, options);
        agentRequests = new AgentRequests(timers, this);
        quotas = new TenantQuotas(options.quotaPolicy, options.prices, this);
        requestQueues = new RequestQueues(
                options.queuePerProvider, ordering, share, counters, agentRequests, quotas);
        registry = new RequestRegistry(ticker, listeners, counters, this);
        CacheInterceptor cache = options.cacheCharacters == 0
                ? null
                : new CacheInterceptor(
                        new PromptCache(options.cacheCharacters, options.cacheAge, ticker),
                        listeners,
                        counters,
                        registry);
        accounts = new CallAccounts(estimates, ordering, share, quotas, counters);
        failover = newFailover(options);
        inFlightCalls = newInFlightCalls(options);
        admission = new Admission(
                ticker,
                timers,
                inbox,
                counters,
                router,
                tenants,
                agentRequests,
                quotas,
                requestQueues,
                registry,
                inFlightCalls);
        CallFactory calls = new CallFactory(
                ticker,
                ordering,
                estimates,
                agentRequests,
                quotas,
                requestQueues,
                registry,
                cache,
                failover,
                inFlightCalls);
        dispatcher = new Dispatcher(
                ticker,
                router.slots(),
                ordering,
                estimates,
                requestQueues,
                admission,
                failover,
                calls,
                inFlightCalls);
        events = new InboxHandler(
                ticker,
                listeners,
                tenants,
                accounts,
                registry,
                cache,
                failover,
                inFlightCalls,
                admission);
    }

    /**
     * Creates a broker in place of another, which serves no new requests and is worked on by the
     * same owner until it {@link #isIdle}. What keys and quotas have used counts at both.
     *
     * @param unchanged the names of the providers whose breakers and statistics it shares, too
     */
    public SingleOwnerBroker(
            BrokerOptions options, SingleOwnerBroker before, Set<String> unchanged) {
        this(options);
        lastTicket = before.lastTicket;
        router.adopt(before.router, unchanged);
        quotas.adopt(before.quotas);
    }

    /** Whether it has no request. */
    public boolean isIdle() {
        owner.check();
        return registry.view().isEmpty() && inFlightCalls.inFlight() == 0;
    }

    ListenerNotifier newListeners(BrokerOptions options) {
        return new ListenerNotifier(options.listeners);
    }

    Failover newFailover(BrokerOptions options) {
        return new Failover(
                options.retryRounds,
                ticker,
                timers,
                listeners,
                counters,
                quotas,
                requestQueues,
                registry);
    }

    InFlightCalls newInFlightCalls(BrokerOptions options) {
        return new InFlightCalls(
                options, timers, inbox, listeners, quotas, accounts, router.affinity, this);
    }

    @Override
    public void resume(PendingRequest<?> pending) {
        requestQueues.resume(pending);
    }

    @Override
    public void release(PendingRequest<?> pending) {
        requestQueues.remove(pending);
        agentRequests.ended(pending);
        router.countUse(pending.request, -1);
        quotas.leave(pending);
    }

    @Override
    public void timedOut(InFlightCall<?> call, CallFailure failure) {
        failover.handle(call, failure);
    }

    @Override
    public <T> Ticket submit(Request<T> request, Consumer<? super Update<T>> updates) {
        owner.check();
        if (closed) {
            throw new IllegalStateException("broker is closed: no request can be submitted");
        }
        List<RouteTarget> chain = router.chain(request, quotas.governs(request.tenant()));
        router.countUse(request, 1);
        Ticket ticket = new Ticket(++lastTicket);
        PendingRequest<T> pending =
                new PendingRequest<>(ticket, request, updates, ticker.nanos(), chain);
        registry.add(pending);
        counters.submitted();
        admission.admit(pending);
        listeners.notifyListeners(listener -> listener.submitted(ticket, request));
        return ticket;
    }

    @Override
    public boolean cancel(Ticket ticket) {
        owner.check();
        PendingRequest<?> pending = registry.find(ticket);
        if (pending == null) {
            return false;
        }
        admission.cancel(pending);
        return true;
    }

    @Override
    public void defer(String tenant, String agent, Duration time) {
        owner.check();
        PendingRequest<?> live = agentRequests.defer(tenant, agent, time, ticker.nanos());
        if (live != null) {
            requestQueues.park(live);
        }
    }

    @Override
    public int heartbeat(String tenant) {
        owner.check();
        expireTenants(); // so that tenants with requests count
        long now = ticker.nanos();
        tenants.heartbeat(tenant, now);
        return tenants.active(now);
    }

    @Override
    public TenantCooldown cooldown(Request<?> request) {
        owner.check();
        RouteTarget target = router.chain(request, true).get(0);
        return tenants.cooldown(request, target, ticker.nanos());
    }

    @Override
    public void enableQuota(QuotaSnapshot quota) {
        owner.check();
        if (quotas.enable(quota, registry.view())) {
            registry.of(quota.tenant()).forEach(pending -> {
                requestQueues.replace(pending);
                admission.limitQuotaWait(pending);
            });
        }
    }

    @Override
    public void disableQuota(String tenant) {
        owner.check();
        quotas.disable(tenant);
    }

    @Override
    public Optional<QuotaSnapshot> quota(String tenant) {
        owner.check();
        return Optional.ofNullable(quotas.quotaOf(tenant)).map(QuotaAccount::snapshot);
    }

    @Override
    public int doWork() {
        owner.check();
        if (closed || working) {
            return 0; // further work of callbacks is done in the next turn
        }
        working = true;
        int eventCount;
        try {
            eventCount = runCycle();
        } finally {
            working = false;
        }
        listeners.rethrow();
        return eventCount;
    }

    private int runCycle() {
        long now = ticker.nanos();
        inFlightCalls.ownerWasAway(now - lastCycle);
        lastCycle = now;
        if (inbox.drained() >= arrivedBeforeTimers) {
            timersDue = now;
            arrivedBeforeTimers = inbox.arrived();
        }
        int ended = registry.deliverEndings();
        int arrived = inbox.drain(maxEventsPerCycle, events);
        boolean timersMayRun = inbox.drained() >= arrivedBeforeTimers;
        int timedOut = timersMayRun ? timers.runDue(timersDue, maxEventsPerCycle) : 0;
        int eventCount = ended + arrived + timedOut + expireTenants();
        // unprocessed events may be rate limits or passed deadlines: nothing is sent before
        boolean caughtUp =
                arrived < maxEventsPerCycle && timedOut < maxEventsPerCycle && timersDue == now;
        return caughtUp ? eventCount + dispatcher.dispatch(maxCallsPerCycle) : eventCount;
    }

    /**
     * Returns the nanoseconds that an owner may sleep after an idle turn, unless an event arrives:
     * 1 ns to a minute, a second while requests wait.
     */
    public long nanosUntilWork() {
        owner.check();
        long now = ticker.nanos();
        long most = requestQueues.waiting() > 0 ? MAX_BUSY_SLEEP : MAX_SLEEP;
        long until = dispatcher.nanosUntilReady(tenants.nanosUntilExpiry(most, now), now);
        OptionalLong timer = timers.nextDeadline();
        if (timer.isPresent()) {
            until = Math.min(until, timer.getAsLong() - now);
        }
        return Math.max(1, until);
    }

    private int expireTenants() {
        List<String> expired = tenants.expire(ticker.nanos());
        if (expired.isEmpty()) {
            return 0; // an idle turn allocates nothing
        }
        for (String tenant : expired) {
            if (registry.of(tenant).isEmpty()) {
                tenants.forget(tenant);
                agentRequests.forget(tenant);
                counters.forget(tenant);
            } else {
                tenants.renew(tenant, ticker.nanos()); // requests also prove that it is active
            }
        }
        return expired.size();
    }

    @Override
    public BrokerStats stats() {
        owner.check();
        long now = ticker.nanos();
        return counters.snapshot(
                requestQueues.waiting(),
                inFlightCalls.inFlight(),
                router.slots().stream()
                        .map(slot -> slot.stats(registry.view(), now))
                        .toList(),
                registry.view());
    }

    @Override
    public void close() {
        owner.check();
        if (closed) {
            return;
        }
        closed = true;
        registry.all().forEach(admission::cancel);
        registry.deliverEndings();
        inbox.close();
        router.keys().forEach(ProviderKey::close);
    }
}
