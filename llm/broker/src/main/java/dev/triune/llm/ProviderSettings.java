/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a provider in a broker. Immutable; each {@code with} method returns a changed
 * copy and checks its value.
 */
public final class ProviderSettings {
    /** The default of {@link #permits}, conservative for unknown providers. */
    public static final int DEFAULT_PERMITS = 1;

    /** A name in {@link #models} that stands for every model without a known provider. */
    public static final String ANY_MODEL = "*";

    /**
     * The name of the provider that a game adds in code, mostly rules of its own, and that files may
     * name as a fallback.
     */
    public static final String RULES = "rules";

    /** The default of {@link #queueLimit}. */
    public static final int DEFAULT_QUEUE_LIMIT = 100;

    /** The default of {@link #maxWait}. */
    public static final Duration DEFAULT_MAX_WAIT = Duration.ofMinutes(5);

    /** The default of {@link #reserve}. */
    public static final double DEFAULT_RESERVE = 0.1;

    private static final int MAX_COUNT = 10_000;
    private static final double MAX_RESERVE = 0.5;
    private static final Duration MAX_LONGEST_WAIT = Duration.ofDays(365);

    private final String name;
    private final String model;
    private int permits = DEFAULT_PERMITS;
    private int queueLimit = DEFAULT_QUEUE_LIMIT;
    private Limits limits = Limits.NONE;
    private double reserve = DEFAULT_RESERVE;
    private boolean limitsPerModel;
    private List<String> models = List.of();
    private @Nullable List<String> fallback;
    private List<String> modelFallback = List.of();
    private String pool = "";
    private int adaptiveCleanStretch;
    private Duration maxWait = DEFAULT_MAX_WAIT;
    private BreakerSettings breaker = BreakerSettings.DEFAULT;
    private @Nullable Batching batching;
    private @Nullable Supplier<Duration> callTimeout;
    private ModelOptions options = ModelOptions.NONE;

    private ProviderSettings(String name, String model) {
        if (name.isBlank()) {
            throw new IllegalArgumentException("provider name \"" + name + "\" (expected a name)");
        }
        this.name = name;
        this.model = model;
    }

    private ProviderSettings(ProviderSettings other) {
        this(other.name, other.model);
        permits = other.permits;
        queueLimit = other.queueLimit;
        limits = other.limits;
        reserve = other.reserve;
        limitsPerModel = other.limitsPerModel;
        models = other.models;
        fallback = other.fallback;
        modelFallback = other.modelFallback;
        pool = other.pool;
        adaptiveCleanStretch = other.adaptiveCleanStretch;
        maxWait = other.maxWait;
        breaker = other.breaker;
        batching = other.batching;
        callTimeout = other.callTimeout;
        options = other.options;
    }

    /**
     * Creates settings with {@value #DEFAULT_PERMITS} permit and no known limits.
     *
     * @param name unique in its broker
     * @param model the model of requests without one and of those that fall back here
     */
    public static ProviderSettings of(String name, String model) {
        return new ProviderSettings(name, model);
    }

    /** Returns the provider's name, unique in its broker. */
    public String name() {
        return name;
    }

    /** Returns the model of requests without one and of those that fall back here. */
    public String model() {
        return model;
    }

    /** Returns the maximum number of concurrent calls, 1 or more. */
    public int permits() {
        return permits;
    }

    /** Copies these settings with another number of permits, 1 to 10,000. */
    public ProviderSettings withPermits(int count) {
        return with(copy -> copy.permits = inRange("permits", 1, count));
    }

    /** Returns the maximum number of requests that wait before their first call, 1 or more. */
    public int queueLimit() {
        return queueLimit;
    }

    /** Copies these settings with another limit of waiting requests, 1 to 10,000. */
    public ProviderSettings withQueueLimit(int limit) {
        return with(copy -> copy.queueLimit = inRange("queue limit", 1, limit));
    }

    /** Returns the optional parameters of calls; a request's own take precedence. */
    public ModelOptions options() {
        return options;
    }

    /** Copies these settings with optional parameters of calls. */
    public ProviderSettings withOptions(ModelOptions value) {
        return with(copy -> copy.options = Objects.requireNonNull(value, "options"));
    }

