/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.dashboard;

import dev.triune.llm.BrokerStats.ProviderStats;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** Gauges for Prometheus, with the values of its last scrape. Thread-safe. */
final class PrometheusGauges {
    private final MeterRegistry registry;
    private final Set<String> known = new LinkedHashSet<>();
    private volatile @Nullable DashboardSnapshot latest;

    /** Adds the gauges to a registry, also those of each of the providers. */
    PrometheusGauges(MeterRegistry registry, List<String> providers) {
        this.registry = registry;
        gauge(
                "triune.queue.waiting",
                "Requests that wait",
                s -> s.stats().queue().waiting());
        gauge(
                "triune.queue.most",
                "The most that waited at once",
                s -> s.stats().queue().maxWaiting());
        gauge(
                "triune.calls.in.flight",
                "Calls under way",
                s -> s.stats().calls().inFlight());
        gauge("triune.open.requests", "Requests of clients under way", DashboardSnapshot::open);
        gauge("triune.dashboard.viewers", "Open dashboards", DashboardSnapshot::viewers);
        gauge(
                "triune.games.active",
                "Games that are connected",
                s -> s.stats().tenants().size());
        count(
                "triune.cache.hits",
                "Requests answered from the cache",
                s -> s.stats().requests().cacheHits());
        gauge("triune.credits", "Credits for batches", s -> s.batches().credits());
        gauge(
                "triune.credits.capacity",
                "The most there can be",
                s -> s.batches().capacity());
        gauge("triune.batches.active", "Batches under way", s -> s.batches().active());
        count("triune.batches", "Batches taken", s -> s.batches().batches());
        count("triune.batched.requests", "Requests in batches", s -> s.batches().requests());
        addProviders(providers);
    }

    /** Adds the gauges of providers that have none yet. */
    synchronized void addProviders(List<String> names) {
        names.stream().filter(known::add).forEach(this::addProvider);
    }

    private void addProvider(String name) {
        gauge(name, "triune.provider.waiting", "Its queue", ProviderStats::waiting);
        gauge(name, "triune.provider.in.flight", "Its calls under way", ProviderStats::inFlight);
        gauge(name, "triune.provider.permits", "Calls allowed at once", ProviderStats::permits);
        gauge(
                name,
                "triune.provider.breaker.open",
                "1 if calls are kept away",
                stats -> stats.breakerOpen() ? 1 : 0);
        gauge(
                name,
                "triune.provider.cooling.seconds",
                "How long no key of it may be called",
                stats -> stats.cooldown().toMillis() / 1000.0);
    }

    void update(DashboardSnapshot snapshot) {
        latest = snapshot;
    }

    private void gauge(
            String name, String description, ToDoubleFunction<DashboardSnapshot> figure) {
        gauge(name, description, Tags.empty(), figure);
    }

    private void gauge(
            String provider,
            String name,
            String description,
            ToDoubleFunction<ProviderStats> figure) {
        gauge(
                name,
                description,
                Tags.of("provider", provider),
                snapshot -> snapshot.stats().providers().stream()
                        .filter(stats -> stats.name().equals(provider))
                        .mapToDouble(figure)
                        .sum());
    }

    private void gauge(
            String name,
            String description,
            Tags tags,
            ToDoubleFunction<DashboardSnapshot> figure) {
        Gauge.builder(name, this, gauges -> gauges.now(figure))
                .description(description)
                .tags(tags)
                .register(registry);
    }

    private void count(
            String name, String description, ToDoubleFunction<DashboardSnapshot> figure) {
        FunctionCounter.builder(name, this, gauges -> gauges.now(figure))
                .description(description)
                .register(registry);
    }

    private double now(ToDoubleFunction<DashboardSnapshot> figure) {
        DashboardSnapshot snapshot = latest;
        return snapshot == null ? 0 : figure.applyAsDouble(snapshot);
    }
}
