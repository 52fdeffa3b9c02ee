/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.dashboard;

import dev.triune.llm.BrokerListener;
import dev.triune.llm.FailureCode;
import dev.triune.llm.Outcome;
import dev.triune.llm.PriceCatalog;
import dev.triune.llm.Request;
import dev.triune.llm.Ticket;
import dev.triune.llm.Update.Telemetry;
import dev.triune.llm.Usage;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Meter.MeterProvider;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.jvm.ClassLoaderMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Counters and timers for Prometheus. Labels are configured names, and a bounded number of models
 * that have answered: clients cannot create labels. Thread-safe.
 */
final class PrometheusMetrics implements BrokerListener, AutoCloseable {
    /** The maximum number of models with their own label. */
    static final int MAX_MODELS = 64;

    private static final String OTHERS = "other";

    /** The model of a request that ended without a call. */
    private static final String NONE = "none";

    private static final String PROVIDER = "provider";
    private static final Duration[] WAITS = millis(10, 50, 100, 500, 1000, 5000, 15_000, 60_000);
    private static final Duration[] LATENCIES =
            millis(50, 100, 250, 500, 1000, 2500, 5000, 10_000, 30_000, 60_000);

    private final PrometheusMeterRegistry registry =
            new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final JvmGcMetrics garbage = new JvmGcMetrics();
    private final Set<String> providers;
    private PriceCatalog prices;

    /** The last call of each open request. Broker's thread only. */
    private final Map<Ticket, LastCall> open = new HashMap<>();

    /** How open requests went on after a failed call. Broker's thread only. */
    private final Map<Ticket, Set<String>> rescuedBy = new HashMap<>();

    /** Models that have answered. Broker's thread only. */
    private final Set<String> models = new LinkedHashSet<>();

    private final Counter submitted = Counter.builder("triune.requests.submitted")
            .description("Requests taken")
            .register(registry);
    private final Counter retries = Counter.builder("triune.retries")
            .description("Rounds begun again after every provider of a chain was cooling")
            .register(registry);
    private final MeterProvider<Counter> requests = counter("triune.requests", "Requests ended");
    private final MeterProvider<Counter> trims =
            counter("triune.trims", "Answers shortened to a quota or a budget");
    private final MeterProvider<Counter> rescues = counter(
            "triune.rescues", "Requests that ended after a fallback or another round, by outcome");
    private final MeterProvider<Counter> calls = counter("triune.calls", "Calls to providers");
    private final MeterProvider<Counter> rateLimits =
            counter("triune.rate.limits", "Calls refused by a rate limit");
    private final MeterProvider<Counter> fallbacks =
            counter("triune.fallbacks", "Requests that came from another provider");
    private final MeterProvider<Counter> disabledKeys =
            counter("triune.keys.marked", "Keys left alone after a failure");
    private final MeterProvider<Counter> batches =
            counter("triune.batches.sent", "Batches sent upstream");
    private final MeterProvider<Counter> tokens = counter("triune.tokens", "Tokens");
    private final MeterProvider<Counter> cost =
            counter("triune.cost.usd", "Cost by the price catalog");
    private final Timer wait =
            timer("triune.wait", "From submit to the first call", WAITS).register(registry);
    private final Timer firstDelta = timer(
                    "triune.first.delta",
                    "From the call to the first piece of the answer",
                    LATENCIES)
            .register(registry);
    private final MeterProvider<Timer> latency = timer(
                    "triune.latency", "From the call to the end of an answer", LATENCIES)
            .withRegistry(registry);

    /** Meters that were looked up already. Broker's thread only. */
    private final Map<String, ProviderMeters> byProvider = new HashMap<>();

    private final Map<ProviderModel, ModelMeters> byModel = new HashMap<>();
    private final Map<OutcomeModel, Counter> byOutcome = new HashMap<>();

    /** Creates the metrics; providers other than these share a label. */
    PrometheusMetrics(List<String> providers, PriceCatalog prices) {
        this.providers = new LinkedHashSet<>(providers);
        this.prices = prices;
        bindJvmMeters();
        // at zero, since rates do not see the event that creates a counter
        this.providers.forEach(this::of);
        for (Outcome.Kind kind : Outcome.Kind.values()) {
            requests(kind, NONE);
            rescues.withTags("by", "fallback", "outcome", name(kind));
            rescues.withTags("by", "retry", "outcome", name(kind));
        }
        trims.withTags("model", NONE);
    }

    /** Replaces the prices and adds providers, for later calls. Broker's thread only. */
    void replace(PriceCatalog newPrices, List<String> configured) {
        prices = newPrices;
        configured.stream().filter(providers::add).forEach(this::of);
    }

    private void bindJvmMeters() {
        new JvmMemoryMetrics().bindTo(registry);
        new JvmThreadMetrics().bindTo(registry);
        new ClassLoaderMetrics().bindTo(registry);
        new ProcessorMetrics().bindTo(registry);
        new UptimeMetrics().bindTo(registry);
        garbage.bindTo(registry);
    }

    /** Returns the meters of a provider; another one that is not configured shares a label. */
    private ProviderMeters of(String provider) {
        return byProvider.computeIfAbsent(
                providers.contains(provider) ? provider : OTHERS,
                label -> new ProviderMeters(
                        label,
                        calls.withTags(PROVIDER, label),
                        rateLimits.withTags(PROVIDER, label),
                        fallbacks.withTags(PROVIDER, label),
                        latency.withTags(PROVIDER, label)));
    }

