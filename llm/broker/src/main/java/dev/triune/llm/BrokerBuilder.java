/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

import dev.triune.llm.internal.broker.BrokerOptions;
import dev.triune.llm.internal.broker.SingleOwnerBroker;
import dev.triune.llm.internal.policy.BatchPacker;
import dev.triune.llm.internal.policy.ModelNames;
import dev.triune.llm.provider.Provider;
import dev.triune.llm.provider.ProviderFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Puts a broker together. Each setter checks its value. Not thread-safe.
 *
 * <pre>{@code
 * Broker broker = new BrokerBuilder()
 *         .provider(ProviderSettings.of("local", "gemma4:e4b").withPermits(4), ollama)
 *         .build();
 * }</pre>
 */
public final class BrokerBuilder {
    /** The default of {@link #callTimeout} without a quota. */
    public static final Duration DEFAULT_CALL_TIMEOUT = Duration.ofMinutes(10);

    /** The default of {@link #callTimeout} for sessions under a quota. */
    public static final Duration DEFAULT_SESSION_CALL_TIMEOUT = Duration.ofSeconds(60);

    private static final Duration MAX_TIMEOUT = Duration.ofDays(365);

    private final Map<String, List<Provider>> keys = new LinkedHashMap<>();
    private final List<ProviderSettings> settings = new ArrayList<>();
    private final List<BrokerListener> listeners = new ArrayList<>();
    private Ticker ticker = Ticker.system();
    private Ageing ageing = Ageing.DEFAULT;
    private Duration callTimeout = DEFAULT_CALL_TIMEOUT;
    private Duration sessionCallTimeout = DEFAULT_SESSION_CALL_TIMEOUT;
    private int retryRounds = 3;
    private int maxEventsPerCycle = 256;
    private int maxCallsPerCycle = BatchPacker.MAX_REQUESTS;
    private RandomGenerator random = new SplittableRandom(0);
    private ModelRoutes modelRoutes = ModelRoutes.DEFAULT;
    private String defaultModel = "";
    private boolean fallback = true;
    private boolean queuePerProvider = true;
    private SharingPolicy sharingPolicy = SharingPolicy.WORK_CONSERVING;
    private Map<String, Double> tenantWeights = Map.of();
    private int tokensPerRequest = 50;
    private Duration heartbeatTimeout = Duration.ofSeconds(60);
    private QuotaPolicy quotaPolicy = QuotaPolicy.DEFAULT;
    private PriceCatalog prices = new PriceCatalog(Map.of(), TokenPrices.of("0", "0", "0"));
    private SharedLimits sharedLimits = SharedLimits.NONE;
    private Runnable onWorkAvailable = () -> {};
    private long cacheCharacters;
    private Duration cacheAge = Duration.ofMinutes(10);

    private @Nullable ProviderFactory endpoints;

    /** Parts that may wait for the owner; changed by tests only. */
    int inboxCapacity = 1024;

    /**
     * Adds a provider. The first one serves requests that name no model.
     *
     * @param keys one for each key of it, at least one; each has budgets and cooldowns of its own
     * @throws IllegalArgumentException if the name is taken or there is no key
     */
    public BrokerBuilder provider(ProviderSettings how, Provider... keys) {
        if (keys.length == 0) {
            throw new IllegalArgumentException("provider " + how.name() + " without a key");
        }
        if (this.keys.putIfAbsent(how.name(), List.of(keys)) != null) {
            throw new IllegalArgumentException("two providers are named " + how.name());
        }
        settings.add(how);
        return this;
    }

    /** How the providers added so far are used, in their order. */
    public List<ProviderSettings> providerSettings() {
        return List.copyOf(settings);
    }

    /** Adds a listener, told after those added before. */
    public BrokerBuilder listener(BrokerListener listener) {
        listeners.add(Objects.requireNonNull(listener));
        return this;
    }

    /** Sets the clock; the machine's unless set. */
    public BrokerBuilder ticker(Ticker value) {
        this.ticker = Objects.requireNonNull(value);
        return this;
    }

    /** Sets how waiting raises priorities; {@link Ageing#DEFAULT} unless set. */
    public BrokerBuilder ageing(Ageing value) {
        this.ageing = Objects.requireNonNull(value);
        return this;
    }

