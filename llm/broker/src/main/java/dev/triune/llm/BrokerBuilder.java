/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

import dev.triune.llm.Endpoint.EndpointRejectedException;
import dev.triune.llm.QuotaSnapshot.QuotaPolicy;
import dev.triune.llm.internal.broker.BrokerOptions;
import dev.triune.llm.internal.broker.SingleOwnerBroker;
import dev.triune.llm.internal.policy.Ageing;
import dev.triune.llm.internal.policy.FairShare;
import dev.triune.llm.internal.policy.KnownProviders.Route;
import dev.triune.llm.internal.policy.ModelNames;
import dev.triune.llm.provider.Provider;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * Builds a broker. Each setter checks its value. Not thread-safe.
 *
 * <pre>{@code
 * Broker broker = new BrokerBuilder()
 *         .provider(ProviderSettings.of("local", "gemma4:e4b").withPermits(4), ollama)
 *         .build();
 * }</pre>
 */
public final class BrokerBuilder {
    private static final Duration MAX_TIMEOUT = Duration.ofDays(365);
    private static final int MAX_ROUNDS = 10_000;
    private static final int MAX_TOKENS_PER_REQUEST = 1_000_000;

    private final BrokerOptions options = new BrokerOptions();

    /**
     * Adds a provider. The first one serves requests without a model.
     *
     * @param keys an instance for each of its keys, at least one; each has its own budgets and
     *     cooldowns
     * @throws IllegalArgumentException if the name is taken or there is no key
     */
    public BrokerBuilder provider(ProviderSettings how, Provider... keys) {
        if (keys.length == 0) {
            throw new IllegalArgumentException(
                    "provider " + how.name() + " without a key (expected one or more)");
        }
        if (options.keys.putIfAbsent(how.name(), List.of(keys)) != null) {
            throw new IllegalArgumentException(
                    "two providers are named " + how.name() + " (expected each name once)");
        }
        options.providers.add(how);
        return this;
    }

    /** Replaces each provider added so far with the result of a function. */
    public BrokerBuilder wrapProviders(UnaryOperator<Provider> wrapper) {
        options.keys.replaceAll((name, keys) -> keys.stream().map(wrapper).toList());
        return this;
    }

    /** Returns the settings of the providers added so far, in their order. */
    public List<ProviderSettings> providerSettings() {
        return List.copyOf(options.providers);
    }

    /** Adds a listener, notified after those added before. */
    public BrokerBuilder listener(BrokerListener listener) {
        options.listeners.add(Objects.requireNonNull(listener));
        return this;
    }

    /** Sets the clock; the system's unless set. */
    public BrokerBuilder ticker(Ticker value) {
        options.ticker = Objects.requireNonNull(value);
        return this;
    }

    /**
     * Sets the rate at which waiting raises priorities, so that nothing starves: by this number of
     * levels, 0 (off) or more, after each interval, more than zero, at most a year. Two levels for
     * every 5 s unless set.
     */
    public BrokerBuilder ageing(Duration interval, int levels) {
        options.ageing = new Ageing(interval, levels);
        return this;
    }

    /**
     * Sets the maximum duration of a call, more than zero, at most a year. Unless set, it is 10
     * minutes, and 60 s for tenants under a quota, whose other calls wait meanwhile.
     */
    public BrokerBuilder callTimeout(Duration value) {
        options.callTimeout = positive("call timeout", value);
        options.quotaCallTimeout = value;
        return this;
    }

    /** Sets how often a request may wait for rate-limited providers, 0 to 10,000; 3 unless set. */
    public BrokerBuilder retryRounds(int value) {
        options.retryRounds = inRange(0, value, MAX_ROUNDS, "retry rounds");
        return this;
    }

    /** Sets the maximum of prompts rendered per turn of work, 1 or more; 10 unless set. */
    public BrokerBuilder maxCallsPerCycle(int value) {
        options.maxCallsPerCycle = inRange(1, value, Integer.MAX_VALUE, "maxCallsPerCycle");
        return this;
    }

    /** Seeds the jitter of cooldowns; a fixed seed unless set. */
    public BrokerBuilder seed(long value) {
        options.random = new SplittableRandom(value);
        return this;
    }

    /**
     * Sets the provider of a model, and the providers to try next, in order, all by name. Replaces
     * the route of a well-known model.
     */
    public BrokerBuilder route(String model, String provider, String... fallback) {
        options.routes.put(model, new Route(provider, List.of(fallback)));
        return this;
    }

    /** Sets the model of requests without one; the first provider's unless set. */
    public BrokerBuilder defaultModel(String name) {
        options.defaultModel = Objects.requireNonNull(name);
        return this;
    }

