/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.budget;

import dev.triune.GameClock;
import dev.triune.MindBudget;
import dev.triune.llm.Broker;
import dev.triune.llm.BrokerStats;
import dev.triune.llm.QuotaSnapshot;
import dev.triune.llm.Request;
import dev.triune.llm.Request.AnswerFormat;
import dev.triune.llm.Ticket;
import dev.triune.llm.Update;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The broker of a world with a budget: counts the cost of every call that the world makes. It refuses
 * none; whoever asks for one asks {@link BudgetMeter} before.
 */
public final class MeteredBroker implements Broker {
    final BudgetMeter meter;

    private final Broker broker;

    /** Counts the calls of a broker, which others may share. */
    public MeteredBroker(Broker broker, MindBudget budget, GameClock clock) {
        this.broker = broker;
        this.meter = new BudgetMeter(budget, clock);
    }

    @Override
    public <T> Ticket submit(Request<T> request, Consumer<? super Update<T>> updates) {
        if (request.format() == AnswerFormat.EMBEDDINGS) {
            return broker.submit(request, updates);
        }
        Ticket ticket = broker.submit(request, update -> {
            meter.note(update);
            updates.accept(update);
        });
        meter.begin(ticket.number(), request.layer());
        return ticket;
    }

    @Override
    public boolean cancel(Ticket ticket) {
        return broker.cancel(ticket);
    }

    @Override
    public void defer(String tenant, String agent, Duration time) {
        broker.defer(tenant, agent, time);
    }

    @Override
    public int heartbeat(String tenant) {
        return broker.heartbeat(tenant);
    }

    @Override
    public TenantCooldown cooldown(Request<?> request) {
        return broker.cooldown(request);
    }

    @Override
    public void enableQuota(QuotaSnapshot quota) {
        broker.enableQuota(quota);
    }

    @Override
    public void disableQuota(String tenant) {
        broker.disableQuota(tenant);
    }

    @Override
    public Optional<QuotaSnapshot> quota(String tenant) {
        return broker.quota(tenant);
    }

    @Override
    public int doWork() {
        return broker.doWork();
    }

    @Override
    public BrokerStats stats() {
        return broker.stats();
    }

    @Override
    public void close() {
        broker.close();
    }
}