    /**
     * Sets how long one call may take, more than zero, a year at the most. Unless set, 10 minutes, as
     * for an answer over HTTP, and 60 s for sessions under a quota, whose other calls wait meanwhile.
     */
    public BrokerBuilder callTimeout(Duration value) {
        this.callTimeout = positive("call timeout", value);
        this.sessionCallTimeout = value;
        return this;
    }

    /**
     * Sets how often a request waits for a rate-limited chain and goes round again, 0 (never) or
     * more; 3 unless set.
     */
    public BrokerBuilder retryRounds(int value) {
        this.retryRounds = atLeast(0, value, "rounds");
        return this;
    }

    /** Sets how many arrivals one turn takes in, 1 or more; 256 unless set. */
    public BrokerBuilder maxEventsPerCycle(int value) {
        this.maxEventsPerCycle = atLeast(1, value, "arrivals per turn");
        return this;
    }

    /** Sets how many prompts one turn renders and sends, 1 or more; 10 unless set. */
    public BrokerBuilder maxCallsPerCycle(int value) {
        this.maxCallsPerCycle = atLeast(1, value, "grants per turn");
        return this;
    }

    /** Seeds the jitter of cooldowns; a fixed seed unless set. */
    public BrokerBuilder seed(long value) {
        this.random = new SplittableRandom(value);
        return this;
    }

    /** Sets which provider serves which model; {@link ModelRoutes#DEFAULT} unless set. */
    public BrokerBuilder routes(ModelRoutes value) {
        this.modelRoutes = Objects.requireNonNull(value);
        return this;
    }

    /** Sets the model of requests that name none; the first provider's unless set. */
    public BrokerBuilder defaultModel(String name) {
        this.defaultModel = Objects.requireNonNull(name);
        return this;
    }

    /** The model of requests that name none; empty without a provider. */
    public String defaultModel() {
        return defaultModel.isEmpty() && !settings.isEmpty()
                ? settings.get(0).model()
                : defaultModel;
    }

    /** Sets whether requests may go on at another provider; true unless set. */
    public BrokerBuilder fallback(boolean on) {
        this.fallback = on;
        return this;
    }

    /**
     * Sets whether each provider has a queue of its own; true unless set. If not, all share one, and
     * the first in it holds up the rest.
     */
    public BrokerBuilder queuePerProvider(boolean on) {
        this.queuePerProvider = on;
        return this;
    }

    /** Sets how games share the broker; {@link SharingPolicy#WORK_CONSERVING} unless set. */
    public BrokerBuilder sharing(SharingPolicy value) {
        this.sharingPolicy = Objects.requireNonNull(value);
        return this;
    }

    /** Sets the weights of games by session, each more than zero; 1 for those that are not named. */
    public BrokerBuilder tenantWeights(Map<String, Double> bySession) {
        this.tenantWeights = Map.copyOf(bySession);
        return this;
    }

    /** Sets how a request counts in a game's share besides its tokens, 0 or more; 50 unless set. */
    public BrokerBuilder tokensPerRequest(int tokens) {
        this.tokensPerRequest = atLeast(0, tokens, "tokens per request");
        return this;
    }

    /** Sets after how much silence a game is gone, more than zero; 60 s unless set. */
    public BrokerBuilder heartbeatTimeout(Duration time) {
        this.heartbeatTimeout = positive("silence", time);
        return this;
    }

    /** Sets how sessions under a quota are treated; {@link QuotaPolicy#DEFAULT} unless set. */
    public BrokerBuilder quotaMode(QuotaPolicy mode) {
        this.quotaPolicy = Objects.requireNonNull(mode);
        return this;
    }

    /** Sets what models cost, for reports; nothing unless set. */
    public BrokerBuilder prices(PriceCatalog catalog) {
        this.prices = Objects.requireNonNull(catalog);
        return this;
    }

    /** What models cost, as set so far. */
    public PriceCatalog prices() {
        return prices;
    }

    /**
     * How many requests a second the limits of each provider allow, over all its keys; providers
     * without a limit of requests are left out. In the order in which they were added.
     */
    public Map<String, Double> requestsPerSecond() {
        Map<String, Double> allowed = new LinkedHashMap<>();
        for (ProviderSettings each : settings) {
            double one = each.limits().requestsPerSecond();
            if (one > 0) {
                allowed.put(
                        each.name(),
                        one * keys.getOrDefault(each.name(), List.of()).size());
            }
        }
        return allowed;
    }

