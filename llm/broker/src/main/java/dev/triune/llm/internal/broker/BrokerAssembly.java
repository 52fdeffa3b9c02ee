/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import dev.triune.llm.BrokerBuilder;
import dev.triune.llm.SharingPolicy;
import dev.triune.llm.Ticker;
import dev.triune.llm.internal.policy.FairShare;
import dev.triune.llm.internal.policy.SessionLeases;
import dev.triune.llm.internal.time.TimerQueue;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The parts of one broker, put together in the order in which they need each other. The methods that
 * make some of them are there for tests, which plant faults to see that they are found.
 */
public class BrokerAssembly {
    final OwnerThread owner = new OwnerThread();
    final TimerQueue timers = new TimerQueue();
    final Ticker ticker;
    final Inbox inbox;
    final Router router;
    final List<ProviderSlot> slots;
    final ListenerNotifier listeners;
    final BrokerCounters counters;
    final FairShare share;
    final RequestOrdering ordering;
    final TokenEstimators estimates = new TokenEstimators();
    final Tenants tenants;
    final RequestQueues requestQueues;
    final AgentRequests agentRequests;
    final TenantQuotas quotas;
    final RequestPlacement requestPlacement;
    final RequestRegistry open;
    final @Nullable CacheInterceptor cache;
    final InFlightCalls inFlightCalls;
    final Failover failover;
    final Dispatcher dispatcher;
    final Admission admission;

    public BrokerAssembly(BrokerBuilder builder) {
        boolean byGame = builder.sharingPolicy == SharingPolicy.WORK_CONSERVING;
        ticker = builder.ticker;
        inbox = new Inbox(builder.inboxCapacity, owner, builder.onWorkAvailable);
        router = new Router(builder);
        slots = router.slots();
        listeners = makeListeners(builder);
        counters = new BrokerCounters(builder.prices, listeners);
        share = new FairShare(builder.tenantWeights, builder.tokensPerRequest);
        ordering = new RequestOrdering(share, builder.ageing, byGame);
        tenants = new Tenants(
                new SessionLeases(builder.heartbeatTimeout, SessionLeases.MAX_SESSIONS),
                share,
                builder.sharingPolicy,
                builder.sharedLimits);
        requestQueues = new RequestQueues(ordering, share, counters, builder.queuePerProvider);
        agentRequests = new AgentRequests(timers, this::resume);
        quotas = new TenantQuotas(builder.quotaPolicy, this::resume);
        requestPlacement = new RequestPlacement(agentRequests, quotas, requestQueues);
        open = new RequestRegistry(listeners, counters, ticker, this::over);
        cache = builder.cacheCharacters == 0
                ? null
                : new CacheInterceptor(
                        new PromptCache(builder.cacheCharacters, builder.cacheAge, ticker),
                        open,
                        listeners,
                        counters);
        inFlightCalls = makeCalls(builder);
        failover = makeFailover(builder);
        dispatcher = new Dispatcher(this);
        admission = new Admission(this);
    }

    ListenerNotifier makeListeners(BrokerBuilder builder) {
        return new ListenerNotifier(builder.listeners);
    }

    InFlightCalls makeCalls(BrokerBuilder builder) {
        return new InFlightCalls(this, builder.callTimeout);
    }

    Failover makeFailover(BrokerBuilder builder) {
        return new Failover(this, builder.retryRounds);
    }

    /** What has set a request aside is over; told once everything is put together. */
    void resume(PendingRequest<?> pending) {
        Objects.requireNonNull(requestPlacement).resume(pending);
    }

    /** A request is over: whoever kept a place for it lets go. */
    void over(PendingRequest<?> pending) {
        requestQueues.remove(pending);
        agentRequests.ended(pending);
        router.countUse(pending.request, -1);
        quotas.ended(pending);
    }
}