    /** Returns the model of requests without one; empty if there is no provider. */
    public String defaultModel() {
        return options.defaultModel.isEmpty() && !options.providers.isEmpty()
                ? options.providers.get(0).model()
                : options.defaultModel;
    }

    /** Sets whether requests may fall back to another provider; true unless set. */
    public BrokerBuilder fallback(boolean on) {
        options.fallback = on;
        return this;
    }

    /** Sets whether each provider has its own queue or all share one; true unless set. */
    public BrokerBuilder queuePerProvider(boolean on) {
        options.queuePerProvider = on;
        return this;
    }

    /**
     * Sets whether each tenant waits (60 s / requests per minute) x (active tenants) between two
     * requests, and earlier ones are rejected. Otherwise waiting tenants take turns by the tokens
     * that they used, and unused shares go to others; false unless set.
     */
    public BrokerBuilder strictSharing(boolean on) {
        options.strictSharing = on;
        return this;
    }

    /**
     * Sets the weights of tenants by name, each a millionth to a million; 1 for tenants without an
     * entry.
     */
    public BrokerBuilder tenantWeights(Map<String, Double> byTenant) {
        byTenant.forEach(FairShare::checkWeight);
        options.tenantWeights = Map.copyOf(byTenant);
        return this;
    }

    /** Sets the weight of one tenant, a millionth to a million; other weights are kept. */
    public BrokerBuilder tenantWeight(String tenant, double weight) {
        Map<String, Double> weights = new HashMap<>(options.tenantWeights);
        weights.put(tenant, weight);
        return tenantWeights(weights);
    }

    /**
     * Sets the number of tokens charged to a tenant's share for each request, in addition to its
     * actual tokens; 0 to 1,000,000, 50 unless set.
     */
    public BrokerBuilder tokensPerRequest(int tokens) {
        options.tokensPerRequest = inRange(0, tokens, MAX_TOKENS_PER_REQUEST, "tokens per request");
        return this;
    }

    /** Sets the silence after which a tenant is inactive, more than zero; 60 s unless set. */
    public BrokerBuilder heartbeatTimeout(Duration time) {
        options.heartbeatTimeout = positive("heartbeat timeout", time);
        return this;
    }

    /** Sets the policy for tenants under a quota; {@link QuotaPolicy#DEFAULT} unless set. */
    public BrokerBuilder quotaMode(QuotaPolicy mode) {
        options.quotaPolicy = Objects.requireNonNull(mode);
        return this;
    }

    /** Sets the prices of models, for reports and quotas; zero unless set. */
    public BrokerBuilder prices(PriceCatalog catalog) {
        options.prices = Objects.requireNonNull(catalog);
        return this;
    }

    /** Returns the prices of models, as set so far. */
    public PriceCatalog prices() {
        return options.prices;
    }

    /** Returns the requests per second of all keys together, by rate-limited provider. */
    public Map<String, Double> requestsPerSecond() {
        Map<String, Double> allowed = new LinkedHashMap<>();
        for (ProviderSettings each : options.providers) {
            double one = each.limits().requestsPerSecond();
            if (one > 0) {
                allowed.put(
                        each.name(),
                        one * options.keys.getOrDefault(each.name(), List.of()).size());
            }
        }
        return allowed;
    }

    /** Returns the names of the providers added so far, in order. */
    public List<String> providerNames() {
        return List.copyOf(options.keys.keySet());
    }

    /**
     * Caches answers to identical calls: at most {@code characters} in total (1 or more), each for
     * {@code age} (more than zero); off unless set.
     */
    public BrokerBuilder cache(long characters, Duration age) {
        if (characters < 1) {
            throw new IllegalArgumentException(
                    "cache of " + characters + " characters (expected 1 or more)");
        }
        options.cacheCharacters = characters;
        options.cacheAge = positive("cache age", age);
        return this;
    }

    /**
     * Sets the function that opens custom endpoints; they are rejected unless set. The function is
     * called on the owner thread and must not block or connect. {@code submit} passes on its
     * exceptions, such as {@link EndpointRejectedException}.
     */
    public BrokerBuilder endpoints(Function<Endpoint, Provider> opener) {
        options.endpoints = Objects.requireNonNull(opener);
        return this;
    }

    /** Sets the limits, cooldowns and tenants shared with other brokers; none unless set. */
    public BrokerBuilder sharedLimits(SharedLimits value) {
        options.sharedLimits = Objects.requireNonNull(value);
        return this;
    }

    /** Returns the limits shared with other brokers. */
    public SharedLimits sharedLimits() {
        return options.sharedLimits;
    }