    /** The names of the providers added so far, in order. */
    public List<String> providerNames() {
        return List.copyOf(keys.keySet());
    }

    /**
     * Keeps answers, and gives them again to prompts that are the same word for word; off unless set.
     *
     * @param characters of prompts and answers to hold at the most, 1 or more
     * @param age how long an answer is good for, more than zero
     */
    public BrokerBuilder cache(long characters, Duration age) {
        if (characters < 1) {
            throw new IllegalArgumentException(
                    "cache of " + characters + " characters (expected 1 or more)");
        }
        this.cacheCharacters = characters;
        this.cacheAge = positive("cache age", age);
        return this;
    }

    /** Sets how models of the callers' own are opened; they are refused unless set. */
    public BrokerBuilder endpoints(ProviderFactory opener) {
        this.endpoints = Objects.requireNonNull(opener);
        return this;
    }

    /**
     * Sets what this broker shares with others: the limits and cooldowns of each key, and how many
     * games are active. It is alone unless set.
     */
    public BrokerBuilder sharedLimits(SharedLimits value) {
        this.sharedLimits = Objects.requireNonNull(value);
        return this;
    }

    /**
     * Sets what is run, on any thread, when something arrived for the broker: wakes an owner that
     * sleeps between two turns of work. Must be quick. Nothing unless set.
     */
    public BrokerBuilder onWorkAvailable(Runnable action) {
        this.onWorkAvailable = Objects.requireNonNull(action);
        return this;
    }

    /**
     * Requests from each provider the list of its models and compares it with the configured ones.
     * Never blocks; each list takes at most 20 s.
     *
     * @return each configured model that its provider does not offer, and each provider that cannot
     *     be asked; empty if all is well
     */
    public CompletableFuture<List<ModelProblem>> checkModels() {
        CompletableFuture<List<ModelProblem>> problems =
                CompletableFuture.completedFuture(List.of());
        for (ProviderSettings how : settings) {
            problems = problems.thenCombine(
                    checkModels(how),
                    (some, more) -> Stream.concat(some.stream(), more.stream()).toList());
        }
        return problems;
    }

    private CompletableFuture<List<ModelProblem>> checkModels(ProviderSettings how) {
        List<Provider> open = keys.getOrDefault(how.name(), List.of());
        if (open.isEmpty()) {
            return CompletableFuture.completedFuture(List.of());
        }
        Set<String> wanted = new LinkedHashSet<>(how.models());
        wanted.addAll(how.modelFallback());
        wanted.add(how.model());
        wanted.remove(""); // a gateway's own default
        return open.get(0)
                .models()
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

    /**
     * Why a configured model may not work.
     *
     * @param provider the provider's name
     * @param model the model that it does not offer; empty if it could not be asked
     * @param message for people, in one line
     */
    public record ModelProblem(String provider, String model, String message) {}

    /**
     * Builds the broker. It starts no thread.
     *
     * @throws IllegalStateException if no provider was added
     * @throws IllegalArgumentException if no provider serves the default model
     */
    public Broker build() {
        return buildSingleOwner();
    }

    SingleOwnerBroker buildSingleOwner() {
        if (settings.isEmpty()) {
            throw new IllegalStateException("a broker needs a provider: call provider(...)");
        }
        return new SingleOwnerBroker(options());
    }

    BrokerOptions options() {
        return new BrokerOptions(
                settings,
                keys,
                listeners,
                ticker,
                random,
                ageing,
                callTimeout,
                sessionCallTimeout,
                retryRounds,
                maxEventsPerCycle,
                maxCallsPerCycle,
                inboxCapacity,
                modelRoutes,
                defaultModel(),
                fallback,
                queuePerProvider,
                sharingPolicy,
                tenantWeights,
                tokensPerRequest,
                heartbeatTimeout,
                quotaPolicy,
                prices,
                sharedLimits,
                onWorkAvailable,
                endpoints,
                cacheCharacters,
                cacheAge);
    }

    private static Duration positive(String name, Duration value) {
        if (value.isNegative() || value.isZero() || value.compareTo(MAX_TIMEOUT) > 0) {
            throw new IllegalArgumentException(
                    name + " " + value + " (expected more than 0, at most a year)");
        }
        return value;
    }

    private static int atLeast(int least, int value, String name) {
        if (value < least) {
            throw new IllegalArgumentException(
                    name + " " + value + " (expected " + least + " or more)");
        }
        return value;
    }
}
