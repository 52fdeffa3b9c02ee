/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.engine;

import dev.triune.llm.Broker;
import dev.triune.llm.BrokerListener;
import dev.triune.llm.TokenWeights;
import dev.triune.llm.policy.limit.SharedLimits;
import dev.triune.llm.policy.quota.PriceCatalog;
import dev.triune.llm.policy.route.Routes;
import dev.triune.llm.policy.share.BatchPacker;
import dev.triune.llm.provider.EndpointOpener;
import dev.triune.llm.provider.Provider;
import dev.triune.llm.queue.Ageing;
import dev.triune.llm.time.Ticker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Puts a broker together. Each setter checks its value. Not thread-safe.
 *
 * <pre>{@code
 * Broker broker = new BrokerBuilder()
 *         .provider(ProviderSettings.of("local", "qwen3:4b").withPermits(4), ollama)
 *         .build();
 * }</pre>
 */
public final class BrokerBuilder {
    private static final Duration LONGEST_TIMEOUT = Duration.ofDays(365);

    final Map<String, List<Provider>> providers = new LinkedHashMap<>();
    final List<ProviderSettings> settings = new ArrayList<>();
    final List<BrokerListener> listeners = new ArrayList<>();
    Ticker ticker = Ticker.system();
    Ageing ageing = Ageing.DEFAULT;
    Duration callTimeout = Duration.ofSeconds(60);
    int rounds = 3;
    int arrivalsPerTurn = 256;
    int grantsPerTurn = BatchPacker.MOST;
    int inboxCapacity = 1024;
    RandomGenerator random = new SplittableRandom(0);
    Routes routes = Routes.DEFAULT;
    String defaultModel = "";
    boolean fallback = true;
    boolean queuePerProvider = true;
    Sharing sharing = Sharing.WORK_CONSERVING;
    Map<String, Double> weights = Map.of();
    int tokensPerRequest = 50;
    Duration silence = Duration.ofSeconds(60);
    QuotaMode quotaMode = QuotaMode.DEFAULT;
    PriceCatalog prices = new PriceCatalog(Map.of(), TokenWeights.of("0", "0", "0"));
    SharedLimits shared = SharedLimits.ALONE;
    Runnable onArrival = () -> {};
    long cacheCharacters;
    Duration cacheAge = Duration.ofMinutes(10);

    @Nullable
    EndpointOpener endpoints;

    /**
     * Adds a provider. The first one serves requests whose model no rule knows.
     *
     * @param keys one for each key of it, at least one; each has budgets and cooldowns of its own
     * @throws IllegalArgumentException if the name is taken or there is no key
     */
    public BrokerBuilder provider(ProviderSettings how, Provider... keys) {
        if (keys.length == 0) {
            throw new IllegalArgumentException("provider " + how.name() + " without a key");
        }
        if (providers.putIfAbsent(how.name(), List.of(keys)) != null) {
            throw new IllegalArgumentException("two providers are named " + how.name());
        }
        settings.add(how);
        return this;
    }

    /** How the providers added so far are used, in their order. */
    public List<ProviderSettings> providers() {
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

    /** Sets how long one call may take, more than zero, a year at the most; 60 s unless set. */
    public BrokerBuilder callTimeout(Duration value) {
        this.callTimeout = positive("call timeout", value);
        return this;
    }

    /**
     * Sets how often a request waits for a rate-limited chain and goes round again, 0 (never) or
     * more; 3 unless set.
     */
    public BrokerBuilder rounds(int value) {
        this.rounds = atLeast(0, value, "rounds");
        return this;
    }

    /** Sets how many arrivals one turn takes in, 1 or more; 256 unless set. */
    public BrokerBuilder arrivalsPerTurn(int value) {
        this.arrivalsPerTurn = atLeast(1, value, "arrivals per turn");
        return this;
    }

    /** Sets how many prompts one turn renders and sends, 1 or more; 10 unless set. */
    public BrokerBuilder grantsPerTurn(int value) {
        this.grantsPerTurn = atLeast(1, value, "grants per turn");
        return this;
    }

    /** Seeds the jitter of cooldowns; a fixed seed unless set. */
    public BrokerBuilder seed(long value) {
        this.random = new SplittableRandom(value);
        return this;
    }

    /** Sets which provider serves which model; {@link Routes#DEFAULT} unless set. */
    public BrokerBuilder routes(Routes value) {
        this.routes = Objects.requireNonNull(value);
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

    /** Sets how games share the broker; {@link Sharing#WORK_CONSERVING} unless set. */
    public BrokerBuilder sharing(Sharing value) {
        this.sharing = Objects.requireNonNull(value);
        return this;
    }

    /** Sets the weights of games by session, each more than zero; 1 for those that are not named. */
    public BrokerBuilder weights(Map<String, Double> bySession) {
        this.weights = Map.copyOf(bySession);
        return this;
    }

    /** Sets how a request counts in a game's share besides its tokens, 0 or more; 50 unless set. */
    public BrokerBuilder tokensPerRequest(int tokens) {
        this.tokensPerRequest = atLeast(0, tokens, "tokens per request");
        return this;
    }

    /** Sets after how much silence a game is gone, more than zero; 60 s unless set. */
    public BrokerBuilder silence(Duration time) {
        this.silence = positive("silence", time);
        return this;
    }

    /** Sets how sessions under a quota are treated; {@link QuotaMode#DEFAULT} unless set. */
    public BrokerBuilder quotaMode(QuotaMode mode) {
        this.quotaMode = Objects.requireNonNull(mode);
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
    public Map<String, Double> allowedPerSecond() {
        Map<String, Double> allowed = new LinkedHashMap<>();
        for (ProviderSettings each : settings) {
            double one = each.limits().requestsPerSecond();
            if (one > 0) {
                allowed.put(
                        each.name(),
                        one * providers.getOrDefault(each.name(), List.of()).size());
            }
        }
        return allowed;
    }

    /** The names of the providers added so far, in order. */
    public List<String> providerNames() {
        return List.copyOf(providers.keySet());
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
    public BrokerBuilder endpoints(EndpointOpener opener) {
        this.endpoints = Objects.requireNonNull(opener);
        return this;
    }

    /**
     * Sets what this broker shares with others: the limits and cooldowns of each key, and how many
     * games are active. It is alone unless set.
     */
    public BrokerBuilder shared(SharedLimits value) {
        this.shared = Objects.requireNonNull(value);
        return this;
    }

    /**
     * Sets what is run, on any thread, when something arrived for the broker: wakes an owner that
     * sleeps between two turns of work. Must be quick. Nothing unless set.
     */
    public BrokerBuilder onArrival(Runnable action) {
        this.onArrival = Objects.requireNonNull(action);
        return this;
    }

    /**
     * Builds the broker. It starts no thread.
     *
     * @throws IllegalStateException if no provider was added
     */
    public Broker build() {
        if (settings.isEmpty()) {
            throw new IllegalStateException("a broker needs a provider: call provider(...)");
        }
        return new SingleOwnerBroker(new Parts(this), this);
    }

    private static Duration positive(String name, Duration value) {
        if (value.isNegative() || value.isZero() || value.compareTo(LONGEST_TIMEOUT) > 0) {
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