    /** Returns all metrics in Prometheus's text format. */
    String scrape() {
        return registry.scrape();
    }

    PrometheusMeterRegistry registry() {
        return registry;
    }

    // ---- events of the broker

    @Override
    public void submitted(Ticket ticket, Request<?> request) {
        submitted.increment();
    }

    @Override
    public void callStarted(Ticket ticket, String provider, Duration waited) {
        ProviderMeters meters = of(provider);
        if (open.put(ticket, new LastCall(meters)) == null) {
            wait.record(waited);
        }
        meters.calls.increment();
    }

    @Override
    public void firstPart(Ticket ticket, Duration sinceCall) {
        firstDelta.record(sinceCall);
    }

    @Override
    public void rateLimited(String provider, Duration cooling) {
        of(provider).rateLimits.increment();
    }

    @Override
    public void fellBack(Ticket ticket, String from, String to) {
        of(to).fallbacks.increment();
        rescuedBy.computeIfAbsent(ticket, key -> new LinkedHashSet<>()).add("fallback");
    }

    @Override
    public void retried(Ticket ticket, int round) {
        retries.increment();
        rescuedBy.computeIfAbsent(ticket, key -> new LinkedHashSet<>()).add("retry");
    }

    @Override
    public void keyDisabled(String provider, FailureCode why, Duration time) {
        // the parameter is the name of the key, so not a label
        disabledKeys.withTags("reason", name(why)).increment();
    }

    @Override
    public void batchSent(String provider, int requests) {
        batches.withTags(PROVIDER, of(provider).label).increment();
    }

    @Override
    public void measured(Ticket ticket, Telemetry telemetry) {
        LastCall lastCall = open.get(ticket);
        if (lastCall != null) {
            lastCall.telemetry = telemetry;
        }
    }

    @Override
    public void ended(Ticket ticket, Outcome outcome) {
        boolean answered = outcome.kind() == Outcome.Kind.ANSWERED;
        Set<String> how = rescuedBy.remove(ticket);
        for (String by : how == null ? Set.<String>of() : how) {
            rescues.withTags("by", by, "outcome", name(outcome.kind())).increment();
        }
        LastCall lastCall = open.remove(ticket);
        if (lastCall == null || lastCall.telemetry == null) {
            requests(outcome.kind(), NONE).increment();
            return;
        }
        String model = model(lastCall.provider.label, lastCall.telemetry.model(), answered);
        requests(outcome.kind(), model).increment();
        trims.withTags("model", model).increment(lastCall.telemetry.trimmed() ? 1 : 0);
        if (answered) {
            lastCall.provider.latency.record(lastCall.telemetry.latency());
        }
        if (lastCall.telemetry.usage().total() > 0) {
            recordUsage(lastCall.provider.label, model, lastCall.telemetry);
        }
    }

    private void recordUsage(String provider, String model, Telemetry telemetry) {
        Usage usage = telemetry.usage();
        ModelMeters meters = byModel.computeIfAbsent(
                new ProviderModel(provider, model),
                key -> new ModelMeters(
                        tokens(key, "input"),
                        tokens(key, "cache_read"),
                        tokens(key, "cache_write"),
                        tokens(key, "output"),
                        cost.withTags(PROVIDER, provider, "model", model)));
        meters.input.increment((double) usage.input());
        meters.cacheRead.increment((double) usage.cacheRead());
        meters.cacheWrite.increment((double) usage.cacheWrite());
        meters.output.increment((double) usage.output());
        meters.cost.increment(
                prices.pricesFor(provider, telemetry.model()).cost(usage).doubleValue());
    }

    private Counter requests(Outcome.Kind kind, String model) {
        return byOutcome.computeIfAbsent(
                new OutcomeModel(kind, model),
                key -> requests.withTags("outcome", name(kind), "model", model));
    }

    private Counter tokens(ProviderModel of, String kind) {
        return tokens.withTags(PROVIDER, of.provider, "model", of.model, "kind", kind);
    }

    /**
     * Returns the label of a model. Models of custom endpoints, with arbitrary names, share one.
     */
    private String model(String provider, String name, boolean answered) {
        if (provider.equals(OTHERS) || name.length() > DisplayText.MAX_NAME_LENGTH) {
            return OTHERS;
        }
        if (answered && models.size() < MAX_MODELS) {
            models.add(name);
        }
        return models.contains(name) ? name : OTHERS;
    }

    // ---- the meters

    private MeterProvider<Counter> counter(String name, String description) {
        return Counter.builder(name).description(description).withRegistry(registry);
    }

    private static Timer.Builder timer(String name, String description, Duration[] buckets) {
        return Timer.builder(name).description(description).serviceLevelObjectives(buckets);
    }

    private static String name(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    private static Duration[] millis(long... values) {
        return Arrays.stream(values).mapToObj(Duration::ofMillis).toArray(Duration[]::new);
    }

    @Override
    public void close() {
        garbage.close();
        registry.close();
    }

    private record ProviderMeters(
            String label, Counter calls, Counter rateLimits, Counter fallbacks, Timer latency) {}

    private record OutcomeModel(Outcome.Kind outcome, String model) {}

    private record ProviderModel(String provider, String model) {}

    private record ModelMeters(
            Counter input, Counter cacheRead, Counter cacheWrite, Counter output, Counter cost) {}

    private static final class LastCall {
        final ProviderMeters provider;

        @Nullable
        Telemetry telemetry;

        LastCall(ProviderMeters provider) {
            this.provider = provider;
        }
    }
}
