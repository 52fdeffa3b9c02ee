/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.dashboard;

import dev.triune.llm.BrokerStats.ProviderStats;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** Gauges for Prometheus, with the values of its last scrape. Thread-safe. */
final class PrometheusGauges {
    private final MeterRegistry registry;
    private volatile @Nullable DashboardSnapshot latest;

    /**
     * Adds the gauges to a registry.
     *
     * @param providers the providers with their own gauges
     */
    PrometheusGauges(MeterRegistry registry, List<String> providers) {
        this.registry = registry;
        addTotals();
        addBatches();
        providers.forEach(this::addProvider);
    }

    /** Sets the current values. */
    void update(DashboardSnapshot dashboardSnapshot) {
        latest = dashboardSnapshot;
    }

    private void addTotals() {
        gauge("triune.queue.waiting", "Requests that wait", s -> s.stats().waiting());
        gauge(
                "triune.queue.most",
                "The most that waited at once",
                s -> s.stats().maxWaiting());
        gauge("triune.calls.in.flight", "Calls under way", s -> s.stats().inFlight());
        gauge("triune.open.requests", "Requests of clients under way", DashboardSnapshot::open);
        gauge("triune.dashboard.viewers", "Open dashboards", DashboardSnapshot::viewers);
        gauge(
                "triune.games.active",
                "Games that are connected",
                s -> s.stats().tenants().size());
        count(
                "triune.cache.hits",
                "Requests answered from the cache",
                s -> s.stats().cacheHits());
    }

    private void addBatches() {
        gauge("triune.credits", "Credits for batches", s -> s.batches().credits());
        gauge(
                "triune.credits.capacity",
                "The most there can be",
                s -> s.batches().capacity());
        gauge("triune.batches.active", "Batches under way", s -> s.batches().active());
        count("triune.batches", "Batches taken", s -> s.batches().batches());
        count("triune.batched.requests", "Requests in batches", s -> s.batches().requests());
    }

    private void addProvider(String provider) {
        gauge("triune.provider.waiting", "Its queue", provider, ProviderStats::waiting);
        gauge(
                "triune.provider.in.flight",
                "Its calls under way",
                provider,
                ProviderStats::inFlight);
        gauge("triune.provider.permits", "Calls allowed at once", provider, ProviderStats::permits);
        gauge(
                "triune.provider.breaker.open",
                "1 if calls are kept away",
                provider,
                stats -> stats.breakerOpen() ? 1 : 0);
        Gauge.builder(
                        "triune.provider.cooling",
                        this,
                        prometheusGauges -> prometheusGauges.ofProvider(
                                provider, stats -> stats.cooldown().toMillis() / 1000.0))
                .description("How long no key of it may be called")
                .baseUnit("seconds")
                .tag("provider", provider)
                .register(registry);
    }

    private void gauge(
            String name, String description, ToDoubleFunction<DashboardSnapshot> figure) {
        Gauge.builder(name, this, prometheusGauges -> prometheusGauges.now(figure))
                .description(description)
                .register(registry);
    }

    private void gauge(
            String name,
            String description,
            String provider,
            ToDoubleFunction<ProviderStats> figure) {
        Gauge.builder(name, this, prometheusGauges -> prometheusGauges.ofProvider(provider, figure))
                .description(description)
                .tag("provider", provider)
                .register(registry);
    }

    private void count(
            String name, String description, ToDoubleFunction<DashboardSnapshot> figure) {
        FunctionCounter.builder(name, this, prometheusGauges -> prometheusGauges.now(figure))
                .description(description)
                .register(registry);
    }

    private double now(ToDoubleFunction<DashboardSnapshot> figure) {
        DashboardSnapshot dashboardSnapshot = latest;
        return dashboardSnapshot == null ? 0 : figure.applyAsDouble(dashboardSnapshot);
    }

    private double ofProvider(String name, ToDoubleFunction<ProviderStats> figure) {
        return now(dashboardSnapshot -> dashboardSnapshot.stats().providers().stream()
                .filter(stats -> stats.name().equals(name))
                .mapToDouble(figure)
                .sum());
    }
}
