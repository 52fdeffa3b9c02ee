/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import dev.triune.llm.BrokerStats;
import dev.triune.llm.Outcome;
import dev.triune.llm.PriceCatalog;
import dev.triune.llm.Usage;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The statistics of a broker. Owner only. */
final class BrokerCounters {
    private final PriceCatalog prices;
    private final ListenerNotifier listeners;
    private final Map<Outcome.Kind, Long> outcomes = new EnumMap<>(Outcome.Kind.class);
    private final WaitTimeHistogram waits = new WaitTimeHistogram();
    private final Map<String, ModelCounters> models = new HashMap<>();
    private final Map<String, Long> layers = new HashMap<>();
    private final Map<String, TenantCounters> tenants = new HashMap<>();
    private long submitted;
    private int maxWaiting;
    private boolean manyWaiting;
    private long fallbacks;
    private long rateLimited;
    private long retries;
    private long cacheHits;
    private Usage usage = Usage.NONE;

    BrokerCounters(PriceCatalog prices, ListenerNotifier listeners) {
        this.prices = prices;
        this.listeners = listeners;
        for (Outcome.Kind kind : Outcome.Kind.values()) {
            outcomes.put(kind, 0L);
        }
    }

    void submitted() {
        submitted++;
    }

    void tenantJoined(String tenant) {
        if (!tenant.isEmpty()) {
            tenants.computeIfAbsent(tenant, key -> new TenantCounters());
        }
    }

    void queued(int waitingNow) {
        maxWaiting = Math.max(maxWaiting, waitingNow);
        boolean manyNow = waitingNow > BrokerStats.BACKLOG_THRESHOLD;
        boolean news = manyNow && !manyWaiting;
        manyWaiting = manyNow; // first, as listeners may submit or cancel
        if (news) {
            listeners.notifyListeners(listener -> listener.backlogged(waitingNow));
        }
    }

    void called(ProviderSlot slot, long waitedNanos, boolean first) {
        slot.counters.calls++;
        if (first) {
            waits.add(waitedNanos);
            slot.counters.waits.add(waitedNanos);
        }
    }

    void fellBackTo(ProviderSlot slot) {
        fallbacks++;
        slot.counters.fallbacks++;
    }

    void rateLimited(ProviderSlot slot) {
        rateLimited++;
        slot.counters.rateLimited++;
    }

    void retriedAt(ProviderSlot slot) {
        retries++;
        slot.counters.retries++;
    }

    void cacheHit() {
        cacheHits++;
    }

    void callEnded(PendingRequest<?> pending, RouteTarget target, Usage used) {
        ModelCounters model = models.computeIfAbsent(
                ProviderKey.bounded(models, target.model()), key -> new ModelCounters());
        model.calls++;
        model.trims += pending.rendering.trimmed ? 1 : 0;
        model.usage = model.usage.plus(used);
        model.cost = model.cost.add(
                prices.pricesFor(target.slot().name(), target.model()).cost(used));
        usage = usage.plus(used);
        TenantCounters tenant = tenants.get(pending.request.tenant());
        if (tenant != null) {
            tenant.tokens += used.total();
        }
    }

    /** Undoes the count of a call that was lost on a closed connection. */
    void callUnreceived(ProviderSlot slot) {
        slot.counters.calls--;
    }

    void ended(PendingRequest<?> pending, Outcome outcome) {
        outcomes.merge(outcome.kind(), 1L, Long::sum);
        layers.merge(ProviderKey.bounded(layers, pending.request.layer()), 1L, Long::sum);
        TenantCounters tenant = tenants.get(pending.request.tenant());
        if (tenant != null) { // neither forgotten nor without room
            tenant.ended++;
        }
    }

    void forget(String tenant) {
        tenants.remove(tenant);
    }

    Duration meanWait() {
        return waits.mean();
    }

    BrokerStats snapshot(
            int waiting,
            int inFlight,
            List<BrokerStats.ProviderStats> providers,
            Iterable<PendingRequest<?>> open) {
        return new BrokerStats(
                new BrokerStats.RequestStats(submitted, outcomes, fallbacks, retries, cacheHits),
                new BrokerStats.QueueStats(
                        waiting, maxWaiting, waits.mean(), waits.percentile(0.95)),
                new BrokerStats.CallStats(inFlight, rateLimited, usage),
                providers,
                modelStats(),
                layers,
                tenantStats(open));
    }

    private Map<String, BrokerStats.ModelStats> modelStats() {
        Map<String, BrokerStats.ModelStats> stats = new HashMap<>();
        models.forEach((name, model) -> stats.put(
                name,
                new BrokerStats.ModelStats(model.calls, model.usage, model.trims, model.cost)));
        return stats;
    }

    private Map<String, BrokerStats.TenantStats> tenantStats(Iterable<PendingRequest<?>> open) {
        Map<String, int[]> now = new HashMap<>();
        for (PendingRequest<?> pending : open) {
            String tenant = pending.request.tenant();
            if (!tenant.isEmpty()) {
                now.computeIfAbsent(tenant, key -> new int[2])[pending.isInFlight() ? 1 : 0]++;
            }
        }
        Map<String, BrokerStats.TenantStats> stats = new HashMap<>();
        tenants.keySet().forEach(tenant -> now.putIfAbsent(tenant, new int[2]));
        now.forEach((tenant, counts) -> {
            TenantCounters figures = tenants.getOrDefault(tenant, new TenantCounters());
            stats.put(
                    tenant,
                    new BrokerStats.TenantStats(
                            counts[0], counts[1], figures.ended, figures.tokens));
        });
        return stats;
    }

    private static final class ModelCounters {
        long calls;
        long trims;
        Usage usage = Usage.NONE;
        BigDecimal cost = BigDecimal.ZERO;
    }

    private static final class TenantCounters {
        long ended;
        long tokens;
    }

    static final class OfProvider {
        final WaitTimeHistogram waits = new WaitTimeHistogram();
        long calls;
        long answered;
        long rateLimited;
        long fallbacks;
        long retries;
    }
}
