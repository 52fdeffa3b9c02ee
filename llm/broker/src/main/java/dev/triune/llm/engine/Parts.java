/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.engine;

import dev.triune.llm.policy.share.FairShare;
import dev.triune.llm.policy.share.GameSessions;
import dev.triune.llm.time.Ticker;
import dev.triune.llm.time.TimerQueue;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The parts of one broker, put together in the order in which they need each other. The methods that
 * make some of them are there for tests, which plant faults to see that they are found.
 */
class Parts {
    final OwnerThread owner = new OwnerThread();
    final TimerQueue timers = new TimerQueue();
    final Ticker ticker;
    final Inbox inbox;
    final Routing routing;
    final List<ProviderSlot> slots;
    final SafeListener listeners;
    final Figures figures;
    final FairShare share;
    final Turn turn;
    final Estimates estimates = new Estimates();
    final Games games;
    final Queues queues;
    final Agents agents;
    final QuotaSessions quotas;
    final Placement placement;
    final OpenRequests open;
    final @Nullable CachedAnswers cache;
    final Calls calls;
    final Failover failover;
    final Grants grants;
    final Admission admission;

    Parts(BrokerBuilder builder) {
        boolean byGame = builder.sharing == Sharing.WORK_CONSERVING;
        ticker = builder.ticker;
        inbox = new Inbox(builder.inboxCapacity, owner, builder.onArrival);
        routing = new Routing(builder);
        slots = routing.slots();
        listeners = makeListeners(builder);
        figures = new Figures(builder.prices, listeners);
        share = new FairShare(builder.weights, builder.tokensPerRequest);
        turn = new Turn(share, builder.ageing, byGame);
        games = new Games(
                new GameSessions(builder.silence, GameSessions.MOST),
                share,
                builder.sharing,
                builder.shared);
        queues = new Queues(turn, share, figures, builder.queuePerProvider);
        agents = new Agents(timers, this::resume);
        quotas = new QuotaSessions(builder.quotaMode, this::resume);
        placement = new Placement(agents, quotas, queues);
        open = new OpenRequests(listeners, figures, ticker, this::over);
        cache = builder.cacheCharacters == 0
                ? null
                : new CachedAnswers(
                        new PromptCache(builder.cacheCharacters, builder.cacheAge, ticker),
                        open,
                        listeners,
                        figures);
        calls = makeCalls(builder);
        failover = makeFailover(builder);
        grants = new Grants(this);
        admission = new Admission(this);
    }

    SafeListener makeListeners(BrokerBuilder builder) {
        return new SafeListener(builder.listeners);
    }

    Calls makeCalls(BrokerBuilder builder) {
        return new Calls(this, builder.callTimeout);
    }

    Failover makeFailover(BrokerBuilder builder) {
        return new Failover(this, builder.rounds);
    }

    /** What has set a request aside is over; told once everything is put together. */
    void resume(Pending<?> pending) {
        Objects.requireNonNull(placement).resume(pending);
    }

    /** A request is over: whoever kept a place for it lets go. */
    void over(Pending<?> pending) {
        queues.remove(pending);
        agents.over(pending);
        routing.use(pending.request, -1);
        quotas.over(pending);
    }
}