    /** Returns the rate limits of each key. */
    public Limits limits() {
        return limits;
    }

    /** Copies these settings with other rate limits for each key. */
    public ProviderSettings withLimits(Limits value) {
        return with(copy -> copy.limits = Objects.requireNonNull(value));
    }

    /**
     * Returns the maximum part of each per-minute limit and burst that is kept for {@link
     * Priority#CRITICAL}, 0 to 0.5; the kept part adapts to the rate of such requests. The default
     * keeps nothing of limits below ten calls.
     */
    public double reserve() {
        return reserve;
    }

    /** Copies these settings with another maximum reserve, 0 (none) to 0.5 of each limit. */
    public ProviderSettings withReserve(double share) {
        if (!(share >= 0 && share <= MAX_RESERVE)) {
            throw new IllegalArgumentException(
                    "reserve " + share + " (expected 0 to " + MAX_RESERVE + ")");
        }
        return with(copy -> copy.reserve = share);
    }

    /** Whether budgets and cooldowns apply to each model separately. */
    public boolean limitsPerModel() {
        return limitsPerModel;
    }

    /** Copies these settings with limits that apply per model, or to all models together. */
    public ProviderSettings withLimitsPerModel(boolean value) {
        return with(copy -> copy.limitsPerModel = value);
    }

    /** Returns the models that are routed to this provider in addition to {@link #model}. */
    public List<String> models() {
        return models;
    }

    /** Whether the provider accepts any model: by {@value #ANY_MODEL}, or without a name. */
    public boolean takesAnyModel() {
        return model.isEmpty() || models.contains(ANY_MODEL);
    }

    /** Copies these settings with further models, or {@value #ANY_MODEL} for any other. */
    public ProviderSettings withModels(String... names) {
        return with(copy -> copy.models = List.of(names));
    }

    /** Returns the fallback providers, if configured; empty if the routes decide. */
    public Optional<List<String>> fallback() {
        return Optional.ofNullable(fallback);
    }

    /** Copies these settings with other fallback providers; no names mean no fallback. */
    public ProviderSettings withFallback(String... names) {
        return with(copy -> copy.fallback = List.of(names));
    }

    /** Returns the fallback models at this provider, which come before another provider. */
    public List<String> modelFallback() {
        return modelFallback;
    }

    /** Copies these settings with models to try here if the requested one is rate limited. */
    public ProviderSettings withModelFallback(String... names) {
        return with(copy -> copy.modelFallback = List.of(names));
    }

    /** Returns the name of the pool of servers that this provider belongs to; empty if none. */
    public String pool() {
        return pool;
    }

    /**
     * Copies these settings as those of one server of a pool. All servers of a pool serve the same
     * models; a request goes to the one with most of its prompt cached, unless others are less
     * busy.
     */
    public ProviderSettings withPool(String poolName) {
        return with(copy -> copy.pool = Objects.requireNonNull(poolName, "pool"));
    }

    /** Returns how many consecutive answers restore one permit; 0 if permits are fixed. */
    public int adaptiveCleanStretch() {
        return adaptiveCleanStretch;
    }

    /**
     * Copies these settings with adaptive permits: a rate limit halves them, and each {@code
     * answers} consecutive answers restore one; 0 turns this off.
     */
    public ProviderSettings withAdaptivePermits(int answers) {
        return with(copy -> copy.adaptiveCleanStretch = inRange("adaptive permits", 0, answers));
    }

    /** Returns the maximum cooldown for which a key stays in service. */
    public Duration maxWait() {
        return maxWait;
    }

    /** Copies these settings with another maximum wait, more than zero, at most a year. */
    public ProviderSettings withMaxWait(Duration time) {
        checkTime("longest wait", time);
        return with(copy -> copy.maxWait = time);
    }

    /** Returns the settings of the circuit breaker. */
    public BreakerSettings breaker() {
        return breaker;
    }

    /** Copies these settings with another circuit breaker. */
    public ProviderSettings withBreaker(BreakerSettings value) {
        return with(copy -> copy.breaker = Objects.requireNonNull(value));
    }

    /** Returns the batch settings, if the provider supports batches. */
    public Optional<Batching> batching() {
        return Optional.ofNullable(batching);
    }

