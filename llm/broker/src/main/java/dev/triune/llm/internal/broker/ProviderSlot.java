/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import dev.triune.llm.BrokerStats.KeyStats;
import dev.triune.llm.BrokerStats.ProviderStats;
import dev.triune.llm.Priority;
import dev.triune.llm.ProviderSettings;
import dev.triune.llm.Ticker;
import dev.triune.llm.internal.policy.AdaptiveLimit;
import dev.triune.llm.internal.policy.Breaker;
import dev.triune.llm.internal.policy.CreditBucket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A provider with its permits, breakers, keys and queues. Failures count against their model,
 * connection failures against all models. Owner only.
 */
final class ProviderSlot {
    final ProviderSettings settings;
    BrokerCounters.OfProvider counters = new BrokerCounters.OfProvider();

    /** The configured keys, without those of custom endpoints. */
    final List<ProviderKey> accessKeys = new ArrayList<>();

    /** The non-empty queues, by scope. */
    final Map<String, WaitQueue> queues = new LinkedHashMap<>();

    private final Ticker ticker;
    private Breaker connection;
    private Map<String, Breaker> breakers = new LinkedHashMap<>();
    private @Nullable AdaptiveLimit adaptive;
    private @Nullable CreditBucket creditBucket;

    /** The number of agents and prefixes that it served last in its pool. */
    int prefixes;

    private int inFlight; // each call holds a permit
    private int queued;
    private int nextKey;

    ProviderSlot(ProviderSettings settings, Ticker ticker) {
        this.settings = settings;
        this.ticker = ticker;
        this.connection = breaker(settings.name());
        this.adaptive = settings.adaptiveCleanStretch() == 0
                ? null
                : new AdaptiveLimit(settings.permits(), settings.adaptiveCleanStretch());
        this.creditBucket = settings.batching()
                .map(batching -> new CreditBucket(batching.credits(), batching.creditsPerSecond()))
                .orElse(null);
    }

    /** Shares breakers, limits and statistics with the slot of the same settings that it replaces. */
    void share(ProviderSlot before) {
        counters = before.counters;
        connection = before.connection;
        breakers = before.breakers;
        adaptive = before.adaptive;
        creditBucket = before.creditBucket;
        nextKey = before.nextKey;
    }

    String name() {
        return settings.name();
    }

    int queued() {
        return queued;
    }

    void queued(int change) {
        queued += change;
    }

    boolean full() {
        return queued >= settings.queueLimit();
    }

    int load() {
        return queued + inFlight;
    }

    boolean isPeerOf(ProviderSlot other) {
        return !settings.pool().isEmpty() && settings.pool().equals(other.settings.pool());
    }

    int permitsNow() {
        return adaptive == null ? settings.permits() : adaptive.current();
    }

    boolean hasPermit() {
        return inFlight < permitsNow();
    }

    private Breaker breaker(String name) {
        return new Breaker(name, settings.breaker(), ticker);
    }

    private Breaker breakerOf(String model) {
        return breakers.computeIfAbsent(
                ProviderKey.bounded(breakers, model), name -> breaker(name() + "/" + name));
    }

    boolean allows(String model) {
        return connection.allows() && breakerOf(model).allows();
    }

    Duration remainingOpen(String model) {
        return ProviderKey.maxOf(connection.remainingOpen(), breakerOf(model).remainingOpen());
    }

    /** Returns how long the circuit breakers block all calls, for any model. */
    Duration remainingOpen() {
        return breakers.keySet().stream()
                .map(this::remainingOpen)
                .min(Duration::compareTo)
                .orElse(Duration.ZERO);
    }

    /** Takes a permit for a call of a model; the next call starts with the next key. */
    void begin(String model) {
        acquirePermit();
        nextKey = (nextKey + 1) & Integer.MAX_VALUE;
        connection.begin();
        breakerOf(model).begin();
    }

    void acquirePermit() {
        if (inFlight == settings.permits()) {
            throw new IllegalStateException("granted without a free permit at " + name());
        }
        inFlight++;
    }

    void releasePermit() {
        if (inFlight == 0) {
            throw new IllegalStateException("a permit was given back that nobody had taken");
        }
        inFlight--;
    }

    void ended(String model, CallResult result, Duration took) {
        Breaker breaker = breakerOf(model);
        switch (result) {
            case ANSWERED -> {
                connection.succeeded(took);
                breaker.succeeded(took);
            }
            case FAILED -> {
                connection.succeeded(took);
                breaker.failed(took);
            }
            case UNREACHABLE -> {
                connection.failed(took);
                breaker.abandoned();
            }
            case REFUSED, UNRECEIVED, STOPPED -> {
                connection.abandoned();
                breaker.abandoned();
            }
        }
    }

    long nanosUntilCredits(int cost, long now) {
        return creditBucket == null ? 0 : creditBucket.untilAvailable(cost, now).toNanos();
    }

    int creditsLeft(long now) {
        return creditBucket == null ? Integer.MAX_VALUE : creditBucket.available(now);
    }

    boolean canAfford(int cost) {
        return settings.batching().map(batching -> cost <= batching.credits()).orElse(true);
    }

    void payCredits(int cost, long now) {
        if (creditBucket != null && !creditBucket.tryConsume(cost, now)) {
            throw new IllegalStateException("granted without the credits at " + name());
        }
    }

    ProviderStats stats(Iterable<PendingRequest<?>> open, long now) {
        Integer[] waitingByLevel = new Integer[Priority.MAX + 1];
        Arrays.fill(waitingByLevel, 0);
        for (PendingRequest<?> pending : open) {
            boolean waits = pending.place.queue != null || pending.place.parked;
            if (waits && pending.target().slot() == this) {
                waitingByLevel[pending.request.priority().level()]++;
            }
        }
        List<KeyStats> keys = accessKeys.stream().map(key -> key.stats(now)).toList();
        Duration cooling = accessKeys.stream()
                .filter(key -> key.markOf("", now) == null)
                .map(key -> key.remainingCooldown(now))
                .min(Duration::compareTo)
                .orElse(Duration.ZERO);
        return new ProviderStats(
                name(),
                queued,
                List.of(waitingByLevel),
                inFlight,
                permitsNow(),
                ProviderKey.maxOf(cooling, remainingOpen()),
                !breakers.isEmpty() && breakers.keySet().stream().noneMatch(this::allows),
                counters.calls,
                counters.answered,
                counters.rateLimited,
                counters.fallbacks,
                counters.retries,
                counters.waits.mean(),
                counters.waits.percentile(0.95),
                keys);
    }

    void rateLimited(long sentAt, long now) {
        if (adaptive != null) {
            adaptive.rateLimited(sentAt, now);
        }
    }

    /** Records the regular end of a call, with a complete answer or not. */
    void answered(boolean completed) {
        counters.answered += completed ? 1 : 0;
        if (adaptive != null) {
            adaptive.answered();
        }
    }

    int nextKey() {
        return nextKey;
    }
}