    /** Sets a callback that wakes a sleeping owner, on any thread; it must return quickly. */
    public BrokerBuilder onWorkAvailable(Runnable action) {
        options.onWorkAvailable = Objects.requireNonNull(action);
        return this;
    }

    /**
     * Requests the models of each provider, in at most 20 s and without blocking. Completes with
     * the configured models that are not offered and the providers that did not respond.
     */
    public CompletableFuture<List<ModelProblem>> checkModels() {
        List<CompletableFuture<List<ModelProblem>>> checks =
                options.providers.stream().map(this::checkModels).toList();
        return CompletableFuture.allOf(checks.toArray(CompletableFuture[]::new))
                .thenApply(all ->
                        checks.stream().flatMap(check -> check.join().stream()).toList());
    }

    /**
     * Requests the models of a provider, as {@link Provider#models} does; none if it has no key.
     *
     * @param how one of the {@linkplain #providerSettings settings} of this builder
     */
    public CompletableFuture<List<String>> offeredModels(ProviderSettings how) {
        return options.keys.getOrDefault(how.name(), List.of()).stream()
                .findFirst()
                .map(Provider::models)
                .orElseGet(() -> CompletableFuture.completedFuture(List.of()));
    }

    private CompletableFuture<List<ModelProblem>> checkModels(ProviderSettings how) {
        Set<String> wanted = new LinkedHashSet<>(how.models());
        wanted.addAll(how.modelFallback());
        wanted.add(how.model());
        wanted.removeAll(List.of("", ProviderSettings.ANY_MODEL)); // empty: a gateway's default
        return offeredModels(how)
                .handle((offered, failure) -> failure == null
                        ? missing(how.name(), wanted, offered)
                        : List.of(new ModelProblem(
                                how.name(), "", how.name() + ": " + failure.getMessage())));
    }

    private static List<ModelProblem> missing(
            String provider, Set<String> wanted, List<String> offered) {
        return ModelNames.missing(wanted, offered).stream()
                .map(model -> new ModelProblem(
                        provider,
                        model,
                        provider + " offers no model \"" + model + "\" (it lists "
                                + ModelNames.similar(model, offered) + ")"))
                .toList();
    }

    /** A reason why a model may not work; the model is empty if the provider did not respond. */
    public record ModelProblem(String provider, String model, String message) {}

    /**
     * Builds the broker. It starts no thread.
     *
     * @throws IllegalStateException if no provider was added
     * @throws IllegalArgumentException if no provider serves the default model
     * @throws ConfigException if {@link ProviderSettings#RULES} is a fallback, and no provider
     */
    public Broker build() {
        return buildSingleOwner();
    }

    SingleOwnerBroker buildSingleOwner() {
        if (options.providers.isEmpty()) {
            throw new IllegalStateException("a broker without a provider (call provider(...))");
        }
        return new SingleOwnerBroker(options());
    }

    /** Builds a broker in place of another one with the same owner. */
    SingleOwnerBroker buildSingleOwner(SingleOwnerBroker before, Set<String> unchanged) {
        return new SingleOwnerBroker(options(), before, unchanged);
    }

    BrokerOptions options() {
        requireRules();
        options.defaultModel = defaultModel();
        return options;
    }

    /** A file may name rules as a fallback that only code can add. */
    private void requireRules() {
        if (options.keys.containsKey(ProviderSettings.RULES)) {
            return;
        }
        boolean wanted = options.providers.stream()
                        .anyMatch(provider -> provider.fallback()
                                .orElse(List.of())
                                .contains(ProviderSettings.RULES))
                || options.routes.values().stream()
                        .anyMatch(route -> route.fallback().contains(ProviderSettings.RULES));
        if (wanted) {
            throw new ConfigException("a fallback is \"" + ProviderSettings.RULES
                    + "\", but the broker has no provider of that name (a game adds it in code:"
                    + " BrokerConfig.builder().provider(ProviderSettings.of(\""
                    + ProviderSettings.RULES + "\", ...), ...).build(); elsewhere, delete it)");
        }
    }

    private static Duration positive(String name, Duration value) {
        if (value.isNegative() || value.isZero() || value.compareTo(MAX_TIMEOUT) > 0) {
            throw new IllegalArgumentException(
                    name + " " + value + " (expected more than 0, at most a year)");
        }
        return value;
    }

    private static int inRange(int least, int value, int most, String name) {
        if (value < least || value > most) {
            String range = most == Integer.MAX_VALUE ? " or more" : " to " + most;
            throw new IllegalArgumentException(
                    name + " " + value + " (expected " + least + range + ")");
        }
        return value;
    }
}
