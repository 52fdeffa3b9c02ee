/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.engine;

import dev.triune.llm.Broker;
import dev.triune.llm.BrokerListener;
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

    final Map<String, Provider> providers = new LinkedHashMap<>();
    final List<ProviderSettings> settings = new ArrayList<>();
    final List<BrokerListener> listeners = new ArrayList<>();
    Ticker ticker = Ticker.system();
    Ageing ageing = Ageing.DEFAULT;
    Duration callTimeout = Duration.ofSeconds(60);
    int rounds = 3;
    int arrivalsPerTurn = 256;
    int grantsPerTurn = 8;
    int inboxCapacity = 1024;
    RandomGenerator random = new SplittableRandom(0);

    /**
     * Adds a provider. The first one serves requests whose model no provider names.
     *
     * @throws IllegalArgumentException if the name is taken
     */
    public BrokerBuilder provider(ProviderSettings how, Provider provider) {
        if (providers.putIfAbsent(how.name(), Objects.requireNonNull(provider)) != null) {
            throw new IllegalArgumentException("two providers are named " + how.name());
        }
        settings.add(how);
        return this;
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
        if (value.isNegative() || value.isZero() || value.compareTo(LONGEST_TIMEOUT) > 0) {
            throw new IllegalArgumentException(
                    "call timeout " + value + " (expected more than 0, at most a year)");
        }
        this.callTimeout = value;
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

    /** Sets how many prompts one turn renders and sends, 1 or more; 8 unless set. */
    public BrokerBuilder grantsPerTurn(int value) {
        this.grantsPerTurn = atLeast(1, value, "grants per turn");
        return this;
    }

    /** Seeds the jitter of cooldowns; a fixed seed unless set. */
    public BrokerBuilder seed(long value) {
        this.random = new SplittableRandom(value);
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
        return new SingleOwnerBroker(this);
    }

    List<ProviderSlot> slots() {
        List<ProviderSlot> slots = new ArrayList<>();
        for (ProviderSettings how : settings) {
            Provider provider = Objects.requireNonNull(providers.get(how.name()));
            slots.add(new ProviderSlot(how, provider, ageing, random));
        }
        return slots;
    }

    private static int atLeast(int least, int value, String name) {
        if (value < least) {
            throw new IllegalArgumentException(
                    name + " " + value + " (expected " + least + " or more)");
        }
        return value;
    }
}