    /** Copies these settings with batches, which the provider must support. */
    public ProviderSettings withBatching(Batching value) {
        return with(copy -> copy.batching = Objects.requireNonNull(value));
    }

    /** Returns the maximum duration of its calls; empty for that of the broker. */
    public Optional<Duration> callTimeout() {
        return Optional.ofNullable(callTimeout).map(Supplier::get);
    }

    /**
     * Copies these settings with a maximum duration of calls in place of the {@linkplain
     * BrokerBuilder#callTimeout broker's}, more than zero, at most a year; not for tenants under a
     * quota.
     */
    public ProviderSettings withCallTimeout(Duration time) {
        checkTime("call timeout", time);
        return withCallTimeout(() -> time);
    }

    /** Copies these settings with a {@link #withCallTimeout(Duration)} that each call asks for. */
    public ProviderSettings withCallTimeout(Supplier<Duration> time) {
        return with(copy -> copy.callTimeout = Objects.requireNonNull(time));
    }

    private ProviderSettings with(Consumer<ProviderSettings> change) {
        ProviderSettings copy = new ProviderSettings(this);
        change.accept(copy);
        return copy;
    }

    private static void checkTime(String what, Duration time) {
        if (time.isNegative() || time.isZero() || time.compareTo(MAX_LONGEST_WAIT) > 0) {
            throw new IllegalArgumentException(
                    what + " " + time + " (expected more than 0, at most a year)");
        }
    }

    private static int inRange(String what, int least, int value) {
        if (value < least || value > MAX_COUNT) {
            throw new IllegalArgumentException(
                    what + " " + value + " (expected " + least + " to " + MAX_COUNT + ")");
        }
        return value;
    }

    /**
     * The batch settings of a provider: the requests per batch, the credit balance, and the credits
     * refilled per second. All are 1 or more.
     */
    public record Batching(int maxRequests, int credits, int creditsPerSecond) {
        /** Ten requests per batch, 100 credits, ten more per second. */
        public static final Batching DEFAULT = new Batching(10, 100, 10);

        /** Rejects values out of range. */
        public Batching {
            check("requests per batch", maxRequests);
            check("credits", credits);
            check("credits per second", creditsPerSecond);
        }

        private static void check(String what, int value) {
            if (value < 1) {
                throw new IllegalArgumentException(what + " " + value + " (expected 1 or more)");
            }
        }
    }

    /**
     * The conditions under which a circuit breaker opens, and for how long.
     *
     * @param window the number of latest calls that count, 1 or more
     * @param failureRate the share of failures that opens the breaker, more than 0, at most 1
     * @param minimumCalls the number of calls that must have ended before it can open, 1 to the window
     * @param open how long the breaker stays open, 1 ms to a day
     * @param trials the number of concurrent trial calls after that, 1 or more; their results close or
     *     reopen the breaker
     */
    public record BreakerSettings(
            int window, double failureRate, int minimumCalls, Duration open, int trials) {
        private static final Duration MIN_OPEN = Duration.ofMillis(1);
        private static final Duration MAX_OPEN = Duration.ofDays(1);

        /** Opens for 30 s if half of the last 20 calls failed, of at least 5; then two trials. */
        public static final BreakerSettings DEFAULT =
                new BreakerSettings(20, 0.5, 5, Duration.ofSeconds(30), 2);

        public BreakerSettings {
            check(window >= 1, "window " + window + " (expected 1 or more)");
            check(
                    failureRate > 0 && failureRate <= 1,
                    "failure rate " + failureRate + " (expected above 0 and at most 1)");
            check(
                    minimumCalls >= 1 && minimumCalls <= window,
                    "minimum calls " + minimumCalls + " (expected 1 to the window of " + window
                            + ")");
            check(
                    open.compareTo(MIN_OPEN) >= 0 && open.compareTo(MAX_OPEN) <= 0,
                    "open for " + open + " (expected " + MIN_OPEN + " to " + MAX_OPEN + ")");
            check(trials >= 1, "trials " + trials + " (expected 1 or more)");
        }

        private static void check(boolean holds, String otherwise) {
            if (!holds) {
                throw new IllegalArgumentException(otherwise);
            }
        }
    }
}
